/// A pops_rx with a fault planted in it, so that tests can see that it is found. `fault_i` chooses the
/// fault and is stable during a run.
module pops_rx_faulty #(
  parameter  int unsigned Couplers   = 4,
  parameter  int unsigned Width      = 8,
  localparam int unsigned GroupWidth = Couplers > 1 ? $clog2(Couplers) : 1
) (
  input  logic [1:0]                fault_i,  /// 0 none, 1 and so on as below
  input  logic [Couplers-1:0]       in_valid_i,
  input  logic [Couplers*Width-1:0] in_data_i,
  input  logic [Couplers-1:0]       in_hit_i,
  input  logic                      multi_rx_i,
  output logic                      acc_valid_o,
  output logic [Width-1:0]          acc_data_o,
  output logic [GroupWidth-1:0]     acc_group_o,
  output logic                      conflict_o,
  output logic [Couplers-1:0]       lane_valid_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    ForeignTaken = 2'd1,  // the filter takes every address
    Deaf = 2'd2,          // to the coupler of group 0
    FirstTaken = 2'd3     // of two messages the one of the lowest group
  } fault_e;

  fault_e              fault;
  logic [Couplers-1:0] hits, lowest;
  assign fault  = fault_e'(fault_i);
  assign lowest = in_valid_i & in_hit_i & ~((in_valid_i & in_hit_i) - 1'b1);
  always_comb begin : lie
    hits = in_hit_i;
    if (fault == ForeignTaken) hits = '1;
    if (fault == Deaf) hits[0] = 1'b0;
    if (fault == FirstTaken) hits = lowest;
  end

  pops_rx #(
    .Couplers(Couplers),
    .Width   (Width)
  ) u_pops_rx (
    .in_valid_i,
    .in_data_i,
    .in_hit_i(hits),
    .multi_rx_i,
    .acc_valid_o,
    .acc_data_o,
    .acc_group_o,
    .conflict_o,
    .lane_valid_o
  );
endmodule
