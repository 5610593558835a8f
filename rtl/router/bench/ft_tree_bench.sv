// Made by rtl/make-benches: what fat_tree.branches.ft_tree was told and showed in
//   plexus run fat-tree alltoall --algorithm greedy --nodes 4 --lockstep ft_tree
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_tree_bench;
  localparam int Levels = 2;
  localparam int Exponential = 0;
  localparam int QueueFree = 0;
  localparam int Depth = 64;
  localparam int TagWidth = 32;
  localparam int Sets = 1;
  localparam int Leaves = 1 << Levels;
  localparam int HeaderWidth = Sets != 0 ? Leaves : Levels;
  localparam int LevelWidth = $clog2(Levels + 1);
  logic clk_i;
  logic rst_ni;
  logic step_en_i;
  logic [Leaves-1:0] valid_i;
  logic [2*Leaves-1:0] kind_i;
  logic [HeaderWidth*Leaves-1:0] header_i;
  logic [TagWidth*Leaves-1:0] tag_i;
  logic [Leaves-1:0] valid_o;
  logic [2*Leaves-1:0] kind_o;
  logic [HeaderWidth*Leaves-1:0] header_o;
  logic [TagWidth*Leaves-1:0] tag_o;
  logic trouble_o;
  // expected, and which bits are compared where not all are
  logic [3:0] e_valid_o = 0;
  logic [7:0] e_kind_o = 0, m_kind_o = ~0;
  logic [15:0] e_header_o = 0, m_header_o = ~0;
  logic [127:0] e_tag_o = 0, m_tag_o = ~0;
  logic e_trouble_o = 0;
  ft_tree #(.Levels(Levels), .Exponential(Exponential), .QueueFree(QueueFree), .Depth(Depth), .TagWidth(TagWidth), .Sets(Sets)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(valid_o, '1)
      `COMPARE(kind_o, m_kind_o)
      `COMPARE(header_o, m_header_o)
      `COMPARE(tag_o, m_tag_o)
      `COMPARE(trouble_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; step_en_i = 1'b0; valid_i = 4'h0; kind_i = 8'h0; header_i = 16'h0;
      tag_i = 128'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; m_kind_o = 8'h0; m_header_o = 16'h0; m_tag_o = 128'h0; #1 check;
    #1 step_en_i = 1'b1; valid_i = 4'hf; header_i = 16'h123; tag_i = 128'h3000000020000000100000000;
      #1 check;
    #1 clk_i = 1; m_kind_o = ~0; m_header_o = ~0; m_tag_o = ~0; #1 check;
    #1 clk_i = 0; #1 header_i = 16'h1032; tag_i = 128'h7000000060000000500000004; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 header_i = 16'h2301; tag_i = 128'hb0000000a0000000900000008; #1 check;
    #1 clk_i = 1; #1 check;
    #1 clk_i = 0; #1 valid_i = 4'h0; #1 check;
    #1 clk_i = 1; e_valid_o = 4'hf; e_header_o = 16'h3210; e_tag_o = 128'hb0000000200000009; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_tag_o = 128'ha000000010000000800000003; #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 4'h5; e_header_o = 16'h200; e_tag_o = 128'h40000000000000006; #1
      check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 4'ha; e_header_o = 16'h3010; e_tag_o = 128'h5000000000000000700000000;
      #1 check;
    #1 clk_i = 0; #1 check;
    #1 clk_i = 1; e_valid_o = 4'h0; e_header_o = 16'h0; e_tag_o = 128'h0; #1 check;
    if (wrong != 0) $fatal(1, "ft_tree_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_tree_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
