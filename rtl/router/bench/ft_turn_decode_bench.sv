// Made by rtl/make-benches: what the twins of ft_turn_decode were told and showed in
//   plexus run fat-tree broadcast --algorithm replicate --nodes 4 --lockstep ft_turn_decode
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_turn_decode_bench;
  localparam int Levels = 2;
  localparam int LevelWidth = $clog2(Levels + 1);
  logic [LevelWidth-1:0] level_i;
  logic from_parent_i;
  logic from_child_i;
  logic [Levels-1:0] mask_i;
  logic go_up_o;
  logic [1:0] go_child_o;
  // expected, and which bits are compared where not all are
  logic e_go_up_o = 0;
  logic [1:0] e_go_child_o = 0;
  ft_turn_decode #(.Levels(Levels)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(go_up_o, '1)
      `COMPARE(go_child_o, '1)
    end
  endtask

  initial begin
    level_i = 2'h1; from_parent_i = 1'b0; from_child_i = 1'b0; mask_i = 2'h3;
    e_go_up_o = 1'b1; e_go_child_o = 2'h2; #1 check;
    #1 level_i = 2'h2; e_go_up_o = 1'b0; #1 check;
    #1 level_i = 2'h1; from_parent_i = 1'b1; e_go_child_o = 2'h3; #1 check;
    if (wrong != 0) $fatal(1, "ft_turn_decode_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_turn_decode_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
