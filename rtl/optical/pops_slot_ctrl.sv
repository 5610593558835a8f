/// Clock of the slots: guard cycles, then payload, slot after slot. Twin: hw/optical/coupler_bank.hpp.
/// `start_i` begins a run of `n_slots_i` slots in the next cycle; each lasts startup_i +
/// payload_cycles_i cycles, which must stay as they are during the run.
module pops_slot_ctrl #(
  parameter int unsigned CycleWidth = 16,
  parameter int unsigned SlotWidth  = 16
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  start_i,           /// looked at while no slot is in progress
  input  logic [CycleWidth-1:0] startup_i,
  input  logic [CycleWidth-1:0] payload_cycles_i,  /// ceil(m / B), 1 or more
  input  logic [SlotWidth-1:0]  n_slots_i,
  output logic                  slot_strobe_o,     /// first cycle of a slot
  output logic                  guard_o,
  output logic                  payload_o,
  output logic [SlotWidth-1:0]  slot_no_o,         /// from 0
  output logic                  done_o             /// one cycle, the one behind the last slot
);
  logic                  busy_d, busy_q, done_d, done_q, last_cycle, last_slot;
  logic [CycleWidth-1:0] cycle_d, cycle_q;
  logic [SlotWidth-1:0]  slot_d, slot_q;

  assign slot_strobe_o = busy_q && cycle_q == '0;
  assign guard_o       = busy_q && cycle_q < startup_i;
  assign payload_o     = busy_q && !guard_o;
  assign slot_no_o     = slot_q;
  assign done_o        = done_q;
  assign last_cycle    = cycle_q + 1'b1 == startup_i + payload_cycles_i;
  assign last_slot     = slot_q + 1'b1 == n_slots_i;

  always_comb begin : count
    busy_d  = busy_q;
    cycle_d = cycle_q;
    slot_d  = slot_q;
    done_d  = 1'b0;
    if (!busy_q) begin
      busy_d  = start_i && n_slots_i != '0;
      done_d  = start_i && n_slots_i == '0;
      cycle_d = '0;
      slot_d  = '0;
    end else if (!last_cycle) begin
      cycle_d = cycle_q + 1'b1;
    end else begin
      cycle_d = '0;
      slot_d  = last_slot ? '0 : slot_q + 1'b1;
      busy_d  = !last_slot;
      done_d  = last_slot;
    end
  end
  always_ff @(posedge clk_i) begin : keep
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      done_q  <= 1'b0;
      cycle_q <= '0;
      slot_q  <= '0;
    end else begin
      busy_q  <= busy_d;
      done_q  <= done_d;
      cycle_q <= cycle_d;
      slot_q  <= slot_d;
    end
  end

`ifndef SYNTHESIS
  always_comb begin : contract
    OnePhase: assert (!(guard_o && payload_o)) else $error("guard and payload at once");
    StrobeInSlot: assert (!slot_strobe_o || guard_o || payload_o) else $error("a strobe outside");
  end
`endif
endmodule
