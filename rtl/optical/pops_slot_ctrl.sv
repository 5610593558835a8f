/// Clock of the slots: guard cycles, then payload, slot after slot. Twin:
/// hw/optical/coupler_bank.hpp. `start_i` takes a run of `n_slots_i` slots of startup_i +
/// payload_cycles_i cycles. It is looked at outside a run and in its last cycle, so that runs may
/// follow each other without a gap.
module pops_slot_ctrl #(
  parameter int CycleWidth = 16,
  parameter int SlotWidth  = 16
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  start_i,
  input  logic [CycleWidth-1:0] startup_i,
  input  logic [CycleWidth-1:0] payload_cycles_i,  /// ceil(m / B), 1 or more
  input  logic [SlotWidth-1:0]  n_slots_i,         /// 1 or more
  output logic                  slot_strobe_o,     /// first cycle of a slot
  output logic                  guard_o,
  output logic                  payload_o,
  output logic [SlotWidth-1:0]  slot_no_o,         /// from 0, in its run
  output logic                  done_o             /// the last cycle of the last slot
);
  logic                  busy_q, accept, last_cycle;
  logic [CycleWidth-1:0] cycle_q, startup_q, payload_q;
  logic [SlotWidth-1:0]  slot_q, slots_q;

  assign last_cycle    = cycle_q + 1'b1 == startup_q + payload_q;
  assign accept        = start_i && (!busy_q || done_o);
  assign slot_strobe_o = busy_q && cycle_q == '0;
  assign guard_o       = busy_q && cycle_q < startup_q;
  assign payload_o     = busy_q && !guard_o;
  assign slot_no_o     = slot_q;
  assign done_o        = busy_q && last_cycle && slot_q + 1'b1 == slots_q;

  always_ff @(posedge clk_i) begin : count
    if (!rst_ni) begin
      busy_q    <= 1'b0;
      cycle_q   <= '0;
      slot_q    <= '0;
      startup_q <= '0;
      payload_q <= '0;
      slots_q   <= '0;
    end else if (accept) begin
      busy_q    <= 1'b1;
      cycle_q   <= '0;
      slot_q    <= '0;
      startup_q <= startup_i;
      payload_q <= payload_cycles_i;
      slots_q   <= n_slots_i;
    end else if (done_o) begin
      busy_q  <= 1'b0;
      cycle_q <= '0;
      slot_q  <= '0;
    end else if (busy_q) begin
      cycle_q <= last_cycle ? '0 : cycle_q + 1'b1;
      slot_q  <= last_cycle ? slot_q + 1'b1 : slot_q;
    end
  end

`ifndef SYNTHESIS
  logic takes;  // a run begins
  assign takes = start_i && (done_o || !(guard_o || payload_o));
  DoneInSlot: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> payload_o) else $error("a run ends outside its payload");
  SlotsLast: assume property (@(posedge clk_i) disable iff (!rst_ni)
    takes |-> payload_cycles_i != '0 && n_slots_i != '0) else $error("a run of nothing");
  SlotFits: assume property (@(posedge clk_i) disable iff (!rst_ni)
    takes |-> 64'(startup_i) + 64'(payload_cycles_i) <= 64'({CycleWidth{1'b1}}))
    else $error("a slot longer than its counter");
  GuardOrPayload: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(guard_o && payload_o)) else $error("guard and payload at once");
  StrobeInSlot: assert property (@(posedge clk_i) disable iff (!rst_ni)
    slot_strobe_o |-> guard_o || payload_o) else $error("a slot begins outside a run");
  // What runs should meet: plexus coverage counts it.
  Guard: cover property (@(posedge clk_i) disable iff (!rst_ni) guard_o);
  LaterSlot: cover property (@(posedge clk_i) disable iff (!rst_ni)
    slot_strobe_o && slot_no_o != '0);
  SeveralCycles: cover property (@(posedge clk_i) disable iff (!rst_ni)
    payload_o && !slot_strobe_o);
  NextRun: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && start_i);
`endif
endmodule
