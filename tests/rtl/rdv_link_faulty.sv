/// A direction of a rendezvous link with a fault planted in it, so that tests can see that it is
/// found. `fault_i` chooses the fault and is stable during a run.
module rdv_link_faulty #(
  parameter int unsigned Width = 32
) (
  input  logic [2:0]                 fault_i,  /// 0 none, 1 and so on as below
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             req_i,
  input  logic             ack_i,
  input  logic [Width-1:0] len_i,
  input  logic [Width-1:0] handshake_i,
  input  logic [Width-1:0] startup_i,
  input  logic [Width-1:0] cycles_per_word_i,
  input  logic [Width-1:0] whole_words_i,
  input  logic [Width-1:0] part_words_i,
  output logic             busy_o,
  output logic             word_o,
  output logic [Width-1:0] words_o,
  output logic             done_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    HandshakeShort = 3'd1,  // the handshake is one cycle short
    WordLost = 3'd2,  // the last word is not waited for
    NeverDone = 3'd3   // the end is not shown
  } fault_e;

  fault_e fault;
  logic [Width-1:0] len_in;
  logic [Width-1:0] handshake_in;
  logic done_out;

  assign fault = fault_e'(fault_i);
  assign handshake_in = fault == HandshakeShort ? handshake_i - 1'b1 : handshake_i;
  assign len_in = fault == WordLost ? len_i - 1'b1 : len_i;
  assign done_o = fault != NeverDone && done_out;

  rdv_link #(
    .Width(Width)
  ) u_rdv_link (
    .clk_i,
    .rst_ni,
    .req_i,
    .ack_i,
    .len_i(len_in),
    .handshake_i(handshake_in),
    .startup_i,
    .cycles_per_word_i,
    .whole_words_i,
    .part_words_i,
    .busy_o,
    .word_o,
    .words_o,
    .done_o(done_out)
  );
endmodule
