// Made by rtl/make-benches: what the twins of em_port were told and showed in
//   plexus run express-mesh reduce --algorithm algorithm-1 --lockstep em_port
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_port_bench;
  localparam int Ports = 8;
  localparam int Width = 64;
  localparam int SelectWidth = Ports > 1 ? $clog2(Ports) : 1;
  logic [Ports-1:0] in_valid_i;
  logic [Ports*Width-1:0] in_data_i;
  logic [Ports-1:0] out_req_i;
  logic rx_valid_o;
  logic [SelectWidth-1:0] rx_sel_o;
  logic [Width-1:0] rx_data_o;
  logic err_rx_o;
  logic err_tx_o;
  // expected, and which bits are compared where not all are
  logic e_rx_valid_o = 0;
  logic [2:0] e_rx_sel_o = 0;
  logic [63:0] e_rx_data_o = 0;
  logic e_err_rx_o = 0;
  logic e_err_tx_o = 0;
  em_port #(.Ports(Ports), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(rx_valid_o, '1)
      `COMPARE(rx_sel_o, '1)
      `COMPARE(rx_data_o, '1)
      `COMPARE(err_rx_o, '1)
      `COMPARE(err_tx_o, '1)
    end
  endtask

  initial begin
    in_valid_i = 8'h0; in_data_i = 512'h20000000000000000; out_req_i = 8'h0;
    #1 check;
    #1 in_valid_i = 8'h2; out_req_i = 8'h1; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1;
      e_rx_data_o = 64'h2; #1 check;
    #1 in_data_i = 512'h30000000000000000; e_rx_data_o = 64'h3; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h10000000000000000; #1 check;
    #1 in_valid_i = 8'h2; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1; e_rx_data_o = 64'h1; #1 check;
    #1 in_data_i = 512'h20000000000000000; e_rx_data_o = 64'h2; #1 check;
    #1 in_data_i = 512'h30000000000000000; e_rx_data_o = 64'h3; #1 check;
    #1 in_data_i = 512'h4000000000000000000000000000000030000000000000000; #1 check;
    #1 in_valid_i = 8'h8; e_rx_sel_o = 3'h3; e_rx_data_o = 64'h4; #1 check;
    #1 in_data_i = 512'h8000000000000000000000000000000030000000000000000; e_rx_data_o = 64'h8; #1
      check;
    #1 in_data_i = 512'hc000000000000000000000000000000030000000000000000; e_rx_data_o = 64'hc; #1
      check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 in_data_i = 512'h30000000000000000; #1 check;
    #1 in_valid_i = 8'h2; out_req_i = 8'h1; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1;
      e_rx_data_o = 64'h3; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h0; out_req_i = 8'h1; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h60000000000000000; #1 check;
    #1 in_valid_i = 8'h2; out_req_i = 8'h1; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1;
      e_rx_data_o = 64'h6; #1 check;
    #1 in_data_i = 512'h70000000000000000; e_rx_data_o = 64'h7; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h50000000000000000; #1 check;
    #1 in_valid_i = 8'h2; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1; e_rx_data_o = 64'h5; #1 check;
    #1 in_data_i = 512'h60000000000000000; e_rx_data_o = 64'h6; #1 check;
    #1 in_data_i = 512'h70000000000000000; e_rx_data_o = 64'h7; #1 check;
    #1 in_data_i = 512'h8000000000000000000000000000000070000000000000000; #1 check;
    #1 in_valid_i = 8'h8; out_req_i = 8'h4; e_rx_sel_o = 3'h3; e_rx_data_o = 64'h8; #1 check;
    #1 in_data_i = 512'hc000000000000000000000000000000070000000000000000; e_rx_data_o = 64'hc; #1
      check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h70000000000000000; #1 check;
    #1 in_valid_i = 8'h2; out_req_i = 8'h1; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1;
      e_rx_data_o = 64'h7; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h0; out_req_i = 8'h1; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'ha0000000000000000; #1 check;
    #1 in_valid_i = 8'h2; out_req_i = 8'h1; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1;
      e_rx_data_o = 64'ha; #1 check;
    #1 in_data_i = 512'hb0000000000000000; e_rx_data_o = 64'hb; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h90000000000000000; #1 check;
    #1 in_valid_i = 8'h2; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1; e_rx_data_o = 64'h9; #1 check;
    #1 in_data_i = 512'ha0000000000000000; e_rx_data_o = 64'ha; #1 check;
    #1 in_data_i = 512'hb0000000000000000; e_rx_data_o = 64'hb; #1 check;
    #1 in_data_i = 512'hc0000000000000000000000000000000b0000000000000000; #1 check;
    #1 in_valid_i = 8'h8; out_req_i = 8'h4; e_rx_sel_o = 3'h3; e_rx_data_o = 64'hc; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'hb0000000000000000; #1 check;
    #1 in_valid_i = 8'h2; out_req_i = 8'h1; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1;
      e_rx_data_o = 64'hb; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'h0; out_req_i = 8'h1; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    #1 in_data_i = 512'he0000000000000000; #1 check;
    #1 in_valid_i = 8'h2; out_req_i = 8'h1; e_rx_valid_o = 1'b1; e_rx_sel_o = 3'h1;
      e_rx_data_o = 64'he; #1 check;
    #1 in_data_i = 512'hf0000000000000000; e_rx_data_o = 64'hf; #1 check;
    #1 in_valid_i = 8'h0; e_rx_valid_o = 1'b0; e_rx_sel_o = 3'h0; e_rx_data_o = 64'h0; #1 check;
    #1 out_req_i = 8'h0; #1 check;
    if (wrong != 0) $fatal(1, "em_port_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_port_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
