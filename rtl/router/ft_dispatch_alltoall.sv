/// What a leaf of a binary fat tree sends in which step of the pipelined alltoall, by the paper's
/// orders. Twin: models/fat-tree/phase_dispatch.cpp, `paper-constant` and `paper-exponential`.
///
/// Phases h = log n .. 1, two idle steps after each. Exponential capacities: in step s = 0 ..
/// 2^(h-1) - 1 of phase h every leaf sends to itself XOR 2^(h-1) XOR s. Constant capacities:
/// 4^(h-1) steps; in step s = a 2^(h-1) + l the leaf with offset a in each half sends to offset l
/// of the other half.
/// start_i begins with the first step in the next clock with step_en_i.
module ft_dispatch_alltoall #(
  parameter  int Levels     = 3,  /// log n of the tree, at least 1
  localparam int PhaseWidth = $clog2(Levels + 1),
  localparam int StepWidth  = 2 * Levels
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  step_en_i,
  input  logic                  start_i,
  input  logic [Levels-1:0]     leaf_i,
  /// capacities: 0 constant, 1 exponential; stands while it runs
  input  logic                  exponential_i,
  output logic                  valid_o,
  output logic [Levels-1:0]     destination_o,
  /// h; 0 when it does not run
  output logic [PhaseWidth-1:0] phase_o,
  /// the last step of all
  output logic                  done_o
);
  logic [PhaseWidth-1:0] phase_d, phase_q;
  logic [StepWidth-1:0]  step_d, step_q, last;
  logic [1:0]            gap_d, gap_q;  // idle steps that are left
  logic [Levels-1:0]     half, low, a, l;
  logic                  dispatches, ends;

  assign half       = Levels'(1) << (phase_q - 1'b1);  // 2^(h-1)
  assign low        = half - 1'b1;
  assign a          = Levels'(step_q >> (phase_q - 1'b1));
  assign l          = Levels'(step_q) & low;
  assign last       = exponential_i ? StepWidth'(low)
                                    : (StepWidth'(1) << (2 * (phase_q - 1'b1))) - 1'b1;
  assign dispatches = phase_q != '0 && gap_q == '0;
  assign ends       = dispatches && step_q == last;

  always_comb begin : advance
    phase_d = phase_q;
    step_d  = step_q + 1'b1;
    gap_d   = '0;
    if (start_i) begin
      phase_d = PhaseWidth'(Levels);
      step_d  = '0;
    end else if (ends) begin
      phase_d = phase_q - 1'b1;
      step_d  = '0;
      gap_d   = phase_q == PhaseWidth'(1) ? 2'd0 : 2'd2;
    end else if (gap_q != '0) begin
      step_d = '0;
      gap_d  = gap_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      phase_q <= '0;
      step_q  <= '0;
      gap_q   <= '0;
    end else if (step_en_i) begin
      phase_q <= phase_d;
      step_q  <= step_d;
      gap_q   <= gap_d;
    end
  end

  assign valid_o       = dispatches && (exponential_i || (leaf_i & low) == a);
  assign destination_o = exponential_i ? leaf_i ^ half ^ l : ((leaf_i ^ half) & ~low) | l;
  assign phase_o       = phase_q;
  assign done_o        = ends && phase_q == PhaseWidth'(1);

`ifndef SYNTHESIS
  NotToItself: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_o |-> destination_o != leaf_i) else $error("a leaf sends to itself");
  // Every other leaf once in a run.
  logic [(1<<Levels)-1:0] sent_d, sent_q;
  logic [Levels-1:0]      leaf_q;
  logic                   ways_q;
  always_comb begin : mark
    sent_d = sent_q;
    if (start_i) sent_d = '0;
    else if (valid_o) sent_d[destination_o] = 1'b1;
  end
  always_ff @(posedge clk_i) begin : witness
    if (!rst_ni) sent_q <= '0;
    else if (step_en_i) sent_q <= sent_d;
    leaf_q <= leaf_i;
    ways_q <= exponential_i;
  end
  ToldStays: assume property (@(posedge clk_i) disable iff (!rst_ni)
    phase_o != '0 |-> leaf_i == leaf_q && exponential_i == ways_q)
    else $error("the leaf or its capacities change during a run");
  PhaseExists: assert property (@(posedge clk_i) disable iff (!rst_ni)
    32'(phase_o) <= Levels) else $error("a phase beyond the tree's levels");
  NothingTwice: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_o |-> !sent_q[destination_o]) else $error("a leaf is sent to a second time");
  AllServed: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> (sent_q | (((1<<Levels))'(valid_o) << destination_o) |
                (((1<<Levels))'(1) << leaf_i)) == '1)
    else $error("a run ends and a leaf has been left out");
  // What runs should meet: plexus coverage counts it.
  Sends: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_o);
  Pauses: cover property (@(posedge clk_i) disable iff (!rst_ni) phase_o != '0 && !valid_o);
  Exponential: cover property (@(posedge clk_i) disable iff (!rst_ni) start_i && exponential_i);
  Done: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o);
`endif
endmodule
