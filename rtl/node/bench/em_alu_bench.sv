// Made by rtl/make-benches: what alu in express_mesh.node_0.em_node1 was told and showed in
//   plexus run express-mesh reduce --algorithm algorithm-1 --sides 9 --lengths 4 --express-extra 1 --lockstep em_node1
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_alu_bench;
  localparam int Width = 64;
  localparam logic [4:0] Operators = 31;
  logic [2:0] op_i;
  logic [Width-1:0] a_i;
  logic [Width-1:0] b_i;
  logic [Width-1:0] y_o;
  // expected, and which bits are compared where not all are
  logic [63:0] e_y_o = 0;
  em_alu #(.Width(Width), .Operators(Operators)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(y_o, '1)
    end
  endtask

  initial begin
    op_i = 3'h0; a_i = 64'h0; b_i = 64'h0;
    #1 check;
    #1 op_i = 3'h4; #1 check;
    #1 a_i = 64'hc99000100010000; #1 check;
    #1 b_i = 64'h8786000100010000; e_y_o = 64'hab1c0c9987860001; #1 check;
    #1 a_i = 64'hab1c0c9987860001; e_y_o = 64'hb047ab1cce838786; #1 check;
    #1 b_i = 64'hddef000100010000; e_y_o = 64'ha94eab1c16d78786; #1 check;
    #1 a_i = 64'ha94eab1c16d78786; e_y_o = 64'hab0fa94e9e5116d7; #1 check;
    #1 b_i = 64'h2ba9000100010000; e_y_o = 64'h3ad8a94ef2e016d7; #1 check;
    #1 a_i = 64'h3ad8a94ef2e016d7; e_y_o = 64'h607c3ad87a29f2e0; #1 check;
    #1 b_i = 64'h0; e_y_o = 64'h0; #1 check;
    #1 b_i = 64'h23603fb9b2e5adfd; e_y_o = 64'hb0ce5050874bf53d; #1 check;
    #1 a_i = 64'hb0ce5050874bf53d; e_y_o = 64'ha75ead21ea558e67; #1 check;
    #1 b_i = 64'h0; e_y_o = 64'h0; #1 check;
    #1 b_i = 64'h82da000100010000; e_y_o = 64'hc798b0ce4eaf874b; #1 check;
    #1 a_i = 64'hc798b0ce4eaf874b; e_y_o = 64'hd2e3c798c1b74eaf; #1 check;
    if (wrong != 0) $fatal(1, "em_alu_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_alu_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
