// Made by rtl/make-benches: what hypercube.node_0.cube_route was told and showed in
//   plexus run hypercube move --algorithm naive --lockstep cube_route
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
module cube_route_bench;
  localparam int Dims = 32;
  localparam int ChannelWidth = Dims > 1 ? $clog2(Dims) : 1;
  logic [Dims-1:0] here_i;
  logic [Dims-1:0] dest_i;
  logic [ChannelWidth-1:0] channel_o;
  logic arrived_o;
  // expected, and which bits are compared
  logic [4:0] e_channel_o = 0, m_channel_o = ~0;
  logic e_arrived_o = 0, m_arrived_o = ~0;
  cube_route #(.Dims(Dims)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((channel_o ^ e_channel_o) & m_channel_o) !== 0) begin
        $display("cube_route_bench: at %0d ns channel_o is %h, not %h", $time, channel_o, e_channel_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((arrived_o ^ e_arrived_o) & m_arrived_o) !== 0) begin
        $display("cube_route_bench: at %0d ns arrived_o is %h, not %h", $time, arrived_o, e_arrived_o);
        wrong = wrong + 1;
      end
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
