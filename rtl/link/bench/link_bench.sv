// Made by rtl/make-benches: what ring.links.link_0_to_1 was told and showed in
//   plexus run ring allgather --nodes 4 --words 5 --startup 2 --bandwidth 2 --lockstep link
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module link_bench;
  localparam int PacketWidth = 64;
  localparam int WordsWidth = 64;
  localparam int StartupWidth = 64;
  localparam int BandwidthWidth = 64;
  localparam int CompareWidth = WordsWidth > BandwidthWidth ? WordsWidth : BandwidthWidth;
  logic clk_i;
  logic rst_ni;
  logic valid_i;
  logic [PacketWidth-1:0] packet_i;
  logic [WordsWidth-1:0] words_i;
  logic [StartupWidth-1:0] startup_i;
  logic [BandwidthWidth-1:0] bandwidth_i;
  logic ready_o;
  logic busy_o;
  logic done_o;
  logic [1:0] state_o;
  logic beat_ready_i;
  logic beat_valid_o;
  logic [PacketWidth-1:0] beat_packet_o;
  logic [WordsWidth-1:0] beat_first_o;
  logic [WordsWidth-1:0] beat_count_o;
  logic beat_last_o;
  // expected, and which bits are compared where not all are
  logic e_ready_o = 0;
  logic e_busy_o = 0;
  logic e_done_o = 0;
  logic [1:0] e_state_o = 0;
  logic e_beat_valid_o = 0;
  logic [63:0] e_beat_packet_o = 0;
  logic [63:0] e_beat_first_o = 0;
  logic [63:0] e_beat_count_o = 0;
  logic e_beat_last_o = 0;
  link #(.PacketWidth(PacketWidth), .WordsWidth(WordsWidth), .StartupWidth(StartupWidth), .BandwidthWidth(BandwidthWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(ready_o, '1)
      `COMPARE(busy_o, '1)
      `COMPARE(done_o, '1)
      `COMPARE(state_o, '1)
      `COMPARE(beat_valid_o, '1)
      `COMPARE(beat_packet_o, '1)
      `COMPARE(beat_first_o, '1)
      `COMPARE(beat_count_o, '1)
      `COMPARE(beat_last_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; valid_i = 1'b0; packet_i = 64'h0; words_i = 64'h0; startup_i = 64'h0;
      bandwidth_i = 64'h0; beat_ready_i = 1'b1; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; e_ready_o = 1'b1; #1 check;
    #1 valid_i = 1'b1; words_i = 64'h5; startup_i = 64'h2; bandwidth_i = 64'h2; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b0; e_busy_o = 1'b1; e_state_o = 2'h1; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_state_o = 2'h2; e_beat_valid_o = 1'b1; e_beat_count_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_beat_first_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b1; e_done_o = 1'b1; e_beat_first_o = 64'h4; e_beat_count_o = 64'h1;
      e_beat_last_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; packet_i = 64'h3; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b0; e_done_o = 1'b0; e_state_o = 2'h1; e_beat_valid_o = 1'b0;
      e_beat_first_o = 64'h0; e_beat_count_o = 64'h0; e_beat_last_o = 1'b0; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_state_o = 2'h2; e_beat_valid_o = 1'b1; e_beat_packet_o = 64'h3;
      e_beat_count_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_beat_first_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b1; e_done_o = 1'b1; e_beat_first_o = 64'h4; e_beat_count_o = 64'h1;
      e_beat_last_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; packet_i = 64'h2; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b0; e_done_o = 1'b0; e_state_o = 2'h1; e_beat_valid_o = 1'b0;
      e_beat_packet_o = 64'h0; e_beat_first_o = 64'h0; e_beat_count_o = 64'h0; e_beat_last_o = 1'b0;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_state_o = 2'h2; e_beat_valid_o = 1'b1; e_beat_packet_o = 64'h2;
      e_beat_count_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_beat_first_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b1; e_done_o = 1'b1; e_beat_first_o = 64'h4; e_beat_count_o = 64'h1;
      e_beat_last_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b0; e_done_o = 1'b0; e_state_o = 2'h0; e_beat_valid_o = 1'b0;
      e_beat_packet_o = 64'h0; e_beat_first_o = 64'h0; e_beat_count_o = 64'h0; e_beat_last_o = 1'b0;
      #1 check;
    if (wrong != 0) $fatal(1, "link_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("link_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
