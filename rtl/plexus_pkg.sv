/// What several blocks, and whoever connects them, call by the same names.
package plexus_pkg;
  /// state_o of link.
  typedef enum logic [1:0] {LinkIdle = 2'd0, LinkStartup = 2'd1, LinkData = 2'd2} link_state_e;

  /// rule_i of port_guard: which channels of a node may work in the same cycle.
  typedef enum logic [2:0] {
    RingStrict = 3'd0, AllHalf = 3'd1, AllFull = 3'd2, Uniform = 3'd3, OneInOneOut = 3'd4,
    OnePort = 3'd5
  } port_rule_e;

  /// state_o of 2x2 elements: the way that the messages go.
  typedef enum logic [1:0] {
    Straight = 2'd0, Exchange = 2'd1, UpperBroadcast = 2'd2, LowerBroadcast = 2'd3
  } setting_e;

  /// op_i of combine_element: the minimum and the maximum are unsigned.
  typedef enum logic [1:0] {
    Sum = 2'd0, Minimum = 2'd1, Maximum = 2'd2, BitwiseOr = 2'd3
  } operator_e;

  /// arbitration_i of arbiter and of the blocks that have one: who wins.
  typedef enum logic [1:0] {
    Alternating = 2'd0, UpperFirst = 2'd1, OldestFirst = 2'd2, Coin = 2'd3
  } arbitration_e;
endpackage
