/// A FIFO of words with valid, ready and last, in front of a network.
module stream_fifo #(
  parameter int Width = 32,
  parameter int Depth = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,
  input  logic             last_i,
  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o,
  output logic             last_o
);
  localparam int Pointer = $clog2(Depth);
  logic [Width:0]     words_q [Depth];
  logic [Pointer-1:0] first_q, next_q;
  logic [Pointer:0]   held_q;
  logic               push, pop;

  assign ready_o = held_q != (Pointer + 1)'(Depth);
  assign valid_o = held_q != '0;
  assign {last_o, data_o} = words_q[first_q];
  assign push = valid_i && ready_o;
  assign pop = valid_o && ready_i;

  always_ff @(posedge clk_i) begin : move
    if (push) words_q[next_q] <= {last_i, data_i};
    if (!rst_ni) begin
      first_q <= '0;
      next_q  <= '0;
      held_q  <= '0;
    end else begin
      if (push) next_q <= next_q + 1'b1;
      if (pop) first_q <= first_q + 1'b1;
      held_q <= held_q + (Pointer + 1)'(push) - (Pointer + 1)'(pop);
    end
  end
endmodule
