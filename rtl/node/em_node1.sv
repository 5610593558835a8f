/// A node of Algorithm 1 on one line, h = x = 1: own value and those from the right go left over
/// mesh links to the segment's terminal, then from terminal to terminal over express links. Twin of
/// what models/express-mesh/algorithm_1.cpp runs on hw/node/alu_node.hpp.
///
/// `start_i` marks the cycle before the first send. Place and size of the segment are inputs, as
/// they differ from node to node. With `combine_i` a node sends one packet, own value and those
/// from its right combined, in the cycle that its place asks for; otherwise own value first, then
/// what came from the right one cycle earlier.
module em_node1 #(
  parameter int Width      = 64,
  parameter int CountWidth = 16,
  parameter logic [4:0]  Operators  = 5'b11111  /// of its arithmetic unit, em_alu
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  start_i,
  input  logic                  combine_i,
  input  logic [2:0]            op_i,
  input  logic [Width-1:0]      own_i,            /// held while it runs, as all that follow
  input  logic [CountWidth-1:0] offset_i,         /// place in the segment; 0: the terminal
  input  logic [CountWidth-1:0] segment_i,        /// nodes of the own segment
  input  logic [CountWidth-1:0] full_i,           /// nodes of a full segment
  input  logic [CountWidth-1:0] terminal_i,       /// number of the own segment
  input  logic [CountWidth-1:0] terminals_i,      /// of the line
  input  logic                  right_valid_i,    /// mesh link from the right
  input  logic [Width-1:0]      right_data_i,
  output logic                  left_valid_o,     /// mesh link to the left
  output logic [Width-1:0]      left_data_o,
  input  logic                  express_valid_i,  /// express link from the right
  input  logic [Width-1:0]      express_data_i,
  output logic                  express_valid_o,  /// express link to the left
  output logic [Width-1:0]      express_data_o,
  output logic [Width-1:0]      partial_o,
  output logic                  done_o            /// terminal 0 holds the result
);
  logic                  running_d, running_q;
  logic [CountWidth:0]   cycle_d, cycle_q;  // since the first send
  logic [Width-1:0]      partial_d, partial_q;
  logic [Width-1:0]      relay_q;
  logic                  relay_valid_q;
  logic [Width-1:0]      arrived, merged;
  logic                  arrives, is_terminal, first_phase, own_turn, express_turn, last;
  logic [CountWidth:0]   phase_2, behind;

  assign is_terminal  = offset_i == '0;
  assign phase_2      = (CountWidth+1)'(full_i) - 1'b1;
  assign behind       = (CountWidth+1)'(terminals_i) - (CountWidth+1)'(terminal_i) - 1'b1;
  assign first_phase  = cycle_q < phase_2;
  assign arrives      = running_q && (right_valid_i || express_valid_i);
  assign arrived      = express_valid_i ? express_data_i : right_data_i;

  em_alu #(
    .Width    (Width),
    .Operators(Operators)
  ) alu (
    .op_i,
    .a_i(partial_q),
    .b_i(arrived),
    .y_o(merged)
  );

  assign own_turn     = combine_i
      ? cycle_q == (CountWidth+1)'(segment_i) - 1'b1 - (CountWidth+1)'(offset_i)
      : cycle_q == '0;
  assign express_turn = combine_i ? cycle_q == phase_2 + behind : cycle_q == phase_2;
  assign last         = cycle_q == phase_2 + (CountWidth+1)'(terminals_i) - 1'b1;

  assign left_valid_o = running_q && first_phase && !is_terminal && (own_turn || relay_valid_q);
  assign left_data_o  = !left_valid_o ? '0
      : combine_i ? partial_q
      : own_turn ? own_i : relay_q;
  assign express_valid_o = running_q && !first_phase && is_terminal && terminal_i != '0 &&
      (express_turn || relay_valid_q);
  assign express_data_o  = !express_valid_o ? '0
      : combine_i || express_turn ? partial_q : relay_q;
  assign partial_o    = partial_q;
  assign done_o       = running_q && is_terminal && terminal_i == '0 && last;

  always_comb begin : next_state
    running_d = running_q;
    cycle_d   = cycle_q;
    partial_d = partial_q;
    if (start_i) begin
      running_d = 1'b1;
      cycle_d   = '0;
      partial_d = own_i;
    end else if (running_q) begin
      if (!last) cycle_d = cycle_q + 1'b1;
    end
    // A terminal merges on the right of its partial; with combine_i every node does. In phase 2 the
    // terminals but the first pass on, unless they combine.
    if (arrives && !start_i &&
        (combine_i || (is_terminal && (right_valid_i || terminal_i == '0)))) begin
      partial_d = merged;
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      running_q     <= 1'b0;
      cycle_q       <= '0;
      partial_q     <= '0;
      relay_q       <= '0;
      relay_valid_q <= 1'b0;
    end else begin
      running_q     <= running_d;
      cycle_q       <= cycle_d;
      partial_q     <= partial_d;
      relay_q       <= arrived;
      relay_valid_q <= arrives && !combine_i;
    end
  end

`ifndef SYNTHESIS
  OnePort: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !(right_valid_i && express_valid_i))
    else $error("two packets arrive at once");
  OneSend: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !(left_valid_o && express_valid_o))
    else $error("two packets are sent at once");
`endif
endmodule
