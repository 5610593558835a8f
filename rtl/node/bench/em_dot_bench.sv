// Made by rtl/make-benches: what alu.gen_matrix.gen_row[0].gen_column[0].entry in express_mesh.node_0.em_node1 was told and showed in
//   plexus run express-mesh reduce --algorithm algorithm-1 --sides 9 --lengths 4 --express-extra 1 --lockstep em_node1
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_dot_bench;
  logic [15:0] a_i;
  logic [15:0] b_i;
  logic [15:0] c_i;
  logic [15:0] d_i;
  logic [15:0] y_o;
  // expected, and which bits are compared where not all are
  logic [15:0] e_y_o = 0;
  em_dot dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(y_o, '1)
    end
  endtask

  initial begin
    a_i = 16'h0; b_i = 16'h0; c_i = 16'h0; d_i = 16'h0;
    #1 check;
    #1 a_i = 16'hc99; c_i = 16'h1; #1 check;
    #1 b_i = 16'h8786; d_i = 16'h1; e_y_o = 16'hab1c; #1 check;
    #1 a_i = 16'hab1c; c_i = 16'hc99; e_y_o = 16'hb047; #1 check;
    #1 b_i = 16'hddef; e_y_o = 16'ha94e; #1 check;
    #1 a_i = 16'ha94e; c_i = 16'hab1c; e_y_o = 16'hab0f; #1 check;
    #1 b_i = 16'h2ba9; e_y_o = 16'h3ad8; #1 check;
    #1 a_i = 16'h3ad8; c_i = 16'ha94e; e_y_o = 16'h607c; #1 check;
    #1 b_i = 16'h0; d_i = 16'h0; e_y_o = 16'h0; #1 check;
    #1 b_i = 16'h2360; d_i = 16'hb2e5; e_y_o = 16'hb0ce; #1 check;
    #1 a_i = 16'hb0ce; c_i = 16'h5050; e_y_o = 16'ha75e; #1 check;
    #1 b_i = 16'h0; d_i = 16'h0; e_y_o = 16'h0; #1 check;
    #1 b_i = 16'h82da; d_i = 16'h1; e_y_o = 16'hc798; #1 check;
    #1 a_i = 16'hc798; c_i = 16'hb0ce; e_y_o = 16'hd2e3; #1 check;
    if (wrong != 0) $fatal(1, "em_dot_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_dot_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
