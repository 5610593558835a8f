// Made by rtl/make-benches: what pops.stars.slot_ctrl was told and showed in
//   plexus run pops move --algorithm direct --d 4 --g 2 --words 9 --startup 2 --bandwidth 4 --lockstep pops_slot_ctrl
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
module pops_slot_ctrl_bench;
  localparam int CycleWidth = 32;
  localparam int SlotWidth = 32;
  logic clk_i;
  logic rst_ni;
  logic start_i;
  logic [CycleWidth-1:0] startup_i;
  logic [CycleWidth-1:0] payload_cycles_i;
  logic [SlotWidth-1:0] n_slots_i;
  logic slot_strobe_o;
  logic guard_o;
  logic payload_o;
  logic [SlotWidth-1:0] slot_no_o;
  logic done_o;
  // expected, and which bits are compared
  logic e_slot_strobe_o = 0, m_slot_strobe_o = ~0;
  logic e_guard_o = 0, m_guard_o = ~0;
  logic e_payload_o = 0, m_payload_o = ~0;
  logic [31:0] e_slot_no_o = 0, m_slot_no_o = ~0;
  logic e_done_o = 0, m_done_o = ~0;
  pops_slot_ctrl #(.CycleWidth(CycleWidth), .SlotWidth(SlotWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((slot_strobe_o ^ e_slot_strobe_o) & m_slot_strobe_o) !== 0) begin
        $display("pops_slot_ctrl_bench: at %0d ns slot_strobe_o is %h, not %h", $time, slot_strobe_o, e_slot_strobe_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((guard_o ^ e_guard_o) & m_guard_o) !== 0) begin
        $display("pops_slot_ctrl_bench: at %0d ns guard_o is %h, not %h", $time, guard_o, e_guard_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((payload_o ^ e_payload_o) & m_payload_o) !== 0) begin
        $display("pops_slot_ctrl_bench: at %0d ns payload_o is %h, not %h", $time, payload_o, e_payload_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((slot_no_o ^ e_slot_no_o) & m_slot_no_o) !== 0) begin
        $display("pops_slot_ctrl_bench: at %0d ns slot_no_o is %h, not %h", $time, slot_no_o, e_slot_no_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((done_o ^ e_done_o) & m_done_o) !== 0) begin
        $display("pops_slot_ctrl_bench: at %0d ns done_o is %h, not %h", $time, done_o, e_done_o);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    rst_ni = 1'b0; start_i = 1'b0; startup_i = 32'h0; payload_cycles_i = 32'h0; n_slots_i = 32'h0;
      clk_i = 1'b0;
    #1 e_payload_o = 1'b1; e_slot_no_o = 32'h7a79b3e3; #1
    #1 clk_i = 1; e_payload_o = 1'b0; e_slot_no_o = 32'h0; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 start_i = 1'b1; startup_i = 32'h2; payload_cycles_i = 32'h3; n_slots_i = 32'h1; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b1; e_guard_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_guard_o = 1'b0; e_payload_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_payload_o = 1'b0; e_done_o = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "pops_slot_ctrl_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("pops_slot_ctrl_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
