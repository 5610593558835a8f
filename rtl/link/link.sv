/// One direction of a clocked channel: carries one packet at a time, its words beat by beat. Twin:
/// hw/link/link.hpp. Cost: startup + ceil(words / bandwidth) cycles. Cycle t follows clock edge t.
///
/// Valid/ready on both sides, and valid never waits for ready. A packet offered before edge t with
/// `ready_o` loads at that edge: busy in cycles t .. t + cost - 1, `done_o` in the last one. Ready
/// again in that last cycle, so back-to-back packets lose nothing; an offer that finds the link
/// busy waits, unchanged. No beat in the startup cycles, then one per cycle; with startup 0 the
/// first one is in cycle t. Without a beat all `beat_*_o` are 0. A beat waits, stable, while
/// `beat_ready_i` is low, and each such cycle adds one to the cost.
module link #(
  parameter  int PacketWidth    = 32,  /// a packet travels as its number
  parameter  int WordsWidth     = 32,
  parameter  int StartupWidth   = 32,
  parameter  int BandwidthWidth = 32,
  localparam int CompareWidth = WordsWidth > BandwidthWidth ? WordsWidth : BandwidthWidth
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      valid_i,       /// a packet is offered
  input  logic [PacketWidth-1:0]    packet_i,      /// this and the next three: taken with ready_o
  input  logic [WordsWidth-1:0]     words_i,       /// 1 or more
  input  logic [StartupWidth-1:0]   startup_i,     /// cycles before the first beat
  input  logic [BandwidthWidth-1:0] bandwidth_i,   /// words per cycle, 1 or more
  output logic                      ready_o,       /// idle, or in the last busy cycle
  output logic                      busy_o,
  output logic                      done_o,        /// the last beat is taken in this cycle
  output logic [1:0]                state_o,       /// 0 idle, 1 startup, 2 data
  input  logic                      beat_ready_i,  /// the receiver takes the beat in this cycle
  output logic                      beat_valid_o,
  output logic [PacketWidth-1:0]    beat_packet_o,
  output logic [WordsWidth-1:0]     beat_first_o,  /// index in the packet of the beat's first word
  output logic [WordsWidth-1:0]     beat_count_o,  /// words in the beat: min(bandwidth, words left)
  output logic                      beat_last_o
);
  logic [1:0]                state_d, state_q;  // plexus_pkg::link_state_e
  logic [PacketWidth-1:0]    packet_d, packet_q;
  logic [WordsWidth-1:0]     first_d, first_q;  // words that have left
  logic [WordsWidth-1:0]     left_d, left_q;    // words still to go, this beat's included
  logic [StartupWidth-1:0]   wait_d, wait_q;    // startup cycles still to go, this one included
  logic [BandwidthWidth-1:0] bandwidth_d, bandwidth_q;
  logic                      fits;              // the words left go in one beat
  logic [WordsWidth-1:0]     count;             // words that the next beat takes

  assign fits          = CompareWidth'(left_q) <= CompareWidth'(bandwidth_q);
  assign count         = fits ? left_q : WordsWidth'(bandwidth_q);
  assign busy_o        = state_q != plexus_pkg::LinkIdle;
  assign done_o        = beat_last_o && beat_ready_i;
  assign ready_o       = !busy_o || done_o;
  assign state_o       = state_q;
  assign beat_valid_o  = state_q == plexus_pkg::LinkData;
  assign beat_packet_o = beat_valid_o ? packet_q : '0;
  assign beat_first_o  = beat_valid_o ? first_q : '0;
  assign beat_count_o  = beat_valid_o ? count : '0;
  assign beat_last_o   = beat_valid_o && fits;

  always_comb begin : next_state
    state_d     = state_q;
    packet_d    = packet_q;
    first_d     = first_q;
    left_d      = left_q;
    wait_d      = wait_q;
    bandwidth_d = bandwidth_q;
    if (state_q == plexus_pkg::LinkStartup) begin
      wait_d = wait_q - 1'b1;
      if (wait_d == '0) state_d = plexus_pkg::LinkData;
    end
    if (beat_valid_o && beat_ready_i) begin
      first_d = first_q + count;
      left_d  = left_q - count;
    end
    if (done_o) state_d = plexus_pkg::LinkIdle;
    if (valid_i && ready_o) begin
      state_d     = plexus_pkg::LinkStartup;
      if (startup_i == '0) state_d = plexus_pkg::LinkData;
      packet_d    = packet_i;
      first_d     = '0;
      left_d      = words_i;
      wait_d      = startup_i;
      bandwidth_d = bandwidth_i;
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      state_q     <= plexus_pkg::LinkIdle;
      packet_q    <= '0;
      first_q     <= '0;
      left_q      <= '0;
      wait_q      <= '0;
      bandwidth_q <= '0;
    end else begin
      state_q     <= state_d;
      packet_q    <= packet_d;
      first_q     <= first_d;
      left_q      <= left_d;
      wait_q      <= wait_d;
      bandwidth_q <= bandwidth_d;
    end
  end

`ifndef SYNTHESIS
  // What the link was given, and how far it must have come.
  logic [PacketWidth-1:0]    given_q;
  logic [WordsWidth-1:0]     words_q, next_q;  // next_q: index of the first word that has not left
  logic [BandwidthWidth-1:0] rate_q;
  logic [StartupWidth-1:0]   rest_q;     // cycles of the start-up that are left
  logic                      stalled_q;  // the last cycle held a beat back
  logic [PacketWidth+2*WordsWidth-1:0] beat, held_q;
  logic                      waits_q;    // the last cycle found an offer and no room for it
  logic [PacketWidth+WordsWidth+StartupWidth+BandwidthWidth-1:0] offer, offer_q;
  logic                      rest_fits;  // the words that have not left go in one beat
  assign beat      = {beat_packet_o, beat_first_o, beat_count_o};
  assign offer     = {packet_i, words_i, startup_i, bandwidth_i};
  assign rest_fits = CompareWidth'(words_q - next_q) <= CompareWidth'(rate_q);

  always_ff @(posedge clk_i) begin : witness
    if (valid_i && ready_o) begin
      given_q <= packet_i;
      words_q <= words_i;
      rate_q  <= bandwidth_i;
      rest_q  <= startup_i;
      next_q  <= '0;
    end else if (rest_q != '0) begin
      rest_q <= rest_q - 1'b1;
    end else if (beat_valid_o && beat_ready_i) begin
      next_q <= next_q + beat_count_o;
    end
    stalled_q <= rst_ni && beat_valid_o && !beat_ready_i;
    held_q    <= beat;
    waits_q   <= rst_ni && valid_i && !ready_o;
    offer_q   <= offer;
  end

  always_ff @(posedge clk_i) if (rst_ni) begin : contract
    if (waits_q) begin
      OfferWaits: assume (valid_i && offer == offer_q)
        else $error("an offered packet changed while it waited");
    end
    if (valid_i) begin
      OfferHasWords: assume (words_i != '0) else $error("a packet of no words");
      OfferHasBandwidth: assume (bandwidth_i != '0) else $error("a bandwidth of 0");
    end
    if (stalled_q) begin
      BeatWaits: assert (beat_valid_o && beat == held_q)
        else $error("a beat changed while it waited");
    end
    if (beat_valid_o) begin
      BeatInTurn: assert (beat_packet_o == given_q && beat_first_o == next_q)
        else $error("a beat of another packet, or another one than the next");
      BeatCarries: assert (
          CompareWidth'(beat_count_o) == (rest_fits ? CompareWidth'(words_q - next_q)
                                                    : CompareWidth'(rate_q)))
        else $error("a beat of no words, or of more than the bandwidth, or of fewer");
      LastWhenRestFits: assert (beat_last_o == rest_fits)
        else $error("beat_last_o does not mark the last beat");
    end
    if (done_o) begin
      WordsConserved: assert (beat_first_o + beat_count_o == words_q)
        else $error("the beats of a packet do not add up to its words");
    end
    if (busy_o) begin
      CostAsPriced: assert (beat_valid_o == (rest_q == '0))
        else $error("a packet does not take startup + ceil(words / bandwidth) cycles");
    end
    NothingWhileIdle: assert (busy_o ||
        (!beat_valid_o && !beat_last_o && beat_count_o == '0 && beat_packet_o == '0))
      else $error("an idle link carries something");
  end
  // What runs should meet: plexus coverage counts it.
  WithStartup: cover property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i && ready_o && startup_i != '0);
  WithoutStartup: cover property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i && ready_o && startup_i == '0);
  NextPacket: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_i && done_o);
  Queues: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_i && !ready_o);
  Stalls: cover property (@(posedge clk_i) disable iff (!rst_ni) beat_valid_o && !beat_ready_i);
  SeveralBeats: cover property (@(posedge clk_i) disable iff (!rst_ni)
    beat_valid_o && !beat_last_o);
`endif
endmodule
