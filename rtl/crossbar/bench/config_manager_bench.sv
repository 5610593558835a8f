// Made by rtl/make-benches: what reconfigurable.manager was told and showed in
//   plexus run reconfigurable alltoall --nodes 4 --tau-r 2 --lockstep config_manager
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module config_manager_bench;
  localparam int Ports = 32;
  localparam int Width = 64;
  localparam int PortWidth = $clog2(Ports);
  logic clk_i;
  logic rst_ni;
  logic start_i;
  logic [Width-1:0] n_links_i;
  logic [Width-1:0] beta_r_i;
  logic [Width-1:0] tau_r_i;
  logic entry_valid_i;
  logic [PortWidth-1:0] entry_u_i;
  logic [PortWidth-1:0] entry_v_i;
  logic entry_ready_o;
  logic [Ports-1:0] port_idle_i;
  logic set_valid_o;
  logic [PortWidth-1:0] set_u_o;
  logic [PortWidth-1:0] set_v_o;
  logic busy_o;
  logic done_o;
  logic err_clash_o;
  // expected, and which bits are compared where not all are
  logic e_entry_ready_o = 0;
  logic e_set_valid_o = 0;
  logic [4:0] e_set_u_o = 0;
  logic [4:0] e_set_v_o = 0;
  logic e_busy_o = 0;
  logic e_done_o = 0;
  logic e_err_clash_o = 0;
  config_manager #(.Ports(Ports), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(entry_ready_o, '1)
      `COMPARE(set_valid_o, '1)
      `COMPARE(set_u_o, '1)
      `COMPARE(set_v_o, '1)
      `COMPARE(busy_o, '1)
      `COMPARE(done_o, '1)
      `COMPARE(err_clash_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; start_i = 1'b0; n_links_i = 64'h0; beta_r_i = 64'h0; tau_r_i = 64'h0;
      entry_valid_i = 1'b0; entry_u_i = 5'h0; entry_v_i = 5'h0; port_idle_i = 32'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 start_i = 1'b1; n_links_i = 64'h4; tau_r_i = 64'h2; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b1; #1 check;
    #1 start_i = 1'b0; entry_valid_i = 1'b1; entry_v_i = 5'h3; port_idle_i = 32'hffffffff;
      e_set_v_o = 5'h3; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; #1 check;
    #1 entry_u_i = 5'h2; entry_v_i = 5'h5; e_set_u_o = 5'h2; e_set_v_o = 5'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; #1 check;
    #1 entry_u_i = 5'h4; entry_v_i = 5'h7; e_set_u_o = 5'h4; e_set_v_o = 5'h7; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; #1 check;
    #1 entry_u_i = 5'h6; entry_v_i = 5'h1; e_set_u_o = 5'h6; e_set_v_o = 5'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; e_done_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 start_i = 1'b1; n_links_i = 64'h2; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; e_done_o = 1'b0; #1 check;
    #1 start_i = 1'b0; entry_u_i = 5'h0; entry_v_i = 5'h4; e_set_u_o = 5'h0; e_set_v_o = 5'h4; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b0; e_set_valid_o = 1'b0; #1 check;
    #1 entry_u_i = 5'h2; entry_v_i = 5'h6; e_set_u_o = 5'h2; e_set_v_o = 5'h6; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_entry_ready_o = 1'b1; e_set_valid_o = 1'b1; e_done_o = 1'b1; #1 check;
    if (wrong != 0) $fatal(1, "config_manager_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("config_manager_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
