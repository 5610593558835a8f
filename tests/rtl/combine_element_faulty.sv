/// A combine_element with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module combine_element_faulty #(
  parameter int unsigned DataWidth    = 32,
  parameter int unsigned AddressWidth = 3
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [1:0]                fault_i,  /// 0 none, 1 and so on as below
  input  logic [1:0]                op_i,
  input  logic [1:0]                valid_i,
  input  logic [1:0]                tag_i,
  input  logic [1:0]                bcast_i,
  input  logic [2*AddressWidth-1:0] destination_i,
  input  logic [2*DataWidth-1:0]    data_i,
  output logic [1:0]                valid_o,
  output logic [2*AddressWidth-1:0] destination_o,
  output logic [2*DataWidth-1:0]    data_o,
  output logic                      merge_o,
  output logic                      conflict_o,
  output logic [1:0]                state_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    NeverMerges = 2'd1,  // what should merge clashes
    OperandLost = 2'd2,  // the lower one
    TagsDiffer = 2'd3    // equal destinations break the assertion SameDestinationSameTag
  } fault_e;

  fault_e                   fault;
  logic                     merge, conflict;
  logic [2*DataWidth-1:0]   data;
  assign fault = fault_e'(fault_i);

  combine_element #(
    .DataWidth   (DataWidth),
    .AddressWidth(AddressWidth)
  ) u_combine_element (
    .clk_i,
    .rst_ni,
    .op_i,
    .valid_i,
    .tag_i     (fault == TagsDiffer ? {!tag_i[0], tag_i[0]} : tag_i),
    .bcast_i,
    .destination_i,
    .data_i,
    .valid_o,
    .destination_o,
    .data_o    (data),
    .merge_o   (merge),
    .conflict_o(conflict),
    .state_o
  );

  assign merge_o    = merge && fault != NeverMerges;
  assign conflict_o = conflict || (merge && fault == NeverMerges);
  assign data_o     = fault == OperandLost && merge ? {2{data_i[0 +: DataWidth]}} : data;
endmodule
