/// An exchange control with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module exchange_ctl_faulty (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [2:0] fault_i,  /// 0 none, 1 and so on as below
  input  logic       parity_i,
  input  logic       full_duplex_i,
  input  logic       step_go_i,
  input  logic       half_done_i,
  output logic       ready_o,
  output logic       start_o,
  output logic       send_o,
  output logic       receive_o,
  output logic       step_done_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    OddFirst = 3'd1,       // the wrong end sends first
    OneHalf = 3'd2,        // on half-duplex channels too
    DoneLost = 3'd3,       // is never told
    ReceiveLonger = 3'd4,  // by one cycle
    GoInside = 3'd5        // breaks the assertion GoWhenReady
  } fault_e;

  fault_e fault;
  logic   send, receive, receive_q, step_done;

  assign fault = fault_e'(fault_i);

  exchange_ctl u_exchange_ctl (
    .clk_i,
    .rst_ni,
    .parity_i     (fault == OddFirst ? !parity_i : parity_i),
    .full_duplex_i(full_duplex_i || fault == OneHalf),
    .step_go_i    (step_go_i || (fault == GoInside && send)),
    .half_done_i,
    .ready_o,
    .start_o,
    .send_o       (send),
    .receive_o    (receive),
    .step_done_o  (step_done)
  );

  always_ff @(posedge clk_i) begin : remember
    receive_q <= rst_ni && receive;
  end
  assign send_o      = send;
  assign receive_o   = receive || (fault == ReceiveLonger && receive_q);
  assign step_done_o = step_done && fault != DoneLost;
endmodule
