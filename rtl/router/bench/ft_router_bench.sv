// Made by rtl/make-benches: what fat_tree.router_1_0 was told and showed in
//   plexus run fat-tree alltoall --algorithm greedy --nodes 4 --lockstep ft_router
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_router_bench;
  localparam int Arity = 2;
  localparam int Levels = 2;
  localparam int UpLinks = 1;
  localparam int DownLinks = 1;
  localparam int Depth = 64;
  localparam int TagWidth = 32;
  localparam int Sets = 1;
  localparam int Ports = Arity + 1;
  localparam int Lanes = UpLinks + Arity * DownLinks;
  localparam int PlaceWidth = Levels * $clog2(Arity);
  localparam int HeaderWidth = Sets != 0 ? Arity ** Levels : PlaceWidth;
  localparam int LevelWidth = $clog2(Levels + 1);
  localparam int CountWidth = $clog2(2 * Depth + Lanes + 1);
  logic clk_i;
  logic rst_ni;
  logic step_en_i;
  logic [LevelWidth-1:0] level_i;
  logic [PlaceWidth-1:0] index_i;
  logic [Lanes-1:0] valid_i;
  logic [2*Lanes-1:0] kind_i;
  logic [HeaderWidth*Lanes-1:0] header_i;
  logic [TagWidth*Lanes-1:0] tag_i;
  logic [Lanes-1:0] valid_o;
  logic [2*Lanes-1:0] kind_o;
  logic [HeaderWidth*Lanes-1:0] header_o;
  logic [TagWidth*Lanes-1:0] tag_o;
  logic [CountWidth*Ports-1:0] waiting_o;
  logic [Ports-1:0] overflow_o;
  // expected, and which bits are compared where not all are
  logic [2:0] e_valid_o = 0;
  logic [5:0] e_kind_o = 0, m_kind_o = ~0;
  logic [11:0] e_header_o = 0, m_header_o = ~0;
  logic [95:0] e_tag_o = 0, m_tag_o = ~0;
  logic [23:0] e_waiting_o = 0;
  logic [2:0] e_overflow_o = 0;
  ft_router #(.Arity(Arity), .Levels(Levels), .UpLinks(UpLinks), .DownLinks(DownLinks), .Depth(Depth), .TagWidth(TagWidth), .Sets(Sets)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(valid_o, '1)
      `COMPARE(kind_o, m_kind_o)
      `COMPARE(header_o, m_header_o)
      `COMPARE(tag_o, m_tag_o)
      `COMPARE(waiting_o, '1)
      `COMPARE(overflow_o, '1)
    end
  endtask

  initial begin
    rst_ni = 1'b0; step_en_i = 1'b0; level_i = 2'h1; index_i = 2'h0; valid_i = 3'h0; kind_i = 6'h0;
      header_i = 12'h0; tag_i = 96'h0; clk_i = 1'b0;
    #1 #1
    #1 clk_i = 1; #1
    #1 clk_i = 0; #1 rst_ni = 1'b1; m_kind_o = 6'h0; m_header_o = 12'h0; m_tag_o = 96'h0; #1 check;
    #1 step_en_i = 1'b1; valid_i = 3'h6; header_i = 12'h230; tag_i = 96'h10000000000000000; #1
      check;
    #1 clk_i = 1; e_valid_o = 3'h1; m_kind_o = ~0; m_header_o = ~0; e_header_o = 12'h3;
      m_tag_o = ~0; e_waiting_o = 24'h1; #1 check;
    #1 clk_i = 0; #1 header_i = 12'h320; tag_i = 96'h50000000400000000; #1 check;
    #1 clk_i = 1; e_header_o = 12'h2; e_tag_o = 96'h1; e_waiting_o = 24'h2; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h7; header_i = 12'h11; tag_i = 96'h90000000800000002; #1 check;
    #1 clk_i = 1; e_valid_o = 3'h7; e_header_o = 12'h102; e_tag_o = 96'h20000000900000004;
      e_waiting_o = 24'h10001; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h1; header_i = 12'h10; tag_i = 96'h90000000800000003; #1 check;
    #1 clk_i = 1; e_header_o = 12'h103; e_tag_o = 96'h80000000300000005; e_waiting_o = 24'h0; #1
      check;
    #1 clk_i = 0; #1 tag_i = 96'h90000000800000006; #1 check;
    #1 clk_i = 1; e_valid_o = 3'h2; e_header_o = 12'h0; e_tag_o = 96'h600000000; #1 check;
    #1 clk_i = 0; #1 header_i = 12'h11; tag_i = 96'h90000000800000007; #1 check;
    #1 clk_i = 1; e_valid_o = 3'h4; e_header_o = 12'h100; e_tag_o = 96'h70000000000000000; #1 check;
    #1 clk_i = 0; #1 valid_i = 3'h0; #1 check;
    #1 clk_i = 1; e_valid_o = 3'h0; e_header_o = 12'h0; e_tag_o = 96'h0; #1 check;
    if (wrong != 0) $fatal(1, "ft_router_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_router_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
