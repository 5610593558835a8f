// Made by rtl/make-benches: what ring.node_1.relay_node_1 was told and showed in
//   plexus run ring broadcast --algorithm two-way --nodes 4 --words 3 --lockstep relay_node
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module relay_node_bench;
  localparam int Channels = 8;
  localparam int DataWidth = 32;
  localparam int Depth = 16;
  localparam int Slots = 16;
  localparam int AddrWidth = $clog2(Depth);
  localparam int SlotWidth = $clog2(Slots);
  logic clk_i;
  logic rst_ni;
  logic [Channels-1:0] rx_valid_i;
  logic [Channels-1:0] rx_ready_o;
  logic [Channels*DataWidth-1:0] rx_data_i;
  logic [Channels-1:0] rx_last_i;
  logic [Channels-1:0] child_mask_i;
  logic [Channels-1:0] tx_valid_o;
  logic [Channels*DataWidth-1:0] tx_data_o;
  logic [Channels-1:0] tx_last_o;
  logic [Channels-1:0] tx_ready_i;
  logic [AddrWidth:0] words_o;
  logic [SlotWidth:0] packets_o;
  // expected, and which bits are compared where not all are
  logic [7:0] e_rx_ready_o = 0;
  logic [7:0] e_tx_valid_o = 0;
  logic [255:0] e_tx_data_o = 0, m_tx_data_o = ~0;
  logic [7:0] e_tx_last_o = 0;
  logic [4:0] e_words_o = 0;
  logic [4:0] e_packets_o = 0;
  relay_node #(.Channels(Channels), .DataWidth(DataWidth), .Depth(Depth), .Slots(Slots)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(rx_ready_o, '1)
      `COMPARE(tx_valid_o, '1)
      `COMPARE(tx_data_o, m_tx_data_o)
      `COMPARE(tx_last_o, '1)
      `COMPARE(words_o, '1)
      `COMPARE(packets_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; rx_valid_i = 8'h0; rx_data_i = 256'h0; rx_last_i = 8'h0; child_mask_i = 8'h0;
      tx_ready_i = 8'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; e_rx_ready_o = 8'hff; m_tx_data_o = 256'h0; #1 check;
    #1 rx_valid_i = 8'h2; rx_last_i = 8'h2; child_mask_i = 8'h1; #1 check;
    #1 clk_i = 1; e_tx_valid_o = 8'h1; m_tx_data_o = ~0; e_tx_last_o = 8'h1; e_words_o = 5'h1;
      e_packets_o = 5'h1; #1 check;
    #1 tx_ready_i = 8'h1; #1 check;
    #1 clk_i = 0; #1 rx_valid_i = 8'h0; rx_last_i = 8'h0; child_mask_i = 8'h0; #1 check;
    #1 clk_i = 1; e_tx_valid_o = 8'h0; m_tx_data_o = 256'h0; e_tx_last_o = 8'h0; e_words_o = 5'h0;
      e_packets_o = 5'h0; #1 check;
    #1 tx_ready_i = 8'h0; #1 check;
    if (wrong != 0) $fatal(1, "relay_node_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("relay_node_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
