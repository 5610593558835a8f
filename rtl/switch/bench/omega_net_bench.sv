// Made by rtl/make-benches: what omega.switch was told and showed in
//   plexus run omega permutation --algorithm self-routed --nodes 4 --words 2 --lockstep omega_net
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module omega_net_bench;
  localparam int Ports = 4;
  localparam int DataWidth = 32;
  localparam int CostWidth = 64;
  localparam bit StageRegister = 1'b0;
  localparam int AddressWidth = $clog2(Ports);
  localparam int Stages = AddressWidth;
  localparam int Elements = Stages*Ports/2;
  logic clk_i;
  logic rst_ni;
  logic load_i;
  logic [CostWidth-1:0] startup_i;
  logic [CostWidth-1:0] words_i;
  logic [CostWidth-1:0] bandwidth_i;
  logic [Ports-1:0] valid_i;
  logic [Ports-1:0] bcast_i;
  logic [Ports*AddressWidth-1:0] destination_i;
  logic [Ports*DataWidth-1:0] data_i;
  logic busy_o;
  logic done_o;
  logic [Ports-1:0] valid_o;
  logic [Ports*DataWidth-1:0] data_o;
  logic [Ports-1:0] delivered_o;
  logic [Ports-1:0] lost_o;
  logic [Elements-1:0] conflict_o;
  logic [2*Elements-1:0] state_o;
  // expected, and which bits are compared where not all are
  logic e_busy_o = 0;
  logic e_done_o = 0;
  logic [3:0] e_valid_o = 0;
  logic [127:0] e_data_o = 0, m_data_o = ~0;
  logic [3:0] e_delivered_o = 0;
  logic [3:0] e_lost_o = 0;
  logic [3:0] e_conflict_o = 0;
  logic [7:0] e_state_o = 0;
  omega_net #(.Ports(Ports), .DataWidth(DataWidth), .CostWidth(CostWidth), .StageRegister(StageRegister)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(busy_o, '1)
      `COMPARE(done_o, '1)
      `COMPARE(valid_o, '1)
      `COMPARE(data_o, m_data_o)
      `COMPARE(delivered_o, '1)
      `COMPARE(lost_o, '1)
      `COMPARE(conflict_o, '1)
      `COMPARE(state_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; load_i = 1'b0; startup_i = 64'h0; words_i = 64'h0; bandwidth_i = 64'h0;
      valid_i = 4'h0; bcast_i = 4'h0; destination_i = 8'h0; data_i = 128'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; m_data_o = 128'h0; #1 check;
    #1 load_i = 1'b1; words_i = 64'h2; bandwidth_i = 64'h1; valid_i = 4'hf; destination_i = 8'hd8;
      data_i = 128'h3000000020000000100000000; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b1; e_valid_o = 4'h5; m_data_o = ~0;
      e_data_o = 128'h10000000000000000; e_conflict_o = 4'h3; e_state_o = 8'h44; #1 check;
    #1 clk_i = 0; #1 load_i = 1'b0; #1 check;
    #1 clk_i = 1; e_done_o = 1'b1; e_delivered_o = 4'h3; e_lost_o = 4'hc; #1 check;
    #1 clk_i = 0; #1 load_i = 1'b1; valid_i = 4'hc; destination_i = 8'hd0;
      data_i = 128'h3000000020000000000000000; #1 check;
    #1 clk_i = 1; e_done_o = 1'b0; e_valid_o = 4'ha; e_data_o = 128'h3000000000000000200000002;
      e_delivered_o = 4'h0; e_lost_o = 4'h0; e_conflict_o = 4'h0; e_state_o = 8'h11; #1 check;
    #1 clk_i = 0; #1 load_i = 1'b0; #1 check;
    #1 clk_i = 1; e_done_o = 1'b1; e_delivered_o = 4'hc; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b0; e_done_o = 1'b0; e_valid_o = 4'h0; e_data_o = 128'h0;
      e_delivered_o = 4'h0; e_state_o = 8'h0; #1 check;
    if (wrong != 0) $fatal(1, "omega_net_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("omega_net_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
