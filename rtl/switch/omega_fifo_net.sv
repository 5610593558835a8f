/// Buffered (packet switched) omega network: log2(Ports) stages of (perfect shuffle, column of
/// omega_fifo_element), one hop per cycle, one word per packet. Twin: hw/switch/omega_fifo_net.hpp.
/// Latency: an unhindered packet that enters at clock edge t leaves at clock edge t + Stages.
///
/// A packet enters at the edge with valid_i and ready_o (its stage-0 FIFO had a free place at the
/// start of the cycle). The outputs always deliver: a packet leaves at the edge with valid_o. At
/// stage t bit Stages-1-t of the destination chooses the output, 0 the upper one. Element e of
/// stage t has the flattened index t*Ports/2 + e and joins the links 2e (upper) and 2e+1 behind the
/// shuffle; FIFOs and links are numbered t*Ports + link.
module omega_fifo_net #(
  parameter  int Ports        = 8,   /// a power of two, at least 2
  parameter  int DataWidth    = 32,  /// bits of one packet's word
  parameter  int Depth        = 2,   /// places of each FIFO, at least 1
  parameter  int AgeWidth     = 16,  /// bits of a time stamp, at least 2
  localparam int AddressWidth = $clog2(Ports),
  localparam int Stages       = AddressWidth,
  localparam int Elements     = Stages*Ports/2,
  localparam int CountWidth   = $clog2(Depth + 1)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  /// 0 alternating, 1 upper first, 2 oldest first (tie: upper), 3 by coin_i
  input  logic [1:0]                         arbitration_i,
  /// per element, for a clash in this cycle: 0 the upper, 1 the lower input wins
  input  logic [Elements-1:0]                coin_i,
  input  logic [Ports-1:0]                   valid_i,
  output logic [Ports-1:0]                   ready_o,
  input  logic [Ports*AddressWidth-1:0]      destination_i,
  input  logic [Ports*AgeWidth-1:0]          age_i,          /// time stamp as in omega_fifo_element
  input  logic [Ports*DataWidth-1:0]         data_i,
  output logic [Ports-1:0]                   valid_o,
  /// has a meaning only beside valid_o, as data_o
  output logic [Ports*AgeWidth-1:0]          age_o,
  output logic [Ports*DataWidth-1:0]         data_o,
  /// per element as omega_fifo_element's grant_o
  output logic [4*Elements-1:0]              grant_o,
  output logic [Stages*Ports*CountWidth-1:0] occupancy_o     /// per FIFO, at the start of the cycle
);
  localparam int RouteWidth = AddressWidth > 1 ? $clog2(AddressWidth) : 1;

  // Links in front of stage t, before its shuffle, start at t*Ports; those at Stages*Ports are the
  // outputs.
  logic [(Stages+1)*Ports-1:0]              valid /*verilator split_var*/;
  logic [(Stages+1)*Ports-1:0]              ready /*verilator split_var*/;
  logic [(Stages+1)*Ports*AddressWidth-1:0] destination /*verilator split_var*/;
  logic [(Stages+1)*Ports*AgeWidth-1:0]     age /*verilator split_var*/;
  logic [(Stages+1)*Ports*DataWidth-1:0]    data /*verilator split_var*/;
  assign valid[0 +: Ports]                    = valid_i;
  assign destination[0 +: Ports*AddressWidth] = destination_i;
  assign age[0 +: Ports*AgeWidth]             = age_i;
  assign data[0 +: Ports*DataWidth]           = data_i;
  assign ready_o                              = ready[0 +: Ports];
  assign ready[Stages*Ports +: Ports]         = '1;
  assign valid_o = valid[Stages*Ports +: Ports];
  assign age_o   = age[Stages*Ports*AgeWidth +: Ports*AgeWidth];
  assign data_o  = data[Stages*Ports*DataWidth +: Ports*DataWidth];

  for (genvar t = 0; t < Stages; t++) begin : gen_stage
    for (genvar e = 0; e < Ports/2; e++) begin : gen_element
      // The link that the shuffle (rotate left) brings to 2e, 2e+1: rotate right.
      localparam int Upper  = t*Ports + e;
      localparam int Lower  = t*Ports + e + Ports/2;
      localparam int Behind = (t+1)*Ports + 2*e;
      localparam int Index  = t*Ports/2 + e;
      logic [1:0] in_ready;
      omega_fifo_element #(
        .DataWidth   (DataWidth),
        .AddressWidth(AddressWidth),
        .AgeWidth    (AgeWidth),
        .Depth       (Depth)
      ) u_element (
        .clk_i,
        .rst_ni,
        .arbitration_i,
        .coin_i       (coin_i[Index]),
        .route_bit_i  (RouteWidth'(Stages - 1 - t)),
        .valid_i      ({valid[Lower], valid[Upper]}),
        .ready_o      (in_ready),
        .destination_i({destination[Lower*AddressWidth +: AddressWidth],
                        destination[Upper*AddressWidth +: AddressWidth]}),
        .age_i        ({age[Lower*AgeWidth +: AgeWidth], age[Upper*AgeWidth +: AgeWidth]}),
        .data_i       ({data[Lower*DataWidth +: DataWidth], data[Upper*DataWidth +: DataWidth]}),
        .valid_o      (valid[Behind +: 2]),
        .ready_i      (ready[Behind +: 2]),
        .destination_o(destination[Behind*AddressWidth +: 2*AddressWidth]),
        .age_o        (age[Behind*AgeWidth +: 2*AgeWidth]),
        .data_o       (data[Behind*DataWidth +: 2*DataWidth]),
        .grant_o      (grant_o[4*Index +: 4]),
        .occupancy_o  (occupancy_o[2*Index*CountWidth +: 2*CountWidth])
      );
      assign ready[Upper] = in_ready[0];
      assign ready[Lower] = in_ready[1];
    end
  end

`ifndef SYNTHESIS
  for (genvar d = 0; d < Ports; d++) begin : gen_destination_contract
    RightOutput: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      valid_o[d] |->
      destination[(Stages*Ports + d)*AddressWidth +: AddressWidth] == AddressWidth'(d))
      else $error("a packet for another output at output %0d", d);
  end

  // Packets that went in and have not come out are in the FIFOs.
  int unsigned inside_q, stored;
  always_ff @(posedge clk_i) begin : count_inside
    if (!rst_ni) inside_q <= 0;
    else         inside_q <= inside_q + $countones(valid_i & ready_o) - $countones(valid_o);
  end
  always_comb begin : count_stored
    stored = 0;
    for (int unsigned f = 0; f < Stages*Ports; f++)
      stored += 32'(occupancy_o[f*CountWidth +: CountWidth]);
  end
  Conservation: assert property (
    @(posedge clk_i) disable iff (!rst_ni) stored == inside_q)
    else $error("%0d packets stored, %0d on their way", stored, inside_q);
  // What runs should meet: plexus coverage counts it.
  NoPlace: cover property (@(posedge clk_i) disable iff (!rst_ni) ready_o != '1);
  Arrives: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_o != '0);
  SeveralArrive: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_o & (valid_o - 1'b1)) != '0);
`endif
endmodule
