/// A dispatcher of the pipelined alltoall with a fault planted in it, so that tests can see that it
/// is found. `fault_i` chooses the fault and is stable during a run.
module ft_dispatch_alltoall_faulty #(
  parameter  int unsigned Levels     = 3,
  localparam int unsigned PhaseWidth = $clog2(Levels + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic [2:0]                   fault_i,  /// 0 none, 1 and so on as below
  input  logic                         step_en_i,
  input  logic                         start_i,
  input  logic [Levels-1:0]            leaf_i,
  input  logic                         exponential_i,
  output logic                         valid_o,
  output logic [Levels-1:0]            destination_o,
  output logic [PhaseWidth-1:0]        phase_o,
  output logic                         done_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    StepLost = 3'd1,      // the first one of every phase but the first
    Neighbour = 3'd2,     // sends to the leaf beside the right one
    PhaseAhead = 3'd3,
    NeverDone = 3'd4
  } fault_e;

  fault_e                fault;
  logic                  valid, done;
  logic [Levels-1:0]     destination;
  logic [PhaseWidth-1:0] phase, phase_q;
  assign fault = fault_e'(fault_i);

  ft_dispatch_alltoall #(.Levels(Levels)) u_ft_dispatch_alltoall (
    .clk_i, .rst_ni, .step_en_i, .start_i, .leaf_i, .exponential_i, .valid_o(valid),
    .destination_o(destination), .phase_o(phase), .done_o(done));

  // The phase in which something was last sent.
  always_ff @(posedge clk_i) begin : remember
    if (!rst_ni) phase_q <= PhaseWidth'(Levels);
    else if (step_en_i && valid) phase_q <= phase;
  end
  assign valid_o       = valid && !(fault == StepLost && phase != phase_q);
  assign destination_o = fault == Neighbour ? destination ^ Levels'(1) : destination;
  assign phase_o       = fault == PhaseAhead && phase != '0 ? phase - 1'b1 : phase;
  assign done_o        = done && fault != NeverDone;
endmodule
