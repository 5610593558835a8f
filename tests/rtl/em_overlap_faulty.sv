/// A terminal of Algorithm 4 with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module em_overlap_faulty #(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned Sets       = 4,
  parameter  int unsigned HopWidth   = 8,
  localparam int unsigned IndexWidth = Sets > 1 ? $clog2(Sets) : 1,
  localparam int unsigned CountWidth = $clog2(Sets + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [3:0]            fault_i,  /// 0 none, 1 and so on as below
  input  logic [2:0]            op_i,
  input  logic                  clear_i,
  input  logic                  row_valid_i,
  input  logic [IndexWidth-1:0] row_index_i,
  input  logic [Width-1:0]      row_data_i,
  input  logic                  begin_i,
  input  logic [CountWidth-1:0] count_i,
  input  logic [HopWidth-1:0]   hop_i,
  input  logic                  last_column_i,
  input  logic                  first_column_i,
  input  logic                  right_valid_i,
  input  logic [Width-1:0]      right_data_i,
  output logic                  left_valid_o,
  output logic [Width-1:0]      left_data_o,
  output logic [CountWidth-1:0] held_o,
  output logic                  done_o,
  output logic [Width-1:0]      folded_o
);
  typedef enum logic [3:0] {
    None = 4'd0,
    RowLost = 4'd1,    // no set is kept
    Quiet = 4'd2,      // sends nothing
    Changed = 4'd3,    // sends another lowest bit
    WrongSum = 4'd4,   // adds where it is to multiply
    NeverDone = 4'd5,
    WrongFold = 4'd6,  // the result's lowest bit is another
    Exchanged = 4'd7,  // sets 0 and 1 change places
    Hasty = 4'd8,      // the last column does not wait for the end of a hop
    OneChain = 4'd9    // knows of no chain but the first
  } fault_e;

  fault_e           fault;
  logic             left_valid, done, begun_q;
  logic [Width-1:0] left_data, folded;

  assign fault = fault_e'(fault_i);

  em_overlap #(
    .Width(Width),
    .Sets (Sets),
    .HopWidth(HopWidth)
  ) u_overlap (
    .clk_i,
    .rst_ni,
    .op_i        (fault == WrongSum ? 3'd0 : op_i),
    .clear_i,
    .row_valid_i (row_valid_i && fault != RowLost),
    .row_index_i (fault == Exchanged && row_index_i < IndexWidth'(2)
        ? row_index_i ^ IndexWidth'(1) : row_index_i),
    .row_data_i,
    .begin_i     (begin_i && !(fault == OneChain && begun_q)),
    .count_i,
    .hop_i       (fault == Hasty ? HopWidth'(1) : hop_i),
    .last_column_i,
    .first_column_i,
    .right_valid_i,
    .right_data_i,
    .left_valid_o(left_valid),
    .left_data_o (left_data),
    .held_o,
    .done_o      (done),
    .folded_o    (folded)
  );

  always_ff @(posedge clk_i) begin : remember
    begun_q <= rst_ni && (begun_q || begin_i);
  end
  assign left_valid_o = left_valid && fault != Quiet;
  assign left_data_o  = fault == Changed && left_valid ? left_data ^ Width'(1) : left_data;
  assign done_o       = done && fault != NeverDone;
  assign folded_o     = fault == WrongFold ? folded ^ Width'(1) : folded;
endmodule
