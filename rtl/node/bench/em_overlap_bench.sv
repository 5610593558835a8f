// Made by rtl/make-benches: what express_mesh.node_0.em_overlap was told and showed in
//   plexus run express-mesh reduce --algorithm algorithm-4 --sides 7,3 --lengths 3,5 --op min --lockstep em_overlap
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_overlap_bench;
  localparam int Width = 64;
  localparam int Sets = 4;
  localparam int HopWidth = 64;
  localparam logic [4:0] Operators = 5'b11111;
  localparam int IndexWidth = Sets > 1 ? $clog2(Sets) : 1;
  localparam int CountWidth = $clog2(Sets + 1);
  logic clk_i;
  logic rst_ni;
  logic [2:0] op_i;
  logic clear_i;
  logic row_valid_i;
  logic [IndexWidth-1:0] row_index_i;
  logic [Width-1:0] row_data_i;
  logic begin_i;
  logic [CountWidth-1:0] count_i;
  logic [HopWidth-1:0] hop_i;
  logic last_column_i;
  logic first_column_i;
  logic right_valid_i;
  logic [Width-1:0] right_data_i;
  logic left_valid_o;
  logic [Width-1:0] left_data_o;
  logic [CountWidth-1:0] held_o;
  logic done_o;
  logic [Width-1:0] folded_o;
  // expected, and which bits are compared where not all are
  logic e_left_valid_o = 0;
  logic [63:0] e_left_data_o = 0;
  logic [2:0] e_held_o = 0;
  logic e_done_o = 0;
  logic [63:0] e_folded_o = 0;
  em_overlap #(.Width(Width), .Sets(Sets), .HopWidth(HopWidth), .Operators(Operators)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(left_valid_o, '1)
      `COMPARE(left_data_o, '1)
      `COMPARE(held_o, '1)
      `COMPARE(done_o, '1)
      `COMPARE(folded_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; op_i = 3'h0; clear_i = 1'b0; row_valid_i = 1'b0; row_index_i = 2'h0;
      row_data_i = 64'h0; begin_i = 1'b0; count_i = 3'h0; hop_i = 64'h0; last_column_i = 1'b0;
      first_column_i = 1'b0; right_valid_i = 1'b0; right_data_i = 64'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 op_i = 3'h2; row_valid_i = 1'b1; row_data_i = 64'h5d4; #1 check;
    #1 clk_i = 1; e_held_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 row_index_i = 2'h1; row_data_i = 64'h1f421; #1 check;
    #1 clk_i = 1; e_held_o = 3'h2; #1 check;
    #1 clk_i = 0; #1 row_index_i = 2'h2; row_data_i = 64'h282cd; #1 check;
    #1 clk_i = 1; e_held_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 row_valid_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    if (wrong != 0) $fatal(1, "em_overlap_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_overlap_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
