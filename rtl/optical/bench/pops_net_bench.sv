// Made by rtl/make-benches: what pops.stars was told and showed in
//   plexus run pops scan --algorithm three-step --d 2 --g 2 --startup 1 --lockstep pops_net
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module pops_net_bench;
  localparam int D = 2;
  localparam int G = 2;
  localparam int Width = 32;
  localparam int CycleWidth = 32;
  localparam int N = D*G;
  localparam int GroupWidth = G > 1 ? $clog2(G) : 1;
  logic clk_i;
  logic rst_ni;
  logic start_i;
  logic [CycleWidth-1:0] startup_i;
  logic [CycleWidth-1:0] payload_cycles_i;
  logic [CycleWidth-1:0] n_slots_i;
  logic multi_tx_i;
  logic multi_rx_i;
  logic [N-1:0] msg_valid_i;
  logic [N*Width-1:0] msg_i;
  logic [N*N-1:0] hdr_i;
  logic [N*G-1:0] mask_i;
  logic [N*G*Width-1:0] lane_msg_i;
  logic [N*G*N-1:0] lane_hdr_i;
  logic slot_strobe_o;
  logic guard_o;
  logic payload_o;
  logic done_o;
  logic [G*G-1:0] out_valid_o;
  logic [G*G*Width-1:0] out_data_o;
  logic [G*G-1:0] collision_o;
  logic [G*G*D-1:0] collision_mask_o;
  logic [N-1:0] acc_valid_o;
  logic [N*Width-1:0] acc_data_o;
  logic [N*GroupWidth-1:0] acc_group_o;
  logic [N-1:0] conflict_o;
  logic [N*G-1:0] lane_valid_o;
  // expected, and which bits are compared where not all are
  logic e_slot_strobe_o = 0;
  logic e_guard_o = 0;
  logic e_payload_o = 0;
  logic e_done_o = 0;
  logic [3:0] e_out_valid_o = 0;
  logic [127:0] e_out_data_o = 0;
  logic [3:0] e_collision_o = 0;
  logic [7:0] e_collision_mask_o = 0;
  logic [3:0] e_acc_valid_o = 0;
  logic [127:0] e_acc_data_o = 0;
  logic [3:0] e_acc_group_o = 0;
  logic [3:0] e_conflict_o = 0;
  logic [7:0] e_lane_valid_o = 0;
  pops_net #(.D(D), .G(G), .Width(Width), .CycleWidth(CycleWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(slot_strobe_o, '1)
      `COMPARE(guard_o, '1)
      `COMPARE(payload_o, '1)
      `COMPARE(done_o, '1)
      `COMPARE(out_valid_o, '1)
      `COMPARE(out_data_o, '1)
      `COMPARE(collision_o, '1)
      `COMPARE(collision_mask_o, '1)
      `COMPARE(acc_valid_o, '1)
      `COMPARE(acc_data_o, '1)
      `COMPARE(acc_group_o, '1)
      `COMPARE(conflict_o, '1)
      `COMPARE(lane_valid_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; start_i = 1'b0; startup_i = 32'h0; payload_cycles_i = 32'h0; n_slots_i = 32'h0;
      multi_tx_i = 1'b0; multi_rx_i = 1'b0; msg_valid_i = 4'h0; msg_i = 128'h0; hdr_i = 16'h0;
      mask_i = 8'h0; lane_msg_i = 256'h0; lane_hdr_i = 32'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 start_i = 1'b1; startup_i = 32'h1; payload_cycles_i = 32'h1; n_slots_i = 32'h1; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b1; e_guard_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; msg_valid_i = 4'hf; msg_i = 128'h400000003000000020000000100;
      hdr_i = 16'h8241; mask_i = 8'h99; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b0; e_guard_o = 1'b0; e_payload_o = 1'b1; e_done_o = 1'b1;
      e_out_valid_o = 4'hf; e_out_data_o = 128'h400000002000000030000000100; e_acc_valid_o = 4'hf;
      e_acc_data_o = 128'h400000002000000030000000100; e_acc_group_o = 4'ha; e_lane_valid_o = 8'h99;
      #1 check;
    #1 clk_i = 0; #1 start_i = 1'b1; msg_valid_i = 4'h0; msg_i = 128'h0; hdr_i = 16'h0;
      mask_i = 8'h0; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b1; e_guard_o = 1'b1; e_payload_o = 1'b0; e_done_o = 1'b0;
      e_out_valid_o = 4'h0; e_out_data_o = 128'h0; e_acc_valid_o = 4'h0; e_acc_data_o = 128'h0;
      e_acc_group_o = 4'h0; e_lane_valid_o = 8'h0; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; msg_valid_i = 4'h3; msg_i = 128'h60000000500; hdr_i = 16'h41;
      mask_i = 8'h9; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b0; e_guard_o = 1'b0; e_payload_o = 1'b1; e_done_o = 1'b1;
      e_out_valid_o = 4'h5; e_out_data_o = 128'h6000000000000000500; e_acc_valid_o = 4'h5;
      e_acc_data_o = 128'h6000000000000000500; e_lane_valid_o = 8'h11; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b1; msg_valid_i = 4'h0; msg_i = 128'h0; hdr_i = 16'h0;
      mask_i = 8'h0; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b1; e_guard_o = 1'b1; e_payload_o = 1'b0; e_done_o = 1'b0;
      e_out_valid_o = 4'h0; e_out_data_o = 128'h0; e_acc_valid_o = 4'h0; e_acc_data_o = 128'h0;
      e_lane_valid_o = 8'h0; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; msg_valid_i = 4'h5; msg_i = 128'h8000000000000000700;
      hdr_i = 16'h804; mask_i = 8'h22; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b0; e_guard_o = 1'b0; e_payload_o = 1'b1; e_done_o = 1'b1;
      e_out_valid_o = 4'hc; e_out_data_o = 128'h800000007000000000000000000; e_acc_valid_o = 4'hc;
      e_acc_data_o = 128'h800000007000000000000000000; e_acc_group_o = 4'h8; e_lane_valid_o = 8'h90;
      #1 check;
    #1 clk_i = 0; #1 start_i = 1'b1; msg_valid_i = 4'h0; msg_i = 128'h0; hdr_i = 16'h0;
      mask_i = 8'h0; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b1; e_guard_o = 1'b1; e_payload_o = 1'b0; e_done_o = 1'b0;
      e_out_valid_o = 4'h0; e_out_data_o = 128'h0; e_acc_valid_o = 4'h0; e_acc_data_o = 128'h0;
      e_acc_group_o = 4'h0; e_lane_valid_o = 8'h0; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; msg_valid_i = 4'hf; msg_i = 128'hc0000000b0000000a0000000900;
      hdr_i = 16'h8241; mask_i = 8'h99; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b0; e_guard_o = 1'b0; e_payload_o = 1'b1; e_done_o = 1'b1;
      e_out_valid_o = 4'hf; e_out_data_o = 128'hc0000000a0000000b0000000900; e_acc_valid_o = 4'hf;
      e_acc_data_o = 128'hc0000000a0000000b0000000900; e_acc_group_o = 4'ha; e_lane_valid_o = 8'h99;
      #1 check;
    #1 clk_i = 0; #1 start_i = 1'b1; msg_valid_i = 4'h0; msg_i = 128'h0; hdr_i = 16'h0;
      mask_i = 8'h0; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b1; e_guard_o = 1'b1; e_payload_o = 1'b0; e_done_o = 1'b0;
      e_out_valid_o = 4'h0; e_out_data_o = 128'h0; e_acc_valid_o = 4'h0; e_acc_data_o = 128'h0;
      e_acc_group_o = 4'h0; e_lane_valid_o = 8'h0; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; msg_valid_i = 4'h2; msg_i = 128'hd0000000000; hdr_i = 16'h80;
      mask_i = 8'h8; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b0; e_guard_o = 1'b0; e_payload_o = 1'b1; e_done_o = 1'b1;
      e_out_valid_o = 4'h4; e_out_data_o = 128'hd000000000000000000; e_acc_valid_o = 4'h8;
      e_acc_data_o = 128'hd00000000000000000000000000; e_lane_valid_o = 8'h40; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b1; msg_valid_i = 4'h0; msg_i = 128'h0; hdr_i = 16'h0;
      mask_i = 8'h0; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b1; e_guard_o = 1'b1; e_payload_o = 1'b0; e_done_o = 1'b0;
      e_out_valid_o = 4'h0; e_out_data_o = 128'h0; e_acc_valid_o = 4'h0; e_acc_data_o = 128'h0;
      e_lane_valid_o = 8'h0; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; msg_valid_i = 4'ha; msg_i = 128'hf000000000000000e0000000000;
      hdr_i = 16'h4010; mask_i = 8'h84; #1 check;
    #1 clk_i = 1; e_slot_strobe_o = 1'b0; e_guard_o = 1'b0; e_payload_o = 1'b1; e_done_o = 1'b1;
      e_out_valid_o = 4'h9; e_out_data_o = 128'hf00000000000000000000000e00; e_acc_valid_o = 4'h5;
      e_acc_data_o = 128'hf000000000000000e00; e_acc_group_o = 4'h4; e_lane_valid_o = 8'h21; #1
      check;
    #1 clk_i = 0; #1 msg_valid_i = 4'h0; msg_i = 128'h0; hdr_i = 16'h0; mask_i = 8'h0; #1 check;
    #1 clk_i = 1; e_payload_o = 1'b0; e_done_o = 1'b0; e_out_valid_o = 4'h0; e_out_data_o = 128'h0;
      e_acc_valid_o = 4'h0; e_acc_data_o = 128'h0; e_acc_group_o = 4'h0; e_lane_valid_o = 8'h0; #1
      check;
    if (wrong != 0) $fatal(1, "pops_net_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("pops_net_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
