// Made by rtl/make-benches: what gen_input[2].gen_queue[1].queue in ring.network.router_0 was told and showed in
//   plexus run ring traffic --nodes 4 --flow registered --load 0.9 --measure 100 --warmup 0 --lockstep vc_router
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module fifo_bench;
  localparam int Width = 98;
  localparam int Depth = 4;
  localparam int CountWidth = $clog2(Depth + 1);
  logic clk_i;
  logic rst_ni;
  logic valid_i;
  logic ready_o;
  logic [Width-1:0] data_i;
  logic valid_o;
  logic ready_i;
  logic [Width-1:0] data_o;
  logic [CountWidth-1:0] count_o;
  // expected, and which bits are compared where not all are
  logic e_ready_o = 0;
  logic e_valid_o = 0;
  logic [97:0] e_data_o = 0, m_data_o = ~0;
  logic [2:0] e_count_o = 0;
  fifo #(.Width(Width), .Depth(Depth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(ready_o, '1)
      `COMPARE(valid_o, '1)
      `COMPARE(data_o, m_data_o)
      `COMPARE(count_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; valid_i = 1'b0; data_i = 98'h0; ready_i = 1'b0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; e_ready_o = 1'b1; m_data_o = 98'h0; #1 check;
    #1 valid_i = 1'b1; data_i = 98'h3000000000000000000000000; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; m_data_o = ~0; e_data_o = 98'h3000000000000000000000000;
      e_count_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h3000000010000000000040000; ready_i = 1'b1; #1
      check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_valid_o = 1'b0; m_data_o = 98'h0; e_data_o = 98'h0;
      e_count_o = 3'h0; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h3000000020000000000070000; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h3000000030000000000030000; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; data_i = 98'h3000000040000000000010000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; e_valid_o = 1'b1; m_data_o = ~0;
      e_data_o = 98'h3000000040000000000010000; e_count_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h30000000500000000000a0000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_valid_o = 1'b0; m_data_o = 98'h0; e_data_o = 98'h0;
      e_count_o = 3'h0; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; data_i = 98'h3000000060000000000050000; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; m_data_o = ~0; e_data_o = 98'h3000000060000000000050000;
      e_count_o = 3'h1; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000000700000000000c0000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; e_count_o = 3'h2; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h3000000080000000000040000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_data_o = 98'h30000000700000000000c0000; e_count_o = 3'h1; #1
      check;
    #1 clk_i = 0; #1 data_i = 98'h3000000090000000000090000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; data_i = 98'h30000000a0000000000050000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_data_o = 98'h30000000a0000000000050000; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000000b0000000000080000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; e_count_o = 3'h2; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000000c00000000000c0000; #1 check;
    #1 clk_i = 1; e_data_o = 98'h30000000b0000000000080000; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000000d0000000000120000; #1 check;
    #1 clk_i = 1; e_data_o = 98'h30000000c00000000000c0000; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h30000000e0000000000050000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_data_o = 98'h30000000d0000000000120000; e_count_o = 3'h1; #1
      check;
    #1 clk_i = 0; #1 valid_i = 1'b1; data_i = 98'h30000000f0000000000080000; #1 check;
    #1 clk_i = 1; e_count_o = 3'h2; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000001000000000000e0000; #1 check;
    #1 clk_i = 1; e_count_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h3000000110000000000060000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h3000000120000000000010000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_data_o = 98'h30000000f0000000000080000; e_count_o = 3'h2; #1
      check;
    #1 clk_i = 0; #1 valid_i = 1'b1; data_i = 98'h30000001300000000000a0000; #1 check;
    #1 clk_i = 1; e_count_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h3000000140000000000040000; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b0; e_count_o = 3'h4; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h3000000150000000000100000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h150000000000100000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_ready_o = 1'b1; e_data_o = 98'h30000001000000000000e0000;
      e_count_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; data_i = 98'h3000000160000000000150000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; e_ready_o = 1'b0; e_count_o = 3'h4; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h30000001700000000000c0000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_ready_o = 1'b1; e_data_o = 98'h30000001300000000000a0000;
      e_count_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h3000000180000000000050000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000001900000000000e0000; ready_i = 1'b0; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000001a0000000000180000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b0; e_data_o = 98'h3000000140000000000040000; e_count_o = 3'h2; #1
      check;
    #1 clk_i = 0; #1 valid_i = 1'b1; data_i = 98'h30000001b0000000000170000; #1 check;
    #1 clk_i = 1; e_count_o = 3'h3; #1 check;
    #1 clk_i = 0; #1 data_i = 98'h30000001c0000000000090000; #1 check;
    #1 clk_i = 1; #1 ready_i = 1'b1; e_ready_o = 1'b0; e_count_o = 3'h4; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; data_i = 98'h1c0000000000090000; ready_i = 1'b0; #1 check;
    if (wrong != 0) $fatal(1, "fifo_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("fifo_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
