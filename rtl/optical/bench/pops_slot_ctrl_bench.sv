// Made by rtl/make-benches: what pops.stars.slot_ctrl was told and showed in
//   plexus run pops move --algorithm direct --d 4 --g 2 --words 9 --startup 2 --bandwidth 4 --lockstep pops_slot_ctrl
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
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
  // expected, and which bits are compared where not all are
  logic e_slot_strobe_o = 0;
  logic e_guard_o = 0;
  logic e_payload_o = 0;
  logic [31:0] e_slot_no_o = 0;
  logic e_done_o = 0;
  pops_slot_ctrl #(.CycleWidth(CycleWidth), .SlotWidth(SlotWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(slot_strobe_o, '1)
      `COMPARE(guard_o, '1)
      `COMPARE(payload_o, '1)
      `COMPARE(slot_no_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; start_i = 1'b0; startup_i = 32'h0; payload_cycles_i = 32'h0; n_slots_i = 32'h0;
      clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
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
