/// A half-duplex port with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module ft_half_duplex_port_faulty (
  input  logic [2:0] fault_i,  /// 0 none, 1 and so on as below
  input  logic       up_req_i,
  input  logic       down_req_i,
  input  logic       up_first_i,
  input  logic       tdm_i,
  input  logic       half_step_i,
  output logic       up_gnt_o,
  output logic       down_gnt_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    WrongPriority = 3'd1,
    Both = 3'd2,          // if both want it
    HalvesSwapped = 3'd3,
    UpStarves = 3'd4      // is never granted the link
  } fault_e;

  fault_e fault;
  logic   up, down;
  assign fault = fault_e'(fault_i);

  ft_half_duplex_port u_ft_half_duplex_port (
    .up_req_i, .down_req_i, .up_first_i(up_first_i ^ (fault == WrongPriority)), .tdm_i,
    .half_step_i(half_step_i ^ (fault == HalvesSwapped)), .up_gnt_o(up), .down_gnt_o(down));

  assign up_gnt_o   = (up && fault != UpStarves) || (fault == Both && up_req_i && down_req_i);
  assign down_gnt_o = down;
endmodule
