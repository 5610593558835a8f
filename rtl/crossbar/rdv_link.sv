/// One direction of a rendezvous link: when both ends are ready, the handshake, the start-up and
/// then the words, `bandwidth` of them in `cycles_per_word_i` cycles. Twin:
/// hw/crossbar/crossbar.hpp. `done_o` is high in cycle C(m), counted from the first one with both
/// ends ready; with the next edge a new message can begin.
///
/// What every cycle carries is told as quotient and remainder, for they are the run's and not the
/// message's: parts of a word are counted, and nothing is divided.
module rdv_link #(
  parameter int Width = 32  /// of lengths and counters
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             req_i,              /// the sender has come to the phase
  input  logic             ack_i,              /// so has the receiver, and the link is open
  input  logic [Width-1:0] len_i,              /// words, >= 1; this and the next five are stable
  input  logic [Width-1:0] handshake_i,
  input  logic [Width-1:0] startup_i,
  input  logic [Width-1:0] cycles_per_word_i,  /// >= 1
  input  logic [Width-1:0] whole_words_i,      /// in every cycle: bandwidth / cycles_per_word_i
  input  logic [Width-1:0] part_words_i,       /// bandwidth mod cycles_per_word_i; one of them > 0
  output logic             busy_o,
  output logic             word_o,             /// a word is across with this cycle
  output logic [Width-1:0] words_o,            /// that were across before it
  output logic             done_o
);
  logic [Width-1:0] wait_d, wait_q;    // cycles before the first word that have passed
  logic [Width-1:0] rest_d, rest_q;    // of a word, in parts of 1 / cycles_per_word
  logic [Width-1:0] words_d, words_q;
  logic [Width-1:0] parts, across;
  logic             started;
  logic             waits;
  logic             another;  // word, of the parts that have gathered

  assign started = req_i && ack_i;
  assign waits   = wait_q < handshake_i + startup_i;
  assign parts   = rest_q + part_words_i;
  assign another = parts >= cycles_per_word_i;
  assign across  = words_q + whole_words_i + Width'(another);
  assign word_o  = started && !waits && (another || whole_words_i != '0);
  assign done_o  = started && !waits && across >= len_i;
  assign busy_o  = started;
  assign words_o = started ? words_q : '0;

  always_comb begin : next_count
    wait_d  = wait_q;
    rest_d  = rest_q;
    words_d = words_q;
    if (done_o || !started) begin
      wait_d  = '0;
      rest_d  = '0;
      words_d = '0;
    end else if (waits) begin
      wait_d = wait_q + 1'b1;
    end else begin
      rest_d  = another ? parts - cycles_per_word_i : parts;
      words_d = across;
    end
  end

  always_ff @(posedge clk_i) begin : count
    if (!rst_ni) begin
      wait_q  <= '0;
      rest_q  <= '0;
      words_q <= '0;
    end else begin
      wait_q  <= wait_d;
      rest_q  <= rest_d;
      words_q <= words_d;
    end
  end

`ifndef SYNTHESIS
  logic             runs, runs_q;  // and goes on
  logic [6*Width-1:0] told, told_q;
  assign told = {len_i, handshake_i, startup_i, cycles_per_word_i, whole_words_i, part_words_i};
  assign runs = req_i && ack_i;
  always_ff @(posedge clk_i) begin : witness
    runs_q <= rst_ni && runs && !done_o;
    told_q <= told;
  end
  MessageHasWords: assume property (@(posedge clk_i) disable iff (!rst_ni)
    runs |-> len_i != '0 && cycles_per_word_i != '0 && part_words_i < cycles_per_word_i &&
             (whole_words_i != '0 || part_words_i != '0))
    else $error("a message of no words, or words that never come");
  MessageFits: assume property (@(posedge clk_i) disable iff (!rst_ni)
    runs |-> 64'(len_i) + 64'(whole_words_i) + 1 < 64'({Width{1'b1}}) &&
             64'(handshake_i) + 64'(startup_i) < 64'({Width{1'b1}}) &&
             64'(cycles_per_word_i) + 64'(part_words_i) < 64'({Width{1'b1}}))
    else $error("more than the counters hold");
  ToldStays: assume property (@(posedge clk_i) disable iff (!rst_ni)
    runs && runs_q |-> told == told_q)
    else $error("what is told changes in the middle of a message");
  DoneWhenAllAreAcross: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> busy_o && word_o) else $error("a message ends without its last word");
  NeverBeyondTheMessage: assert property (
    @(posedge clk_i) disable iff (!rst_ni) runs |-> words_o < len_i)
    else $error("more words than the message has");
  // What runs should meet: plexus coverage counts it.
  WaitsForReceiver: cover property (@(posedge clk_i) disable iff (!rst_ni)
    req_i && !ack_i && !busy_o);
  SeveralWords: cover property (@(posedge clk_i) disable iff (!rst_ni) word_o && !done_o);
  ShortMessage: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && words_o == '0);
  WithStartup: cover property (@(posedge clk_i) disable iff (!rst_ni) busy_o && startup_i != '0);
  PartsOfWords: cover property (@(posedge clk_i) disable iff (!rst_ni)
    busy_o && part_words_i != '0);
`endif
endmodule
