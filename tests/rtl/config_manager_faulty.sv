/// A configuration manager with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module config_manager_faulty #(
  parameter  int unsigned Ports = 8,
  parameter  int unsigned Width = 32,
  localparam int unsigned PortWidth = $clog2(Ports)
) (
  input  logic [2:0]                 fault_i,  /// 0 none, 1 and so on as below
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 start_i,
  input  logic [Width-1:0]     n_links_i,
  input  logic [Width-1:0]     beta_r_i,
  input  logic [Width-1:0]     tau_r_i,
  input  logic                 entry_valid_i,
  input  logic [PortWidth-1:0] entry_u_i,
  input  logic [PortWidth-1:0] entry_v_i,
  output logic                 entry_ready_o,
  input  logic [Ports-1:0]     port_idle_i,
  output logic                 set_valid_o,
  output logic [PortWidth-1:0] set_u_o,
  output logic [PortWidth-1:0] set_v_o,
  output logic                 busy_o,
  output logic                 done_o,
  output logic                 err_clash_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    GrantLate = 3'd1,  // a link takes one cycle more
    WrongLink = 3'd2,  // another port is set than it is told
    DoneLost = 3'd3,  // the end of a command is not shown
    PortTwice = 3'd4   // breaks the assertion NoPortTwice: every link is at port 0
  } fault_e;

  fault_e fault;
  logic [Width-1:0] tau_r_in;
  logic [PortWidth-1:0] entry_u_in;
  logic [PortWidth-1:0] set_v_out;
  logic done_out;

  assign fault = fault_e'(fault_i);
  assign tau_r_in = fault == GrantLate ? tau_r_i + 1'b1 : tau_r_i;
  assign entry_u_in = fault == PortTwice ? '0 : entry_u_i;
  assign set_v_o = fault == WrongLink ? set_u_o : set_v_out;
  assign done_o = fault != DoneLost && done_out;

  config_manager #(
    .Ports(Ports),
    .Width(Width)
  ) u_config_manager (
    .clk_i,
    .rst_ni,
    .start_i,
    .n_links_i,
    .beta_r_i,
    .tau_r_i(tau_r_in),
    .entry_valid_i,
    .entry_u_i(entry_u_in),
    .entry_v_i,
    .entry_ready_o,
    .port_idle_i,
    .set_valid_o,
    .set_u_o,
    .set_v_o(set_v_out),
    .busy_o,
    .done_o(done_out),
    .err_clash_o
  );
endmodule
