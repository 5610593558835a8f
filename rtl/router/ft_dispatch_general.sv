/// What a leaf of a binary fat tree sends in which step of the pipelined alltoall, for any
/// capacities. Twin: models/fat-tree/phase_dispatch.cpp, `general`.
///
/// Phases h = log n .. 1, two idle steps after each. With N = 2^(h-1) and E = e_h packets per step
/// and child, E <= N: step s of phase h dispatches the blocks q = s E .. s E + E - 1 of each child;
/// block q = r N + v is that of the leaf whose offset, its h - 1 bits reversed, is v, for the leaf
/// with the reversed offset v + r (mod N) in the other child.
/// start_i begins with the first step in the next clock with step_en_i.
module ft_dispatch_general #(
  parameter  int Levels     = 3,  /// log n of the tree, at least 1
  localparam int PhaseWidth = $clog2(Levels + 1),
  localparam int BlockWidth = 2 * Levels
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         step_en_i,
  input  logic                         start_i,
  input  logic [Levels-1:0]            leaf_i,
  /// effective capacities e_1 .. e_Levels, 1 <= e_h <= 2^(h-1); stand while it runs
  input  logic [(Levels+1)*Levels-1:0] effective_i,
  output logic                         valid_o,
  output logic [Levels-1:0]            destination_o,
  /// h; 0 when it does not run
  output logic [PhaseWidth-1:0]        phase_o,
  /// the last step of all
  output logic                         done_o
);
  logic [PhaseWidth-1:0] phase_d, phase_q;
  logic [BlockWidth:0]   block_d, block_q, blocks, after;  // block: q of the first one of this step
  logic [1:0]            gap_d, gap_q;
  logic                  dispatches, ends;
  logic [Levels:0]       E;
  logic [Levels-1:0]     N, low, own, ahead, r, other, target;

  always_comb begin : choose
    E = '0;
    for (int h = 1; h <= Levels; h++) begin
      if (phase_q == PhaseWidth'(h)) E = effective_i[(h-1)*(Levels+1) +: Levels+1];
    end
  end
  assign N      = Levels'(1) << (phase_q - 1'b1);
  assign low    = N - 1'b1;
  assign blocks = (BlockWidth+1)'(1) << (2 * (phase_q - 1'b1));
  assign after  = block_q + (BlockWidth+1)'(E);

  // The own offset and the other leaf's with their h - 1 low bits reversed.
  always_comb begin : reverse
    own    = '0;
    target = '0;
    for (int h = 1; h <= Levels; h++) begin
      if (phase_q == PhaseWidth'(h)) begin
        for (int bit_of = 0; bit_of < h - 1; bit_of++) begin
          own[h-2-bit_of]    = leaf_i[bit_of];
          target[h-2-bit_of] = other[bit_of];
        end
      end
    end
  end
  // Of this step's window the block whose v is the own one: `ahead` places behind the first.
  assign ahead = (own - Levels'(block_q)) & low;
  assign r     = Levels'((block_q + (BlockWidth+1)'(ahead)) >> (phase_q - 1'b1));
  assign other = (own + r) & low;

  assign dispatches = phase_q != '0 && gap_q == '0;
  assign ends       = dispatches && after >= blocks;
  always_comb begin : advance
    phase_d = phase_q;
    block_d = after;
    gap_d   = '0;
    if (start_i) begin
      phase_d = PhaseWidth'(Levels);
      block_d = '0;
    end else if (ends) begin
      phase_d = phase_q - 1'b1;
      block_d = '0;
      gap_d   = phase_q == PhaseWidth'(1) ? 2'd0 : 2'd2;
    end else if (gap_q != '0) begin
      block_d = '0;
      gap_d   = gap_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      phase_q <= '0;
      block_q <= '0;
      gap_q   <= '0;
    end else if (step_en_i) begin
      phase_q <= phase_d;
      block_q <= block_d;
      gap_q   <= gap_d;
    end
  end

  assign valid_o = dispatches && (Levels+1)'(ahead) < E &&
                   block_q + (BlockWidth+1)'(ahead) < blocks;
  assign destination_o = ((leaf_i ^ N) & ~low) | target;
  assign phase_o       = phase_q;
  assign done_o        = ends && phase_q == PhaseWidth'(1);

`ifndef SYNTHESIS
  NotToItself: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_o |-> destination_o != leaf_i) else $error("a leaf sends to itself");
  for (genvar h = 1; h <= Levels; h++) begin : gen_contract
    Feedable: assume property (@(posedge clk_i) disable iff (!rst_ni)
      effective_i[(h-1)*(Levels+1) +: Levels+1] >= 1 &&
      effective_i[(h-1)*(Levels+1) +: Levels+1] <= (Levels+1)'(1 << (h - 1)))
      else $error("an effective capacity out of range");
  end
  // Every other leaf once in a run.
  logic [(1<<Levels)-1:0]       sent_d, sent_q;
  logic [Levels-1:0]            leaf_q;
  logic [(Levels+1)*Levels-1:0] effective_q;
  always_comb begin : mark
    sent_d = sent_q;
    if (start_i) sent_d = '0;
    else if (valid_o) sent_d[destination_o] = 1'b1;
  end
  always_ff @(posedge clk_i) begin : witness
    if (!rst_ni) sent_q <= '0;
    else if (step_en_i) sent_q <= sent_d;
    leaf_q      <= leaf_i;
    effective_q <= effective_i;
  end
  ToldStays: assume property (@(posedge clk_i) disable iff (!rst_ni)
    phase_o != '0 |-> leaf_i == leaf_q && effective_i == effective_q)
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
  Done: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o);
`endif
endmodule
