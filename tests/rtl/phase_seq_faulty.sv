/// A barrier between configurations with a fault planted in it, so that tests can see that it is
/// found. `fault_i` chooses the fault and is stable during a run.
module phase_seq_faulty #(
  parameter int unsigned Ports = 8,
  parameter int unsigned Width = 32
) (
  input  logic [2:0]                 fault_i,  /// 0 none, 1 and so on as below
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             go_i,
  input  logic [Width-1:0] phases_i,
  input  logic             config_done_i,
  input  logic [Ports-1:0] port_done_i,
  input  logic [Ports-1:0] port_used_i,
  output logic             start_config_o,
  output logic             start_comm_o,
  output logic [Width-1:0] phase_o,
  output logic             over_o,
  output logic [Width-1:0] cycles_o,
  output logic [Width-1:0] manager_cycles_o,
  output logic [Width-1:0] exposed_cycles_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    PortForgotten = 3'd1,  // port 0 is not waited for
    OneTooFew = 3'd2,  // the last phase is left out
    CommLost = 3'd3   // messages are not started
  } fault_e;

  fault_e fault;
  logic [Width-1:0] phases_in;
  logic [Ports-1:0] port_used_in;
  logic start_comm_out;

  assign fault = fault_e'(fault_i);
  assign port_used_in = fault == PortForgotten ? port_used_i & ~Ports'(1) : port_used_i;
  assign phases_in = fault == OneTooFew ? phases_i - 1'b1 : phases_i;
  assign start_comm_o = fault != CommLost && start_comm_out;

  phase_seq #(
    .Ports(Ports),
    .Width(Width)
  ) u_phase_seq (
    .clk_i,
    .rst_ni,
    .go_i,
    .phases_i(phases_in),
    .config_done_i,
    .port_done_i,
    .port_used_i(port_used_in),
    .start_config_o,
    .start_comm_o(start_comm_out),
    .phase_o,
    .over_o,
    .cycles_o,
    .manager_cycles_o,
    .exposed_cycles_o
  );
endmodule
