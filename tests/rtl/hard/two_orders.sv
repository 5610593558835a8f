/// Promises that hold, and that no solver proves in seconds: products worked out in two orders.
module two_orders #(
  parameter int Width = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  output logic [Width-1:0] left_o,
  output logic [Width-1:0] right_o
);
  always_ff @(posedge clk_i) begin : multiply
    left_o  <= rst_ni ? (a_i * b_i) * c_i : '0;
    right_o <= rst_ni ? a_i * (b_i * c_i) : '0;
  end
`ifndef SYNTHESIS
  always_comb begin : contract
    Low:    assert (left_o[Width/2 +: Width/8] == right_o[Width/2 +: Width/8]);
    Middle: assert (left_o[5*Width/8 +: Width/8] == right_o[5*Width/8 +: Width/8]);
    High:   assert (left_o[3*Width/4 +: Width/8] == right_o[3*Width/4 +: Width/8]);
    Top:    assert (left_o[7*Width/8 +: Width/8] == right_o[7*Width/8 +: Width/8]);
  end
`endif
endmodule
