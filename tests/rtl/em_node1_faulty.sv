/// A node of Algorithm 1 with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module em_node1_faulty #(
  parameter int unsigned Width      = 64,
  parameter int unsigned CountWidth = 16,
  parameter int unsigned HopWidth   = 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            fault_i,  /// 0 none, 1 and so on as below
  input  logic                  start_i,
  input  logic                  combine_i,
  input  logic                  mirrored_i,
  input  logic [2:0]            op_i,
  input  logic [HopWidth-1:0]   mesh_hop_i,
  input  logic [HopWidth-1:0]   express_hop_i,
  input  logic [Width-1:0]      own_i,
  input  logic [CountWidth-1:0] offset_i,
  input  logic [CountWidth-1:0] segment_i,
  input  logic [CountWidth-1:0] full_i,
  input  logic [CountWidth-1:0] terminal_i,
  input  logic [CountWidth-1:0] terminals_i,
  input  logic                  right_valid_i,
  input  logic [Width-1:0]      right_data_i,
  output logic                  left_valid_o,
  output logic [Width-1:0]      left_data_o,
  input  logic                  express_valid_i,
  input  logic [Width-1:0]      express_data_i,
  output logic                  express_valid_o,
  output logic [Width-1:0]      express_data_o,
  output logic [Width-1:0]      partial_o,
  output logic                  done_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    Quiet = 3'd1,     // sends nothing to the left
    Changed = 3'd2,   // sends another lowest bit
    WrongSum = 3'd3,  // adds where it is to multiply
    PhaseLate = 3'd4, // the second phase begins a cycle late
    DoneEarly = 3'd5, // with the first packet from a terminal
    WrongSide = 3'd6, // merges on the other side
    HopLate = 3'd7    // a hop on a mesh link takes a cycle more
  } fault_e;

  fault_e           fault;
  logic             left_valid, done;
  logic [Width-1:0] left_data;

  assign fault = fault_e'(fault_i);

  em_node1 #(
    .Width     (Width),
    .CountWidth(CountWidth),
    .HopWidth  (HopWidth)
  ) u_node (
    .clk_i,
    .rst_ni,
    .start_i,
    .combine_i,
    .mirrored_i  (mirrored_i ^ (fault == WrongSide)),
    .op_i        (fault == WrongSum ? 3'd0 : op_i),
    .mesh_hop_i  (fault == HopLate ? mesh_hop_i + 1'b1 : mesh_hop_i),
    .express_hop_i,
    .own_i,
    .offset_i,
    .segment_i,
    .full_i      (fault == PhaseLate ? full_i + 1'b1 : full_i),
    .terminal_i,
    .terminals_i,
    .right_valid_i,
    .right_data_i,
    .left_valid_o(left_valid),
    .left_data_o (left_data),
    .express_valid_i,
    .express_data_i,
    .express_valid_o,
    .express_data_o,
    .partial_o,
    .done_o      (done)
  );

  assign left_valid_o = left_valid && fault != Quiet;
  assign left_data_o  = fault == Changed && left_valid ? left_data ^ Width'(1) : left_data;
  assign done_o       = done || (fault == DoneEarly && express_valid_i && terminal_i == '0);
endmodule
