/// A dispatcher of the timed gather with a fault planted in it, so that tests can see that it is
/// found. `fault_i` chooses the fault and is stable during a run.
module ft_dispatch_gather_faulty #(
  parameter int unsigned Levels = 3
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [2:0]        fault_i,  /// 0 none, 1 and so on as below
  input  logic              step_en_i,
  input  logic              start_i,
  input  logic [Levels-1:0] leaf_i,
  input  logic [Levels-1:0] root_i,
  output logic              valid_o,
  output logic              done_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    StepLate = 3'd1,
    OtherRoot = 3'd2,  // the leaf beside the right one
    NeverDone = 3'd3
  } fault_e;

  fault_e fault;
  logic   valid, late_q, done;
  assign fault = fault_e'(fault_i);

  ft_dispatch_gather #(.Levels(Levels)) u_ft_dispatch_gather (
    .clk_i, .rst_ni, .step_en_i, .start_i, .leaf_i,
    .root_i(fault == OtherRoot ? root_i ^ Levels'(1) : root_i), .valid_o(valid), .done_o(done));

  always_ff @(posedge clk_i) begin : delay
    if (!rst_ni) late_q <= 1'b0;
    else if (step_en_i) late_q <= valid;
  end
  assign valid_o = fault == StepLate ? late_q : valid;
  assign done_o  = done && fault != NeverDone;
endmodule
