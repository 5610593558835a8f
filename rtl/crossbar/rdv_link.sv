/// One direction of a rendezvous link: when both ends are ready, the handshake, the start-up and
/// then the words, CyclesPerWord apart. Twin: hw/crossbar/crossbar.hpp. `done_o` is high in cycle
/// C(m), counted from the first one with both ends ready.
module rdv_link #(
  parameter int unsigned Width = 32  /// of lengths and counters
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             req_i,              /// the sender has come to the phase
  input  logic             ack_i,              /// so has the receiver
  input  logic [Width-1:0] len_i,              /// words, >= 1, stable while busy
  input  logic [Width-1:0] handshake_i,
  input  logic [Width-1:0] startup_i,
  input  logic [Width-1:0] cycles_per_word_i,  /// >= 1
  output logic             busy_o,
  output logic             word_o,             /// a word is across with this cycle
  output logic [Width-1:0] words_o,            /// that are across
  output logic             done_o
);
  logic [Width-1:0] wait_d, wait_q;    // cycles before the first word that have passed
  logic [Width-1:0] phase_d, phase_q;  // cycles of the present word
  logic [Width-1:0] words_d, words_q;
  logic             started;
  logic             waits;

  assign started = req_i && ack_i;
  assign waits   = wait_q < handshake_i + startup_i;
  assign word_o  = started && !waits && phase_q + 1'b1 == cycles_per_word_i;
  assign done_o  = word_o && words_q + 1'b1 == len_i;
  assign busy_o  = started;
  assign words_o = words_q;

  always_comb begin : next_count
    wait_d  = wait_q;
    phase_d = phase_q;
    words_d = words_q;
    if (done_o || !started) begin
      wait_d  = '0;
      phase_d = '0;
      words_d = '0;
    end else if (waits) begin
      wait_d = wait_q + 1'b1;
    end else if (word_o) begin
      phase_d = '0;
      words_d = words_q + 1'b1;
    end else begin
      phase_d = phase_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin : count
    if (!rst_ni) begin
      wait_q  <= '0;
      phase_q <= '0;
      words_q <= '0;
    end else begin
      wait_q  <= wait_d;
      phase_q <= phase_d;
      words_q <= words_d;
    end
  end

`ifndef SYNTHESIS
  NeverBeyondTheMessage: assert property (
    @(posedge clk_i) disable iff (!rst_ni) started |-> words_q < len_i)
    else $error("more words than the message has");
`endif
endmodule
