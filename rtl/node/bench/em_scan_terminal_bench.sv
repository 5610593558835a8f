// Made by rtl/make-benches: what express_mesh.node_0.em_scan_terminal was told and showed in
//   plexus run express-mesh scan --algorithm line-scan --sides 9 --lengths 9 --op min --lockstep em_scan_terminal
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_scan_terminal_bench;
  localparam int Width = 64;
  localparam int HopWidth = 64;
  localparam logic [4:0] Operators = 5'b11111;
  logic clk_i;
  logic rst_ni;
  logic [2:0] op_i;
  logic suffix_i;
  logic [HopWidth-1:0] hop_i;
  logic last_i;
  logic alone_i;
  logic [Width-1:0] own_i;
  logic total_valid_i;
  logic [Width-1:0] total_i;
  logic carry_valid_i;
  logic [Width-1:0] carry_i;
  logic express_valid_o;
  logic [Width-1:0] express_data_o;
  logic mesh_valid_o;
  logic [Width-1:0] mesh_data_o;
  logic [Width-1:0] prefix_o;
  // expected, and which bits are compared where not all are
  logic e_express_valid_o = 0;
  logic [63:0] e_express_data_o = 0;
  logic e_mesh_valid_o = 0;
  logic [63:0] e_mesh_data_o = 0;
  logic [63:0] e_prefix_o = 0;
  em_scan_terminal #(.Width(Width), .HopWidth(HopWidth), .Operators(Operators)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(express_valid_o, '1)
      `COMPARE(express_data_o, '1)
      `COMPARE(mesh_valid_o, '1)
      `COMPARE(mesh_data_o, '1)
      `COMPARE(prefix_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; op_i = 3'h0; suffix_i = 1'b0; hop_i = 64'h0; last_i = 1'b0; alone_i = 1'b0;
      own_i = 64'h0; total_valid_i = 1'b0; total_i = 64'h0; carry_valid_i = 1'b0; carry_i = 64'h0;
      clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 op_i = 3'h2; hop_i = 64'h1; last_i = 1'b1; own_i = 64'h88d97; total_valid_i = 1'b1;
      total_i = 64'h88d97; carry_valid_i = 1'b1; carry_i = 64'hffffffffffffffff; #1 check;
    #1 clk_i = 1; e_mesh_valid_o = 1'b1; e_mesh_data_o = 64'h88d97;
      e_prefix_o = 64'hffffffffffffffff; #1 check;
    #1 clk_i = 0; #1 total_valid_i = 1'b0; carry_valid_i = 1'b0; #1 check;
    #1 clk_i = 1; e_mesh_valid_o = 1'b0; e_mesh_data_o = 64'h0; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; #1 check;
    if (wrong != 0) $fatal(1, "em_scan_terminal_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_scan_terminal_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
