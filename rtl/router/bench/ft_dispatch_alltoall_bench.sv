// Made by rtl/make-benches: what fat_tree.node_1.ft_dispatch_alltoall was told and showed in
//   plexus run fat-tree alltoall --algorithm phased-pipelined --nodes 8 --dispatch paper-constant --lockstep ft_dispatch_alltoall
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_dispatch_alltoall_bench;
  localparam int Levels = 3;
  localparam int PhaseWidth = $clog2(Levels + 1);
  localparam int StepWidth = 2 * Levels;
  logic clk_i;
  logic rst_ni;
  logic step_en_i;
  logic start_i;
  logic [Levels-1:0] leaf_i;
  logic exponential_i;
  logic valid_o;
  logic [Levels-1:0] destination_o;
  logic [PhaseWidth-1:0] phase_o;
  logic done_o;
  // expected, and which bits are compared where not all are
  logic e_valid_o = 0;
  logic [2:0] e_destination_o = 0;
  logic [1:0] e_phase_o = 0;
  logic e_done_o = 0;
  ft_dispatch_alltoall #(.Levels(Levels)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(valid_o, '1)
      `COMPARE(destination_o, '1)
      `COMPARE(phase_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; step_en_i = 1'b0; start_i = 1'b0; leaf_i = 3'h1; exponential_i = 1'b0;
      clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 step_en_i = 1'b1; start_i = 1'b1; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h4; e_phase_o = 2'h3; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h6; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h7; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; e_destination_o = 3'h4; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h6; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h7; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b0; e_destination_o = 3'h4; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h6; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h7; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h4; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h6; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h7; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h2; e_phase_o = 2'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; e_destination_o = 3'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_destination_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b0; e_destination_o = 3'h0; e_phase_o = 2'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b0; e_phase_o = 2'h0; e_done_o = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "ft_dispatch_alltoall_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_dispatch_alltoall_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
