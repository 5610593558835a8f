/// The arithmetic unit of a node: `a_i` combined with `b_i`, in this order. Part:
/// hw/data/operand.hpp. Combinational.
///
/// A matrix has four entries of 16 bits, the upper left one in the upper bits: it needs Width = 64.
module em_alu #(
  parameter int Width     = 64,
  parameter logic [4:0]  Operators = 5'b11111  /// which there are: bit n stands for op_i = n
) (
  input  logic [2:0]       op_i,  /// 0 sum, 1 max, 2 min, 3 parity, 4 mat2
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] y_o
);
  logic             greater;
  logic [Width-1:0] matrix;

  assign greater = a_i > b_i;

  if (Operators[4] && Width == 64) begin : gen_matrix
    for (genvar row = 0; row < 2; row++) begin : gen_row
      for (genvar column = 0; column < 2; column++) begin : gen_column
        // Entry (r, c) has its lowest bit at 16 (3 - 2r - c).
        em_dot entry (
          .a_i(a_i[16 * (3 - 2 * row) +: 16]),
          .b_i(b_i[16 * (3 - column) +: 16]),
          .c_i(a_i[16 * (2 - 2 * row) +: 16]),
          .d_i(b_i[16 * (1 - column) +: 16]),
          .y_o(matrix[16 * (3 - 2 * row - column) +: 16])
        );
      end
    end
  end else begin : gen_no_matrix
    assign matrix = '0;
  end

  always_comb begin : choose
    y_o = '0;
    if (op_i == 3'd0 && Operators[0]) y_o = a_i + b_i;
    if (op_i == 3'd1 && Operators[1]) y_o = greater ? a_i : b_i;
    if (op_i == 3'd2 && Operators[2]) y_o = greater ? b_i : a_i;
    if (op_i == 3'd3 && Operators[3]) y_o = a_i ^ b_i;
    if (op_i == 3'd4) y_o = matrix;
  end

`ifndef SYNTHESIS
  always_comb begin : contract
    Sum: assert (op_i != 3'd0 || !Operators[0] || y_o - b_i == a_i)
      else $error("another number than the sum");
    Maximum: assert (op_i != 3'd1 || !Operators[1] ||
        (y_o >= a_i && y_o >= b_i && (y_o == a_i || y_o == b_i)))
      else $error("another number than the larger one");
    Minimum: assert (op_i != 3'd2 || !Operators[2] ||
        (y_o <= a_i && y_o <= b_i && (y_o == a_i || y_o == b_i)))
      else $error("another number than the smaller one");
    Parity: assert (op_i != 3'd3 || !Operators[3] || (y_o ^ a_i) == b_i)
      else $error("another word than the parity");
    NoOther: assert (((Operators >> op_i) & 5'd1) != '0 || y_o == '0)
      else $error("an operator that there is not");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    AddsUp: cover (op_i == 3'd0);
    TakesLarger: cover (op_i == 3'd1);
    TakesSmaller: cover (op_i == 3'd2);
    TakesParity: cover (op_i == 3'd3);
    Multiplies: cover (op_i == 3'd4);
  end
`endif
endmodule
