// Made by rtl/make-benches: what the twins of pops_route were told and showed in
//   plexus run pops generalize --algorithm two-hop --d 4 --g 2 --lockstep pops_route
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module pops_route_bench;
  localparam int IndexBits = 2;
  localparam int GroupBits = 1;
  localparam int NodeBits = IndexBits + GroupBits;
  localparam int NodeWidth = NodeBits > 0 ? NodeBits : 1;
  localparam int IndexWidth = IndexBits > 0 ? IndexBits : 1;
  localparam int GroupWidth = GroupBits > 0 ? GroupBits : 1;
  logic [1:0] op_i;
  logic [NodeWidth-1:0] x_i;
  logic [NodeWidth-1:0] r_i;
  logic [NodeWidth-1:0] dest_i;
  logic [NodeWidth:0] low_i;
  logic [GroupWidth-1:0] relay_group_o;
  logic [IndexWidth-1:0] relay_idx_o;
  logic [IndexWidth-1:0] pass_o;
  logic [GroupWidth-1:0] dst_group_lo_o;
  logic [GroupWidth-1:0] dst_group_hi_o;
  // expected, and which bits are compared where not all are
  logic e_relay_group_o = 0;
  logic [1:0] e_relay_idx_o = 0;
  logic [1:0] e_pass_o = 0;
  logic e_dst_group_lo_o = 0;
  logic e_dst_group_hi_o = 0;
  pops_route #(.IndexBits(IndexBits), .GroupBits(GroupBits)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(relay_group_o, '1)
      `COMPARE(relay_idx_o, '1)
      `COMPARE(pass_o, '1)
      `COMPARE(dst_group_lo_o, '1)
      `COMPARE(dst_group_hi_o, '1)
    end
  endtask

  initial begin
    op_i = 2'h1; x_i = 3'h0; r_i = 3'h0; dest_i = 3'h0; low_i = 4'hf;
    #1 check;
    #1 op_i = 2'h0; dest_i = 3'h5; low_i = 4'h1; e_dst_group_hi_o = 1'b1; #1 check;
    #1 op_i = 2'h1; x_i = 3'h1; dest_i = 3'h0; low_i = 4'hf; e_relay_group_o = 1'b1;
      e_dst_group_hi_o = 1'b0; #1 check;
    #1 x_i = 3'h2; e_relay_group_o = 1'b0; e_pass_o = 2'h1; #1 check;
    #1 x_i = 3'h3; e_relay_group_o = 1'b1; #1 check;
    #1 x_i = 3'h4; e_relay_group_o = 1'b0; e_relay_idx_o = 2'h1; e_pass_o = 2'h0; #1 check;
    if (wrong != 0) $fatal(1, "pops_route_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("pops_route_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
