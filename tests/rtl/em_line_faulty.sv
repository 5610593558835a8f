/// A line that runs Algorithm 1 with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module em_line_faulty #(
  parameter int unsigned Nodes  = 16,
  parameter int unsigned Length = 4,
  parameter int unsigned Width  = 64,
  parameter int unsigned HopWidth = 8
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [2:0]             fault_i,  /// 0 none, 1 and so on as below
  input  logic                   start_i,
  input  logic                   combine_i,
  input  logic                   mirrored_i,
  input  logic [2:0]             op_i,
  input  logic [HopWidth-1:0]    mesh_hop_i,
  input  logic [HopWidth-1:0]    express_hop_i,
  input  logic [Nodes*Width-1:0] own_i,
  output logic [Nodes*Width-1:0] partial_o,
  output logic                   done_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    WrongSum = 3'd1,    // adds where it is to multiply
    WrongRelay = 3'd2,  // merges on the way where it is to pass on, and the other way round
    OwnForgotten = 3'd3, // node 5 has no value
    NeverDone = 3'd4,
    OneHop = 3'd5       // takes all hops for those on mesh links
  } fault_e;

  fault_e                 fault;
  logic                   done;
  logic [Nodes*Width-1:0] own;

  assign fault = fault_e'(fault_i);
  always_comb begin : forget
    own = own_i;
    if (fault == OwnForgotten) own[5*Width +: Width] = '0;
  end

  em_line #(
    .Nodes (Nodes),
    .Length(Length),
    .Width (Width),
    .HopWidth(HopWidth)
  ) u_line (
    .clk_i,
    .rst_ni,
    .start_i,
    .combine_i(fault == WrongRelay ? !combine_i : combine_i),
    .mirrored_i,
    .mesh_hop_i,
    .express_hop_i(fault == OneHop ? mesh_hop_i : express_hop_i),
    .op_i     (fault == WrongSum ? 3'd0 : op_i),
    .own_i    (own),
    .partial_o,
    .done_o   (done)
  );

  assign done_o = done && fault != NeverDone;
endmodule
