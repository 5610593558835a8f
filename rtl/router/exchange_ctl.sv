/// Runs the exchange steps of a node with the neighbour across one dimension: two half steps on a
/// half-duplex channel, first the nodes of even parity send, then those of odd parity; one on a
/// full-duplex channel. Twin: models/hypercube/exchange_ctl.hpp. Latency: none; the step costs the
/// sum of its half steps.
///
/// A `step_go_i` presented before edge t opens the first half step in cycle t. `half_done_i`
/// stands in the last cycle of a half step (the `done_o` of the link, or of the slowest one); the
/// next begins in the cycle after it, and `step_done_o` stands in the last cycle of the last one.
/// `start_o` is one cycle ahead of the node's own sending, ready for the `start_i` of its link. An
/// empty step takes 0 cycles: it is never begun.
module exchange_ctl (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic parity_i,       /// of the node number: 1 for an odd number of ones; constant
  input  logic full_duplex_i,  /// sampled with step_go_i
  input  logic step_go_i,      /// only while ready_o
  input  logic half_done_i,    /// last cycle of the half step
  output logic ready_o,        /// between steps, or in the last cycle of one
  output logic start_o,        /// the node's own transfer begins at the next edge
  output logic send_o,         /// the node sends in this half step
  output logic receive_o,      /// the node receives in this half step
  output logic step_done_o     /// last cycle of the step
);
  typedef enum logic [1:0] {
    Idle = 2'd0, EvenSends = 2'd1, OddSends = 2'd2, BothSend = 2'd3
  } state_e;

  state_e state_d, state_q;

  always_comb begin : next_state
    state_d = state_q;
    if (state_q == EvenSends && half_done_i) state_d = OddSends;
    if (step_done_o) state_d = Idle;
    if (step_go_i && ready_o) begin
      state_d = EvenSends;
      if (full_duplex_i) state_d = BothSend;
    end
  end
  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) state_q <= Idle;
    else         state_q <= state_d;
  end

  assign send_o      = state_q == BothSend || state_q == (parity_i ? OddSends : EvenSends);
  assign receive_o   = state_q == BothSend || state_q == (parity_i ? EvenSends : OddSends);
  assign step_done_o = half_done_i && (state_q == OddSends || state_q == BothSend);
  assign ready_o     = state_q == Idle || step_done_o;

  logic begins;  // the next cycle is the first of a half step
  assign begins  = (step_go_i && ready_o) || (state_q == EvenSends && half_done_i);
  assign start_o = begins && (state_d == BothSend || state_d == (parity_i ? OddSends : EvenSends));

`ifndef SYNTHESIS
  logic parity_q;
  logic in_step;
  assign in_step = send_o || receive_o;
  always_ff @(posedge clk_i) begin : witness
    parity_q <= parity_i;
  end

  GoWhenReady: assume property (
    @(posedge clk_i) disable iff (!rst_ni) step_go_i |-> ready_o)
    else $error("step_go_i inside a step");
  DoneInsideStep: assume property (
    @(posedge clk_i) disable iff (!rst_ni) half_done_i |-> in_step)
    else $error("half_done_i with no half step in progress");
  ParityConstant: assume property (
    @(posedge clk_i) disable iff (!rst_ni) in_step |-> parity_i == parity_q)
    else $error("parity_i changed inside a step");
  HalfDuplex: assert property (
    @(posedge clk_i) disable iff (!rst_ni) send_o && receive_o |-> state_q == BothSend)
    else $error("both directions at once on a half-duplex channel");
  AlwaysActive: assert property (
    @(posedge clk_i) disable iff (!rst_ni) (send_o || receive_o) == (state_q != Idle))
    else $error("a half step in which the node does nothing");
  // What runs should meet: plexus coverage counts it.
  BothWays: cover property (@(posedge clk_i) disable iff (!rst_ni) send_o && receive_o);
  SendsOnly: cover property (@(posedge clk_i) disable iff (!rst_ni) send_o && !receive_o);
  ReceivesOnly: cover property (@(posedge clk_i) disable iff (!rst_ni) receive_o && !send_o);
  NextStep: cover property (@(posedge clk_i) disable iff (!rst_ni) step_done_o && step_go_i);
`endif
endmodule
