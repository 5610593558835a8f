/// Cycles in which a link was busy, so far.
module busy_meter #(
  parameter int Width = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             busy_i,
  output logic [Width-1:0] cycles_o
);
  always_ff @(posedge clk_i) begin : count
    if (!rst_ni)     cycles_o <= '0;
    else if (busy_i) cycles_o <= cycles_o + 1'b1;
  end
endmodule
