// Made by rtl/make-benches: what the twins of cube_route were told and showed in
//   plexus run hypercube move --algorithm naive --lockstep cube_route
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module cube_route_bench;
  localparam int Dims = 32;
  localparam int ChannelWidth = Dims > 1 ? $clog2(Dims) : 1;
  logic [Dims-1:0] here_i;
  logic [Dims-1:0] dest_i;
  logic [ChannelWidth-1:0] channel_o;
  logic arrived_o;
  // expected, and which bits are compared where not all are
  logic [4:0] e_channel_o = 0;
  logic e_arrived_o = 0;
  cube_route #(.Dims(Dims)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(channel_o, '1)
      `COMPARE(arrived_o, '1)
    end
  endtask

  initial begin
    here_i = 32'h0; dest_i = 32'h7;
    e_channel_o = 5'h2; #1 check;
    #1 here_i = 32'h4; e_channel_o = 5'h1; #1 check;
    #1 here_i = 32'h6; e_channel_o = 5'h0; #1 check;
    if (wrong != 0) $fatal(1, "cube_route_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("cube_route_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
