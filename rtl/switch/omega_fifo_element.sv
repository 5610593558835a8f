/// 2x2 element of a buffered (packet switched) multistage network: a FIFO of one-word packets at
/// each input, one move per output and cycle. Twin: hw/switch/omega_fifo_element.hpp. Latency: 1
/// cycle from input to output.
///
/// All decisions of a cycle look at the state at its start. An output takes the head of an input
/// FIFO that wants it, if ready_i says that the place behind it had room; where both heads want it,
/// arbitration_i decides. ready_o comes from a register: a place that becomes free in this cycle
/// can be filled in the next one. A packet enters at the clock edge with valid_i and ready_o, and
/// leaves at the clock edge with valid_o and ready_i. valid_o does not wait for ready_i; while an
/// output waits, its packet may change to that of the other input.
/// Index 0 is the upper, 1 the lower line, on both sides.
module omega_fifo_element #(
  parameter  int DataWidth    = 32,  /// bits of one packet's word
  parameter  int AddressWidth = 3,   /// bits of a destination
  parameter  int AgeWidth     = 16,  /// bits of a time stamp, at least 2
  parameter  int Depth        = 2,   /// places of each FIFO, at least 1
  localparam int RouteWidth   = AddressWidth > 1 ? $clog2(AddressWidth) : 1,
  localparam int CountWidth   = $clog2(Depth + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// 0 alternating, 1 upper first, 2 oldest first (tie: upper), 3 by coin_i
  input  logic [1:0]                arbitration_i,
  /// for a clash in this cycle: 0 the upper, 1 the lower input wins
  input  logic                      coin_i,
  /// destination bit that chooses the output; constant in a network
  input  logic [RouteWidth-1:0]     route_bit_i,
  input  logic [1:0]                valid_i,
  output logic [1:0]                ready_o,
  input  logic [2*AddressWidth-1:0] destination_i,
  /// time stamp, smaller is older, modulo 2^AgeWidth: packets that meet are less than
  /// 2^(AgeWidth-1) apart
  input  logic [2*AgeWidth-1:0]     age_i,
  input  logic [2*DataWidth-1:0]    data_i,
  output logic [1:0]                valid_o,
  input  logic [1:0]                ready_i,
  /// has a meaning only beside valid_o, as age_o and data_o
  output logic [2*AddressWidth-1:0] destination_o,
  output logic [2*AgeWidth-1:0]     age_o,
  output logic [2*DataWidth-1:0]    data_o,
  /// bit 2*output + input: this head moves at the coming edge
  output logic [3:0]                grant_o,
  /// packets in each FIFO at the start of the cycle
  output logic [2*CountWidth-1:0]   occupancy_o
);
  localparam int PacketWidth = AddressWidth + AgeWidth + DataWidth;

  logic [2*PacketWidth-1:0] heads;
  logic [1:0]               won_last_d, won_last_q;  // per output: the input of its last move
  logic [1:0]               waiting, wants_lower, pop;

  for (genvar i = 0; i < 2; i++) begin : gen_input
    fifo #(.Width(PacketWidth), .Depth(Depth)) queue (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(valid_i[i]),
      .ready_o(ready_o[i]),
      .data_i ({destination_i[i*AddressWidth +: AddressWidth], age_i[i*AgeWidth +: AgeWidth],
                data_i[i*DataWidth +: DataWidth]}),
      .valid_o(waiting[i]),
      .ready_i(pop[i]),
      .data_o (heads[i*PacketWidth +: PacketWidth]),
      .count_o(occupancy_o[i*CountWidth +: CountWidth])
    );
    logic [AddressWidth-1:0] destination;
    assign destination    = heads[i*PacketWidth + AgeWidth + DataWidth +: AddressWidth];
    assign wants_lower[i] = destination[route_bit_i];
    assign pop[i]         = grant_o[i] || grant_o[2 + i];
  end

  // Only one output can be wanted by both, so one arbiter serves the element: its answer counts
  // where both ask.
  logic       clash;
  logic [1:0] wins;
  assign clash = waiting == 2'b11 && wants_lower[0] == wants_lower[1];
  arbiter #(.Inputs(2), .AgeWidth(AgeWidth)) arbiter (
    .arbitration_i(arbitration_i),
    .req_i        (2'b11),
    .age_i        ({heads[PacketWidth + DataWidth +: AgeWidth], heads[DataWidth +: AgeWidth]}),
    .last_i       (won_last_q[wants_lower[0]]),
    .skip_i       (coin_i),
    .grant_o      (wins),
    /* verilator lint_off PINCONNECTEMPTY */ .winner_o() /* wins says it */
    /* verilator lint_on PINCONNECTEMPTY */
  );

  for (genvar o = 0; o < 2; o++) begin : gen_output
    logic                   upper_asks, lower_asks;
    logic [PacketWidth-1:0] packet;
    assign upper_asks     = waiting[0] && wants_lower[0] == 1'(o) && (!clash || wins[0]);
    assign lower_asks     = waiting[1] && wants_lower[1] == 1'(o) && (!clash || wins[1]);
    assign valid_o[o]     = upper_asks || lower_asks;
    assign grant_o[2*o]   = upper_asks && ready_i[o];
    assign grant_o[2*o+1] = lower_asks && ready_i[o];
    assign won_last_d[o]  = grant_o[2*o] ? 1'b0 : grant_o[2*o+1] ? 1'b1 : won_last_q[o];
    assign packet = lower_asks ? heads[PacketWidth +: PacketWidth] : heads[0 +: PacketWidth];
    assign data_o[o*DataWidth +: DataWidth] = packet[0 +: DataWidth];
    assign age_o[o*AgeWidth +: AgeWidth]    = packet[DataWidth +: AgeWidth];
    assign destination_o[o*AddressWidth +: AddressWidth] =
        packet[DataWidth + AgeWidth +: AddressWidth];
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) won_last_q <= 2'b11;  // so the upper input wins first
    else         won_last_q <= won_last_d;
  end

`ifndef SYNTHESIS
  RouteBitExists: assume property (
    @(posedge clk_i) disable iff (!rst_ni) 32'(route_bit_i) < AddressWidth)
    else $error("route_bit_i beyond the destination");
  // What comes in goes out, once, unchanged and in order: any packet may be the one that is
  // watched.
  for (genvar i = 0; i < 2; i++) begin : gen_watched
`ifdef FORMAL
    (* anyseq *) logic watch;
`else
    logic watch;
    assign watch = 1'b1;
`endif
    logic                                       watching_q, leaves;
    logic [CountWidth-1:0]                      ahead_q;  // packets that leave before it
    logic [AddressWidth+AgeWidth+DataWidth-1:0] watched_q, comes, goes;
    assign leaves = grant_o[i] || grant_o[2+i];
    assign comes  = {destination_i[i*AddressWidth +: AddressWidth],
                     age_i[i*AgeWidth +: AgeWidth], data_i[i*DataWidth +: DataWidth]};
    assign goes   = grant_o[i] ?
        {destination_o[0 +: AddressWidth], age_o[0 +: AgeWidth], data_o[0 +: DataWidth]} :
        {destination_o[AddressWidth +: AddressWidth], age_o[AgeWidth +: AgeWidth],
         data_o[DataWidth +: DataWidth]};
    always_ff @(posedge clk_i) begin : follow
      if (!rst_ni) begin
        watching_q <= 1'b0;
      end else if (!watching_q) begin
        watching_q <= watch && valid_i[i] && ready_o[i];
        ahead_q    <= occupancy_o[i*CountWidth +: CountWidth] - CountWidth'(leaves);
        watched_q  <= comes;
      end else if (leaves) begin
        watching_q <= ahead_q != '0;
        ahead_q    <= ahead_q - 1'b1;
      end
    end
    NothingLost: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      watching_q |-> occupancy_o[i*CountWidth +: CountWidth] > ahead_q)
      else $error("a packet is lost");
    InOrder: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      watching_q && leaves && ahead_q == '0 |-> goes == watched_q)
      else $error("another packet than the one whose turn it is, or a changed one");
  end
  for (genvar o = 0; o < 2; o++) begin : gen_way_contract
    logic [AddressWidth-1:0] destination;
    assign destination = destination_o[o*AddressWidth +: AddressWidth];
    RightOutput: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      valid_o[o] |-> destination[route_bit_i] == 1'(o))
      else $error("a packet at the wrong output");
  end
`endif
`ifndef SYNTHESIS
  // The setting by name (ASCII); only the wave reads it.
  /*verilator lint_off UNUSEDSIGNAL*/ logic [63:0] setting_text; /*verilator lint_on UNUSEDSIGNAL*/
  always_comb begin : show_setting
    if (waiting == '0)                     setting_text = "idle";
    else if (grant_o == '0)                setting_text = "blocked";
    else if (grant_o[0] || grant_o[3])     setting_text = "straight";
    else                                   setting_text = "exchange";
  end

  for (genvar i = 0; i < 2; i++) begin : gen_input_contract
    always_ff @(posedge clk_i) if (rst_ni) begin : contract
      OneWayOut: assert (!(grant_o[i] && grant_o[2 + i]))
        else $error("one packet granted to both outputs");
      NothingFromEmpty: assert (!pop[i] || waiting[i])
        else $error("grant to an empty FIFO");
    end
  end
  for (genvar o = 0; o < 2; o++) begin : gen_output_contract
    always_ff @(posedge clk_i) if (rst_ni) begin : contract
      OneHotGrant: assert ($onehot0(grant_o[2*o +: 2]))
        else $error("two grants for one output");
      Conserving: assert ((valid_o[o] && ready_i[o]) == (|grant_o[2*o +: 2]))
        else $error("a move without a grant, or a grant without a move");
    end
  end
  always_ff @(posedge clk_i) if (rst_ni) begin : contract
    WorkConserving: assert (waiting == '0 || ready_i != 2'b11 || grant_o != '0)
      else $error("a packet waits though both outputs are free");
  end
  // What runs should meet: plexus coverage counts it.
  Full: cover property (@(posedge clk_i) disable iff (!rst_ni) ready_o != '1);
  Blocked: cover property (@(posedge clk_i) disable iff (!rst_ni) (valid_o & ~ready_i) != '0);
  BothMove: cover property (@(posedge clk_i) disable iff (!rst_ni)
    grant_o[1:0] != '0 && grant_o[3:2] != '0);
  Straight: cover property (@(posedge clk_i) disable iff (!rst_ni) grant_o[0] || grant_o[3]);
  Exchange: cover property (@(posedge clk_i) disable iff (!rst_ni) grant_o[1] || grant_o[2]);
`endif
endmodule
