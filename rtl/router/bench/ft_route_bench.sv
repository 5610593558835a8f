// Made by rtl/make-benches: what gen_lane[1].route in fat_tree.router_1_0 was told and showed in
//   plexus run fat-tree alltoall --algorithm greedy --nodes 4 --lockstep ft_router
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_route_bench;
  localparam int Arity = 2;
  localparam int Levels = 2;
  localparam int Sets = 1;
  localparam int Ports = Arity + 1;
  localparam int DigitWidth = $clog2(Arity);
  localparam int IndexWidth = Levels * DigitWidth;
  localparam int HeaderWidth = Sets != 0 ? Arity ** Levels : IndexWidth;
  localparam int LevelWidth = $clog2(Levels + 1);
  logic [LevelWidth-1:0] level_i;
  logic [IndexWidth-1:0] index_i;
  logic [1:0] kind_i;
  logic [HeaderWidth-1:0] header_i;
  logic [Ports-1:0] from_i;
  logic [Ports-1:0] ports_o;
  // expected, and which bits are compared where not all are
  logic [2:0] e_ports_o = 0;
  ft_route #(.Arity(Arity), .Levels(Levels), .Sets(Sets)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(ports_o, '1)
    end
  endtask

  initial begin
    level_i = 2'h1; index_i = 2'h0; kind_i = 2'h0; header_i = 4'h0; from_i = 3'h2;
    e_ports_o = 3'h2; #1 check;
    #1 header_i = 4'h3; e_ports_o = 3'h1; #1 check;
    #1 header_i = 4'h2; #1 check;
    #1 header_i = 4'h1; e_ports_o = 3'h4; #1 check;
    if (wrong != 0) $fatal(1, "ft_route_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_route_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
