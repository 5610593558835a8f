/// When a leaf of a binary fat tree sends its block in the timed gather: the farthest-first scatter
/// from the same root, backwards. Twin: models/fat-tree/gather_timed.cpp. c_1 = 1.
///
/// start_i begins with step 1 in the next clock with step_en_i; valid_o is high in the leaf's own
/// step.
module ft_dispatch_gather #(
  parameter  int Levels    = 3,  /// log n of the tree, at least 2
  localparam int StepWidth = Levels + 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              step_en_i,
  input  logic              start_i,
  input  logic [Levels-1:0] leaf_i,
  input  logic [Levels-1:0] root_i,
  output logic              valid_o,
  /// all leaves have had their steps
  output logic              done_o
);
  localparam int Bound = (1 << Levels) + 1;  // S, for n >= 4

  // The leaf's class h, and its position among all in the farthest-first order:
  // n - 2^h leaves of larger classes, then its own class in rising order.
  logic [Levels-1:0]    difference, offset, position;
  logic [StepWidth-1:0] class_h, own_step, step_d, step_q;
  logic                 running_d, running_q;
  assign difference = leaf_i ^ root_i;
  always_comb begin : classify
    class_h = '0;
    offset  = '0;
    for (int h = 1; h <= Levels; h++) begin
      if (difference[h-1]) begin
        class_h = StepWidth'(h);
        // its number inside the half of the level-h subtree in which the root is not
        offset  = leaf_i & (({{Levels-1{1'b0}}, 1'b1} << (h - 1)) - 1'b1);
      end
    end
  end
  assign position = Levels'((StepWidth'(1) << Levels) - (StepWidth'(1) << class_h)) + offset;
  assign own_step = StepWidth'(Bound) - StepWidth'(position) - 2 * class_h + 1'b1;

  assign running_d = start_i || (running_q && step_q != StepWidth'(Bound));
  assign step_d    = start_i ? StepWidth'(1) : step_q + 1'b1;
  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      running_q <= 1'b0;
      step_q    <= '0;
    end else if (step_en_i) begin
      running_q <= running_d;
      step_q    <= step_d;
    end
  end
  assign valid_o = running_q && difference != '0 && step_q == own_step;
  assign done_o  = running_q && step_q == StepWidth'(Bound);

`ifndef SYNTHESIS
  RootSendsNothing: assert property (@(posedge clk_i) disable iff (!rst_ni)
    leaf_i == root_i |-> !valid_o) else $error("the root sends to itself");
  // Each leaf but the root once in a run.
  logic              runs_q, sent_q;
  logic [Levels-1:0] leaf_q, root_q;
  always_ff @(posedge clk_i) begin : witness
    if (!rst_ni) begin
      runs_q <= 1'b0;
      sent_q <= 1'b0;
    end else if (step_en_i) begin
      runs_q <= start_i || (runs_q && !done_o);
      sent_q <= !start_i && (sent_q || valid_o);
    end
    leaf_q <= leaf_i;
    root_q <= root_i;
  end
  ToldStays: assume property (@(posedge clk_i) disable iff (!rst_ni)
    runs_q |-> leaf_i == leaf_q && root_i == root_q)
    else $error("the leaf or the root changes during a run");
  NothingTwice: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_o |-> runs_q && !sent_q) else $error("a block is sent twice, or outside a run");
  AllServed: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> leaf_i == root_i || sent_q || valid_o)
    else $error("a run ends and the block has not been sent");
  // What runs should meet: plexus coverage counts it.
  Sends: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_o);
  IsRoot: cover property (@(posedge clk_i) disable iff (!rst_ni) start_i && leaf_i == root_i);
  Done: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o);
`endif
endmodule
