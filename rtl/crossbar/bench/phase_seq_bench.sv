// Made by rtl/make-benches: what reconfigurable.manager.barrier was told and showed in
//   plexus run reconfigurable alltoall --nodes 4 --tau-r 2 --lockstep phase_seq
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module phase_seq_bench;
  localparam int Ports = 32;
  localparam int Width = 64;
  logic clk_i;
  logic rst_ni;
  logic go_i;
  logic [Width-1:0] phases_i;
  logic config_done_i;
  logic [Ports-1:0] port_done_i;
  logic [Ports-1:0] port_used_i;
  logic start_config_o;
  logic start_comm_o;
  logic [Width-1:0] phase_o;
  logic over_o;
  logic [Width-1:0] cycles_o;
  logic [Width-1:0] manager_cycles_o;
  logic [Width-1:0] exposed_cycles_o;
  // expected, and which bits are compared where not all are
  logic e_start_config_o = 0;
  logic e_start_comm_o = 0;
  logic [63:0] e_phase_o = 0;
  logic e_over_o = 0;
  logic [63:0] e_cycles_o = 0;
  logic [63:0] e_manager_cycles_o = 0;
  logic [63:0] e_exposed_cycles_o = 0;
  phase_seq #(.Ports(Ports), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(start_config_o, '1)
      `COMPARE(start_comm_o, '1)
      `COMPARE(phase_o, '1)
      `COMPARE(over_o, '1)
      `COMPARE(cycles_o, '1)
      `COMPARE(manager_cycles_o, '1)
      `COMPARE(exposed_cycles_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; go_i = 1'b0; phases_i = 64'h2; config_done_i = 1'b0; port_done_i = 32'h0;
      port_used_i = 32'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 go_i = 1'b1; e_start_config_o = 1'b1; #1 check;
    #1 clk_i = 1; e_start_config_o = 1'b0; #1 check;
    #1 go_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'h1; e_manager_cycles_o = 64'h1; e_exposed_cycles_o = 64'h1; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'h2; e_manager_cycles_o = 64'h2; e_exposed_cycles_o = 64'h2; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'h3; e_manager_cycles_o = 64'h3; e_exposed_cycles_o = 64'h3; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'h4; e_manager_cycles_o = 64'h4; e_exposed_cycles_o = 64'h4; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'h5; e_manager_cycles_o = 64'h5; e_exposed_cycles_o = 64'h5; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'h6; e_manager_cycles_o = 64'h6; e_exposed_cycles_o = 64'h6; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'h7; e_manager_cycles_o = 64'h7; e_exposed_cycles_o = 64'h7; #1
      check;
    #1 clk_i = 0; #1 config_done_i = 1'b1; port_used_i = 32'hff; e_start_comm_o = 1'b1; #1 check;
    #1 clk_i = 1; e_start_comm_o = 1'b0; e_cycles_o = 64'h8; e_manager_cycles_o = 64'h8;
      e_exposed_cycles_o = 64'h8; #1 check;
    #1 config_done_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 port_done_i = 32'h9; #1 check;
    #1 port_done_i = 32'h2d; #1 check;
    #1 port_done_i = 32'hbd; #1 check;
    #1 port_done_i = 32'hff; e_start_config_o = 1'b1; #1 check;
    #1 clk_i = 1; e_start_config_o = 1'b0; e_phase_o = 64'h1; e_cycles_o = 64'h9; #1 check;
    #1 port_done_i = 32'h0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'ha; e_manager_cycles_o = 64'h9; e_exposed_cycles_o = 64'h9; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'hb; e_manager_cycles_o = 64'ha; e_exposed_cycles_o = 64'ha; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_cycles_o = 64'hc; e_manager_cycles_o = 64'hb; e_exposed_cycles_o = 64'hb; #1
      check;
    #1 clk_i = 0; #1 config_done_i = 1'b1; port_used_i = 32'h55; e_start_comm_o = 1'b1; #1 check;
    #1 clk_i = 1; e_start_comm_o = 1'b0; e_cycles_o = 64'hd; e_manager_cycles_o = 64'hc;
      e_exposed_cycles_o = 64'hc; #1 check;
    #1 config_done_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 port_done_i = 32'h11; #1 check;
    #1 port_done_i = 32'h55; #1 check;
    #1 clk_i = 1; e_phase_o = 64'h2; e_over_o = 1'b1; e_cycles_o = 64'he; #1 check;
    #1 port_done_i = 32'h0; #1 check;
    if (wrong != 0) $fatal(1, "phase_seq_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("phase_seq_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
