// Made by rtl/make-benches: what pops.stars.coupler_arbiter_2_3 was told and showed in
//   plexus run pops traffic --algorithm arbitrated --d 4 --g 4 --startup 1 --words 2 --lockstep pops_arbiter
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module pops_arbiter_bench;
  localparam int Requesters = 4;
  localparam int IndexWidth = Requesters > 1 ? $clog2(Requesters) : 1;
  logic clk_i;
  logic rst_ni;
  logic [Requesters-1:0] req_i;
  logic advance_i;
  logic [Requesters-1:0] grant_o;
  logic [IndexWidth-1:0] grant_idx_o;
  // expected, and which bits are compared where not all are
  logic [3:0] e_grant_o = 0;
  logic [1:0] e_grant_idx_o = 0;
  pops_arbiter #(.Requesters(Requesters)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(grant_o, '1)
      `COMPARE(grant_idx_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; req_i = 4'h0; advance_i = 1'b0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 req_i = 4'h6; advance_i = 1'b1; e_grant_o = 4'h2; e_grant_idx_o = 2'h1; #1 check;
    #1 clk_i = 1; e_grant_o = 4'h4; e_grant_idx_o = 2'h2; #1 check;
    #1 clk_i = 0; #1 req_i = 4'h0; advance_i = 1'b0; e_grant_o = 4'h0; e_grant_idx_o = 2'h0; #1
      check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 req_i = 4'h6; e_grant_o = 4'h4; e_grant_idx_o = 2'h2; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 req_i = 4'h0; e_grant_o = 4'h0; e_grant_idx_o = 2'h0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 req_i = 4'h6; advance_i = 1'b1; e_grant_o = 4'h4; e_grant_idx_o = 2'h2; #1
      check;
    #1 clk_i = 1; e_grant_o = 4'h2; e_grant_idx_o = 2'h1; #1 check;
    #1 clk_i = 0; #1 req_i = 4'h0; advance_i = 1'b0; e_grant_o = 4'h0; e_grant_idx_o = 2'h0; #1
      check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 req_i = 4'h2; advance_i = 1'b1; e_grant_o = 4'h2; e_grant_idx_o = 2'h1; #1
      check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 req_i = 4'h0; advance_i = 1'b0; e_grant_o = 4'h0; e_grant_idx_o = 2'h0; #1
      check;
    #1 clk_i = 1; #1 check;
    if (wrong != 0) $fatal(1, "pops_arbiter_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("pops_arbiter_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
