// Made by rtl/make-benches: what express_mesh.node_0.em_node1 was told and showed in
//   plexus run express-mesh reduce --algorithm algorithm-1 --sides 9 --lengths 4 --express-extra 1 --lockstep em_node1
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_node1_bench;
  localparam int Width = 64;
  localparam int CountWidth = 16;
  localparam int HopWidth = 64;
  localparam logic [4:0] Operators = 5'b11111;
  logic clk_i;
  logic rst_ni;
  logic start_i;
  logic combine_i;
  logic mirrored_i;
  logic [2:0] op_i;
  logic [HopWidth-1:0] mesh_hop_i;
  logic [HopWidth-1:0] express_hop_i;
  logic [Width-1:0] own_i;
  logic [CountWidth-1:0] offset_i;
  logic [CountWidth-1:0] segment_i;
  logic [CountWidth-1:0] full_i;
  logic [CountWidth-1:0] terminal_i;
  logic [CountWidth-1:0] terminals_i;
  logic right_valid_i;
  logic [Width-1:0] right_data_i;
  logic left_valid_o;
  logic [Width-1:0] left_data_o;
  logic express_valid_i;
  logic [Width-1:0] express_data_i;
  logic express_valid_o;
  logic [Width-1:0] express_data_o;
  logic [Width-1:0] partial_o;
  logic done_o;
  // expected, and which bits are compared where not all are
  logic e_left_valid_o = 0;
  logic [63:0] e_left_data_o = 0;
  logic e_express_valid_o = 0;
  logic [63:0] e_express_data_o = 0;
  logic [63:0] e_partial_o = 0;
  logic e_done_o = 0;
  em_node1 #(.Width(Width), .CountWidth(CountWidth), .HopWidth(HopWidth), .Operators(Operators)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(left_valid_o, '1)
      `COMPARE(left_data_o, '1)
      `COMPARE(express_valid_o, '1)
      `COMPARE(express_data_o, '1)
      `COMPARE(partial_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; start_i = 1'b0; combine_i = 1'b0; mirrored_i = 1'b0; op_i = 3'h0;
      mesh_hop_i = 64'h0; express_hop_i = 64'h0; own_i = 64'h0; offset_i = 16'h0; segment_i = 16'h0;
      full_i = 16'h0; terminal_i = 16'h0; terminals_i = 16'h0; right_valid_i = 1'b0;
      right_data_i = 64'h0; express_valid_i = 1'b0; express_data_i = 64'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 start_i = 1'b1; op_i = 3'h4; mesh_hop_i = 64'h1; express_hop_i = 64'h2;
      own_i = 64'hc99000100010000; segment_i = 16'h4; full_i = 16'h4; terminals_i = 16'h3; #1 check;
    #1 clk_i = 1; e_partial_o = 64'hc99000100010000; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; right_valid_i = 1'b1; right_data_i = 64'h8786000100010000; #1
      check;
    #1 clk_i = 1; e_partial_o = 64'hab1c0c9987860001; #1 check;
    #1 clk_i = 0; #1 right_data_i = 64'hddef000100010000; #1 check;
    #1 clk_i = 1; e_partial_o = 64'ha94eab1c16d78786; #1 check;
    #1 clk_i = 0; #1 right_data_i = 64'h2ba9000100010000; #1 check;
    #1 clk_i = 1; e_partial_o = 64'h3ad8a94ef2e016d7; #1 check;
    #1 clk_i = 0; #1 right_valid_i = 1'b0; right_data_i = 64'h0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 express_valid_i = 1'b1; express_data_i = 64'h23603fb9b2e5adfd; #1 check;
    #1 clk_i = 1; e_partial_o = 64'hb0ce5050874bf53d; #1 check;
    #1 clk_i = 0; #1 express_valid_i = 1'b0; express_data_i = 64'h0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 express_valid_i = 1'b1; express_data_i = 64'h82da000100010000; #1 check;
    #1 clk_i = 1; e_partial_o = 64'hc798b0ce4eaf874b; e_done_o = 1'b1; #1 check;
    if (wrong != 0) $fatal(1, "em_node1_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_node1_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
