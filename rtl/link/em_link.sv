/// A half-duplex link of one cycle: registers one packet per cycle, in one direction. Part:
/// hw/link/link.hpp, a pair of them under one guard. What is asked for before edge t is valid at
/// the other end in the cycle that begins with it.
module em_link #(
  parameter int Width = 64
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             a_req_i,
  input  logic [Width-1:0] a_data_i,
  input  logic             b_req_i,
  input  logic [Width-1:0] b_data_i,
  output logic             a_valid_o,  /// for end a: what b has sent
  output logic [Width-1:0] a_data_o,
  output logic             b_valid_o,
  output logic [Width-1:0] b_data_o,
  output logic             err_o       /// both ends ask in this cycle: neither is served
);
  logic             to_a_q, to_b_q;
  logic [Width-1:0] data_q;

  assign err_o     = a_req_i && b_req_i;
  assign a_valid_o = to_a_q;
  assign b_valid_o = to_b_q;
  assign a_data_o  = to_a_q ? data_q : '0;
  assign b_data_o  = to_b_q ? data_q : '0;

  always_ff @(posedge clk_i) begin : transfer
    if (!rst_ni) begin
      to_a_q <= 1'b0;
      to_b_q <= 1'b0;
      data_q <= '0;
    end else begin
      to_a_q <= b_req_i && !a_req_i;
      to_b_q <= a_req_i && !b_req_i;
      data_q <= a_req_i ? a_data_i : b_data_i;
    end
  end

`ifndef SYNTHESIS
  OneWay: assert property (@(posedge clk_i) disable iff (!rst_ni) !(a_valid_o && b_valid_o))
    else $error("a half-duplex link carries packets both ways");
  Idle: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !a_valid_o |-> a_data_o == '0)
    else $error("data without a packet");
`endif
endmodule
