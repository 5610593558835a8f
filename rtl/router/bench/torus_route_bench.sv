// Made by rtl/make-benches: what the twins of torus_route were told and showed in
//   plexus run torus move --algorithm naive --lockstep torus_route
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module torus_route_bench;
  localparam int Dims = 4;
  localparam int CoordWidth = 16;
  localparam int ChannelWidth = $clog2(2 * Dims);
  logic [Dims*CoordWidth-1:0] here_i;
  logic [Dims*CoordWidth-1:0] dest_i;
  logic [Dims*CoordWidth-1:0] side_i;
  logic wrap_i;
  logic [ChannelWidth-1:0] channel_o;
  logic arrived_o;
  // expected, and which bits are compared where not all are
  logic [2:0] e_channel_o = 0;
  logic e_arrived_o = 0;
  torus_route #(.Dims(Dims), .CoordWidth(CoordWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(channel_o, '1)
      `COMPARE(arrived_o, '1)
    end
  endtask

  initial begin
    here_i = 64'h0; dest_i = 64'h20002; side_i = 64'h1000100040004; wrap_i = 1'b1;
    #1 check;
    #1 here_i = 64'h1; #1 check;
    #1 here_i = 64'h2; e_channel_o = 3'h2; #1 check;
    #1 here_i = 64'h10002; #1 check;
    if (wrong != 0) $fatal(1, "torus_route_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("torus_route_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
