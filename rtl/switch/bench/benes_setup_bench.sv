// Made by rtl/make-benches: what omega.benes_setup was told and showed in
//   plexus run omega permutation --network benes --nodes 4 --lockstep benes_setup
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module benes_setup_bench;
  localparam int Ports = 4;
  localparam int AddressWidth = $clog2(Ports);
  localparam int Stages = 2*AddressWidth - 1;
  localparam int Elements = Ports/2;
  logic clk_i;
  logic rst_ni;
  logic go_i;
  logic [Ports*AddressWidth-1:0] perm_i;
  logic [Stages*Elements-1:0] state_o;
  logic busy_o;
  logic done_o;
  // expected, and which bits are compared where not all are
  logic [5:0] e_state_o = 0, m_state_o = ~0;
  logic e_busy_o = 0;
  logic e_done_o = 0;
  benes_setup #(.Ports(Ports)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(state_o, m_state_o)
      `COMPARE(busy_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; go_i = 1'b0; perm_i = 8'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; m_state_o = 6'h0; #1 check;
    #1 go_i = 1'b1; perm_i = 8'hd8; #1 check;
    #1 clk_i = 1; m_state_o = 6'hc; e_state_o = 6'h8; e_busy_o = 1'b1; #1 check;
    #1 clk_i = 0; #1 go_i = 1'b0; #1 check;
    #1 clk_i = 1; m_state_o = 6'h1d; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; m_state_o = ~0; e_state_o = 6'h2a; e_done_o = 1'b1; #1 check;
    if (wrong != 0) $fatal(1, "benes_setup_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("benes_setup_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
