// Made by rtl/make-benches: what reconfigurable.crossbar was told and showed in
//   plexus run reconfigurable alltoall --nodes 4 --lockstep xbar2
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module xbar2_bench;
  localparam int Ports = 32;
  localparam int Data = 32;
  localparam int Width = 64;
  localparam int PortWidth = $clog2(Ports);
  logic clk_i;
  logic rst_ni;
  logic [Ports-1:0] valid_i;
  logic [Ports*Data-1:0] data_i;
  logic [Ports-1:0] ready_o;
  logic [Ports-1:0] valid_o;
  logic [Ports*Data-1:0] data_o;
  logic [Ports-1:0] ready_i;
  logic [Ports-1:0] clear_i;
  logic [Ports-1:0] write_i;
  logic [Ports*PortWidth-1:0] write_peer_i;
  logic [Ports-1:0] load_i;
  logic [Ports*PortWidth-1:0] load_peer_i;
  logic [Ports-1:0] swap_i;
  logic [Width-1:0] swap_cycles_i;
  logic [Ports*PortWidth-1:0] peer_o;
  logic [Ports-1:0] joined_o;
  logic [Ports*PortWidth-1:0] next_peer_o;
  logic [Ports-1:0] loaded_o;
  logic [Ports-1:0] swapping_o;
  logic err_o;
  // expected, and which bits are compared where not all are
  logic [31:0] e_ready_o = 0;
  logic [31:0] e_valid_o = 0;
  logic [1023:0] e_data_o = 0;
  logic [159:0] e_peer_o = 0;
  logic [31:0] e_joined_o = 0;
  logic [159:0] e_next_peer_o = 0;
  logic [31:0] e_loaded_o = 0;
  logic [31:0] e_swapping_o = 0;
  logic e_err_o = 0;
  xbar2 #(.Ports(Ports), .Data(Data), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(ready_o, '1)
      `COMPARE(valid_o, '1)
      `COMPARE(data_o, '1)
      `COMPARE(peer_o, '1)
      `COMPARE(joined_o, '1)
      `COMPARE(next_peer_o, '1)
      `COMPARE(loaded_o, '1)
      `COMPARE(swapping_o, '1)
      `COMPARE(err_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; valid_i = 32'h0; data_i = 1024'h0; ready_i = 32'h0; clear_i = 32'h0;
      write_i = 32'h0; write_peer_i = 160'h0; load_i = 32'h0; load_peer_i = 160'h0; swap_i = 32'h0;
      swap_cycles_i = 64'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 write_i = 32'hff; write_peer_i = 160'h20447014c3; #1 check;
    #1 clk_i = 1; e_peer_o = 160'h20447014c3; e_joined_o = 32'hff; #1 check;
    #1 valid_i = 32'hff; data_i = 1024'h300000007000000020000000600000001000000050000000400000000;
      ready_i = 32'hff; e_ready_o = 32'hff; e_valid_o = 32'hff;
      e_data_o = 1024'h600000004000000050000000300000000000000020000000700000001; #1 check;
    #1 clk_i = 0; #1 clear_i = 32'haa; write_i = 32'h55; write_peer_i = 160'h20840018c4; #1 check;
    #1 clk_i = 1; e_ready_o = 32'h55; e_valid_o = 32'h55;
      e_data_o = 1024'h5000000000000000000000000000000070000000000000006; e_peer_o = 160'h80001804;
      e_joined_o = 32'h55; #1 check;
    #1 valid_i = 32'h55; data_i = 1024'hb000000000000000a00000000000000090000000000000008;
      e_data_o = 1024'h90000000000000008000000000000000b000000000000000a; #1 check;
    #1 clk_i = 0; #1 clear_i = 32'h55; write_i = 32'h0; #1 check;
    #1 clk_i = 1; e_ready_o = 32'h0; e_valid_o = 32'h0; e_data_o = 1024'h0; e_peer_o = 160'h0;
      e_joined_o = 32'h0; #1 check;
    #1 valid_i = 32'h0; data_i = 1024'h0; #1 check;
    if (wrong != 0) $fatal(1, "xbar2_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("xbar2_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
