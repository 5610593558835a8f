// Made by rtl/make-benches: what fat_tree.node_1.ft_dispatch_gather was told and showed in
//   plexus run fat-tree gather --algorithm timed --nodes 8 --lockstep ft_dispatch_gather
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_dispatch_gather_bench;
  localparam int Levels = 3;
  localparam int StepWidth = Levels + 2;
  logic clk_i;
  logic rst_ni;
  logic step_en_i;
  logic start_i;
  logic [Levels-1:0] leaf_i;
  logic [Levels-1:0] root_i;
  logic valid_o;
  logic done_o;
  // expected, and which bits are compared where not all are
  logic e_valid_o = 0;
  logic e_done_o = 0;
  ft_dispatch_gather #(.Levels(Levels)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(valid_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; step_en_i = 1'b0; start_i = 1'b0; leaf_i = 3'h1; root_i = 3'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 step_en_i = 1'b1; start_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
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
    #1 clk_i = 1; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_done_o = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "ft_dispatch_gather_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_dispatch_gather_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
