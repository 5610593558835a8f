/// A pops_arbiter with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module pops_arbiter_faulty #(
  parameter  int unsigned Requesters = 4,
  localparam int unsigned IndexWidth = Requesters > 1 ? $clog2(Requesters) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [1:0]            fault_i,  /// 0 none, 1 and so on as below
  input  logic [Requesters-1:0] req_i,
  input  logic                  advance_i,
  output logic [Requesters-1:0] grant_o,
  output logic [IndexWidth-1:0] grant_idx_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    PointerStuck = 2'd1,   // the pointer does not move
    AlwaysMoves = 2'd2,    // nor waits until the granted one goes through
    TwoGrants = 2'd3       // whoever asks is granted
  } fault_e;

  fault_e                fault;
  logic                  advance;
  logic [Requesters-1:0] grant;
  assign fault   = fault_e'(fault_i);
  assign advance = fault == PointerStuck ? 1'b0 : fault == AlwaysMoves ? 1'b1 : advance_i;

  pops_arbiter #(
    .Requesters(Requesters)
  ) u_pops_arbiter (
    .clk_i,
    .rst_ni,
    .req_i,
    .advance_i  (advance),
    .grant_o    (grant),
    .grant_idx_o
  );
  assign grant_o = fault == TwoGrants ? req_i : grant;
endmodule
