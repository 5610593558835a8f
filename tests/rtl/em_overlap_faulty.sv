/// A terminal of Algorithm 4 with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module em_overlap_faulty #(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned Sets       = 4,
  localparam int unsigned CountWidth = $clog2(Sets + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            fault_i,  /// 0 none, 1 and so on as below
  input  logic [2:0]            op_i,
  input  logic                  clear_i,
  input  logic                  row_valid_i,
  input  logic [Width-1:0]      row_data_i,
  input  logic                  last_column_i,
  input  logic                  first_column_i,
  input  logic                  go_i,
  input  logic                  right_valid_i,
  input  logic [Width-1:0]      right_data_i,
  output logic                  left_valid_o,
  output logic [Width-1:0]      left_data_o,
  output logic [CountWidth-1:0] held_o,
  output logic                  done_o,
  output logic [Width-1:0]      folded_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    RowLost = 3'd1,    // no set is kept
    Quiet = 3'd2,      // sends nothing
    Changed = 3'd3,    // sends another lowest bit
    WrongSum = 3'd4,   // adds where it is to multiply
    NeverDone = 3'd5,
    WrongFold = 3'd6   // the result's lowest bit is another
  } fault_e;

  fault_e           fault;
  logic             left_valid, done;
  logic [Width-1:0] left_data, folded;

  assign fault = fault_e'(fault_i);

  em_overlap #(
    .Width(Width),
    .Sets (Sets)
  ) u_overlap (
    .clk_i,
    .rst_ni,
    .op_i        (fault == WrongSum ? 3'd0 : op_i),
    .clear_i,
    .row_valid_i (row_valid_i && fault != RowLost),
    .row_data_i,
    .last_column_i,
    .first_column_i,
    .go_i,
    .right_valid_i,
    .right_data_i,
    .left_valid_o(left_valid),
    .left_data_o (left_data),
    .held_o,
    .done_o      (done),
    .folded_o    (folded)
  );

  assign left_valid_o = left_valid && fault != Quiet;
  assign left_data_o  = fault == Changed && left_valid ? left_data ^ Width'(1) : left_data;
  assign done_o       = done && fault != NeverDone;
  assign folded_o     = fault == WrongFold ? folded ^ Width'(1) : folded;
endmodule
