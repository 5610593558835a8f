/// One entry of a product of 2 x 2 matrices: a b + c d modulo 65521, the largest prime below 2^16.
/// Every input is below it. Part: hw/data/operand.hpp, mat2. Combinational.
module em_dot (
  input  logic [15:0] a_i,
  input  logic [15:0] b_i,
  input  logic [15:0] c_i,
  input  logic [15:0] d_i,
  output logic [15:0] y_o
);
  localparam logic [16:0] Modulus = 17'd65521;

  // 2^16 is 15 modulo 65521: the upper bits count fifteenfold, twice.
  function automatic logic [15:0] remainder(logic [20:0] once);
    logic [16:0] twice;
    twice     = 17'(once[15:0]) + 17'd15 * 17'(once[20:16]);
    remainder = twice >= Modulus ? 16'(twice - Modulus) : twice[15:0];
  endfunction

  logic [32:0] sum;
  logic [20:0] once;

  assign sum  = 33'(a_i) * 33'(b_i) + 33'(c_i) * 33'(d_i);
  assign once = 21'(sum[15:0]) + 21'd15 * 21'(sum[32:16]);
  assign y_o  = remainder(once);

`ifndef SYNTHESIS
  // The remainder of any number by its definition: below the modulus, multiples of it apart.
`ifdef FORMAL
  (* anyseq *) logic [20:0] number;
`else
  logic [20:0] number;
  assign number = once;
`endif
  logic [15:0] rest;
  logic [20:0] apart;
  assign rest  = remainder(number);
  assign apart = number - 21'(rest);
  always_comb begin : contract
    BelowTheModulus: assert (17'(rest) < Modulus) else $error("no remainder");
    MultiplesApart: assert (apart == 21'(number[20:16]) * 21'(Modulus) ||
                            apart == (21'(number[20:16]) + 21'd1) * 21'(Modulus))
      else $error("another remainder");
  end
`endif
endmodule
