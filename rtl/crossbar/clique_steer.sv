/// Which way a block of an alltoall goes in the cliques of one digit: the port towards the node
/// with its destination's digit, or it stays. Twin: clique_port in
/// models/reconfigurable/numbering.hpp. Combinational: one block per cycle.
module clique_steer #(
  parameter  int Digits = 3,      /// of an address
  parameter  int DigitWidth = 3,  /// bits of a digit
  localparam int IndexWidth = $clog2(Digits + 1)
) (
  input  logic [DigitWidth-1:0]        own_digit_i,
  input  logic [IndexWidth-1:0]        index_i,        /// of the digit, < Digits
  input  logic [Digits*DigitWidth-1:0] destination_i,  /// digit 0 lowest
  output logic [DigitWidth-1:0]        port_o,         /// has a meaning only beside !keep_o
  output logic                         keep_o
);
  logic [DigitWidth-1:0] digit;

  always_comb begin : pick
    digit = '0;
    for (int unsigned i = 0; i < Digits; i++) begin
      if (index_i == IndexWidth'(i)) digit = destination_i[i*DigitWidth +: DigitWidth];
    end
  end

  assign keep_o = digit == own_digit_i;
  assign port_o = digit < own_digit_i ? digit : digit - 1'b1;
`ifndef SYNTHESIS
  logic [DigitWidth-1:0] reached;  // the digit of the node behind port_o
  assign reached = port_o < own_digit_i ? port_o : port_o + 1'b1;
  always_comb begin : contract
    DigitExists: assume (32'(index_i) < Digits) else $error("index_i names no digit");
    StaysAtItsDigit: assert (keep_o ==
        (destination_i[32'(index_i)*DigitWidth +: DigitWidth] == own_digit_i))
      else $error("a block stays where it does not belong, or goes from where it does");
    GoesToItsDigit: assert (keep_o ||
        reached == destination_i[32'(index_i)*DigitWidth +: DigitWidth])
      else $error("the port leads to another digit than the destination's");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Stays: cover (keep_o);
    LowerPort: cover (!keep_o && port_o < own_digit_i);
    HigherPort: cover (!keep_o && port_o >= own_digit_i);
  end
`endif
endmodule
