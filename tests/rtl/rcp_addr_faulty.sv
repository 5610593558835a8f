/// An address unit of the RCP with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module rcp_addr_faulty #(
  parameter  int unsigned Steps = 4,
  parameter  int unsigned Width = 16,
  localparam int unsigned StepWidth = $clog2(Steps + 1)
) (
  input  logic [2:0]             fault_i,  /// 0 none, 1 and so on as below
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [Width-1:0]       k_i,
  input  logic                   valid_i,
  input  logic [StepWidth-1:0]   step_i,
  input  logic [Width-1:0]       node_i,
  input  logic [Width-1:0]       child_i,
  output logic                   valid_o,
  output logic [Width-1:0]       child_id_o,
  input  logic                   back_valid_i,
  input  logic [Width-1:0]       back_node_i,
  output logic                   back_valid_o,
  output logic [StepWidth-1:0]   back_step_o,
  output logic [Width-1:0]       back_parent_o,
  output logic [Width-1:0]       back_child_o,
  output logic [Steps*Width-1:0] digits_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    NextChild = 3'd1,  // the number of the child behind the one asked for
    DigitLost = 3'd2,  // the lowest one
    NoWayBack = 3'd3   // it is never told
  } fault_e;

  fault_e fault;
  logic [Width-1:0]       child;
  logic                   back_valid;
  logic [Steps*Width-1:0] digits;

  assign fault        = fault_e'(fault_i);
  assign child_id_o   = fault == NextChild ? child + 1'b1 : child;
  assign back_valid_o = fault != NoWayBack && back_valid;
  always_comb begin : lose
    digits_o = digits;
    if (fault == DigitLost) digits_o[Width-1:0] = '0;
  end

  rcp_addr #(
    .Steps(Steps), .Width(Width)
  ) u_rcp_addr (
    .clk_i, .rst_ni, .k_i, .valid_i, .step_i, .node_i, .child_i, .valid_o, .child_id_o(child),
    .back_valid_i, .back_node_i, .back_valid_o(back_valid), .back_step_o, .back_parent_o,
    .back_child_o, .digits_o(digits));
endmodule
