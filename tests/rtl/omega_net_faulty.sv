/// An omega_net with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module omega_net_faulty #(
  parameter  int unsigned Ports        = 8,
  parameter  int unsigned DataWidth    = 32,
  parameter  int unsigned CostWidth    = 16,
  localparam int unsigned AddressWidth = $clog2(Ports),
  localparam int unsigned Stages       = AddressWidth,
  localparam int unsigned Elements     = Stages*Ports/2
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [2:0]                    fault_i,  /// 0 none, 1 and so on as below
  input  logic                          load_i,
  input  logic [CostWidth-1:0]          startup_i,
  input  logic [CostWidth-1:0]          words_i,
  input  logic [CostWidth-1:0]          bandwidth_i,
  input  logic [Ports-1:0]              valid_i,
  input  logic [Ports-1:0]              bcast_i,
  input  logic [Ports*AddressWidth-1:0] destination_i,
  input  logic [Ports*DataWidth-1:0]    data_i,
  output logic                          busy_o,
  output logic                          done_o,
  output logic [Ports-1:0]              valid_o,
  output logic [Ports*DataWidth-1:0]    data_o,
  output logic [Ports-1:0]              delivered_o,
  output logic [Ports-1:0]              lost_o,
  output logic [Elements-1:0]           conflict_o,
  output logic [2*Elements-1:0]         state_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    OutputsSwapped = 3'd1,     // ports 2 and 3
    GrantLost = 3'd2,          // source 1 is told that its message was lost
    PassTooLong = 3'd3,        // by a cycle
    StateStuck = 3'd4,         // element 1 of the last stage stands straight
    ConflictSilent = 3'd5,     // in stage 0
    WrongDestination = 3'd6    // source 0; breaks no assertion, the message is led elsewhere
  } fault_e;

  fault_e                        fault;
  logic [Ports*DataWidth-1:0]    data;
  logic [Ports-1:0]              delivered, lost;
  logic [Elements-1:0]           conflict;
  logic [2*Elements-1:0]         state;
  logic [Ports*AddressWidth-1:0] destination;
  assign fault       = fault_e'(fault_i);
  assign destination = destination_i ^ (Ports*AddressWidth)'(fault == WrongDestination);

  omega_net #(
    .Ports    (Ports),
    .DataWidth(DataWidth),
    .CostWidth(CostWidth)
  ) u_omega_net (
    .clk_i,
    .rst_ni,
    .load_i,
    .startup_i    (startup_i + CostWidth'(fault == PassTooLong)),
    .words_i,
    .bandwidth_i,
    .valid_i,
    .bcast_i,
    .destination_i(destination),
    .data_i,
    .busy_o,
    .done_o,
    .valid_o,
    .data_o       (data),
    .delivered_o  (delivered),
    .lost_o       (lost),
    .conflict_o   (conflict),
    .state_o      (state)
  );

  always_comb begin : lie_outside
    data_o      = data;
    delivered_o = delivered;
    lost_o      = lost;
    conflict_o  = conflict;
    state_o     = state;
    if (fault == OutputsSwapped) begin
      data_o[2*DataWidth +: DataWidth] = data[3*DataWidth +: DataWidth];
      data_o[3*DataWidth +: DataWidth] = data[2*DataWidth +: DataWidth];
    end
    if (fault == GrantLost) begin
      delivered_o[1] = 1'b0;
      lost_o[1]      = lost[1] | delivered[1];
    end
    if (fault == StateStuck) state_o[2*((Stages-1)*Ports/2 + 1) +: 2] = 2'd0;
    if (fault == ConflictSilent) conflict_o[0 +: Ports/2] = '0;
  end
endmodule
