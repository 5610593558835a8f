/// A steering of blocks in cliques with a fault planted in it, so that tests can see that it is
/// found. `fault_i` chooses the fault and is stable during a run.
module clique_steer_faulty #(
  parameter  int unsigned Digits = 3,
  parameter  int unsigned DigitWidth = 3,
  localparam int unsigned IndexWidth = $clog2(Digits + 1)
) (
  input  logic [2:0]                   fault_i,  /// 0 none, 1 and so on as below
  input  logic [DigitWidth-1:0]        own_digit_i,
  input  logic [IndexWidth-1:0]        index_i,
  input  logic [Digits*DigitWidth-1:0] destination_i,
  output logic [DigitWidth-1:0]        port_o,
  output logic                         keep_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    PortTooHigh = 3'd1,  // towards digits above the own one
    NeverKeeps = 3'd2
  } fault_e;

  fault_e fault;
  logic [DigitWidth-1:0] port, digit;
  logic                  keep;

  assign fault  = fault_e'(fault_i);
  assign digit  = destination_i[index_i*DigitWidth +: DigitWidth];
  assign port_o = fault == PortTooHigh && digit > own_digit_i ? digit : port;
  assign keep_o = fault != NeverKeeps && keep;

  clique_steer #(
    .Digits(Digits), .DigitWidth(DigitWidth)
  ) u_clique_steer (
    .own_digit_i, .index_i, .destination_i, .port_o(port), .keep_o(keep));
endmodule
