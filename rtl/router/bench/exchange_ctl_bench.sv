// Made by rtl/make-benches: what hypercube.node_0.exchange_ctl was told and showed in
//   plexus run hypercube allgather --dimension 2 --words 2 --lockstep exchange_ctl
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
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
  // expected, and which bits are compared
  logic e_ready_o = 0, m_ready_o = ~0;
  logic e_start_o = 0, m_start_o = ~0;
  logic e_send_o = 0, m_send_o = ~0;
  logic e_receive_o = 0, m_receive_o = ~0;
  logic e_step_done_o = 0, m_step_done_o = ~0;
  exchange_ctl dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((ready_o ^ e_ready_o) & m_ready_o) !== 0) begin
        $display("exchange_ctl_bench: at %0d ns ready_o is %h, not %h", $time, ready_o, e_ready_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((start_o ^ e_start_o) & m_start_o) !== 0) begin
        $display("exchange_ctl_bench: at %0d ns start_o is %h, not %h", $time, start_o, e_start_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((send_o ^ e_send_o) & m_send_o) !== 0) begin
        $display("exchange_ctl_bench: at %0d ns send_o is %h, not %h", $time, send_o, e_send_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((receive_o ^ e_receive_o) & m_receive_o) !== 0) begin
        $display("exchange_ctl_bench: at %0d ns receive_o is %h, not %h", $time, receive_o, e_receive_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((step_done_o ^ e_step_done_o) & m_step_done_o) !== 0) begin
        $display("exchange_ctl_bench: at %0d ns step_done_o is %h, not %h", $time, step_done_o, e_step_done_o);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    rst_ni = 1'b0; parity_i = 1'b0; full_duplex_i = 1'b0; step_go_i = 1'b0; half_done_i = 1'b0;
      clk_i = 1'b0;
    #1 e_ready_o = 1'b1; #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
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
