// Made by rtl/make-benches: what omega.switch was told and showed in
//   plexus run omega traffic --nodes 4 --fifo-depth 2 --load 0.8 --measure 40 --warmup 0 --lockstep omega_fifo_net
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module omega_fifo_net_bench;
  localparam int Ports = 4;
  localparam int DataWidth = 64;
  localparam int Depth = 2;
  localparam int AgeWidth = 32;
  localparam int AddressWidth = $clog2(Ports);
  localparam int Stages = AddressWidth;
  localparam int Elements = Stages*Ports/2;
  localparam int CountWidth = $clog2(Depth + 1);
  logic clk_i;
  logic rst_ni;
  logic [1:0] arbitration_i;
  logic [Elements-1:0] coin_i;
  logic [Ports-1:0] valid_i;
  logic [Ports-1:0] ready_o;
  logic [Ports*AddressWidth-1:0] destination_i;
  logic [Ports*AgeWidth-1:0] age_i;
  logic [Ports*DataWidth-1:0] data_i;
  logic [Ports-1:0] valid_o;
  logic [Ports*AgeWidth-1:0] age_o;
  logic [Ports*DataWidth-1:0] data_o;
  logic [4*Elements-1:0] grant_o;
  logic [Stages*Ports*CountWidth-1:0] occupancy_o;
  // expected, and which bits are compared where not all are
  logic [3:0] e_ready_o = 0;
  logic [3:0] e_valid_o = 0;
  logic [127:0] e_age_o = 0, m_age_o = ~0;
  logic [255:0] e_data_o = 0, m_data_o = ~0;
  logic [15:0] e_grant_o = 0;
  logic [15:0] e_occupancy_o = 0;
  omega_fifo_net #(.Ports(Ports), .DataWidth(DataWidth), .Depth(Depth), .AgeWidth(AgeWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(ready_o, '1)
      `COMPARE(valid_o, '1)
      `COMPARE(age_o, m_age_o)
      `COMPARE(data_o, m_data_o)
      `COMPARE(grant_o, '1)
      `COMPARE(occupancy_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; arbitration_i = 2'h0; coin_i = 4'h0; valid_i = 4'h0; destination_i = 8'h0;
      age_i = 128'h0; data_i = 256'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; e_ready_o = 4'hf; m_age_o = 128'h0; m_data_o = 256'h0; #1 check;
    #1 valid_i = 4'hf; destination_i = 8'hd8;
      data_i = 256'h300000000000000020000000000000001000000000000000000000000; #1 check;
    #1 clk_i = 1; e_grant_o = 16'h41; e_occupancy_o = 16'h55; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h7; destination_i = 8'hea; age_i = 128'h10000000100000001;
      data_i = 256'h300000000000000020000000100000001000000010000000000000001; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hb; e_valid_o = 4'h5; m_age_o = 128'hffffffffffffffffffffffff;
      m_data_o = 256'hffffffffffffffffffffffffffffffffffffffffffffffff;
      e_data_o = 256'h10000000000000000000000000000000000000000; e_grant_o = 16'h2186;
      e_occupancy_o = 16'h4159; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h3; destination_i = 8'hee; age_i = 128'h10000000200000002;
      data_i = 256'h300000000000000020000000100000001000000020000000000000002; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hd; e_valid_o = 4'he; m_age_o = ~0;
      e_age_o = 128'h10000000000000000; m_data_o = ~0;
      e_data_o = 256'h300000000000000000000000100000002000000000000000200000000;
      e_grant_o = 16'h9448; e_occupancy_o = 16'h5125; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h5; destination_i = 8'hdd; age_i = 128'h20000000200000003;
      data_i = 256'h300000000000000020000000200000001000000020000000000000003; #1 check;
    #1 clk_i = 1; e_ready_o = 4'he; e_valid_o = 4'h4;
      m_age_o = 128'hffffffffffffffff0000000000000000; e_age_o = 128'h1000000010000000000000000;
      m_data_o = 256'hffffffffffffffffffffffffffffffff00000000000000000000000000000000;
      e_data_o = 256'h200000001000000010000000100000000000000000000000000000000;
      e_grant_o = 16'h2046; e_occupancy_o = 16'h5016; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'he; destination_i = 8'he5; age_i = 128'h4000000030000000300000003;
      data_i = 256'h300000001000000020000000300000001000000030000000000000003; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hf; e_valid_o = 4'he; m_age_o = ~0;
      e_age_o = 128'h2000000010000000200000002; m_data_o = ~0;
      e_data_o = 256'h100000002000000020000000100000002000000020000000200000002;
      e_grant_o = 16'h9491; e_occupancy_o = 16'h6155; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hf; destination_i = 8'ha1; age_i = 128'h5000000040000000400000004;
      data_i = 256'h300000002000000020000000400000001000000040000000000000004; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hb; e_age_o = 128'h4000000020000000300000003;
      e_data_o = 256'h300000001000000000000000200000001000000030000000000000003;
      e_grant_o = 16'h9899; e_occupancy_o = 16'h5559; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hb; destination_i = 8'h21; age_i = 128'h6000000040000000500000005;
      data_i = 256'h300000003000000020000000400000001000000050000000000000005; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hf; e_valid_o = 4'h7; e_age_o = 128'h3000000050000000300000004;
      e_data_o = 256'h200000003000000030000000200000000000000030000000100000004;
      e_grant_o = 16'h2628; e_occupancy_o = 16'h5655; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hf; destination_i = 8'h23; age_i = 128'h7000000060000000600000006;
      data_i = 256'h300000004000000020000000500000001000000060000000000000006; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hc; e_age_o = 128'h3000000030000000400000006;
      e_data_o = 256'h200000003000000020000000300000000000000040000000300000003;
      e_grant_o = 16'h1611; e_occupancy_o = 16'h2566; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hc; destination_i = 8'hc3; age_i = 128'h8000000070000000600000006;
      data_i = 256'h300000005000000020000000600000001000000060000000000000006; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h3; e_age_o = 128'h4000000040000000500000005;
      e_data_o = 256'h200000004000000020000000400000000000000050000000100000005;
      e_grant_o = 16'h1624; e_occupancy_o = 16'h1599; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h3; destination_i = 8'hcb; age_i = 128'h8000000070000000700000007;
      data_i = 256'h300000005000000020000000600000001000000070000000000000007; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h9; e_valid_o = 4'h9; e_age_o = 128'h6000000060000000400000007;
      e_data_o = 256'h6000000000000000600000000000000040000000300000004; e_grant_o = 16'h4298;
      e_occupancy_o = 16'h1469; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h9; destination_i = 8'h89; age_i = 128'h9000000070000000700000008;
      data_i = 256'h300000006000000020000000600000001000000070000000000000008; #1 check;
    #1 clk_i = 1; e_ready_o = 4'he; e_valid_o = 4'hd; e_age_o = 128'h8000000060000000400000006;
      e_data_o = 256'h300000005000000020000000500000000000000040000000100000006;
      e_grant_o = 16'h9246; e_occupancy_o = 16'h5456; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'he; destination_i = 8'hd5; age_i = 128'ha000000080000000800000008;
      data_i = 256'h300000007000000020000000700000001000000080000000000000008; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h7; e_age_o = 128'h7000000070000000700000007;
      e_data_o = 256'h7000000010000000700000002000000060000000200000006; e_grant_o = 16'h6191;
      e_occupancy_o = 16'h5195; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h7; destination_i = 8'he2; age_i = 128'ha000000090000000a00000009;
      data_i = 256'h300000007000000020000000800000001000000090000000000000009; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hb; e_valid_o = 4'h6; e_age_o = 128'h4000000090000000800000008;
      e_data_o = 256'h200000004000000030000000600000001000000080000000000000008;
      e_grant_o = 16'h2896; e_occupancy_o = 16'h4559; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hb; age_i = 128'hb000000090000000b0000000a;
      data_i = 256'h3000000080000000200000008000000010000000a000000000000000a; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hf; e_valid_o = 4'hf; e_age_o = 128'ha00000009000000080000000a;
      e_data_o = 256'h300000007000000000000000900000000000000080000000100000009;
      e_grant_o = 16'h9698; e_occupancy_o = 16'h5655; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hf; destination_i = 8'he6; age_i = 128'hc0000000b0000000c0000000b;
      data_i = 256'h3000000090000000200000009000000010000000b000000000000000b; #1 check;
    #1 clk_i = 1; e_ready_o = 4'he; e_age_o = 128'hb00000009000000080000000b;
      e_data_o = 256'h30000000800000002000000080000000200000007000000010000000a;
      e_grant_o = 16'h9694; e_occupancy_o = 16'h5556; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hc; destination_i = 8'hc6; age_i = 128'hd0000000d0000000c0000000b;
      data_i = 256'h30000000a000000020000000a000000010000000b000000000000000b; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hb; e_valid_o = 4'he; e_age_o = 128'hc0000000a0000000c00000008;
      e_data_o = 256'h300000009000000000000000a000000010000000b0000000200000007;
      e_grant_o = 16'h9888; e_occupancy_o = 16'h5449; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hb; destination_i = 8'h8d; age_i = 128'he0000000d000000100000000c;
      data_i = 256'h30000000b000000020000000a000000010000000c000000000000000c; #1 check;
    #1 clk_i = 1; e_ready_o = 4'he; e_valid_o = 4'hc; e_age_o = 128'hd0000000b0000000800000008;
      e_data_o = 256'h30000000a000000020000000900000002000000070000000200000007;
      e_grant_o = 16'h9046; e_occupancy_o = 16'h5056; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'he; destination_i = 8'had; age_i = 128'hf0000000e000000110000000c;
      data_i = 256'h30000000c000000020000000b000000010000000d000000000000000c; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h7; e_valid_o = 4'hd; e_age_o = 128'h100000000b0000000d0000000d;
      e_data_o = 256'h10000000c000000000000000b000000020000000a000000020000000a;
      e_grant_o = 16'h9189; e_occupancy_o = 16'h5195; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h7; destination_i = 8'h84; age_i = 128'hf0000000f000000120000000d;
      data_i = 256'h30000000c000000020000000c000000010000000e000000000000000d; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hd; e_valid_o = 4'h6; e_age_o = 128'he0000000e0000000c0000000c;
      e_data_o = 256'h20000000b000000030000000b000000000000000c000000000000000c;
      e_grant_o = 16'h2442; e_occupancy_o = 16'h5165; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hd; destination_i = 8'h25; age_i = 128'h1000000011000000120000000e;
      data_i = 256'h30000000d000000020000000d000000010000000e000000000000000e; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h6; e_valid_o = 4'hd; e_age_o = 128'h110000000e0000000f0000000f;
      e_data_o = 256'h10000000d000000020000000b000000020000000c000000020000000c;
      e_grant_o = 16'h9199; e_occupancy_o = 16'h5196; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h6; age_i = 128'h1000000012000000130000000e;
      data_i = 256'h30000000d000000020000000e000000010000000f000000000000000e; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hf; e_valid_o = 4'h7; e_age_o = 128'h110000000f000000120000000d;
      e_data_o = 256'h20000000d000000030000000c000000010000000e000000000000000d;
      e_grant_o = 16'h2929; e_occupancy_o = 16'h5555; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hf; destination_i = 8'h31; age_i = 128'h11000000130000001400000010;
      data_i = 256'h30000000e000000020000000f0000000100000010000000000000000f; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hd; e_age_o = 128'h11000000110000000e00000010;
      e_data_o = 256'h20000000d000000020000000d000000000000000e000000030000000d;
      e_grant_o = 16'h1611; e_occupancy_o = 16'h2565; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hd; destination_i = 8'h22; age_i = 128'h12000000160000001400000012;
      data_i = 256'h30000000f000000020000001000000001000000100000000000000010; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h3; e_valid_o = 4'h6; e_age_o = 128'h12000000120000001300000010;
      e_data_o = 256'h20000000e000000020000000e000000010000000f000000000000000f;
      e_grant_o = 16'h1824; e_occupancy_o = 16'h1599; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h3; destination_i = 8'h2d; age_i = 128'h12000000160000001500000013;
      data_i = 256'h30000000f000000020000001000000001000000110000000000000011; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h9; e_valid_o = 4'h7; e_age_o = 128'h12000000120000001000000011;
      e_data_o = 256'h100000000000000010000000000000000f000000030000000e; e_grant_o = 16'h1619;
      e_occupancy_o = 16'h1569; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h9; destination_i = 8'h2c; age_i = 128'h13000000160000001500000014;
      data_i = 256'h300000010000000020000001000000001000000110000000000000012; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h7; e_valid_o = 4'hb; e_age_o = 128'h13000000130000001300000014;
      e_data_o = 256'h20000000f000000020000000f00000000000000110000000100000010;
      e_grant_o = 16'h4669; e_occupancy_o = 16'h1595; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h7; destination_i = 8'h28; age_i = 128'h13000000170000001600000015;
      data_i = 256'h300000010000000020000001100000001000000120000000000000013; #1 check;
    #1 clk_i = 1; e_ready_o = 4'hf; e_valid_o = 4'hd; e_age_o = 128'h15000000160000001400000014;
      e_data_o = 256'h100000011000000020000001000000000000000120000000000000012;
      e_grant_o = 16'h9169; e_occupancy_o = 16'h5555; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'hf; destination_i = 8'h3d; age_i = 128'h14000000180000001700000016;
      data_i = 256'h300000011000000020000001200000001000000130000000000000014; #1 check;
    #1 clk_i = 1; e_valid_o = 4'h5; e_age_o = 128'h17000000160000001500000012;
      e_data_o = 256'h20000001100000001000000120000000000000013000000030000000f;
      e_grant_o = 16'h2249; e_occupancy_o = 16'h5955; #1 check;
    #1 clk_i = 0; #1 destination_i = 8'hb4; age_i = 128'h15000000190000001800000017;
      data_i = 256'h300000012000000020000001300000001000000140000000000000015; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h7; e_valid_o = 4'hd; e_age_o = 128'h17000000170000001500000015;
      e_data_o = 256'h100000013000000020000001100000000000000130000000000000013;
      e_grant_o = 16'h9110; e_occupancy_o = 16'h6695; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h7; destination_i = 8'hbe; age_i = 128'h150000001b0000001900000018;
      data_i = 256'h300000012000000020000001400000001000000150000000000000016; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h2; e_valid_o = 4'hb; e_age_o = 128'h18000000180000001600000013;
      e_data_o = 256'h200000012000000020000001200000000000000140000000300000010;
      e_grant_o = 16'h4649; e_occupancy_o = 16'h199a; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h2; destination_i = 8'hb6; age_i = 128'h150000001b0000001a00000018;
      data_i = 256'h300000012000000020000001400000001000000160000000000000016; #1 check;
    #1 clk_i = 1; e_ready_o = 4'h7; e_age_o = 128'h19000000190000001800000017;
      e_data_o = 256'h100000015000000020000001300000001000000140000000000000015;
      e_grant_o = 16'h8924; e_occupancy_o = 16'h5595; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h7; destination_i = 8'hb0; age_i = 128'h150000001c0000001b0000001a;
      data_i = 256'h300000012000000020000001500000001000000170000000000000017; #1 check;
    if (wrong != 0) $fatal(1, "omega_fifo_net_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("omega_fifo_net_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
