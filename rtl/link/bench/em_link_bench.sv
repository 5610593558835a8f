// Made by rtl/make-benches: what express_mesh.links.link_0_to_1.em_link was told and showed in
//   plexus run express-mesh reduce --algorithm algorithm-1 --lockstep em_link
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_link_bench;
  localparam int Width = 64;
  localparam int HopWidth = 64;
  logic clk_i;
  logic rst_ni;
  logic [HopWidth-1:0] hop_i;
  logic a_req_i;
  logic [Width-1:0] a_data_i;
  logic b_req_i;
  logic [Width-1:0] b_data_i;
  logic a_valid_o;
  logic [Width-1:0] a_data_o;
  logic b_valid_o;
  logic [Width-1:0] b_data_o;
  logic err_o;
  // expected, and which bits are compared where not all are
  logic e_a_valid_o = 0;
  logic [63:0] e_a_data_o = 0;
  logic e_b_valid_o = 0;
  logic [63:0] e_b_data_o = 0;
  logic e_err_o = 0;
  em_link #(.Width(Width), .HopWidth(HopWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(a_valid_o, '1)
      `COMPARE(a_data_o, '1)
      `COMPARE(b_valid_o, '1)
      `COMPARE(b_data_o, '1)
      `COMPARE(err_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; hop_i = 64'h0; a_req_i = 1'b0; a_data_i = 64'h0; b_req_i = 1'b0;
      b_data_i = 64'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 hop_i = 64'h1; b_req_i = 1'b1; b_data_i = 64'h1; #1 check;
    #1 clk_i = 1; e_a_valid_o = 1'b1; e_a_data_o = 64'h1; #1 check;
    #1 clk_i = 0; #1 b_data_i = 64'h2; #1 check;
    #1 clk_i = 1; e_a_data_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 b_data_i = 64'h3; #1 check;
    #1 clk_i = 1; e_a_data_o = 64'h3; #1 check;
    #1 clk_i = 0; #1 b_req_i = 1'b0; #1 check;
    #1 clk_i = 1; e_a_valid_o = 1'b0; e_a_data_o = 64'h0; #1 check;
    if (wrong != 0) $fatal(1, "em_link_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_link_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
