/// Where a binary fat tree's router copies a packet with a turn header: a mask of the levels at
/// which the packet turns on its way up. Combinational.
///
/// From a child it goes on up if it has a level above this one, and to the other child if it has
/// this one; from the parent it goes to both children.
module ft_turn_decode #(
  parameter  int Levels     = 4,  /// of routers in the tree, at least 1
  localparam int LevelWidth = $clog2(Levels + 1)
) (
  /// of this router, 1 .. Levels
  input  logic [LevelWidth-1:0] level_i,
  input  logic                  from_parent_i,
  /// where it came from, if from a child
  input  logic                  from_child_i,
  /// bit h - 1: turns at level h
  input  logic [Levels-1:0]     mask_i,
  output logic                  go_up_o,
  output logic [1:0]            go_child_o
);
  logic [Levels-1:0] above;
  logic              here;
  assign above = mask_i >> level_i;
  assign here  = |(mask_i & (Levels'(1) << (level_i - 1'b1)));

  assign go_up_o       = !from_parent_i && above != '0;
  assign go_child_o[0] = from_parent_i || (from_child_i && here);
  assign go_child_o[1] = from_parent_i || (!from_child_i && here);
`ifndef SYNTHESIS
  always_comb begin : contract
    LevelExists: assume (32'(level_i) - 1 < Levels)
      else $error("level_i is no level of the tree");
    NeverBack: assert (from_parent_i ? !go_up_o : !go_child_o[from_child_i])
      else $error("a packet goes back where it came from");
    DownToBoth: assert (!from_parent_i || go_child_o == 2'b11)
      else $error("a child gets no copy of what comes from above");
    TurnsHere: assert (from_parent_i || go_child_o[!from_child_i] == mask_i[32'(level_i) - 1])
      else $error("a packet turns where its mask does not say so, or does not where it does");
    UpWhileLevelsAreLeft: assert (from_parent_i || 32'(level_i) < Levels || !go_up_o)
      else $error("a packet goes up from the root");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Up: cover (go_up_o);
    ToBoth: cover (go_child_o == 2'b11);
    ToOne: cover (go_child_o == 2'b01 || go_child_o == 2'b10);
    FromParent: cover (from_parent_i);
  end
`endif
endmodule
