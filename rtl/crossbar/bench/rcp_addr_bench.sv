// Made by rtl/make-benches: what reconfigurable.addresses.node_1 was told and showed in
//   plexus run reconfigurable broadcast --algorithm rcp-naive --nodes 9 --ports 2 --lockstep rcp_addr
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module rcp_addr_bench;
  localparam int Steps = 4;
  localparam int Width = 16;
  localparam int StepWidth = $clog2(Steps + 1);
  logic clk_i;
  logic rst_ni;
  logic [Width-1:0] k_i;
  logic valid_i;
  logic [StepWidth-1:0] step_i;
  logic [Width-1:0] node_i;
  logic [Width-1:0] child_i;
  logic valid_o;
  logic [Width-1:0] child_id_o;
  logic back_valid_i;
  logic [Width-1:0] back_node_i;
  logic back_valid_o;
  logic [StepWidth-1:0] back_step_o;
  logic [Width-1:0] back_parent_o;
  logic [Width-1:0] back_child_o;
  logic [Steps*Width-1:0] digits_o;
  // expected, and which bits are compared where not all are
  logic e_valid_o = 0;
  logic [15:0] e_child_id_o = 0;
  logic e_back_valid_o = 0;
  logic [2:0] e_back_step_o = 0;
  logic [15:0] e_back_parent_o = 0;
  logic [15:0] e_back_child_o = 0;
  logic [63:0] e_digits_o = 0;
  rcp_addr #(.Steps(Steps), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(valid_o, '1)
      `COMPARE(child_id_o, '1)
      `COMPARE(back_valid_o, '1)
      `COMPARE(back_step_o, '1)
      `COMPARE(back_parent_o, '1)
      `COMPARE(back_child_o, '1)
      `COMPARE(digits_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; k_i = 16'h2; valid_i = 1'b0; step_i = 3'h0; node_i = 16'h1; child_i = 16'h0;
      back_valid_i = 1'b0; back_node_i = 16'h1; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 back_valid_i = 1'b1; #1 check;
    #1 clk_i = 1; e_child_id_o = 16'h3; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; step_i = 3'h1; back_valid_i = 1'b0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; e_child_id_o = 16'h5; #1 check;
    #1 clk_i = 0; #1 child_i = 16'h1; #1 check;
    #1 clk_i = 1; e_child_id_o = 16'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    if (wrong != 0) $fatal(1, "rcp_addr_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("rcp_addr_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
