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
endmodule
