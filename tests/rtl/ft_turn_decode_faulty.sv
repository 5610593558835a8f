/// A turn decoder with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module ft_turn_decode_faulty #(
  parameter  int unsigned Levels     = 4,
  localparam int unsigned LevelWidth = $clog2(Levels + 1)
) (
  input  logic [2:0]            fault_i,  /// 0 none, 1 and so on as below
  input  logic [LevelWidth-1:0] level_i,
  input  logic                  from_parent_i,
  input  logic                  from_child_i,
  input  logic [Levels-1:0]     mask_i,
  output logic                  go_up_o,
  output logic [1:0]            go_child_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    NeverUp = 3'd1,
    Back = 3'd2,         // the copy goes to where the packet came from
    LevelAbove = 3'd3,   // reads the bit of the next level
    OneChildOnly = 3'd4  // of what comes from the parent
  } fault_e;

  fault_e     fault;
  logic       up;
  logic [1:0] child;
  assign fault = fault_e'(fault_i);

  ft_turn_decode #(.Levels(Levels)) u_ft_turn_decode (
    .level_i(fault == LevelAbove ? level_i + 1'b1 : level_i), .from_parent_i,
    .from_child_i(from_child_i ^ (fault == Back)), .mask_i, .go_up_o(up), .go_child_o(child));

  assign go_up_o    = up && fault != NeverUp;
  assign go_child_o = fault == OneChildOnly && from_parent_i ? 2'b01 : child;
endmodule
