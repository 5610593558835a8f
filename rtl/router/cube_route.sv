/// Next hop on a hypercube: across the most significant bit in which the node numbers differ.
/// Twin: models/hypercube/cube_route.hpp. Latency: combinational.
module cube_route #(
  parameter  int Dims         = 16,  /// most dimensions; a smaller cube leaves high bits 0
  localparam int ChannelWidth = Dims > 1 ? $clog2(Dims) : 1
) (
  input  logic [Dims-1:0]         here_i,
  input  logic [Dims-1:0]         dest_i,
  output logic [ChannelWidth-1:0] channel_o,  /// the dimension to cross
  output logic                    arrived_o   /// nowhere to go; channel_o is 0
);
  logic [Dims-1:0] across;  // dimensions still to cross
  assign across    = here_i ^ dest_i;
  assign arrived_o = across == '0;

  always_comb begin : most_significant
    channel_o = '0;
    for (int unsigned t = 0; t < Dims; t++) begin
      if (across[t]) channel_o = ChannelWidth'(t);
    end
  end

`ifndef SYNTHESIS
  always_comb begin : contract
    TowardsDest: assert (arrived_o || across >> channel_o == Dims'(1))
      else $error("channel_o is not the most significant differing bit");
    ArrivedAtDest: assert (arrived_o == (here_i == dest_i) && (!arrived_o || channel_o == '0))
      else $error("arrived_o elsewhere than at the destination");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Arrived: cover (arrived_o);
    LowestDimension: cover (!arrived_o && channel_o == '0);
    AnotherDimension: cover (channel_o != '0);
  end
`endif
endmodule
