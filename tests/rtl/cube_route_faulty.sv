/// A router of a hypercube with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module cube_route_faulty #(
  parameter  int unsigned Dims         = 24,
  localparam int unsigned ChannelWidth = Dims > 1 ? $clog2(Dims) : 1
) (
  input  logic [1:0]              fault_i,  /// 0 none, 1 and so on as below
  input  logic [Dims-1:0]         here_i,
  input  logic [Dims-1:0]         dest_i,
  output logic [ChannelWidth-1:0] channel_o,
  output logic                    arrived_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    LowestFirst = 2'd1,  // the least significant differing bit
    OneTooLow = 2'd2,    // the bit below the right one
    TooFar = 2'd3        // arrives nowhere
  } fault_e;

  fault_e                  fault;
  logic [ChannelWidth-1:0] channel, lowest;
  logic                    arrived;

  assign fault = fault_e'(fault_i);

  cube_route #(
    .Dims(Dims)
  ) u_cube_route (
    .here_i,
    .dest_i,
    .channel_o(channel),
    .arrived_o(arrived)
  );

  always_comb begin : least_significant
    lowest = '0;
    for (int unsigned t = 0; t < Dims; t++) begin
      if (here_i[Dims-1-t] != dest_i[Dims-1-t]) lowest = ChannelWidth'(Dims - 1 - t);
    end
  end
  assign arrived_o = arrived && fault != TooFar;
  always_comb begin : lie
    channel_o = channel;
    if (fault == LowestFirst) channel_o = lowest;
    if (fault == OneTooLow && channel != '0) channel_o = channel - 1'b1;
  end
endmodule
