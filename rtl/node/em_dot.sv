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
  logic [32:0] sum;
  logic [20:0] once;
  logic [16:0] twice;

  assign sum   = 33'(a_i) * 33'(b_i) + 33'(c_i) * 33'(d_i);
  assign once  = 21'(sum[15:0]) + 21'd15 * 21'(sum[32:16]);
  assign twice = 17'(once[15:0]) + 17'd15 * 17'(once[20:16]);
  assign y_o   = twice >= Modulus ? 16'(twice - Modulus) : twice[15:0];

`ifndef SYNTHESIS
  // What is left of any number by its definition: below the modulus, multiples of it apart.
  function automatic logic [15:0] remainder(logic [20:0] of);
    logic [16:0] folded;
    folded    = 17'(of[15:0]) + 17'd15 * 17'(of[20:16]);
    remainder = folded >= Modulus ? 16'(folded - Modulus) : folded[15:0];
  endfunction
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
    IsRemainder: assert (y_o == remainder(once)) else $error("another number than the remainder");
    BelowTheModulus: assert (17'(rest) < Modulus) else $error("no remainder");
    MultiplesApart: assert (apart == 21'(number[20:16]) * 21'(Modulus) ||
                            apart == (21'(number[20:16]) + 21'd1) * 21'(Modulus))
      else $error("another remainder");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Both: cover (a_i != '0 && b_i != '0 && c_i != '0 && d_i != '0);
    One: cover ((a_i == '0 || b_i == '0) && c_i != '0 && d_i != '0);
  end
`endif
endmodule
