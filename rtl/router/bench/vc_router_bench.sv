// Made by rtl/make-benches: what ring.network.router_0 was told and showed in
//   plexus run ring traffic --nodes 4 --flow registered --load 0.9 --measure 100 --warmup 0 --lockstep vc_router
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
module vc_router_bench;
  localparam int Ports = 3;
  localparam int Channels = 2;
  localparam int Depth = 4;
  localparam int DataWidth = 64;
  localparam int AgeWidth = 32;
  localparam int Pipeline = 1;
  localparam int CreditDelay = 1;
  localparam int Lanes = Ports * Channels;
  localparam int ChannelWidth = Channels > 1 ? $clog2(Channels) : 1;
  localparam int PortWidth = $clog2(Ports);
  localparam int CountWidth = $clog2(Depth + 1);
  logic clk_i;
  logic rst_ni;
  logic [1:0] arbitration_i;
  logic [Ports*ChannelWidth-1:0] skip_channel_i;
  logic [Ports*PortWidth-1:0] skip_port_i;
  logic whole_i;
  logic [Ports-1:0] sink_i;
  logic [Ports-1:0] valid_i;
  logic [Ports*ChannelWidth-1:0] channel_i;
  logic [Ports-1:0] head_i;
  logic [Ports-1:0] tail_i;
  logic [Ports*AgeWidth-1:0] age_i;
  logic [Ports*DataWidth-1:0] data_i;
  logic [Lanes-1:0] credit_o;
  logic [Lanes-1:0] first_valid_o;
  logic [Lanes-1:0] first_head_o;
  logic [Lanes*DataWidth-1:0] first_data_o;
  logic [Lanes*Lanes-1:0] want_i;
  logic [Lanes*Lanes-1:0] spare_i;
  logic [Lanes*CountWidth-1:0] need_i;
  logic [Lanes*CountWidth-1:0] need_spare_i;
  logic [Ports-1:0] valid_o;
  logic [Ports*ChannelWidth-1:0] channel_o;
  logic [Ports-1:0] head_o;
  logic [Ports-1:0] tail_o;
  logic [Ports*AgeWidth-1:0] age_o;
  logic [Ports*DataWidth-1:0] data_o;
  logic [Lanes-1:0] credit_i;
  logic [Ports*Lanes-1:0] grant_o;
  logic [Ports*ChannelWidth-1:0] granted_channel_o;
  logic [Lanes*CountWidth-1:0] occupancy_o;
  logic [Lanes*CountWidth-1:0] credits_o;
  // expected, and which bits are compared
  logic [5:0] e_credit_o = 0, m_credit_o = ~0;
  logic [5:0] e_first_valid_o = 0, m_first_valid_o = ~0;
  logic [5:0] e_first_head_o = 0, m_first_head_o = ~0;
  logic [383:0] e_first_data_o = 0, m_first_data_o = ~0;
  logic [2:0] e_valid_o = 0, m_valid_o = ~0;
  logic [2:0] e_channel_o = 0, m_channel_o = ~0;
  logic [2:0] e_head_o = 0, m_head_o = ~0;
  logic [2:0] e_tail_o = 0, m_tail_o = ~0;
  logic [95:0] e_age_o = 0, m_age_o = ~0;
  logic [191:0] e_data_o = 0, m_data_o = ~0;
  logic [17:0] e_grant_o = 0, m_grant_o = ~0;
  logic [2:0] e_granted_channel_o = 0, m_granted_channel_o = ~0;
  logic [17:0] e_occupancy_o = 0, m_occupancy_o = ~0;
  logic [17:0] e_credits_o = 0, m_credits_o = ~0;
  vc_router #(.Ports(Ports), .Channels(Channels), .Depth(Depth), .DataWidth(DataWidth), .AgeWidth(AgeWidth), .Pipeline(Pipeline), .CreditDelay(CreditDelay)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((credit_o ^ e_credit_o) & m_credit_o) !== 0) begin
        $display("vc_router_bench: at %0d ns credit_o is %h, not %h", $time, credit_o, e_credit_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((first_valid_o ^ e_first_valid_o) & m_first_valid_o) !== 0) begin
        $display("vc_router_bench: at %0d ns first_valid_o is %h, not %h", $time, first_valid_o, e_first_valid_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((first_head_o ^ e_first_head_o) & m_first_head_o) !== 0) begin
        $display("vc_router_bench: at %0d ns first_head_o is %h, not %h", $time, first_head_o, e_first_head_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((first_data_o ^ e_first_data_o) & m_first_data_o) !== 0) begin
        $display("vc_router_bench: at %0d ns first_data_o is %h, not %h", $time, first_data_o, e_first_data_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((valid_o ^ e_valid_o) & m_valid_o) !== 0) begin
        $display("vc_router_bench: at %0d ns valid_o is %h, not %h", $time, valid_o, e_valid_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((channel_o ^ e_channel_o) & m_channel_o) !== 0) begin
        $display("vc_router_bench: at %0d ns channel_o is %h, not %h", $time, channel_o, e_channel_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((head_o ^ e_head_o) & m_head_o) !== 0) begin
        $display("vc_router_bench: at %0d ns head_o is %h, not %h", $time, head_o, e_head_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((tail_o ^ e_tail_o) & m_tail_o) !== 0) begin
        $display("vc_router_bench: at %0d ns tail_o is %h, not %h", $time, tail_o, e_tail_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((age_o ^ e_age_o) & m_age_o) !== 0) begin
        $display("vc_router_bench: at %0d ns age_o is %h, not %h", $time, age_o, e_age_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((data_o ^ e_data_o) & m_data_o) !== 0) begin
        $display("vc_router_bench: at %0d ns data_o is %h, not %h", $time, data_o, e_data_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((grant_o ^ e_grant_o) & m_grant_o) !== 0) begin
        $display("vc_router_bench: at %0d ns grant_o is %h, not %h", $time, grant_o, e_grant_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((granted_channel_o ^ e_granted_channel_o) & m_granted_channel_o) !== 0) begin
        $display("vc_router_bench: at %0d ns granted_channel_o is %h, not %h", $time, granted_channel_o, e_granted_channel_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((occupancy_o ^ e_occupancy_o) & m_occupancy_o) !== 0) begin
        $display("vc_router_bench: at %0d ns occupancy_o is %h, not %h", $time, occupancy_o, e_occupancy_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((credits_o ^ e_credits_o) & m_credits_o) !== 0) begin
        $display("vc_router_bench: at %0d ns credits_o is %h, not %h", $time, credits_o, e_credits_o);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    rst_ni = 1'b0; arbitration_i = 2'h0; skip_channel_i = 3'h0; skip_port_i = 6'h0; whole_i = 1'b0;
      sink_i = 3'h4; valid_i = 3'h0; channel_i = 3'h0; head_i = 3'h0; tail_i = 3'h0; age_i = 96'h0;
      data_i = 192'h0; want_i = 36'h0; spare_i = 36'h0; need_i = 18'h0; need_spare_i = 18'h0;
      credit_i = 6'h0; clk_i = 1'b0;
    #1 e_credit_o = 6'h12; e_first_valid_o = 6'h1f; e_first_head_o = 6'h15;
      e_first_data_o = 384'h603492cff2621e4c7097f5dcb6600bb365e963f323115c599fd335d8adba31ac9e09e8ba9fc70bd392fc8ac22cbe11f1;
      e_valid_o = 3'h5; e_channel_o = 3'h4; e_head_o = 3'h1; e_age_o = 96'hf08d7aa2000000000bc39e15;
      e_data_o = 192'h9e09e8ba9fc70bd300000000000000007097f5dcb6600bb3; e_grant_o = 18'h2010;
      e_granted_channel_o = 3'h4; e_occupancy_o = 18'h5da7; e_credits_o = 18'h14bcd; #1
    #1 clk_i = 1; e_credit_o = 6'h0; e_first_valid_o = 6'h0; e_first_head_o = 6'h17;
      e_first_data_o = 384'h603492cff2621e4c3c10714fe34ac45965e963f323115c599fd335d8adba31acda91beb02b1328ab92fc8ac22cbe11f1;
      e_valid_o = 3'h0; e_channel_o = 3'h0; e_head_o = 3'h0; e_age_o = 96'h0; e_data_o = 192'h0;
      e_grant_o = 18'h0; e_granted_channel_o = 3'h0; e_occupancy_o = 18'h0; e_credits_o = 18'h24924;
      #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; m_first_head_o = 6'h0; m_first_data_o = 384'h0; #1 check;
    #1 valid_i = 3'h4; channel_i = 3'h4; head_i = 3'h4; tail_i = 3'h4; #1 check;
    #1 clk_i = 1; e_first_valid_o = 6'h20; e_first_head_o = 6'h37;
      e_first_data_o = 384'h3c10714fe34ac45965e963f323115c599fd335d8adba31acda91beb02b1328ab92fc8ac22cbe11f1;
      e_occupancy_o = 18'h8000; m_first_head_o = 6'h20;
      m_first_data_o = 384'hffffffffffffffff00000000000000000000000000000000000000000000000000000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 channel_i = 3'h0; age_i = 96'h10000000000000000;
      data_i = 192'h4000000000000000000000000000000000000; want_i = 36'h80000000; need_i = 18'h8000;
      need_spare_i = 18'h10000; e_credit_o = 6'h20; e_valid_o = 3'h1; e_channel_o = 3'h1;
      e_head_o = 3'h1; e_tail_o = 3'h1; e_grant_o = 18'h20; e_granted_channel_o = 3'h1; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h0; e_first_valid_o = 6'h10;
      e_first_data_o = 384'h4fa0038c0cb1950000000000004000065e963f323115c599fd335d8adba31acda91beb02b1328ab92fc8ac22cbe11f1;
      e_valid_o = 3'h0; e_channel_o = 3'h0; e_head_o = 3'h0; e_tail_o = 3'h0; e_grant_o = 18'h0;
      e_granted_channel_o = 3'h0; e_occupancy_o = 18'h1000; e_credits_o = 18'h2491c;
      m_first_head_o = 6'h10;
      m_first_data_o = 384'hffffffffffffffff0000000000000000000000000000000000000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h6; head_i = 3'h6; tail_i = 3'h6; age_i = 96'h20000000000000000;
      data_i = 192'h7000000000000000200000000000000000000; want_i = 36'h82000000; need_i = 18'h9000;
      need_spare_i = 18'h12000; credit_i = 6'h2; e_credit_o = 6'h10; e_valid_o = 3'h1;
      e_channel_o = 3'h1; e_head_o = 3'h1; e_tail_o = 3'h1; e_age_o = 96'h1; e_data_o = 192'h40000;
      e_grant_o = 18'h10; e_granted_channel_o = 3'h1; #1 check;
    #1 clk_i = 1; e_first_valid_o = 6'h14;
      e_first_data_o = 384'h4fa0038c0cb1950000000000007000065e963f323115c590000000000020000da91beb02b1328ab92fc8ac22cbe11f1;
      e_age_o = 96'h2; e_data_o = 192'h70000; e_occupancy_o = 18'h1040; m_first_head_o = 6'h14;
      m_first_data_o = 384'hffffffffffffffff0000000000000000ffffffffffffffff00000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h4; head_i = 3'h4; tail_i = 3'h4; age_i = 96'h30000000000000000;
      data_i = 192'h3000000000000000200000000000000000000; want_i = 36'h82030000; need_i = 18'h9040;
      need_spare_i = 18'h12080; e_credit_o = 6'h14; e_valid_o = 3'h5; e_head_o = 3'h5;
      e_tail_o = 3'h5; e_data_o = 192'h2000000000000000000000000000000070000; e_grant_o = 18'h4010;
      #1 check;
    #1 clk_i = 1; e_credit_o = 6'h10; e_first_valid_o = 6'h10; e_first_head_o = 6'h33;
      e_first_data_o = 384'h4fa0038c0cb1950000000000003000065e963f323115c59efcc0e46bbc42e9eda91beb02b1328ab92fc8ac22cbe11f1;
      e_valid_o = 3'h1; e_head_o = 3'h1; e_tail_o = 3'h1; e_age_o = 96'h3; e_data_o = 192'h30000;
      e_grant_o = 18'h10; e_occupancy_o = 18'h1000; m_first_head_o = 6'h10;
      m_first_data_o = 384'hffffffffffffffff0000000000000000000000000000000000000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h6; channel_i = 3'h4; head_i = 3'h6; tail_i = 3'h6;
      age_i = 96'h40000000200000000; data_i = 192'h1000000000000000900000000000000000000;
      credit_i = 6'h0; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h24; e_first_valid_o = 6'h24; e_first_head_o = 6'h37;
      e_first_data_o = 384'h1000059995d288d22012c65e963f323115c590000000000090000da91beb02b1328ab92fc8ac22cbe11f1;
      e_valid_o = 3'h5; e_head_o = 3'h5; e_tail_o = 3'h5; e_age_o = 96'h20000000000000004;
      e_data_o = 192'h9000000000000000000000000000000010000; e_grant_o = 18'h4020;
      e_occupancy_o = 18'h8040; e_credits_o = 18'h24914; m_first_head_o = 6'h24;
      m_first_data_o = 384'hffffffffffffffff00000000000000000000000000000000ffffffffffffffff00000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 channel_i = 3'h0; age_i = 96'h50000000400000000;
      data_i = 192'ha000000000000000d00000000000000000000; credit_i = 6'h2; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h14; e_first_valid_o = 6'h14; e_first_head_o = 6'h17;
      e_first_data_o = 384'h101d86fd5f97245800000000000a000065e963f323115c5900000000000d0000da91beb02b1328ab92fc8ac22cbe11f1;
      e_age_o = 96'h40000000000000005; e_data_o = 192'hd0000000000000000000000000000000a0000;
      e_grant_o = 18'h4010; e_occupancy_o = 18'h1040; m_first_head_o = 6'h14;
      m_first_data_o = 384'hffffffffffffffff0000000000000000ffffffffffffffff00000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 channel_i = 3'h4; age_i = 96'h60000000500000000;
      data_i = 192'h5000000000000001000000000000000000000; want_i = 36'h82002000; credit_i = 6'h0;
      e_credit_o = 6'h4; e_valid_o = 3'h1; e_head_o = 3'h1; e_tail_o = 3'h1; e_age_o = 96'h4;
      e_data_o = 192'hd0000; e_grant_o = 18'h4; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h10; e_first_valid_o = 6'h34; e_first_head_o = 6'h37;
      e_first_data_o = 384'h5000000000000000a000065e963f323115c590000000000100000da91beb02b1328ab92fc8ac22cbe11f1;
      e_age_o = 96'h5; e_data_o = 192'ha0000; e_grant_o = 18'h10; e_occupancy_o = 18'h9040;
      e_credits_o = 18'h2490c; m_first_head_o = 6'h34;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffff00000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; channel_i = 3'h5; head_i = 3'h7; tail_i = 3'h7;
      age_i = 96'h70000000600000004; data_i = 192'hc000000000000001100000000000000060000;
      want_i = 36'h102030000; e_credit_o = 6'h14; e_valid_o = 3'h5; e_head_o = 3'h5;
      e_tail_o = 3'h5; e_age_o = 96'h50000000000000005;
      e_data_o = 192'h100000000000000000000000000000000a0000; e_grant_o = 18'h4010; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h24; e_first_valid_o = 6'h26;
      e_first_data_o = 384'h5000059995d288d22012c65e963f323115c590000000000110000000000000006000092fc8ac22cbe11f1;
      e_valid_o = 3'h6; e_channel_o = 3'h0; e_head_o = 3'h6; e_tail_o = 3'h6;
      e_age_o = 96'h60000000600000000; e_data_o = 192'h11000000000000000500000000000000000000;
      e_grant_o = 18'h4800; e_granted_channel_o = 3'h0; e_occupancy_o = 18'h10048;
      e_credits_o = 18'h24904; m_first_head_o = 6'h26;
      m_first_data_o = 384'hffffffffffffffff00000000000000000000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h5; channel_i = 3'h1; head_i = 3'h5; tail_i = 3'h5;
      age_i = 96'h80000000600000005; data_i = 192'h40000000000000011000000000000000e0000;
      want_i = 36'h102030c00; need_i = 18'h9048; need_spare_i = 18'h12090; credit_i = 6'h2;
      e_credit_o = 6'h22; e_age_o = 96'h40000000600000000;
      e_data_o = 192'h6000000000000000500000000000000000000; e_grant_o = 18'h2800; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h14; e_first_valid_o = 6'h36;
      e_first_data_o = 384'hc0000000000000004000065e963f323115c59000000000011000000000000000e000092fc8ac22cbe11f1;
      e_valid_o = 3'h5; e_channel_o = 3'h1; e_head_o = 3'h5; e_tail_o = 3'h5;
      e_age_o = 96'h60000000000000008; e_data_o = 192'h11000000000000000000000000000000040000;
      e_grant_o = 18'h4010; e_granted_channel_o = 3'h1; e_occupancy_o = 18'h9048;
      e_credits_o = 18'h248cc; m_first_head_o = 6'h36;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; head_i = 3'h7; tail_i = 3'h7; age_i = 96'h90000000800000006;
      data_i = 192'h90000000000000014000000000000000b0000; credit_i = 6'h6; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h22;
      e_first_data_o = 384'hc0000000000000009000065e963f323115c59000000000014000000000000000e000092fc8ac22cbe11f1;
      e_valid_o = 3'h6; e_channel_o = 3'h0; e_head_o = 3'h6; e_tail_o = 3'h6;
      e_age_o = 96'h50000000700000000; e_data_o = 192'he000000000000000c00000000000000000000;
      e_grant_o = 18'h2800; e_granted_channel_o = 3'h0; e_occupancy_o = 18'h9050;
      e_credits_o = 18'h2490c; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h4; channel_i = 3'h5; head_i = 3'h4; tail_i = 3'h4;
      age_i = 96'ha0000000800000006; data_i = 192'h50000000000000014000000000000000b0000;
      want_i = 36'h102002c00; credit_i = 6'h2; e_credit_o = 6'h26; e_valid_o = 3'h7;
      e_channel_o = 3'h1; e_head_o = 3'h7; e_tail_o = 3'h7; e_age_o = 96'h50000000700000008;
      e_data_o = 192'he000000000000000c00000000000000140000; e_grant_o = 18'h2804;
      e_granted_channel_o = 3'h1; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h12; e_first_valid_o = 6'h32;
      e_first_data_o = 384'h50000000000000009000065e963f323115c594b992357f1f31eb300000000000b000092fc8ac22cbe11f1;
      e_valid_o = 3'h5; e_head_o = 3'h5; e_tail_o = 3'h5; e_age_o = 96'h60000000000000009;
      e_data_o = 192'hb000000000000000000000000000000090000; e_grant_o = 18'h2010;
      e_occupancy_o = 18'h9008; e_credits_o = 18'h248cc; m_first_head_o = 6'h32;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff00000000000000000000000000000000ffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; head_i = 3'h7; tail_i = 3'h7; age_i = 96'hb0000000800000008;
      data_i = 192'h80000000000000010000000000000000f0000; credit_i = 6'h6; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h26; e_first_valid_o = 6'h26;
      e_first_data_o = 384'h5000059995d288d22012c65e963f323115c59000000000010000000000000000f000092fc8ac22cbe11f1;
      e_valid_o = 3'h7; e_head_o = 3'h7; e_tail_o = 3'h7; e_age_o = 96'h80000000a00000008;
      e_data_o = 192'hf000000000000000500000000000000100000; e_grant_o = 18'h2804;
      e_occupancy_o = 18'h10048; e_credits_o = 18'h2490c; m_first_head_o = 6'h26;
      m_first_data_o = 384'hffffffffffffffff00000000000000000000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h5; head_i = 3'h5; tail_i = 3'h5; age_i = 96'hc000000080000000a;
      data_i = 192'hc000000000000001000000000000000130000; want_i = 36'h102030c00; credit_i = 6'h0;
      e_credit_o = 6'h24; e_valid_o = 3'h6; e_channel_o = 3'h0; e_head_o = 3'h6; e_tail_o = 3'h6;
      e_age_o = 96'h80000000a00000000; e_data_o = 192'h10000000000000000500000000000000000000;
      e_grant_o = 18'h4800; e_granted_channel_o = 3'h0; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h22; e_first_valid_o = 6'h22;
      e_first_data_o = 384'h8000059995d288d22012c65e963f323115c594b992357f1f31eb300000000000f000092fc8ac22cbe11f1;
      e_age_o = 96'h80000000b00000000; e_data_o = 192'hf000000000000000800000000000000000000;
      e_grant_o = 18'h2800; e_occupancy_o = 18'h10010; e_credits_o = 18'h248cc;
      m_first_head_o = 6'h22;
      m_first_data_o = 384'hffffffffffffffff000000000000000000000000000000000000000000000000ffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 age_i = 96'hd000000080000000b;
      data_i = 192'h12000000000000001000000000000000070000; credit_i = 6'h6; #1 check;
    #1 clk_i = 1;
      e_first_data_o = 384'hc000059995d288d22012c65e963f323115c594b992357f1f31eb3000000000013000092fc8ac22cbe11f1;
      e_age_o = 96'ha0000000c00000000; e_data_o = 192'h13000000000000000c00000000000000000000;
      e_credits_o = 18'h248d4; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; channel_i = 3'h1; head_i = 3'h7; tail_i = 3'h7;
      age_i = 96'he0000000d0000000c; data_i = 192'h5000000000000001700000000000000150000;
      want_i = 36'h82030c00; e_valid_o = 3'h5; e_channel_o = 3'h1; e_head_o = 3'h5; e_tail_o = 3'h5;
      e_age_o = 96'ha000000000000000c; e_data_o = 192'h130000000000000000000000000000000c0000;
      e_grant_o = 18'h2020; e_granted_channel_o = 3'h1; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h14; e_first_valid_o = 6'h36;
      e_first_data_o = 384'h120000000000000005000065e963f323115c590000000000170000000000000007000092fc8ac22cbe11f1;
      e_age_o = 96'hd000000000000000e; e_data_o = 192'h17000000000000000000000000000000050000;
      e_grant_o = 18'h4010; e_occupancy_o = 18'h9050; e_credits_o = 18'h24914;
      m_first_head_o = 6'h36;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h6; channel_i = 3'h5; head_i = 3'h6; tail_i = 3'h6;
      age_i = 96'hf0000000c0000000c; data_i = 192'h8000000000000000b00000000000000150000;
      want_i = 36'h82002c00; credit_i = 6'h0; e_credit_o = 6'h6; e_age_o = 96'hb000000000000000d;
      e_data_o = 192'h7000000000000000000000000000000170000; e_grant_o = 18'h2004; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h12;
      e_first_data_o = 384'h120000000000000005000065e963f323115c5900000000000b0000000000000015000092fc8ac22cbe11f1;
      e_age_o = 96'hc000000000000000e; e_data_o = 192'h15000000000000000000000000000000050000;
      e_grant_o = 18'h2010; e_occupancy_o = 18'h11048; e_credits_o = 18'h2490c; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; head_i = 3'h7; tail_i = 3'h7; age_i = 96'h100000000f0000000e;
      data_i = 192'he000000000000001300000000000000110000; want_i = 36'h82030c00;
      e_credit_o = 6'h14; e_data_o = 192'hb000000000000000000000000000000050000;
      e_grant_o = 18'h4010; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h2; e_first_valid_o = 6'h26;
      e_first_data_o = 384'h12000059995d288d22012c65e963f323115c590000000000130000000000000015000092fc8ac22cbe11f1;
      e_valid_o = 3'h4; e_channel_o = 3'h0; e_head_o = 3'h4; e_tail_o = 3'h4;
      e_age_o = 96'hc0000000000000000; e_data_o = 192'h15000000000000000000000000000000000000;
      e_grant_o = 18'h2000; e_granted_channel_o = 3'h0; e_occupancy_o = 18'h18050;
      e_credits_o = 18'h24904; m_first_head_o = 6'h26;
      m_first_data_o = 384'hffffffffffffffff00000000000000000000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h6; channel_i = 3'h1; head_i = 3'h6; tail_i = 3'h6;
      age_i = 96'h110000000e0000000e; data_i = 192'h6000000000000000f00000000000000110000;
      credit_i = 6'h2; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h24; e_first_valid_o = 6'h36;
      e_first_data_o = 384'h120000000000000006000065e963f323115c590000000000130000000000000011000092fc8ac22cbe11f1;
      e_valid_o = 3'h5; e_channel_o = 3'h1; e_head_o = 3'h5; e_tail_o = 3'h5;
      e_age_o = 96'hf000000000000000d; e_data_o = 192'h13000000000000000000000000000000120000;
      e_grant_o = 18'h4020; e_granted_channel_o = 3'h1; e_occupancy_o = 18'h19088;
      e_credits_o = 18'h2490c; m_first_head_o = 6'h36;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 age_i = 96'h12000000100000000e;
      data_i = 192'h1000000000000001800000000000000110000; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h12;
      e_first_data_o = 384'h80000000000000006000065e963f323115c5900000000000f0000000000000011000092fc8ac22cbe11f1;
      e_age_o = 96'he0000000000000011; e_data_o = 192'h11000000000000000000000000000000060000;
      e_grant_o = 18'h2010; e_occupancy_o = 18'h12088; #1 check;
    #1 clk_i = 0; #1 channel_i = 3'h5; age_i = 96'h13000000110000000e;
      data_i = 192'ha000000000000000b00000000000000110000; want_i = 36'h82002c00; credit_i = 6'h0;
      e_credit_o = 6'h6; e_age_o = 96'he000000000000000e;
      e_data_o = 192'h110000000000000000000000000000000f0000; e_grant_o = 18'h2004; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h0; e_first_valid_o = 6'h34; e_first_head_o = 6'h35;
      e_first_data_o = 384'h80000000000000006000065e963f323115c590000000000180000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_valid_o = 3'h0; e_channel_o = 3'h0; e_head_o = 3'h0; e_tail_o = 3'h0; e_age_o = 96'h0;
      e_data_o = 192'h0; e_grant_o = 18'h0; e_granted_channel_o = 3'h0; e_occupancy_o = 18'h1a080;
      e_credits_o = 18'h24904; m_first_head_o = 6'h34;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffff00000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 age_i = 96'h14000000120000000e;
      data_i = 192'h4000000000000001900000000000000110000; want_i = 36'h82030c00; credit_i = 6'h2;
      e_credit_o = 6'h4; e_valid_o = 3'h4; e_head_o = 3'h4; e_tail_o = 3'h4;
      e_age_o = 96'h100000000000000000; e_data_o = 192'h18000000000000000000000000000000000000;
      e_grant_o = 18'h4000; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h14;
      e_first_data_o = 384'h80000000000000006000065e963f323115c5900000000000b0000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_valid_o = 3'h5; e_channel_o = 3'h1; e_head_o = 3'h5; e_tail_o = 3'h5;
      e_age_o = 96'h110000000000000011; e_data_o = 192'hb000000000000000000000000000000060000;
      e_grant_o = 18'h4010; e_granted_channel_o = 3'h1; e_occupancy_o = 18'h22080;
      e_credits_o = 18'h2490c; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; channel_i = 3'h1; head_i = 3'h7; tail_i = 3'h7;
      age_i = 96'h150000001400000011; data_i = 192'h10000000000000001a00000000000000020000; #1
      check;
    #1 clk_i = 1; e_credit_o = 6'h22; e_first_valid_o = 6'h36; e_first_head_o = 6'h37;
      e_first_data_o = 384'h80000000000000001000065e963f323115c590000000000190000000000000002000092fc8ac22cbe11f1;
      e_age_o = 96'h11000000000000000f; e_data_o = 192'h2000000000000000000000000000000080000;
      e_grant_o = 18'h2020; e_occupancy_o = 18'h22088; m_first_head_o = 6'h36;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h2; head_i = 3'h2; tail_i = 3'h2; age_i = 96'h150000001300000011;
      data_i = 192'h10000000000000001300000000000000020000; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h14; e_first_valid_o = 6'h34; e_first_head_o = 6'h35;
      e_first_data_o = 384'he0000000000000001000065e963f323115c590000000000190000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_age_o = 96'h120000000000000012; e_data_o = 192'h19000000000000000000000000000000010000;
      e_grant_o = 18'h4010; e_occupancy_o = 18'h1a0c0; m_first_head_o = 6'h34;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffff00000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; channel_i = 3'h5; head_i = 3'h7; tail_i = 3'h7;
      age_i = 96'h160000001600000012; data_i = 192'h15000000000000000700000000000000160000;
      want_i = 36'h102030c00; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h22; e_first_valid_o = 6'h36; e_first_head_o = 6'h37;
      e_first_data_o = 384'he0000000000000010000065e963f323115c5900000000001a0000000000000016000092fc8ac22cbe11f1;
      e_valid_o = 3'h6; e_channel_o = 3'h0; e_head_o = 3'h6; e_tail_o = 3'h6;
      e_age_o = 96'h120000001000000000; e_data_o = 192'h16000000000000000e00000000000000000000;
      e_grant_o = 18'h2800; e_granted_channel_o = 3'h0; e_occupancy_o = 18'h210c8;
      m_first_head_o = 6'h36;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff0000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h4; channel_i = 3'h1; head_i = 3'h4; tail_i = 3'h4;
      age_i = 96'h170000001600000012; data_i = 192'hc000000000000000700000000000000160000;
      want_i = 36'h102002c00; e_credit_o = 6'h26; e_valid_o = 3'h7; e_channel_o = 3'h1;
      e_head_o = 3'h7; e_tail_o = 3'h7; e_age_o = 96'h120000001000000014;
      e_data_o = 192'h16000000000000000e000000000000001a0000; e_grant_o = 18'h2804;
      e_granted_channel_o = 3'h1; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h10; e_first_valid_o = 6'h34; e_first_head_o = 6'h35;
      e_first_data_o = 384'ha0000000000000010000065e963f323115c590000000000130000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_valid_o = 3'h1; e_head_o = 3'h1; e_tail_o = 3'h1; e_age_o = 96'h15; e_data_o = 192'h100000;
      e_grant_o = 18'h10; e_occupancy_o = 18'h1a080; e_credits_o = 18'h248cc;
      m_first_head_o = 6'h34;
      m_first_data_o = 384'hffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffff00000000000000000000000000000000;
      #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h6; head_i = 3'h6; tail_i = 3'h6; age_i = 96'h180000001700000012;
      data_i = 192'h5000000000000000200000000000000160000; want_i = 36'h82030c00; credit_i = 6'h6;
      e_credit_o = 6'h14; e_valid_o = 3'h5; e_head_o = 3'h5; e_tail_o = 3'h5;
      e_age_o = 96'h130000000000000015; e_data_o = 192'h13000000000000000000000000000000100000;
      e_grant_o = 18'h4010; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h24;
      e_first_data_o = 384'ha000000000000000c000065e963f323115c590000000000070000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_age_o = 96'h160000000000000013; e_data_o = 192'h70000000000000000000000000000000a0000;
      e_grant_o = 18'h4020; e_credits_o = 18'h2490c; #1 check;
    #1 clk_i = 0; #1 age_i = 96'h190000001800000012;
      data_i = 192'he000000000000001900000000000000160000; want_i = 36'h82002c00; credit_i = 6'h2;
      e_credit_o = 6'h4; e_valid_o = 3'h1; e_head_o = 3'h1; e_tail_o = 3'h1; e_age_o = 96'h16;
      e_data_o = 192'h70000; e_grant_o = 18'h4; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h20;
      e_first_data_o = 384'ha000000000000000c000065e963f323115c590000000000020000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_age_o = 96'h13; e_data_o = 192'ha0000; e_grant_o = 18'h20; e_occupancy_o = 18'h1b080; #1
      check;
    #1 clk_i = 0; #1 age_i = 96'h1a0000001a00000012;
      data_i = 192'h18000000000000000800000000000000160000; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h4;
      e_first_data_o = 384'h4000000000000000c000065e963f323115c590000000000020000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_age_o = 96'h17; e_data_o = 192'h20000; e_grant_o = 18'h4; e_occupancy_o = 18'h140c0; #1
      check;
    #1 clk_i = 0; #1 channel_i = 3'h5; age_i = 96'h1b0000001900000012;
      data_i = 192'h17000000000000000b00000000000000160000; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h10;
      e_first_data_o = 384'h4000000000000000c000065e963f323115c590000000000190000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_data_o = 192'hc0000; e_grant_o = 18'h10; e_occupancy_o = 18'h1c0c0; #1 check;
    #1 clk_i = 0; #1 age_i = 96'h1c0000001b00000012;
      data_i = 192'h9000000000000001c00000000000000160000; want_i = 36'h82030c00;
      e_credit_o = 6'h14; e_valid_o = 3'h5; e_head_o = 3'h5; e_tail_o = 3'h5;
      e_age_o = 96'h180000000000000017; e_data_o = 192'h190000000000000000000000000000000c0000;
      e_grant_o = 18'h4010; #1 check;
    #1 clk_i = 1; e_credit_o = 6'h24;
      e_first_data_o = 384'h40000000000000005000065e963f323115c590000000000080000e0e72e7af5a8358792fc8ac22cbe11f1;
      e_age_o = 96'h1a0000000000000014; e_data_o = 192'h8000000000000000000000000000000040000;
      e_grant_o = 18'h4020; e_occupancy_o = 18'h230c0; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h1; head_i = 3'h1; tail_i = 3'h1; age_i = 96'h1c0000001b00000017;
      data_i = 192'h9000000000000001c00000000000000030000; want_i = 36'h82002c00; credit_i = 6'h0;
      e_credit_o = 6'h4; e_valid_o = 3'h1; e_head_o = 3'h1; e_tail_o = 3'h1; e_age_o = 96'h1a;
      e_data_o = 192'h80000; e_grant_o = 18'h4; #1 check;
    if (wrong != 0) $fatal(1, "vc_router_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("vc_router_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
