// Made by rtl/make-benches: what the twins of pops_tx were told and showed in
//   plexus run pops scan --algorithm three-step --d 4 --g 2 --startup 1 --lockstep pops_tx
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module pops_tx_bench;
  localparam int Couplers = 2;
  localparam int Width = 32;
  logic msg_valid_i;
  logic [Width-1:0] msg_i;
  logic [Couplers-1:0] mask_i;
  logic multi_tx_i;
  logic [Couplers*Width-1:0] lane_msg_i;
  logic [Couplers-1:0] tx_valid_o;
  logic [Couplers*Width-1:0] tx_data_o;
  // expected, and which bits are compared where not all are
  logic [1:0] e_tx_valid_o = 0;
  logic [63:0] e_tx_data_o = 0;
  pops_tx #(.Couplers(Couplers), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(tx_valid_o, '1)
      `COMPARE(tx_data_o, '1)
    end
  endtask

  initial begin
    msg_valid_i = 1'b1; msg_i = 32'h100; mask_i = 2'h1; multi_tx_i = 1'b0; lane_msg_i = 64'h0;
    e_tx_valid_o = 2'h1; e_tx_data_o = 64'h100; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h500; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'h500; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h700; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h70000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h900; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'h900; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1100; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'h1100; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1300; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h130000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1500; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'h1500; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h200; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h20000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h600; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h60000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'ha00; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'ha0000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1200; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h120000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1600; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h160000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h300; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'h300; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h800; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h80000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'hb00; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'hb00; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1400; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h140000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1700; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'h1700; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h400; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h40000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'hc00; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'hc0000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1800; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h180000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'hd00; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'hd00; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'he00; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'he0000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1900; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h190000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1a00; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'h1a00; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'hf00; mask_i = 2'h1; e_tx_valid_o = 2'h1;
      e_tx_data_o = 64'hf00; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1000; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h100000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    #1 msg_valid_i = 1'b1; msg_i = 32'h1b00; mask_i = 2'h2; e_tx_valid_o = 2'h2;
      e_tx_data_o = 64'h1b0000000000; #1 check;
    #1 msg_valid_i = 1'b0; msg_i = 32'h0; mask_i = 2'h0; e_tx_valid_o = 2'h0; e_tx_data_o = 64'h0;
      #1 check;
    if (wrong != 0) $fatal(1, "pops_tx_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("pops_tx_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
