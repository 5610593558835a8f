// Made by rtl/make-benches: what fat_tree.branches.branch_router_1_0_to_router_2_0_link_0 was told and showed in
//   plexus run fat-tree allgather --algorithm flooding --nodes 4 --startup 2 --words 3 --lockstep ft_link_timer
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_link_timer_bench;
  localparam int Width = 64;
  logic clk_i;
  logic rst_ni;
  logic start_i;
  logic [Width-1:0] words_i;
  logic [Width-1:0] startup_i;
  logic [Width-1:0] bandwidth_i;
  logic busy_o;
  logic done_o;
  // expected, and which bits are compared where not all are
  logic e_busy_o = 0;
  logic e_done_o = 0;
  ft_link_timer #(.Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(busy_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; start_i = 1'b0; words_i = 64'h0; startup_i = 64'h0; bandwidth_i = 64'h0;
      clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 start_i = 1'b1; words_i = 64'h3; startup_i = 64'h2; bandwidth_i = 64'h1; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b1; #1 check;
    #1 clk_i = 1; e_done_o = 1'b0; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b0; e_done_o = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "ft_link_timer_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_link_timer_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
