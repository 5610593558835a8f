/// Next hop on a torus or an open mesh, dimension order: the lowest dimension that still differs.
/// Twin: models/torus/torus_route.hpp. Latency: combinational.
///
/// With wrap-around it takes the way with fewer hops; a tie (even side, half-way) goes to +. On the
/// open mesh it goes straight towards the destination.
module torus_route #(
  parameter  int Dims         = 2,  /// most dimensions; an unused one has side 1
  parameter  int CoordWidth   = 16, /// a side is at most 2^CoordWidth - 1
  localparam int ChannelWidth = $clog2(2 * Dims)
) (
  input  logic [Dims*CoordWidth-1:0] here_i,  /// coordinates, dimension 0 in the low bits
  input  logic [Dims*CoordWidth-1:0] dest_i,
  input  logic [Dims*CoordWidth-1:0] side_i,  /// nodes along each dimension
  input  logic                       wrap_i,  /// 1 torus, 0 open mesh
  output logic [ChannelWidth-1:0]    channel_o,  /// 2j for + and 2j + 1 for - in dimension j
  output logic                       arrived_o   /// nowhere to go; channel_o is 0
);
  logic [CoordWidth-1:0] here, dest;
  logic [CoordWidth:0]   ahead, back;  // hops to go in + and in - direction, with wrap-around
  logic                  minus;

  always_comb begin : next_hop
    channel_o = '0;
    arrived_o = 1'b1;
    here  = '0;
    dest  = '0;
    ahead = '0;
    back  = '0;
    minus = 1'b0;
    for (int unsigned up = 0; up < Dims; up++) begin
      // From the highest dimension down, so that the lowest has the last word.
      here  = here_i[(Dims-1-up)*CoordWidth +: CoordWidth];
      dest  = dest_i[(Dims-1-up)*CoordWidth +: CoordWidth];
      ahead = {1'b0, dest} - {1'b0, here};
      if (dest < here) ahead = ahead + {1'b0, side_i[(Dims-1-up)*CoordWidth +: CoordWidth]};
      back  = {1'b0, side_i[(Dims-1-up)*CoordWidth +: CoordWidth]} - ahead;
      minus = wrap_i ? back < ahead : dest < here;
      if (dest != here) begin
        channel_o = ChannelWidth'(2 * (Dims-1-up)) | ChannelWidth'(minus);
        arrived_o = 1'b0;
      end
    end
  end

`ifndef SYNTHESIS
  // Hops from one coordinate to another in + or in - direction, with wrap-around.
  function automatic logic [CoordWidth+1:0] ahead_by(
      logic [CoordWidth-1:0] from, logic [CoordWidth-1:0] to, logic [CoordWidth-1:0] side,
      logic backwards);
    ahead_by = backwards ? (CoordWidth+2)'(from) - (CoordWidth+2)'(to)
                         : (CoordWidth+2)'(to) - (CoordWidth+2)'(from);
    if (backwards ? to > from : from > to) ahead_by = ahead_by + (CoordWidth+2)'(side);
  endfunction
  always_comb begin : contract
    for (int unsigned j = 0; j < Dims; j++) begin
      OnTheGrid: assume (here_i[j*CoordWidth +: CoordWidth] < side_i[j*CoordWidth +: CoordWidth] &&
                         dest_i[j*CoordWidth +: CoordWidth] < side_i[j*CoordWidth +: CoordWidth])
        else $error("a coordinate outside its side");
    end
    for (int unsigned j = 0; j < Dims; j++) begin
      LowestFirst: assert (arrived_o || 32'(channel_o) / 2 <= j ||
          here_i[j*CoordWidth +: CoordWidth] == dest_i[j*CoordWidth +: CoordWidth])
        else $error("a dimension is left out that still differs");
      ShorterWay: assert (arrived_o || 32'(channel_o) / 2 != j || !wrap_i ||
          2 * ahead_by(here_i[j*CoordWidth +: CoordWidth], dest_i[j*CoordWidth +: CoordWidth],
                       side_i[j*CoordWidth +: CoordWidth], channel_o[0])
            <= (CoordWidth+2)'(side_i[j*CoordWidth +: CoordWidth]))
        else $error("the longer way round");
      DirectOnAMesh: assert (arrived_o || 32'(channel_o) / 2 != j || wrap_i ||
          channel_o[0] == (dest_i[j*CoordWidth +: CoordWidth] < here_i[j*CoordWidth +: CoordWidth]))
        else $error("away from the destination");
    end
    ArrivedAtDest: assert (arrived_o == (here_i == dest_i))
      else $error("arrived_o elsewhere than at the destination");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Arrived: cover (arrived_o);
    Forth: cover (!arrived_o && !channel_o[0]);
    Back: cover (channel_o[0]);
    OpenMesh: cover (!arrived_o && !wrap_i);
  end
`endif
endmodule
