// Made by rtl/make-benches: what reconfigurable.crossbar was told and showed in
//   plexus run reconfigurable alltoall --nodes 3 --ports 2 --tau-r 2 --lockstep recon_net
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module recon_net_bench;
  localparam int Ports = 32;
  localparam int Data = 32;
  localparam int Width = 64;
  localparam int PortWidth = $clog2(Ports);
  logic clk_i;
  logic rst_ni;
  logic phases_i;
  logic waits_i;
  logic two_banks_i;
  logic [Width-1:0] swap_cycles_i;
  logic start_i;
  logic [Width-1:0] n_links_i;
  logic [Width-1:0] beta_r_i;
  logic [Width-1:0] tau_r_i;
  logic entry_valid_i;
  logic [PortWidth-1:0] entry_u_i;
  logic [PortWidth-1:0] entry_v_i;
  logic entry_ready_o;
  logic set_valid_o;
  logic [PortWidth-1:0] set_u_o;
  logic [PortWidth-1:0] set_v_o;
  logic busy_o;
  logic done_o;
  logic err_clash_o;
  logic [Width-1:0] handshake_i;
  logic [Width-1:0] startup_i;
  logic [Width-1:0] cycles_per_word_i;
  logic [Width-1:0] whole_words_i;
  logic [Width-1:0] part_words_i;
  logic [Ports-1:0] offer_i;
  logic [Ports*Width-1:0] len_i;
  logic [Ports*Data-1:0] data_i;
  logic [Ports-1:0] joined_o;
  logic [Ports*PortWidth-1:0] peer_o;
  logic [Ports-1:0] loaded_o;
  logic [Ports*PortWidth-1:0] next_peer_o;
  logic [Ports-1:0] sends_o;
  logic [Ports-1:0] across_o;
  logic [Ports-1:0] valid_o;
  logic [Ports*Data-1:0] data_o;
  logic err_o;
  // expected, and which bits are compared where not all are
  logic e_entry_ready_o = 0;
  logic e_set_valid_o = 0;
  logic [4:0] e_set_u_o = 0;
  logic [4:0] e_set_v_o = 0;
  logic e_busy_o = 0;
  logic e_done_o = 0;
  logic e_err_clash_o = 0;
  logic [31:0] e_joined_o = 0;
  logic [159:0] e_peer_o = 0;
  logic [31:0] e_loaded_o = 0;
  logic [159:0] e_next_peer_o = 0;
  logic [31:0] e_sends_o = 0;
  logic [31:0] e_across_o = 0;
  logic [31:0] e_valid_o = 0;
  logic [1023:0] e_data_o = 0;
  logic e_err_o = 0;
  recon_net #(.Ports(Ports), .Data(Data), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(entry_ready_o, '1)
      `COMPARE(set_valid_o, '1)
      `COMPARE(set_u_o, '1)
      `COMPARE(set_v_o, '1)
      `COMPARE(busy_o, '1)
      `COMPARE(done_o, '1)
      `COMPARE(err_clash_o, '1)
      `COMPARE(joined_o, '1)
      `COMPARE(peer_o, '1)
      `COMPARE(loaded_o, '1)
      `COMPARE(next_peer_o, '1)
      `COMPARE(sends_o, '1)
      `COMPARE(across_o, '1)
      `COMPARE(valid_o, '1)
      `COMPARE(data_o, '1)
      `COMPARE(err_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; phases_i = 1'b1; waits_i = 1'b0; two_banks_i = 1'b0; swap_cycles_i = 64'h0;
      start_i = 1'b0; n_links_i = 64'h0; beta_r_i = 64'h0; tau_r_i = 64'h0; entry_valid_i = 1'b0;
      entry_u_i = 5'h0; entry_v_i = 5'h0; handshake_i = 64'h0; startup_i = 64'h0;
      cycles_per_word_i = 64'h1; whole_words_i = 64'h1; part_words_i = 64'h0; offer_i = 32'h0;
      len_i = 2048'h0; data_i = 1024'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 start_i = 1'b1; n_links_i = 64'h3; tau_r_i = 64'h2; offer_i = 32'h3f;
      len_i = 2048'h100000000000000010000000000000001000000000000000100000000000000010000000000000001;
      data_i = 1024'h50000000200000004000000010000000300000000; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b1; #1 check;
    #1 start_i = 1'b0; entry_valid_i = 1'b1; entry_v_i = 5'h2; offer_i = 32'h0; e_set_v_o = 5'h2; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; e_loaded_o = 32'h5;
      e_next_peer_o = 160'h2; #1 check;
    #1 entry_u_i = 5'h1; entry_v_i = 5'h4; e_set_u_o = 5'h1; e_set_v_o = 5'h4; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; e_loaded_o = 32'h17;
      e_next_peer_o = 160'h100082; #1 check;
    #1 entry_u_i = 5'h3; entry_v_i = 5'h5; e_set_u_o = 5'h3; e_set_v_o = 5'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; e_busy_o = 1'b0; e_done_o = 1'b0;
      e_joined_o = 32'h3f; e_peer_o = 160'h6128082; e_loaded_o = 32'h0; e_next_peer_o = 160'h0;
      e_sends_o = 32'h3f; e_across_o = 32'h3f; e_valid_o = 32'h3f;
      e_data_o = 1024'h40000000300000005000000000000000200000001; #1 check;
    #1 entry_valid_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_joined_o = 32'h0; e_peer_o = 160'h0; e_sends_o = 32'h0; e_across_o = 32'h0;
      e_valid_o = 32'h0; e_data_o = 1024'h0; #1 check;
    if (wrong != 0) $fatal(1, "recon_net_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("recon_net_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
