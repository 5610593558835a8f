/// An omega_element with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module omega_element_faulty #(
  parameter int unsigned DataWidth = 32
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [2:0]             fault_i,  /// 0 none, 1 and so on as below
  input  logic [1:0]             valid_i,
  input  logic [1:0]             tag_i,
  input  logic [1:0]             bcast_i,
  input  logic [2*DataWidth-1:0] data_i,
  output logic [1:0]             valid_o,
  output logic [2*DataWidth-1:0] data_o,
  output logic                   conflict_o,
  output logic [1:0]             state_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    OutputsSwapped = 3'd1,
    GrantLost = 3'd2,       // the lower input never gets an output beside the upper one
    LowerWins = 3'd3,       // a clash
    ConflictSilent = 3'd4,
    HalfBroadcast = 3'd5,   // the lower copy is missing
    StateStuck = 3'd6
  } fault_e;

  fault_e                 fault;
  logic [1:0]             valid, state;
  logic [2*DataWidth-1:0] data;
  logic                   conflict;
  assign fault = fault_e'(fault_i);

  omega_element #(
    .DataWidth(DataWidth)
  ) u_omega_element (
    .clk_i,
    .rst_ni,
    .valid_i,
    .tag_i,
    .bcast_i,
    .data_i,
    .valid_o   (valid),
    .data_o    (data),
    .conflict_o(conflict),
    .state_o   (state)
  );

  always_comb begin : lie_outside
    valid_o    = valid;
    data_o     = data;
    conflict_o = conflict && fault != ConflictSilent;
    state_o    = fault == StateStuck ? 2'd0 : state;
    if (fault == OutputsSwapped) begin
      valid_o = {valid[0], valid[1]};
      data_o  = {data[0 +: DataWidth], data[DataWidth +: DataWidth]};
    end
    if (fault == GrantLost && valid_i == 2'b11 && !conflict) valid_o[!state[0]] = 1'b0;
    if (fault == HalfBroadcast && state[1]) valid_o[1] = 1'b0;
    if (fault == LowerWins && conflict) data_o = {2{data_i[DataWidth +: DataWidth]}};
  end
endmodule
