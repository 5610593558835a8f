// Made by rtl/make-benches: what gen_room[0].gen_channel[1].credits in ring.network.router_0 was told and showed in
//   plexus run ring traffic --nodes 4 --flow registered --load 0.9 --measure 100 --warmup 0 --lockstep vc_router
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module credit_counter_bench;
  localparam int Depth = 4;
  localparam int CountWidth = $clog2(Depth + 1);
  logic clk_i;
  logic rst_ni;
  logic take_i;
  logic give_i;
  logic [CountWidth-1:0] left_o;
  // expected, and which bits are compared where not all are
  logic [2:0] e_left_o = 0;
  credit_counter #(.Depth(Depth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(left_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; take_i = 1'b0; give_i = 1'b0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; e_left_o = 3'h4; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 take_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b0; e_left_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 take_i = 1'b1; give_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b0; #1 check;
    #1 clk_i = 1; e_left_o = 3'h2; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b0; #1 check;
    #1 clk_i = 1; e_left_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b0; e_left_o = 3'h0; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b1; e_left_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 take_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 take_i = 1'b0; give_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b1; #1 check;
    #1 clk_i = 1; e_left_o = 3'h2; #1 check;
    #1 clk_i = 0; #1 take_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b0; #1 check;
    #1 clk_i = 1; e_left_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b0; e_left_o = 3'h0; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b1; e_left_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b0; e_left_o = 3'h0; #1 check;
    #1 clk_i = 0; #1 give_i = 1'b1; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b1; e_left_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 take_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 take_i = 1'b1; #1 check;
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
    #1 clk_i = 0; #1 give_i = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "credit_counter_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("credit_counter_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
