// Made by rtl/make-benches: what hypercube.node_0.exchange_ctl was told and showed in
//   plexus run hypercube allgather --dimension 2 --words 2 --lockstep exchange_ctl
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module exchange_ctl_bench;
  logic clk_i;
  logic rst_ni;
  logic parity_i;
  logic full_duplex_i;
  logic step_go_i;
  logic half_done_i;
  logic ready_o;
  logic start_o;
  logic send_o;
  logic receive_o;
  logic step_done_o;
  // expected, and which bits are compared where not all are
  logic e_ready_o = 0;
  logic e_start_o = 0;
  logic e_send_o = 0;
  logic e_receive_o = 0;
  logic e_step_done_o = 0;
  exchange_ctl dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(ready_o, '1)
      `COMPARE(start_o, '1)
      `COMPARE(send_o, '1)
      `COMPARE(receive_o, '1)
      `COMPARE(step_done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; parity_i = 1'b0; full_duplex_i = 1'b0; step_go_i = 1'b0; half_done_i = 1'b0;
      clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; e_ready_o = 1'b1; #1 check;
    #1 step_go_i = 1'b1; e_start_o = 1'b1; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b0; e_start_o = 1'b0; e_send_o = 1'b1; #1 check;
    #1 step_go_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 half_done_i = 1'b1; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b1; e_send_o = 1'b0; e_receive_o = 1'b1; e_step_done_o = 1'b1; #1
      check;
    #1 half_done_i = 1'b0; e_ready_o = 1'b0; e_step_done_o = 1'b0; #1 check;
    #1 clk_i = 0; #1 half_done_i = 1'b1; e_ready_o = 1'b1; e_step_done_o = 1'b1; #1 check;
    #1 step_go_i = 1'b1; e_start_o = 1'b1; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b0; e_start_o = 1'b0; e_send_o = 1'b1; e_receive_o = 1'b0;
      e_step_done_o = 1'b0; #1 check;
    #1 step_go_i = 1'b0; half_done_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 half_done_i = 1'b1; #1 check;
    #1 clk_i = 1; e_ready_o = 1'b1; e_send_o = 1'b0; e_receive_o = 1'b1; e_step_done_o = 1'b1; #1
      check;
    #1 half_done_i = 1'b0; e_ready_o = 1'b0; e_step_done_o = 1'b0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 half_done_i = 1'b1; e_ready_o = 1'b1; e_step_done_o = 1'b1; #1 check;
    #1 clk_i = 1; e_receive_o = 1'b0; e_step_done_o = 1'b0; #1 check;
    #1 half_done_i = 1'b0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    if (wrong != 0) $fatal(1, "exchange_ctl_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("exchange_ctl_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
