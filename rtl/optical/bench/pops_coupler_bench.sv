// Made by rtl/make-benches: what pops.stars.coupler_1_0 was told and showed in
//   plexus run pops move --algorithm direct --d 4 --g 2 --words 9 --startup 2 --bandwidth 4 --lockstep pops_coupler
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module pops_coupler_bench;
  localparam int Sources = 4;
  localparam int Width = 32;
  logic clk_i;
  logic rst_ni;
  logic [Sources-1:0] src_valid_i;
  logic [Sources*Width-1:0] src_data_i;
  logic out_valid_o;
  logic [Width-1:0] out_data_o;
  logic collision_o;
  logic [Sources-1:0] collision_mask_o;
  // expected, and which bits are compared where not all are
  logic e_out_valid_o = 0;
  logic [31:0] e_out_data_o = 0;
  logic e_collision_o = 0;
  logic [3:0] e_collision_mask_o = 0;
  pops_coupler #(.Sources(Sources), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(out_valid_o, '1)
      `COMPARE(out_data_o, '1)
      `COMPARE(collision_o, '1)
      `COMPARE(collision_mask_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; src_valid_i = 4'h0; src_data_i = 128'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 src_valid_i = 4'h1; src_data_i = 128'h100; #1 check;
    #1 clk_i = 1; e_out_valid_o = 1'b1; e_out_data_o = 32'h100; #1 check;
    #1 clk_i = 0; #1 src_data_i = 128'h101; #1 check;
    #1 clk_i = 1; e_out_data_o = 32'h101; #1 check;
    #1 clk_i = 0; #1 src_data_i = 128'h102; #1 check;
    #1 clk_i = 1; e_out_data_o = 32'h102; #1 check;
    #1 clk_i = 0; #1 src_valid_i = 4'h0; src_data_i = 128'h0; #1 check;
    #1 clk_i = 1; e_out_valid_o = 1'b0; e_out_data_o = 32'h0; #1 check;
    if (wrong != 0) $fatal(1, "pops_coupler_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("pops_coupler_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
