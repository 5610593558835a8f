// Made by rtl/make-benches: what ring.links.link_0_to_1 was told and showed in
//   plexus run ring allgather --nodes 4 --words 5 --startup 2 --bandwidth 2 --lockstep link
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
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
  // expected, and which bits are compared
  logic e_ready_o = 0, m_ready_o = ~0;
  logic e_busy_o = 0, m_busy_o = ~0;
  logic e_done_o = 0, m_done_o = ~0;
  logic [1:0] e_state_o = 0, m_state_o = ~0;
  logic e_beat_valid_o = 0, m_beat_valid_o = ~0;
  logic [63:0] e_beat_packet_o = 0, m_beat_packet_o = ~0;
  logic [63:0] e_beat_first_o = 0, m_beat_first_o = ~0;
  logic [63:0] e_beat_count_o = 0, m_beat_count_o = ~0;
  logic e_beat_last_o = 0, m_beat_last_o = ~0;
  link #(.PacketWidth(PacketWidth), .WordsWidth(WordsWidth), .StartupWidth(StartupWidth), .BandwidthWidth(BandwidthWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((ready_o ^ e_ready_o) & m_ready_o) !== 0) begin
        $display("link_bench: at %0d ns ready_o is %h, not %h", $time, ready_o, e_ready_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((busy_o ^ e_busy_o) & m_busy_o) !== 0) begin
        $display("link_bench: at %0d ns busy_o is %h, not %h", $time, busy_o, e_busy_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((done_o ^ e_done_o) & m_done_o) !== 0) begin
        $display("link_bench: at %0d ns done_o is %h, not %h", $time, done_o, e_done_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((state_o ^ e_state_o) & m_state_o) !== 0) begin
        $display("link_bench: at %0d ns state_o is %h, not %h", $time, state_o, e_state_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((beat_valid_o ^ e_beat_valid_o) & m_beat_valid_o) !== 0) begin
        $display("link_bench: at %0d ns beat_valid_o is %h, not %h", $time, beat_valid_o, e_beat_valid_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((beat_packet_o ^ e_beat_packet_o) & m_beat_packet_o) !== 0) begin
        $display("link_bench: at %0d ns beat_packet_o is %h, not %h", $time, beat_packet_o, e_beat_packet_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((beat_first_o ^ e_beat_first_o) & m_beat_first_o) !== 0) begin
        $display("link_bench: at %0d ns beat_first_o is %h, not %h", $time, beat_first_o, e_beat_first_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((beat_count_o ^ e_beat_count_o) & m_beat_count_o) !== 0) begin
        $display("link_bench: at %0d ns beat_count_o is %h, not %h", $time, beat_count_o, e_beat_count_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((beat_last_o ^ e_beat_last_o) & m_beat_last_o) !== 0) begin
        $display("link_bench: at %0d ns beat_last_o is %h, not %h", $time, beat_last_o, e_beat_last_o);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    rst_ni = 1'b0; valid_i = 1'b0; packet_i = 64'h0; words_i = 64'h0; startup_i = 64'h0;
      bandwidth_i = 64'h0; beat_ready_i = 1'b1; clk_i = 1'b0;
    #1 e_busy_o = 1'b1; e_state_o = 2'h1; #1
    #1 clk_i = 1; e_ready_o = 1'b1; e_busy_o = 1'b0; e_state_o = 2'h0; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
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
