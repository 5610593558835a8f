// Made by rtl/make-benches: what reconfigurable.crossbar.port_0_0 was told and showed in
//   plexus run reconfigurable scatter --algorithm rcp-tree --nodes 8 --ports 3 --words 5 --startup 2 --lockstep rdv_link
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module rdv_link_bench;
  localparam int Width = 64;
  logic clk_i;
  logic rst_ni;
  logic req_i;
  logic ack_i;
  logic [Width-1:0] len_i;
  logic [Width-1:0] handshake_i;
  logic [Width-1:0] startup_i;
  logic [Width-1:0] cycles_per_word_i;
  logic [Width-1:0] whole_words_i;
  logic [Width-1:0] part_words_i;
  logic busy_o;
  logic word_o;
  logic [Width-1:0] words_o;
  logic done_o;
  // expected, and which bits are compared where not all are
  logic e_busy_o = 0;
  logic e_word_o = 0;
  logic [63:0] e_words_o = 0;
  logic e_done_o = 0;
  rdv_link #(.Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(busy_o, '1)
      `COMPARE(word_o, '1)
      `COMPARE(words_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; req_i = 1'b0; ack_i = 1'b0; len_i = 64'h1; handshake_i = 64'h0;
      startup_i = 64'h2; cycles_per_word_i = 64'h1; whole_words_i = 64'h1; part_words_i = 64'h0;
      clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 req_i = 1'b1; ack_i = 1'b1; len_i = 64'ha; e_busy_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_word_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h3; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h4; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h6; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h7; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h8; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h9; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_word_o = 1'b0; e_words_o = 64'h0; e_done_o = 1'b0; #1 check;
    #1 len_i = 64'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_word_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h3; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_words_o = 64'h4; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_word_o = 1'b0; e_words_o = 64'h0; e_done_o = 1'b0; #1 check;
    #1 req_i = 1'b0; ack_i = 1'b0; e_busy_o = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "rdv_link_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("rdv_link_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
