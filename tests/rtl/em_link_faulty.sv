/// A half-duplex link with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module em_link_faulty #(
  parameter int unsigned Width    = 64,
  parameter int unsigned HopWidth = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [2:0]       fault_i,  /// 0 none, 1 and so on as below
  input  logic [HopWidth-1:0] hop_i,
  input  logic             a_req_i,
  input  logic [Width-1:0] a_data_i,
  input  logic             b_req_i,
  input  logic [Width-1:0] b_data_i,
  output logic             a_valid_o,
  output logic [Width-1:0] a_data_o,
  output logic             b_valid_o,
  output logic [Width-1:0] b_data_o,
  output logic             err_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    Lost = 3'd1,       // what b sends does not reach a
    Changed = 3'd2,    // its lowest bit is another
    Echo = 3'd3,       // it comes back to b as well
    Lingers = 3'd4,    // a still sees it in the next cycle
    ErrInvented = 3'd5, // one request is told as two
    Hasty = 3'd6       // every hop takes one cycle
  } fault_e;

  fault_e           fault;
  logic             a_valid, b_valid, err, lingers_q;
  logic [Width-1:0] a_data;

  assign fault = fault_e'(fault_i);

  em_link #(
    .Width   (Width),
    .HopWidth(HopWidth)
  ) u_link (
    .clk_i,
    .rst_ni,
    .hop_i    (fault == Hasty ? HopWidth'(1) : hop_i),
    .a_req_i,
    .a_data_i,
    .b_req_i,
    .b_data_i,
    .a_valid_o(a_valid),
    .a_data_o (a_data),
    .b_valid_o(b_valid),
    .b_data_o,
    .err_o    (err)
  );

  always_ff @(posedge clk_i) begin : remember
    lingers_q <= rst_ni && a_valid;
  end
  assign a_valid_o = (a_valid && fault != Lost) || (fault == Lingers && lingers_q);
  assign a_data_o  = fault == Changed && a_valid ? a_data ^ Width'(1) : a_data;
  assign b_valid_o = b_valid || (fault == Echo && a_valid);
  assign err_o     = err || (fault == ErrInvented && b_req_i);
endmodule
