// Made by rtl/make-benches: what the twins of pops_rx were told and showed in
//   plexus run pops scan --algorithm three-step --d 4 --g 2 --startup 1 --lockstep pops_rx
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module pops_rx_bench;
  localparam int Couplers = 2;
  localparam int Width = 32;
  localparam int GroupWidth = Couplers > 1 ? $clog2(Couplers) : 1;
  logic [Couplers-1:0] in_valid_i;
  logic [Couplers*Width-1:0] in_data_i;
  logic [Couplers-1:0] in_hit_i;
  logic multi_rx_i;
  logic acc_valid_o;
  logic [Width-1:0] acc_data_o;
  logic [GroupWidth-1:0] acc_group_o;
  logic conflict_o;
  logic [Couplers-1:0] lane_valid_o;
  // expected, and which bits are compared where not all are
  logic e_acc_valid_o = 0;
  logic [31:0] e_acc_data_o = 0;
  logic e_acc_group_o = 0;
  logic e_conflict_o = 0;
  logic [1:0] e_lane_valid_o = 0;
  pops_rx #(.Couplers(Couplers), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(acc_valid_o, '1)
      `COMPARE(acc_data_o, '1)
      `COMPARE(acc_group_o, '1)
      `COMPARE(conflict_o, '1)
      `COMPARE(lane_valid_o, '1)
    end
  endtask

  initial begin
    in_valid_i = 2'h3; in_data_i = 64'h30000000100; in_hit_i = 2'h1; multi_rx_i = 1'b0;
    e_acc_valid_o = 1'b1; e_acc_data_o = 32'h100; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h500; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h500; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hb0000000900; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h900; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hf0000000d00; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'hd00; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1100; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h1100; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h170000001500; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1a00; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h1a00; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h30000000100; in_hit_i = 2'h2; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h300; e_acc_group_o = 1'b1; e_lane_valid_o = 2'h2; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_acc_group_o = 1'b0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h500; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hb0000000900; in_hit_i = 2'h2; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'hb00; e_acc_group_o = 1'b1; e_lane_valid_o = 2'h2; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_acc_group_o = 1'b0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hf0000000d00; in_hit_i = 2'h2; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'hf00; e_acc_group_o = 1'b1; e_lane_valid_o = 2'h2; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_acc_group_o = 1'b0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1100; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h170000001500; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1a00; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h1a00; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h30000000100; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h500; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hb0000000900; in_hit_i = 2'h2; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'hb00; e_acc_group_o = 1'b1; e_lane_valid_o = 2'h2; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_acc_group_o = 1'b0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hf0000000d00; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1100; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h170000001500; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h1500; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1a00; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h1a00; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h30000000100; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h500; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hb0000000900; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hf0000000d00; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1100; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h170000001500; in_hit_i = 2'h2; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h1700; e_acc_group_o = 1'b1; e_lane_valid_o = 2'h2; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_acc_group_o = 1'b0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h1a00; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h40000000200; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h200; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h1; in_data_i = 64'h600; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h600; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'h80000000700; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'h700; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    #1 in_valid_i = 2'h3; in_data_i = 64'hc0000000a00; in_hit_i = 2'h1; e_acc_valid_o = 1'b1;
      e_acc_data_o = 32'ha00; e_lane_valid_o = 2'h1; #1 check;
    #1 in_valid_i = 2'h0; in_data_i = 64'h0; in_hit_i = 2'h0; e_acc_valid_o = 1'b0;
      e_acc_data_o = 32'h0; e_lane_valid_o = 2'h0; #1 check;
    if (wrong != 0) $fatal(1, "pops_rx_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("pops_rx_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
