// Made by rtl/make-benches: what shared_memory.memory.bus_arbiter was told and showed in
//   plexus run shared-memory alltoall --nodes 4 --words 2 --k-star 2 --lockstep bus_arbiter
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module bus_arbiter_bench;
  localparam int Processors = 8;
  localparam int NodeWidth = $clog2(Processors);
  localparam int CountWidth = $clog2(Processors + 1);
  logic clk_i;
  logic rst_ni;
  logic [CountWidth-1:0] k_star_i;
  logic [Processors-1:0] req_i;
  logic [Processors*Processors-1:0] readers_i;
  logic [Processors-1:0] release_i;
  logic [Processors-1:0] start_o;
  logic [Processors-1:0] grant_o;
  logic [Processors-1:0] busy_o;
  // expected, and which bits are compared where not all are
  logic [7:0] e_start_o = 0;
  logic [7:0] e_grant_o = 0;
  logic [7:0] e_busy_o = 0;
  bus_arbiter #(.Processors(Processors)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(start_o, '1)
      `COMPARE(grant_o, '1)
      `COMPARE(busy_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; k_star_i = 4'h0; req_i = 8'h0; readers_i = 64'h0; release_i = 8'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 k_star_i = 4'h2; req_i = 8'hf; e_start_o = 8'h3; #1 check;
    #1 clk_i = 1; e_start_o = 8'h0; e_grant_o = 8'h3; e_busy_o = 8'h3; #1 check;
    #1 clk_i = 0; #1 req_i = 8'hc; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 release_i = 8'h3; e_start_o = 8'hc; #1 check;
    #1 clk_i = 1; e_start_o = 8'h0; e_grant_o = 8'hc; e_busy_o = 8'hc; #1 check;
    #1 clk_i = 0; #1 req_i = 8'h0; release_i = 8'h0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 req_i = 8'hf; release_i = 8'hc; e_start_o = 8'h3; #1 check;
    #1 clk_i = 1; e_start_o = 8'h0; e_grant_o = 8'h3; e_busy_o = 8'h3; #1 check;
    #1 clk_i = 0; #1 req_i = 8'hc; release_i = 8'h0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 release_i = 8'h3; e_start_o = 8'hc; #1 check;
    #1 clk_i = 1; e_start_o = 8'h0; e_grant_o = 8'hc; e_busy_o = 8'hc; #1 check;
    #1 clk_i = 0; #1 req_i = 8'h0; release_i = 8'h0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    if (wrong != 0) $fatal(1, "bus_arbiter_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("bus_arbiter_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
