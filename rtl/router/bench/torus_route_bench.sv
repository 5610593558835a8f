// Made by rtl/make-benches: what torus.node_0.torus_route was told and showed in
//   plexus run torus move --algorithm naive --lockstep torus_route
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
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
  // expected, and which bits are compared
  logic [2:0] e_channel_o = 0, m_channel_o = ~0;
  logic e_arrived_o = 0, m_arrived_o = ~0;
  torus_route #(.Dims(Dims), .CoordWidth(CoordWidth)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((channel_o ^ e_channel_o) & m_channel_o) !== 0) begin
        $display("torus_route_bench: at %0d ns channel_o is %h, not %h", $time, channel_o, e_channel_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((arrived_o ^ e_arrived_o) & m_arrived_o) !== 0) begin
        $display("torus_route_bench: at %0d ns arrived_o is %h, not %h", $time, arrived_o, e_arrived_o);
        wrong = wrong + 1;
      end
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
