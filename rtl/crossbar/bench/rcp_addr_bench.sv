// Made by rtl/make-benches: what reconfigurable.addresses.node_1 was told and showed in
//   plexus run reconfigurable broadcast --algorithm rcp-naive --nodes 9 --ports 2 --lockstep rcp_addr
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
module rcp_addr_bench;
  localparam int Steps = 4;
  localparam int Width = 16;
  localparam int StepWidth = $clog2(Steps + 1);
  logic clk_i;
  logic rst_ni;
  logic [Width-1:0] k_i;
  logic valid_i;
  logic [StepWidth-1:0] step_i;
  logic [Width-1:0] node_i;
  logic [Width-1:0] child_i;
  logic valid_o;
  logic [Width-1:0] child_id_o;
  logic back_valid_i;
  logic [Width-1:0] back_node_i;
  logic back_valid_o;
  logic [StepWidth-1:0] back_step_o;
  logic [Width-1:0] back_parent_o;
  logic [Width-1:0] back_child_o;
  logic [Steps*Width-1:0] digits_o;
  // expected, and which bits are compared
  logic e_valid_o = 0, m_valid_o = ~0;
  logic [15:0] e_child_id_o = 0, m_child_id_o = ~0;
  logic e_back_valid_o = 0, m_back_valid_o = ~0;
  logic [2:0] e_back_step_o = 0, m_back_step_o = ~0;
  logic [15:0] e_back_parent_o = 0, m_back_parent_o = ~0;
  logic [15:0] e_back_child_o = 0, m_back_child_o = ~0;
  logic [63:0] e_digits_o = 0, m_digits_o = ~0;
  rcp_addr #(.Steps(Steps), .Width(Width)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((valid_o ^ e_valid_o) & m_valid_o) !== 0) begin
        $display("rcp_addr_bench: at %0d ns valid_o is %h, not %h", $time, valid_o, e_valid_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((child_id_o ^ e_child_id_o) & m_child_id_o) !== 0) begin
        $display("rcp_addr_bench: at %0d ns child_id_o is %h, not %h", $time, child_id_o, e_child_id_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((back_valid_o ^ e_back_valid_o) & m_back_valid_o) !== 0) begin
        $display("rcp_addr_bench: at %0d ns back_valid_o is %h, not %h", $time, back_valid_o, e_back_valid_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((back_step_o ^ e_back_step_o) & m_back_step_o) !== 0) begin
        $display("rcp_addr_bench: at %0d ns back_step_o is %h, not %h", $time, back_step_o, e_back_step_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((back_parent_o ^ e_back_parent_o) & m_back_parent_o) !== 0) begin
        $display("rcp_addr_bench: at %0d ns back_parent_o is %h, not %h", $time, back_parent_o, e_back_parent_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((back_child_o ^ e_back_child_o) & m_back_child_o) !== 0) begin
        $display("rcp_addr_bench: at %0d ns back_child_o is %h, not %h", $time, back_child_o, e_back_child_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((digits_o ^ e_digits_o) & m_digits_o) !== 0) begin
        $display("rcp_addr_bench: at %0d ns digits_o is %h, not %h", $time, digits_o, e_digits_o);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    rst_ni = 1'b0; k_i = 16'h2; valid_i = 1'b0; step_i = 3'h0; node_i = 16'h1; child_i = 16'h0;
      back_valid_i = 1'b0; back_node_i = 16'h1; clk_i = 1'b0;
    #1 e_child_id_o = 16'h3721; e_back_step_o = 3'h5; e_back_parent_o = 16'hce01;
      e_back_child_o = 16'hbd6a; e_digits_o = 64'h9ddcc63f82c31512; #1
    #1 clk_i = 1; e_child_id_o = 16'h0; e_back_step_o = 3'h0; e_back_parent_o = 16'h0;
      e_back_child_o = 16'h0; e_digits_o = 64'h0; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; #1 check;
    #1 back_valid_i = 1'b1; #1 check;
    #1 clk_i = 1; e_child_id_o = 16'h3; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b1; step_i = 3'h1; back_valid_i = 1'b0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b1; e_child_id_o = 16'h5; #1 check;
    #1 clk_i = 0; #1 child_i = 16'h1; #1 check;
    #1 clk_i = 1; e_child_id_o = 16'h6; #1 check;
    #1 clk_i = 0; #1 valid_i = 1'b0; #1 check;
    #1 clk_i = 1; e_valid_o = 1'b0; #1 check;
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
    if (wrong != 0) $fatal(1, "rcp_addr_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("rcp_addr_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
