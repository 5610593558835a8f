// Made by rtl/make-benches: what omega.switch.stage_0.element_0 was told and showed in
//   plexus run omega traffic --nodes 4 --fifo-depth 2 --load 0.8 --measure 40 --warmup 0 --lockstep omega_fifo_element
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module omega_fifo_element_bench;
  localparam int DataWidth = 64;
  localparam int AddressWidth = 16;
  localparam int AgeWidth = 32;
  localparam int Depth = 2;
  localparam int RouteWidth = AddressWidth > 1 ? $clog2(AddressWidth) : 1;
  localparam int CountWidth = $clog2(Depth + 1);
  logic clk_i;
  logic rst_ni;
  logic [1:0] arbitration_i;
  logic coin_i;
  logic [RouteWidth-1:0] route_bit_i;
  logic [1:0] valid_i;
  logic [1:0] ready_o;
  logic [2*AddressWidth-1:0] destination_i;
  logic [2*AgeWidth-1:0] age_i;
  logic [2*DataWidth-1:0] data_i;
  logic [1:0] valid_o;
  logic [1:0] ready_i;
  logic [2*AddressWidth-1:0] destination_o;
  logic [2*AgeWidth-1:0] age_o;
  logic [2*DataWidth-1:0] data_o;
  logic [3:0] grant_o;
  logic [2*CountWidth-1:0] occupancy_o;
  // expected, and which bits are compared where not all are
  logic [1:0] e_ready_o = 0;
  logic [1:0] e_valid_o = 0;
  logic [31:0] e_destination_o = 0, m_destination_o = ~0;
  logic [63:0] e_age_o = 0, m_age_o = ~0;
  logic [127:0] e_data_o = 0, m_data_o = ~0;
  logic [3:0] e_grant_o = 0;
  logic [3:0] e_occupancy_o = 0;
  omega_fifo_element #(.DataWidth(DataWidth), .AddressWidth(AddressWidth), .AgeWidth(AgeWidth), .Depth(Depth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(ready_o, '1)
      `COMPARE(valid_o, '1)
      `COMPARE(destination_o, m_destination_o)
      `COMPARE(age_o, m_age_o)
      `COMPARE(data_o, m_data_o)
      `COMPARE(grant_o, '1)
      `COMPARE(occupancy_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; arbitration_i = 2'h0; coin_i = 1'b0; route_bit_i = 4'h1; valid_i = 2'h0;
      destination_i = 32'h0; age_i = 64'h0; data_i = 128'h0; ready_i = 2'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; e_ready_o = 2'h3; m_destination_o = 32'h0; m_age_o = 64'h0;
      m_data_o = 128'h0; #1 check;
    #1 valid_i = 2'h3; destination_i = 32'h10000; data_i = 128'h2000000000000000000000000;
      ready_i = 2'h3; #1 check;
    #1 clk_i = 1; e_valid_o = 2'h1; m_destination_o = ~0; m_age_o = ~0; m_data_o = ~0;
      e_grant_o = 4'h1; e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h20002; age_i = 64'h100000001;
      data_i = 128'h2000000010000000000000001; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h1; e_valid_o = 2'h3; e_destination_o = 32'h20001;
      e_age_o = 64'h100000000; e_data_o = 128'h10000000200000000; e_grant_o = 4'h6;
      e_occupancy_o = 4'h9; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h1; age_i = 64'h100000002; data_i = 128'h2000000010000000000000002;
      #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_valid_o = 2'h2; e_destination_o = 32'h20002;
      e_age_o = 64'h100000002; e_data_o = 128'h2000000010000000000000002; e_grant_o = 4'h8;
      e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; destination_i = 32'h10001; age_i = 64'h200000003;
      data_i = 128'h2000000020000000000000003; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h2; e_valid_o = 2'h3; e_destination_o = 32'h20001;
      e_age_o = 64'h200000002; e_data_o = 128'h20000000200000002; e_grant_o = 4'h6;
      e_occupancy_o = 4'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h2; destination_i = 32'h20001; age_i = 64'h300000003;
      data_i = 128'h2000000030000000000000003; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_age_o = 64'h300000003;
      e_data_o = 128'h2000000030000000000000003; e_grant_o = 4'h9; e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; age_i = 64'h400000004; data_i = 128'h2000000040000000000000004;
      ready_i = 2'h1; e_grant_o = 4'h1; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h1; e_age_o = 64'h300000004;
      e_data_o = 128'h2000000030000000000000004; e_occupancy_o = 4'h9; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h1; age_i = 64'h400000005; data_i = 128'h2000000040000000000000005;
      ready_i = 2'h3; e_grant_o = 4'h9; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_age_o = 64'h400000005;
      e_data_o = 128'h2000000040000000000000005; e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; destination_i = 32'h20003; age_i = 64'h600000006;
      data_i = 128'h2000000050000000000000006; ready_i = 2'h2; e_grant_o = 4'h8; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h2; e_age_o = 64'h600000005;
      e_data_o = 128'h2000000050000000000000005; e_occupancy_o = 4'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h2; destination_i = 32'h3; age_i = 64'h700000006;
      data_i = 128'h2000000060000000000000006; ready_i = 2'h1; e_grant_o = 4'h1; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h1; e_valid_o = 2'h2; e_destination_o = 32'h30003;
      e_age_o = 64'h600000006; e_data_o = 128'h60000000000000006; e_grant_o = 4'h0;
      e_occupancy_o = 4'h9; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h1; age_i = 64'h700000007; data_i = 128'h2000000060000000000000007;
      ready_i = 2'h3; e_grant_o = 4'h4; #1 check;
    #1 clk_i = 1; e_destination_o = 32'h20003; e_age_o = 64'h600000007;
      e_data_o = 128'h2000000050000000000000007; e_grant_o = 4'h8; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h1; age_i = 64'h700000008;
      data_i = 128'h2000000060000000000000008; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h2; e_valid_o = 2'h3; e_destination_o = 32'h30000;
      e_age_o = 64'h700000007; e_data_o = 128'h70000000200000006; e_grant_o = 4'h6;
      e_occupancy_o = 4'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h2; destination_i = 32'h10001; age_i = 64'h800000008;
      data_i = 128'h2000000070000000000000008; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_valid_o = 2'h1; e_destination_o = 32'h10001;
      e_age_o = 64'h800000008; e_data_o = 128'h80000000000000008; e_grant_o = 4'h1;
      e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; destination_i = 32'h20002; age_i = 64'h900000009;
      data_i = 128'h2000000080000000000000009; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h1; e_valid_o = 2'h3; e_destination_o = 32'h20001;
      e_age_o = 64'h900000008; e_data_o = 128'h90000000200000007; e_grant_o = 4'h6;
      e_occupancy_o = 4'h9; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h1; age_i = 64'h90000000a; data_i = 128'h200000008000000000000000a;
      #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_valid_o = 2'h2; e_destination_o = 32'h20002;
      e_age_o = 64'h90000000a; e_data_o = 128'h200000008000000000000000a; e_grant_o = 4'h8;
      e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; age_i = 64'hb0000000b; data_i = 128'h200000009000000000000000b;
      ready_i = 2'h2; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h2; e_age_o = 64'ha0000000a; e_data_o = 128'ha000000000000000a;
      e_grant_o = 4'h4; e_occupancy_o = 4'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h2; destination_i = 32'h2; age_i = 64'hd0000000b;
      data_i = 128'h20000000a000000000000000b; ready_i = 2'h3; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h1; e_age_o = 64'hb0000000b;
      e_data_o = 128'h200000009000000000000000b; e_grant_o = 4'h8; e_occupancy_o = 4'h9; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h1; destination_i = 32'h1; age_i = 64'hd0000000c;
      data_i = 128'h20000000a000000000000000c; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h2; e_valid_o = 2'h3; e_destination_o = 32'h20000;
      e_age_o = 64'hb0000000d; e_data_o = 128'hb000000020000000a; e_grant_o = 4'h6;
      e_occupancy_o = 4'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h2; destination_i = 32'h20001; age_i = 64'he0000000c;
      data_i = 128'h20000000b000000000000000c; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_destination_o = 32'h20001; e_age_o = 64'he0000000c;
      e_data_o = 128'h20000000b000000000000000c; e_grant_o = 4'h9; e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; destination_i = 32'h0; age_i = 64'hf0000000d;
      data_i = 128'h20000000c000000000000000d; #1 check;
    #1 clk_i = 1; e_valid_o = 2'h1; e_destination_o = 32'h0; e_age_o = 64'hd0000000f;
      e_data_o = 128'hd000000020000000c; e_grant_o = 4'h2; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h20001; age_i = 64'h110000000e;
      data_i = 128'h20000000d000000000000000e; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h2; e_valid_o = 2'h3; e_destination_o = 32'h20000;
      e_age_o = 64'h110000000d; e_data_o = 128'h20000000d000000000000000d; e_grant_o = 4'h9;
      e_occupancy_o = 4'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h2; age_i = 64'h120000000e;
      data_i = 128'h20000000e000000000000000e; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_destination_o = 32'h20001; e_age_o = 64'h120000000e;
      e_data_o = 128'h20000000e000000000000000e; e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; destination_i = 32'h30001; age_i = 64'h1300000010;
      data_i = 128'h20000000f000000000000000f; #1 check;
    #1 clk_i = 1; e_destination_o = 32'h30001; e_age_o = 64'h1300000010;
      e_data_o = 128'h20000000f000000000000000f; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h20002; age_i = 64'h1600000012;
      data_i = 128'h2000000100000000000000010; ready_i = 2'h1; e_grant_o = 4'h1; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h1; e_valid_o = 2'h2; e_destination_o = 32'h20002;
      e_age_o = 64'h1200000012; e_data_o = 128'h100000000000000010; e_grant_o = 4'h0;
      e_occupancy_o = 4'h9; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h1; destination_i = 32'h20001; age_i = 64'h1600000013;
      data_i = 128'h2000000100000000000000011; ready_i = 2'h3; e_grant_o = 4'h4; #1 check;
    #1 clk_i = 1; e_valid_o = 2'h3; e_destination_o = 32'h30001; e_age_o = 64'h1300000013;
      e_data_o = 128'h20000000f0000000000000011; e_grant_o = 4'h9; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h20000; age_i = 64'h1600000014;
      data_i = 128'h2000000100000000000000012; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_destination_o = 32'h20000; e_age_o = 64'h1600000014;
      e_data_o = 128'h2000000100000000000000012; e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; age_i = 64'h1700000015;
      data_i = 128'h2000000110000000000000013; #1 check;
    #1 clk_i = 1; e_age_o = 64'h1700000015; e_data_o = 128'h2000000110000000000000013; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h30001; age_i = 64'h1800000016;
      data_i = 128'h2000000120000000000000014; #1 check;
    #1 clk_i = 1; e_destination_o = 32'h30001; e_age_o = 64'h1800000016;
      e_data_o = 128'h2000000120000000000000014; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h30000; age_i = 64'h1900000017;
      data_i = 128'h2000000130000000000000015; #1 check;
    #1 clk_i = 1; e_destination_o = 32'h30000; e_age_o = 64'h1900000017;
      e_data_o = 128'h2000000130000000000000015; #1 check;
    #1 clk_i = 0; #1 destination_i = 32'h30002; age_i = 64'h1b00000018;
      data_i = 128'h2000000140000000000000016; ready_i = 2'h0; e_grant_o = 4'h0; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h0; e_occupancy_o = 4'ha; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h0; ready_i = 2'h3; e_grant_o = 4'h9; #1 check;
    #1 clk_i = 1; e_ready_o = 2'h3; e_valid_o = 2'h2; e_destination_o = 32'h20002;
      e_age_o = 64'h1800000018; e_data_o = 128'h160000000000000016; e_grant_o = 4'h4;
      e_occupancy_o = 4'h5; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h3; destination_i = 32'h30000; age_i = 64'h1c0000001a;
      data_i = 128'h2000000150000000000000017; #1 check;
    if (wrong != 0) $fatal(1, "omega_fifo_element_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("omega_fifo_element_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
