// Made by rtl/make-benches: what the twins of clique_steer were told and showed in
//   plexus run reconfigurable alltoall --algorithm rcp-clique --nodes 9 --ports 2 --lockstep clique_steer
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module clique_steer_bench;
  localparam int Digits = 3;
  localparam int DigitWidth = 3;
  localparam int IndexWidth = $clog2(Digits + 1);
  logic [DigitWidth-1:0] own_digit_i;
  logic [IndexWidth-1:0] index_i;
  logic [Digits*DigitWidth-1:0] destination_i;
  logic [DigitWidth-1:0] port_o;
  logic keep_o;
  // expected, and which bits are compared where not all are
  logic [2:0] e_port_o = 0;
  logic e_keep_o = 0;
  clique_steer #(.Digits(Digits), .DigitWidth(DigitWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(port_o, '1)
      `COMPARE(keep_o, '1)
    end
  endtask

  initial begin
    own_digit_i = 3'h0; index_i = 2'h0; destination_i = 9'h1;
    #1 check;
    #1 destination_i = 9'h2; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h8; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h10; #1 check;
    #1 destination_i = 9'h9; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h11; #1 check;
    #1 destination_i = 9'ha; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h12; #1 check;
    #1 index_i = 2'h1; destination_i = 9'h0; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h8; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h10; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h0; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h8; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h10; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h0; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h8; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h10; e_port_o = 3'h1; #1 check;
    #1 own_digit_i = 3'h1; index_i = 2'h0; destination_i = 9'h0; e_port_o = 3'h0; #1 check;
    #1 destination_i = 9'h1; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h2; e_port_o = 3'h1; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h8; e_port_o = 3'h0; #1 check;
    #1 destination_i = 9'h10; #1 check;
    #1 destination_i = 9'h9; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h11; #1 check;
    #1 destination_i = 9'ha; e_port_o = 3'h1; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h12; #1 check;
    #1 own_digit_i = 3'h0; index_i = 2'h1; destination_i = 9'h1; e_port_o = 3'h7; e_keep_o = 1'b1;
      #1 check;
    #1 destination_i = 9'h9; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h11; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h1; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h9; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h11; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h1; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h9; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h11; e_port_o = 3'h1; #1 check;
    #1 own_digit_i = 3'h2; index_i = 2'h0; destination_i = 9'h0; e_port_o = 3'h0; #1 check;
    #1 destination_i = 9'h1; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h2; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h8; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h10; #1 check;
    #1 destination_i = 9'h9; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h11; #1 check;
    #1 destination_i = 9'ha; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h12; #1 check;
    #1 own_digit_i = 3'h0; index_i = 2'h1; destination_i = 9'h2; e_port_o = 3'h7; #1 check;
    #1 destination_i = 9'ha; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h12; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h2; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'ha; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h12; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h2; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'ha; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h12; e_port_o = 3'h1; #1 check;
    #1 index_i = 2'h0; destination_i = 9'h1; e_port_o = 3'h0; #1 check;
    #1 destination_i = 9'h2; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h8; e_port_o = 3'h7; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h10; #1 check;
    #1 destination_i = 9'h9; e_port_o = 3'h0; e_keep_o = 1'b0; #1 check;
    #1 destination_i = 9'h11; #1 check;
    #1 destination_i = 9'ha; e_port_o = 3'h1; #1 check;
    #1 destination_i = 9'h12; #1 check;
    #1 own_digit_i = 3'h1; index_i = 2'h1; destination_i = 9'h0; e_port_o = 3'h0; #1 check;
    #1 destination_i = 9'h8; e_keep_o = 1'b1; #1 check;
    #1 destination_i = 9'h10; e_port_o = 3'h1; e_keep_o = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "clique_steer_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("clique_steer_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
