// Made by rtl/make-benches: what omega.switch was told and showed in
//   plexus run omega permutation --algorithm self-routed --nodes 4 --words 2 --lockstep omega_net
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
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
  // expected, and which bits are compared
  logic e_busy_o = 0, m_busy_o = ~0;
  logic e_done_o = 0, m_done_o = ~0;
  logic [3:0] e_valid_o = 0, m_valid_o = ~0;
  logic [127:0] e_data_o = 0, m_data_o = ~0;
  logic [3:0] e_delivered_o = 0, m_delivered_o = ~0;
  logic [3:0] e_lost_o = 0, m_lost_o = ~0;
  logic [3:0] e_conflict_o = 0, m_conflict_o = ~0;
  logic [7:0] e_state_o = 0, m_state_o = ~0;
  omega_net #(.Ports(Ports), .DataWidth(DataWidth), .CostWidth(CostWidth), .StageRegister(StageRegister)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((busy_o ^ e_busy_o) & m_busy_o) !== 0) begin
        $display("omega_net_bench: at %0d ns busy_o is %h, not %h", $time, busy_o, e_busy_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((done_o ^ e_done_o) & m_done_o) !== 0) begin
        $display("omega_net_bench: at %0d ns done_o is %h, not %h", $time, done_o, e_done_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((valid_o ^ e_valid_o) & m_valid_o) !== 0) begin
        $display("omega_net_bench: at %0d ns valid_o is %h, not %h", $time, valid_o, e_valid_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((data_o ^ e_data_o) & m_data_o) !== 0) begin
        $display("omega_net_bench: at %0d ns data_o is %h, not %h", $time, data_o, e_data_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((delivered_o ^ e_delivered_o) & m_delivered_o) !== 0) begin
        $display("omega_net_bench: at %0d ns delivered_o is %h, not %h", $time, delivered_o, e_delivered_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((lost_o ^ e_lost_o) & m_lost_o) !== 0) begin
        $display("omega_net_bench: at %0d ns lost_o is %h, not %h", $time, lost_o, e_lost_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((conflict_o ^ e_conflict_o) & m_conflict_o) !== 0) begin
        $display("omega_net_bench: at %0d ns conflict_o is %h, not %h", $time, conflict_o, e_conflict_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((state_o ^ e_state_o) & m_state_o) !== 0) begin
        $display("omega_net_bench: at %0d ns state_o is %h, not %h", $time, state_o, e_state_o);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    rst_ni = 1'b0; load_i = 1'b0; startup_i = 64'h0; words_i = 64'h0; bandwidth_i = 64'h0;
      valid_i = 4'h0; bcast_i = 4'h0; destination_i = 8'h0; data_i = 128'h0; clk_i = 1'b0;
    #1 e_valid_o = 4'hb; e_data_o = 128'hc913641cc913641cbe337139be337139; e_conflict_o = 4'ha;
      e_state_o = 8'h78; #1
    #1 clk_i = 1; e_valid_o = 4'h0; e_data_o = 128'h2a95d9042a95d9042a95d9042a95d904;
      e_conflict_o = 4'h0; e_state_o = 8'h0; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; m_data_o = 128'h0; #1 check;
    #1 load_i = 1'b1; words_i = 64'h2; bandwidth_i = 64'h1; valid_i = 4'hf; destination_i = 8'hd8;
      data_i = 128'h3000000020000000100000000; #1 check;
    #1 clk_i = 1; e_busy_o = 1'b1; e_valid_o = 4'h5; e_data_o = 128'h10000000000000000;
      e_conflict_o = 4'h3; e_state_o = 8'h44; m_data_o = ~0; #1 check;
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
