/// A pops_route with a fault planted in it, so that tests can see that it is found. `fault_i` chooses
/// the fault and is stable during a run.
module pops_route_faulty #(
  parameter  int unsigned IndexBits  = 2,
  parameter  int unsigned GroupBits  = 2,
  localparam int unsigned NodeBits   = IndexBits + GroupBits,
  localparam int unsigned NodeWidth  = NodeBits > 0 ? NodeBits : 1,
  localparam int unsigned IndexWidth = IndexBits > 0 ? IndexBits : 1,
  localparam int unsigned GroupWidth = GroupBits > 0 ? GroupBits : 1
) (
  input  logic [1:0]            fault_i,  /// 0 none, 1 and so on as below
  input  logic [1:0]            op_i,
  input  logic [NodeWidth-1:0]  x_i,
  input  logic [NodeWidth-1:0]  r_i,
  input  logic [NodeWidth-1:0]  dest_i,
  input  logic [NodeWidth:0]    low_i,
  output logic [GroupWidth-1:0] relay_group_o,
  output logic [IndexWidth-1:0] relay_idx_o,
  output logic [IndexWidth-1:0] pass_o,
  output logic [GroupWidth-1:0] dst_group_lo_o,
  output logic [GroupWidth-1:0] dst_group_hi_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    RangeFromLow = 2'd1,   // as line (42) is printed, from the group of low
    RankIsPlace = 2'd2,    // ranks are taken for positions
    NoPasses = 2'd3        // all in pass 0
  } fault_e;

  fault_e                fault;
  logic [IndexWidth-1:0] pass;
  assign fault = fault_e'(fault_i);

  pops_route #(
    .IndexBits(IndexBits),
    .GroupBits(GroupBits)
  ) u_pops_route (
    .op_i,
    .x_i,
    .r_i   (fault == RankIsPlace ? x_i : r_i),
    .dest_i,
    .low_i (fault == RangeFromLow ? low_i - 1'b1 : low_i),
    .relay_group_o,
    .relay_idx_o,
    .pass_o(pass),
    .dst_group_lo_o,
    .dst_group_hi_o
  );
  assign pass_o = fault == NoPasses ? '0 : pass;
endmodule
