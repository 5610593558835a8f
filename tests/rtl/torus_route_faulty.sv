/// A router of a torus with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module torus_route_faulty #(
  parameter  int unsigned Dims         = 4,
  parameter  int unsigned CoordWidth   = 16,
  localparam int unsigned ChannelWidth = $clog2(2 * Dims)
) (
  input  logic [2:0]                 fault_i,  /// 0 none, 1 and so on as below
  input  logic [Dims*CoordWidth-1:0] here_i,
  input  logic [Dims*CoordWidth-1:0] dest_i,
  input  logic [Dims*CoordWidth-1:0] side_i,
  input  logic                       wrap_i,
  output logic [ChannelWidth-1:0]    channel_o,
  output logic                       arrived_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    TieBackwards = 3'd1,  // half-way round goes to -
    HighestFirst = 3'd2,  // the wrong dimension first
    NeverRound = 3'd3,    // as on the open mesh
    TooFar = 3'd4,        // arrives nowhere
    OffTheGrid = 3'd5     // breaks the assertion OnTheGrid
  } fault_e;

  fault_e                     fault;
  logic [Dims*CoordWidth-1:0] here, dest, side;
  logic [ChannelWidth-1:0]    channel;
  logic                       arrived;
  logic [CoordWidth-1:0]      to, from, length, ahead;
  logic                       tie;

  assign fault = fault_e'(fault_i);

  // HighestFirst: dimension j is Dims - 1 - j inside.
  always_comb begin : lie_inside
    here = here_i;
    dest = dest_i;
    side = side_i;
    for (int unsigned j = 0; j < Dims; j++) begin
      if (fault == HighestFirst) begin
        here[j*CoordWidth +: CoordWidth] = here_i[(Dims-1-j)*CoordWidth +: CoordWidth];
        dest[j*CoordWidth +: CoordWidth] = dest_i[(Dims-1-j)*CoordWidth +: CoordWidth];
        side[j*CoordWidth +: CoordWidth] = side_i[(Dims-1-j)*CoordWidth +: CoordWidth];
      end
    end
    if (fault == OffTheGrid) dest[CoordWidth-1:0] = side_i[CoordWidth-1:0];
  end

  torus_route #(
    .Dims      (Dims),
    .CoordWidth(CoordWidth)
  ) u_torus_route (
    .here_i   (here),
    .dest_i   (dest),
    .side_i   (side),
    .wrap_i   (wrap_i && fault != NeverRound),
    .channel_o(channel),
    .arrived_o(arrived)
  );

  always_comb begin : halfway
    from   = here_i[CoordWidth*32'(channel[ChannelWidth-1:1]) +: CoordWidth];
    to     = dest_i[CoordWidth*32'(channel[ChannelWidth-1:1]) +: CoordWidth];
    length = side_i[CoordWidth*32'(channel[ChannelWidth-1:1]) +: CoordWidth];
    ahead  = to >= from ? to - from : to + length - from;
    tie    = wrap_i && !arrived && ahead == length - ahead;
  end
  assign arrived_o = arrived && fault != TooFar;
  always_comb begin : lie_outside
    channel_o = channel;
    if (fault == TieBackwards && tie) channel_o[0] = 1'b1;
    if (fault == HighestFirst && !arrived) begin
      channel_o = ChannelWidth'(2 * Dims - 2) - {channel[ChannelWidth-1:1], 1'b0};
      channel_o[0] = channel[0];
    end
  end
endmodule
