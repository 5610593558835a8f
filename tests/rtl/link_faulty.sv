/// A link with a fault planted in it, so that tests can see that it is found: rtl/link.sv with one
/// pin that lies. `fault_i` chooses the fault and is stable during a run.
module link_faulty #(
  parameter int unsigned PacketWidth    = 32,
  parameter int unsigned WordsWidth     = 32,
  parameter int unsigned StartupWidth   = 32,
  parameter int unsigned BandwidthWidth = 32
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [2:0]                fault_i,  /// 0 none, 1 and so on as in the enumeration below
  input  logic                      valid_i,
  input  logic [PacketWidth-1:0]    packet_i,
  input  logic [WordsWidth-1:0]     words_i,
  input  logic [StartupWidth-1:0]   startup_i,
  input  logic [BandwidthWidth-1:0] bandwidth_i,
  output logic                      ready_o,
  output logic                      busy_o,
  output logic                      done_o,
  output logic [1:0]                state_o,
  input  logic                      beat_ready_i,
  output logic                      beat_valid_o,
  output logic [PacketWidth-1:0]    beat_packet_o,
  output logic [WordsWidth-1:0]     beat_first_o,
  output logic [WordsWidth-1:0]     beat_count_o,
  output logic                      beat_last_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    StartupLonger = 3'd1,  // by one cycle
    BeatDropped = 3'd2,    // the second one of each packet
    LastEarly = 3'd3,      // in the beat before the last
    BusyStuck = 3'd4,      // for one cycle after a packet
    NoWords = 3'd5         // offers break the assertion OfferHasWords
  } fault_e;

  fault_e                 fault;
  logic                   busy, done, valid, last;
  logic [PacketWidth-1:0] packet;
  logic [WordsWidth-1:0]  first, count;
  logic [WordsWidth-1:0]  words_q;      // of the packet on the link
  logic [WordsWidth-1:0]  bandwidth_q;
  logic                   done_q;       // the last cycle was a packet's last one
  logic                   dropped;
  logic                   early;

  assign fault = fault_e'(fault_i);

  link #(
    .PacketWidth   (PacketWidth),
    .WordsWidth    (WordsWidth),
    .StartupWidth  (StartupWidth),
    .BandwidthWidth(BandwidthWidth)
  ) u_link (
    .clk_i,
    .rst_ni,
    .valid_i,
    .packet_i,
    .words_i      (fault == NoWords ? '0 : words_i),
    .startup_i    (fault == StartupLonger ? startup_i + 1'b1 : startup_i),
    .bandwidth_i,
    .ready_o,
    .busy_o       (busy),
    .done_o       (done),
    .state_o,
    .beat_ready_i,
    .beat_valid_o (valid),
    .beat_packet_o(packet),
    .beat_first_o (first),
    .beat_count_o (count),
    .beat_last_o  (last)
  );

  always_ff @(posedge clk_i) begin : remember
    done_q <= rst_ni && done;
    if (valid_i) begin
      words_q     <= words_i;
      bandwidth_q <= WordsWidth'(bandwidth_i);
    end
  end

  assign dropped = fault == BeatDropped && valid && first == bandwidth_q;
  assign early   = fault == LastEarly && valid && first + count + bandwidth_q >= words_q;

  assign busy_o        = busy || (fault == BusyStuck && done_q);
  assign done_o        = done || early;
  assign beat_valid_o  = valid && !dropped;
  assign beat_packet_o = dropped ? '0 : packet;
  assign beat_first_o  = dropped ? '0 : first;
  assign beat_count_o  = dropped ? '0 : count;
  assign beat_last_o   = (last && !dropped) || early;
endmodule
