/// A node of Algorithm 1 on one line: own value and those from the right go left over mesh links to
/// the segment's terminal, then from terminal to terminal over express links. Twin of what
/// models/express-mesh/algorithm_1.cpp runs on hw/node/alu_node.hpp.
///
/// `start_i` marks the cycle before the first send. Place and size of the segment are inputs, as
/// they differ from node to node, and so is what a hop takes, which no wire tells: `..._valid_o`
/// marks the first cycle of a hop, `..._valid_i` the last one. With `combine_i` a node sends one
/// packet, own value and those from its right combined, with the hop that its place asks for;
/// otherwise own value first, then what came from the right, in the cycle after.
module em_node1 #(
  parameter int Width      = 64,
  parameter int CountWidth = 16,
  parameter int HopWidth   = 8,
  parameter logic [4:0]  Operators  = 5'b11111  /// of its arithmetic unit, em_alu
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  start_i,
  input  logic                  combine_i,
  input  logic                  mirrored_i,       /// the line from its other end: merges left
  input  logic [2:0]            op_i,
  input  logic [HopWidth-1:0]   mesh_hop_i,       /// cycles, 1 or more; held while it runs, as all
  input  logic [HopWidth-1:0]   express_hop_i,    /// that follow but for the packets
  input  logic [Width-1:0]      own_i,
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
  logic [CountWidth:0]   step_d, step_q;    // hops since the first send
  logic [HopWidth-1:0]   cycle_d, cycle_q;  // of the present hop
  logic [Width-1:0]      partial_d, partial_q;
  logic [Width-1:0]      relay_q;
  logic                  relay_valid_q;
  logic [Width-1:0]      arrived, merged;
  logic                  arrives, is_terminal, first_phase, own_turn, express_turn, last;
  logic                  hop_begins, hop_ends;
  logic [CountWidth:0]   phase_2, behind;

  assign is_terminal  = offset_i == '0;
  assign phase_2      = (CountWidth+1)'(full_i) - 1'b1;
  assign behind       = (CountWidth+1)'(terminals_i) - (CountWidth+1)'(terminal_i) - 1'b1;
  assign first_phase  = step_q < phase_2;
  assign hop_begins   = cycle_q == '0;
  assign hop_ends     = cycle_q == (first_phase ? mesh_hop_i : express_hop_i) - 1'b1;
  assign arrives      = running_q && (right_valid_i || express_valid_i);
  assign arrived      = express_valid_i ? express_data_i : right_data_i;

  em_alu #(
    .Width    (Width),
    .Operators(Operators)
  ) alu (
    .op_i,
    .a_i(mirrored_i ? arrived : partial_q),
    .b_i(mirrored_i ? partial_q : arrived),
    .y_o(merged)
  );

  assign own_turn     = hop_begins && (combine_i
      ? step_q == (CountWidth+1)'(segment_i) - 1'b1 - (CountWidth+1)'(offset_i)
      : step_q == '0);
  assign express_turn = hop_begins && step_q == (combine_i ? phase_2 + behind : phase_2);
  assign last         = step_q == phase_2 + (CountWidth+1)'(terminals_i) - 1'b1;

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
    step_d    = step_q;
    cycle_d   = cycle_q;
    partial_d = partial_q;
    if (start_i) begin
      running_d = 1'b1;
      step_d    = '0;
      cycle_d   = '0;
      partial_d = own_i;
    end else if (running_q && !last) begin
      cycle_d = hop_ends ? '0 : cycle_q + 1'b1;
      if (hop_ends) step_d = step_q + 1'b1;
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
      step_q        <= '0;
      cycle_q       <= '0;
      partial_q     <= '0;
      relay_q       <= '0;
      relay_valid_q <= 1'b0;
    end else begin
      running_q     <= running_d;
      step_q        <= step_d;
      cycle_q       <= cycle_d;
      partial_q     <= partial_d;
      relay_q       <= arrived;
      relay_valid_q <= arrives && !combine_i;
    end
  end

`ifndef SYNTHESIS
  OnePort: assume property (@(posedge clk_i) disable iff (!rst_ni)
      !(right_valid_i && express_valid_i))
    else $error("two packets arrive at once");
  OneSend: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !(left_valid_o && express_valid_o))
    else $error("two packets are sent at once");
  localparam int ToldWidth = 5 * CountWidth + 2 * HopWidth + Width + 5;
  logic                 runs_q;  // from the cycle behind start_i through the last one
  logic [ToldWidth-1:0] told, told_q;
  assign told = {offset_i, segment_i, full_i, terminal_i, terminals_i, mesh_hop_i, express_hop_i,
                 own_i, op_i, combine_i, mirrored_i};
  always_ff @(posedge clk_i) begin : remember
    runs_q <= rst_ni && (start_i || (runs_q && !last));
    told_q <= told;
  end
  HopsTakeTime: assume property (@(posedge clk_i) disable iff (!rst_ni)
      start_i |-> mesh_hop_i != '0 && express_hop_i != '0) else $error("a hop of no cycles");
  ToldStays: assume property (@(posedge clk_i) disable iff (!rst_ni)
      runs_q && !start_i |-> told == told_q)
    else $error("what the node works on changes while it runs");
  ArrivesInTime: assume property (@(posedge clk_i) disable iff (!rst_ni)
      arrives && !start_i |-> hop_ends) else $error("a packet arrives in the middle of a hop");
  SentInTime: assert property (@(posedge clk_i) disable iff (!rst_ni)
      runs_q && (left_valid_o || express_valid_o) |-> hop_begins)
    else $error("a packet sets out in the middle of a hop");
  logic             started_q, quiet_q;  // the last cycle: started; neither started nor received
  logic [Width-1:0] own_q, held_q;
  always_ff @(posedge clk_i) begin : witness
    started_q <= rst_ni && start_i;
    quiet_q   <= rst_ni && !start_i && !right_valid_i && !express_valid_i;
    own_q     <= own_i;
    held_q    <= partial_o;
  end
  OwnValueFirst: assert property (@(posedge clk_i) disable iff (!rst_ni)
      started_q |-> partial_o == own_q) else $error("it does not begin with the own value");
  KeepsWhatItHas: assert property (@(posedge clk_i) disable iff (!rst_ni)
      quiet_q |-> partial_o == held_q) else $error("the value changes and nothing came");
  TerminalsAlone: assert property (@(posedge clk_i) disable iff (!rst_ni)
      (!express_valid_o || (offset_i == '0 && terminal_i != '0)) &&
      (!left_valid_o || offset_i != '0))
    else $error("a packet on a link that the node's place does not have");
  NothingBesideAPacket: assert property (@(posedge clk_i) disable iff (!rst_ni)
      (express_valid_o || express_data_o == '0) && (left_valid_o || left_data_o == '0))
    else $error("data without a packet");
  // What runs should meet: plexus coverage counts it.
  FromMesh: cover property (@(posedge clk_i) disable iff (!rst_ni) right_valid_i);
  ToMesh: cover property (@(posedge clk_i) disable iff (!rst_ni) left_valid_o);
  FromExpress: cover property (@(posedge clk_i) disable iff (!rst_ni) express_valid_i);
  ToExpress: cover property (@(posedge clk_i) disable iff (!rst_ni) express_valid_o);
  Result: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o);
`endif
endmodule
