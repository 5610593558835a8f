/// A vc_router with a fault planted at its pins, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module vc_router_faulty #(
  parameter  int Ports        = 3,
  parameter  int Channels     = 2,
  parameter  int Depth        = 2,
  parameter  int DataWidth    = 32,
  parameter  int AgeWidth     = 16,
  parameter  int Pipeline     = 1,
  parameter  int CreditDelay  = 1,
  localparam int Lanes        = Ports * Channels,
  localparam int ChannelWidth = Channels > 1 ? $clog2(Channels) : 1,
  localparam int PortWidth    = $clog2(Ports),
  localparam int CountWidth   = $clog2(Depth + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [3:0]                    fault_i,  /// 0 none, 1 and so on as below
  input  logic [1:0]                    arbitration_i,
  input  logic [Ports*ChannelWidth-1:0] skip_channel_i,
  input  logic [Ports*PortWidth-1:0]    skip_port_i,
  input  logic                          whole_i,
  input  logic [Ports-1:0]              sink_i,
  input  logic [Ports-1:0]              valid_i,
  input  logic [Ports*ChannelWidth-1:0] channel_i,
  input  logic [Ports-1:0]              head_i,
  input  logic [Ports-1:0]              tail_i,
  input  logic [Ports*AgeWidth-1:0]     age_i,
  input  logic [Ports*DataWidth-1:0]    data_i,
  output logic [Lanes-1:0]              credit_o,
  output logic [Lanes-1:0]              first_valid_o,
  output logic [Lanes-1:0]              first_head_o,
  output logic [Lanes*DataWidth-1:0]    first_data_o,
  input  logic [Lanes*Lanes-1:0]        want_i,
  input  logic [Lanes*Lanes-1:0]        spare_i,
  input  logic [Lanes*CountWidth-1:0]   need_i,
  input  logic [Lanes*CountWidth-1:0]   need_spare_i,
  output logic [Ports-1:0]              valid_o,
  output logic [Ports*ChannelWidth-1:0] channel_o,
  output logic [Ports-1:0]              head_o,
  output logic [Ports-1:0]              tail_o,
  output logic [Ports*AgeWidth-1:0]     age_o,
  output logic [Ports*DataWidth-1:0]    data_o,
  input  logic [Lanes-1:0]              credit_i,
  output logic [Ports*Lanes-1:0]        grant_o,
  output logic [Ports*ChannelWidth-1:0] granted_channel_o,
  output logic [Lanes*CountWidth-1:0]   occupancy_o,
  output logic [Lanes*CountWidth-1:0]   credits_o
);
  typedef enum logic [3:0] {
    None = 4'd0,
    CreditNotGiven = 4'd1,   // for the places of the first input
    CreditNotTaken = 4'd2,   // for those behind the first output
    ChannelSwapped = 4'd3,   // on the links
    InputStarved = 4'd4,     // the last one, its node's
    FlitLost = 4'd5,         // on the first link
    PriorityStuck = 4'd6,    // the lower input and channel always win
    SpareForgotten = 4'd7,   // enters rings that it fills up
    WholeForgotten = 4'd8    // heads go on before their tails have come
  } fault_e;

  logic [Lanes-1:0]              credit, credit_taken;
  logic [Lanes*Lanes-1:0]        want, spare;
  logic [Ports-1:0]              valid;
  logic [Ports*ChannelWidth-1:0] channel;
  logic [1:0]                    arbitration;
  assign credit_o     = fault_i == CreditNotGiven ? credit & ~Lanes'((1 << Channels) - 1) : credit;
  assign credit_taken = fault_i == CreditNotTaken ? credit_i & ~Lanes'((1 << Channels) - 1)
                                                  : credit_i;
  assign channel_o    = fault_i == ChannelSwapped ? ~channel : channel;
  assign valid_o      = fault_i == FlitLost ? valid & ~Ports'(1) : valid;
  assign arbitration  = fault_i == PriorityStuck ? plexus_pkg::UpperFirst : arbitration_i;
  assign spare        = fault_i == SpareForgotten ? '0 : spare_i;
  assign want         = fault_i == InputStarved
                        ? want_i & {{(Channels*Lanes){1'b0}}, {((Ports-1)*Channels*Lanes){1'b1}}}
                        : want_i;

  vc_router #(
    .Ports(Ports), .Channels(Channels), .Depth(Depth), .DataWidth(DataWidth), .AgeWidth(AgeWidth),
    .Pipeline(Pipeline), .CreditDelay(CreditDelay)
  ) original (
    .clk_i, .rst_ni, .arbitration_i(arbitration), .skip_channel_i, .skip_port_i,
    .whole_i(whole_i && fault_i != WholeForgotten), .sink_i, .valid_i, .channel_i, .head_i, .tail_i,
    .age_i, .data_i, .credit_o(credit), .first_valid_o, .first_head_o, .first_data_o, .want_i(want),
    .spare_i(spare), .need_i, .need_spare_i, .valid_o(valid), .channel_o(channel), .head_o, .tail_o,
    .age_o, .data_o, .credit_i(credit_taken), .grant_o, .granted_channel_o, .occupancy_o, .credits_o
  );
endmodule
