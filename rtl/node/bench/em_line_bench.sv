// Made by rtl/make-benches: what express_mesh.em_line was told and showed in
//   plexus run express-mesh reduce --algorithm algorithm-1 --sides 9 --lengths 4 --lockstep em_line
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module em_line_bench;
  localparam int Nodes = 9;
  localparam int Length = 4;
  localparam int Width = 64;
  localparam int HopWidth = 64;
  localparam logic [4:0] Operators = 5'b11111;
  localparam int Terminals = (Nodes + Length - 1) / Length;
  localparam int CountWidth = $clog2(Nodes + 1);
  logic clk_i;
  logic rst_ni;
  logic start_i;
  logic combine_i;
  logic mirrored_i;
  logic [2:0] op_i;
  logic [HopWidth-1:0] mesh_hop_i;
  logic [HopWidth-1:0] express_hop_i;
  logic [Nodes*Width-1:0] own_i;
  logic [Nodes*Width-1:0] partial_o;
  logic done_o;
  // expected, and which bits are compared where not all are
  logic [575:0] e_partial_o = 0;
  logic e_done_o = 0;
  em_line #(.Nodes(Nodes), .Length(Length), .Width(Width), .HopWidth(HopWidth), .Operators(Operators)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(partial_o, '1)
      `COMPARE(done_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; start_i = 1'b0; combine_i = 1'b0; mirrored_i = 1'b0; op_i = 3'h0;
      mesh_hop_i = 64'h0; express_hop_i = 64'h0; own_i = 576'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 start_i = 1'b1; op_i = 3'h4; mesh_hop_i = 64'h1; express_hop_i = 64'h1;
      own_i = 576'h82da000100010000995b000100010000d09200010001000089360001000100006cd00001000100002ba9000100010000ddef00010001000087860001000100000c99000100010000;
      #1 check;
    #1 clk_i = 1;
      e_partial_o = 576'h82da000100010000995b000100010000d09200010001000089360001000100006cd00001000100002ba9000100010000ddef00010001000087860001000100000c99000100010000;
      #1 check;
    #1 clk_i = 0; #1 start_i = 1'b0; #1 check;
    #1 clk_i = 1;
      e_partial_o = 576'h82da000100010000995b000100010000d0920001000100008936000100010000aedc6cd0893600012ba9000100010000ddef0001000100008786000100010000ab1c0c9987860001;
      #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1;
      e_partial_o = 576'h82da000100010000995b000100010000d09200010001000089360001000100003fb9aedcadfd89362ba9000100010000ddef0001000100008786000100010000a94eab1c16d78786;
      #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1;
      e_partial_o = 576'h82da000100010000995b000100010000d092000100010000893600010001000023603fb9b2e5adfd2ba9000100010000ddef00010001000087860001000100003ad8a94ef2e016d7;
      #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1;
      e_partial_o = 576'h82da000100010000995b000100010000d092000100010000893600010001000023603fb9b2e5adfd2ba9000100010000ddef0001000100008786000100010000b0ce5050874bf53d;
      #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1;
      e_partial_o = 576'h82da000100010000995b000100010000d092000100010000893600010001000023603fb9b2e5adfd2ba9000100010000ddef0001000100008786000100010000c798b0ce4eaf874b;
      e_done_o = 1'b1; #1 check;
    if (wrong != 0) $fatal(1, "em_line_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("em_line_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
