// Made by rtl/make-benches: what gen_take[0].port_arbiter in ring.network.router_0 was told and showed in
//   plexus run ring traffic --nodes 4 --flow registered --load 0.9 --measure 100 --warmup 0 --lockstep vc_router
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module arbiter_bench;
  localparam int Inputs = 3;
  localparam int AgeWidth = 32;
  localparam int IndexWidth = Inputs > 1 ? $clog2(Inputs) : 1;
  logic [1:0] arbitration_i;
  logic [Inputs-1:0] req_i;
  logic [Inputs*AgeWidth-1:0] age_i;
  logic [IndexWidth-1:0] last_i;
  logic [IndexWidth-1:0] skip_i;
  logic [Inputs-1:0] grant_o;
  logic [IndexWidth-1:0] winner_o;
  // expected, and which bits are compared where not all are
  logic [2:0] e_grant_o = 0;
  logic [1:0] e_winner_o = 0;
  arbiter #(.Inputs(Inputs), .AgeWidth(AgeWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(grant_o, '1)
      `COMPARE(winner_o, '1)
    end
  endtask

  initial begin
    arbitration_i = 2'h0; req_i = 3'h0; age_i = 96'h0; last_i = 2'h0; skip_i = 2'h0;
    #1 check;
    #1 last_i = 2'h2; #1 check;
    #1 req_i = 3'h4; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 req_i = 3'h0; e_grant_o = 3'h0; e_winner_o = 2'h0; #1 check;
    #1 req_i = 3'h4; age_i = 96'h10000000000000000; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 age_i = 96'h20000000000000000; #1 check;
    #1 age_i = 96'h30000000000000000; #1 check;
    #1 age_i = 96'h40000000200000000; #1 check;
    #1 age_i = 96'h50000000400000000; #1 check;
    #1 req_i = 3'h6; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    #1 age_i = 96'h50000000500000000; last_i = 2'h1; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 req_i = 3'h4; #1 check;
    #1 req_i = 3'h0; age_i = 96'h60000000600000000; last_i = 2'h2; e_grant_o = 3'h0;
      e_winner_o = 2'h0; #1 check;
    #1 age_i = 96'h60000000600000004; #1 check;
    #1 req_i = 3'h4; age_i = 96'h80000000600000005; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 req_i = 3'h0; age_i = 96'h70000000800000005; e_grant_o = 3'h0; e_winner_o = 2'h0; #1 check;
    #1 req_i = 3'h2; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    #1 req_i = 3'h4; age_i = 96'h90000000000000006; last_i = 2'h1; e_grant_o = 3'h4;
      e_winner_o = 2'h2; #1 check;
    #1 req_i = 3'h2; age_i = 96'ha0000000800000008; last_i = 2'h2; e_grant_o = 3'h2;
      e_winner_o = 2'h1; #1 check;
    #1 req_i = 3'h0; e_grant_o = 3'h0; e_winner_o = 2'h0; #1 check;
    #1 age_i = 96'hb0000000000000008; #1 check;
    #1 age_i = 96'hc000000000000000a; #1 check;
    #1 req_i = 3'h4; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 age_i = 96'he0000000d0000000b; #1 check;
    #1 req_i = 3'h6; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    #1 age_i = 96'he0000000c0000000c; last_i = 2'h1; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 req_i = 3'h4; #1 check;
    #1 req_i = 3'h0; age_i = 96'hf0000000c; last_i = 2'h2; e_grant_o = 3'h0; e_winner_o = 2'h0; #1
      check;
    #1 req_i = 3'h4; age_i = 96'hd0000000f0000000e; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 age_i = 96'h110000000e0000000e; #1 check;
    #1 req_i = 3'h6; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    #1 req_i = 3'h0; age_i = 96'h0; last_i = 2'h1; e_grant_o = 3'h0; e_winner_o = 2'h0; #1 check;
    #1 age_i = 96'h1000000000; #1 check;
    #1 req_i = 3'h4; age_i = 96'h110000001100000000; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 age_i = 96'hf0000001200000011; last_i = 2'h2; #1 check;
    #1 age_i = 96'h120000001200000000; #1 check;
    #1 req_i = 3'h0; age_i = 96'h100000001400000012; e_grant_o = 3'h0; e_winner_o = 2'h0; #1 check;
    #1 req_i = 3'h2; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    #1 req_i = 3'h6; age_i = 96'h150000001300000000; last_i = 2'h1; e_grant_o = 3'h4;
      e_winner_o = 2'h2; #1 check;
    #1 req_i = 3'h4; #1 check;
    #1 age_i = 96'h130000001600000000; last_i = 2'h2; #1 check;
    #1 req_i = 3'h6; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    #1 age_i = 96'h130000001700000000; last_i = 2'h1; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 age_i = 96'h170000001700000000; last_i = 2'h2; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    #1 age_i = 96'h170000001800000000; last_i = 2'h1; e_grant_o = 3'h4; e_winner_o = 2'h2; #1 check;
    #1 req_i = 3'h4; #1 check;
    #1 age_i = 96'h140000001a00000000; last_i = 2'h2; #1 check;
    #1 req_i = 3'h6; e_grant_o = 3'h2; e_winner_o = 2'h1; #1 check;
    if (wrong != 0) $fatal(1, "arbiter_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("arbiter_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
