/// A pops_tx with a fault planted in it, so that tests can see that it is found. `fault_i` chooses the
/// fault and is stable during a run.
module pops_tx_faulty #(
  parameter int unsigned Couplers = 4,
  parameter int unsigned Width    = 8
) (
  input  logic [1:0]                fault_i,  /// 0 none, 1 and so on as below
  input  logic                      msg_valid_i,
  input  logic [Width-1:0]          msg_i,
  input  logic [Couplers-1:0]       mask_i,
  input  logic                      multi_tx_i,
  input  logic [Couplers*Width-1:0] lane_msg_i,
  output logic [Couplers-1:0]       tx_valid_o,
  output logic [Couplers*Width-1:0] tx_data_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    AllLit = 2'd1,       // every coupler is lit
    LaneDark = 2'd2,     // that of group 0 never is
    NeverMulti = 2'd3    // one word on all lanes
  } fault_e;

  fault_e              fault;
  logic [Couplers-1:0] mask;
  assign fault = fault_e'(fault_i);
  always_comb begin : lie
    mask = mask_i;
    if (fault == AllLit) mask = '1;
    if (fault == LaneDark) mask[0] = 1'b0;
  end

  pops_tx #(
    .Couplers(Couplers),
    .Width   (Width)
  ) u_pops_tx (
    .msg_valid_i,
    .msg_i,
    .mask_i    (mask),
    .multi_tx_i(multi_tx_i && fault != NeverMulti),
    .lane_msg_i,
    .tx_valid_o,
    .tx_data_o
  );
endmodule
