// Made by rtl/make-benches: what ring.node_0.port_guard was told and showed in
//   plexus run ring allgather --nodes 4 --words 2 --lockstep port_guard
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module port_guard_bench;
  localparam int Channels = 8;
  localparam int DimWidth = 3;
  localparam int CycleWidth = 64;
  logic clk_i;
  logic rst_ni;
  logic [CycleWidth-1:0] cycle_i;
  logic [Channels-1:0] rd_i;
  logic [Channels-1:0] wr_i;
  logic [Channels*DimWidth-1:0] dim_i;
  logic [2:0] rule_i;
  logic breach_o;
  logic sticky_o;
  logic [CycleWidth-1:0] first_cycle_o;
  // expected, and which bits are compared where not all are
  logic e_breach_o = 0;
  logic e_sticky_o = 0;
  logic [63:0] e_first_cycle_o = 0;
  port_guard #(.Channels(Channels), .DimWidth(DimWidth), .CycleWidth(CycleWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(breach_o, '1)
      `COMPARE(sticky_o, '1)
      `COMPARE(first_cycle_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; cycle_i = 64'h0; rd_i = 8'h0; wr_i = 8'h0; dim_i = 24'h0; rule_i = 3'h0;
      clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 clk_i = 1; #1 check;
    #1 rd_i = 8'h2; wr_i = 8'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 cycle_i = 64'h1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 cycle_i = 64'h2; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 cycle_i = 64'h3; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 cycle_i = 64'h4; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 cycle_i = 64'h5; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 cycle_i = 64'h6; rd_i = 8'h0; wr_i = 8'h0; #1 check;
    if (wrong != 0) $fatal(1, "port_guard_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("port_guard_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
