// Made by rtl/make-benches: what omega.switch.stage_0.element_0 was told and showed in
//   plexus run omega permutation --algorithm self-routed --nodes 4 --words 2 --lockstep omega_element
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module omega_element_bench;
  localparam int DataWidth = 64;
  localparam bit OutputRegister = 1'b0;
  logic clk_i;
  logic rst_ni;
  logic [1:0] valid_i;
  logic [1:0] tag_i;
  logic [1:0] bcast_i;
  logic [2*DataWidth-1:0] data_i;
  logic [1:0] valid_o;
  logic [2*DataWidth-1:0] data_o;
  logic conflict_o;
  logic [1:0] state_o;
  // expected, and which bits are compared where not all are
  logic [1:0] e_valid_o = 0;
  logic [127:0] e_data_o = 0;
  logic e_conflict_o = 0;
  logic [1:0] e_state_o = 0;
  omega_element #(.DataWidth(DataWidth), .OutputRegister(OutputRegister)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(valid_o, '1)
      `COMPARE(data_o, '1)
      `COMPARE(conflict_o, '1)
      `COMPARE(state_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; valid_i = 2'h0; tag_i = 2'h0; bcast_i = 2'h0; data_i = 128'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 valid_i = 2'h3; data_i = 128'h20000000000000000; e_valid_o = 2'h1; e_conflict_o = 1'b1; #1
      check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h2; e_data_o = 128'h2; e_conflict_o = 1'b0; e_state_o = 2'h1; #1
      check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 valid_i = 2'h0; data_i = 128'h0; e_valid_o = 2'h0; e_data_o = 128'h0;
      e_state_o = 2'h0; #1 check;
    #1 clk_i = 1; #1 check;
    if (wrong != 0) $fatal(1, "omega_element_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("omega_element_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
