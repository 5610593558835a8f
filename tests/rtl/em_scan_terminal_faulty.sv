/// A terminal in the flow of PREFIX with a fault planted in it, so that tests can see that it is
/// found. `fault_i` chooses the fault and is stable during a run.
module em_scan_terminal_faulty #(
  parameter int unsigned Width    = 64,
  parameter int unsigned HopWidth = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [2:0]       fault_i,  /// 0 none, 1 and so on as below
  input  logic [2:0]       op_i,
  input  logic             suffix_i,
  input  logic [HopWidth-1:0] hop_i,
  input  logic             last_i,
  input  logic             alone_i,
  input  logic [Width-1:0] own_i,
  input  logic             total_valid_i,
  input  logic [Width-1:0] total_i,
  input  logic             carry_valid_i,
  input  logic [Width-1:0] carry_i,
  output logic             express_valid_o,
  output logic [Width-1:0] express_data_o,
  output logic             mesh_valid_o,
  output logic [Width-1:0] mesh_data_o,
  output logic [Width-1:0] prefix_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    MeshLost = 3'd1,       // nothing goes into the segment
    TotalForgotten = 3'd2, // the carry goes on without the segment's total
    OwnForgotten = 3'd3,   // and into the segment without the own value
    TakenForLast = 3'd4,   // believes that no terminal is behind it
    WrongPrefix = 3'd5,    // the lowest bit is another
    WrongEnd = 3'd6,       // takes a suffix for a prefix, and the other way round
    Hasty = 3'd7           // the mesh link does not wait for the end of a hop
  } fault_e;

  fault_e           fault;
  logic             mesh_valid;
  logic [Width-1:0] prefix;

  assign fault = fault_e'(fault_i);

  em_scan_terminal #(
    .Width   (Width),
    .HopWidth(HopWidth)
  ) u_terminal (
    .clk_i,
    .rst_ni,
    .op_i,
    .suffix_i       (suffix_i ^ (fault == WrongEnd)),
    .hop_i          (fault == Hasty ? HopWidth'(1) : hop_i),
    .last_i         (last_i || fault == TakenForLast),
    .alone_i,
    .own_i          (fault == OwnForgotten ? '0 : own_i),
    .total_valid_i,
    .total_i        (fault == TotalForgotten ? '0 : total_i),
    .carry_valid_i,
    .carry_i,
    .express_valid_o,
    .express_data_o,
    .mesh_valid_o   (mesh_valid),
    .mesh_data_o,
    .prefix_o       (prefix)
  );

  assign mesh_valid_o = mesh_valid && fault != MeshLost;
  assign prefix_o     = fault == WrongPrefix ? prefix ^ Width'(1) : prefix;
endmodule
