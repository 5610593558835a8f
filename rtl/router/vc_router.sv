/// Packet router with virtual channels: a queue for every channel of every input, credits for the
/// queues behind its outputs. Twin: hw/router/vc_router.hpp. Latency: Pipeline cycles from queue to
/// queue.
///
/// All decisions of a cycle look at the state at its start. The first flit of a queue may leave by
/// the channel that its packet has taken, if there is a credit for it; a head by the channel with
/// the most credits of those that want_i allows and no packet holds, the lowest of equal ones, if
/// the credits are need_i or more (where spare_i says so: need_spare_i). Every input proposes one
/// of its channels, every output takes one of the proposals. Where the queues stand in a network
/// only want_i knows: the answer of a route function to first_data_o in the same cycle.
/// Channels are counted through: lane = port * Channels + channel.
module vc_router #(
  parameter  int Ports        = 3,   /// at least 2
  parameter  int Channels     = 2,   /// at least 1
  parameter  int Depth        = 2,   /// flits of each queue, at least 1
  parameter  int DataWidth    = 32,  /// bits of a flit
  parameter  int AgeWidth     = 16,  /// bits of a time stamp, at least 2
  parameter  int Pipeline     = 1,   /// at least 1
  parameter  int CreditDelay  = 1,   /// at least 1
  localparam int Lanes        = Ports * Channels,
  localparam int ChannelWidth = Channels > 1 ? $clog2(Channels) : 1,
  localparam int PortWidth    = $clog2(Ports),
  localparam int CountWidth   = $clog2(Depth + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// as of arbiter
  input  logic [1:0]                    arbitration_i,
  input  logic [Ports*ChannelWidth-1:0] skip_channel_i,
  input  logic [Ports*PortWidth-1:0]    skip_port_i,
  /// a head waits until all of its packet is there
  input  logic                          whole_i,
  /// behind this output there is always room: the node's
  input  logic [Ports-1:0]              sink_i,
  // From the links: one flit of an input per cycle, for which the sender had a credit.
  input  logic [Ports-1:0]              valid_i,
  input  logic [Ports*ChannelWidth-1:0] channel_i,
  input  logic [Ports-1:0]              head_i,
  input  logic [Ports-1:0]              tail_i,
  input  logic [Ports*AgeWidth-1:0]     age_i,
  input  logic [Ports*DataWidth-1:0]    data_i,
  /// per lane of the inputs: a place has become free
  output logic [Lanes-1:0]              credit_o,
  // What stands first in the queues, and where it may go.
  output logic [Lanes-1:0]              first_valid_o,
  /// has a meaning only beside first_valid_o, as first_data_o
  output logic [Lanes-1:0]              first_head_o,
  output logic [Lanes*DataWidth-1:0]    first_data_o,
  /// bit queue * Lanes + lane of an output
  input  logic [Lanes*Lanes-1:0]        want_i,
  input  logic [Lanes*Lanes-1:0]        spare_i,
  input  logic [Lanes*CountWidth-1:0]   need_i,
  input  logic [Lanes*CountWidth-1:0]   need_spare_i,
  // To the links.
  output logic [Ports-1:0]              valid_o,
  /// has a meaning only beside valid_o, as head_o, tail_o, age_o and data_o
  output logic [Ports*ChannelWidth-1:0] channel_o,
  output logic [Ports-1:0]              head_o,
  output logic [Ports-1:0]              tail_o,
  output logic [Ports*AgeWidth-1:0]     age_o,
  output logic [Ports*DataWidth-1:0]    data_o,
  /// per lane of the outputs: a place behind it has become free
  input  logic [Lanes-1:0]              credit_i,
  /// bit output * Lanes + queue: its first flit moves at the coming edge
  output logic [Ports*Lanes-1:0]        grant_o,
  /// and to this channel of the output
  output logic [Ports*ChannelWidth-1:0] granted_channel_o,
  output logic [Lanes*CountWidth-1:0]   occupancy_o,
  output logic [Lanes*CountWidth-1:0]   credits_o
);
  localparam int FlitWidth = 2 + AgeWidth + DataWidth;  // head, tail, age, data

  // ---- queues -----------------------------------------------------------------------------------
  logic [Lanes*FlitWidth-1:0]  firsts;
  logic [Lanes*CountWidth-1:0] tails_d, tails_q;  // packets whose tail is in the queue
  logic [Lanes-1:0]            push, pop, has_place, first_tail;
  logic [Lanes*AgeWidth-1:0]   first_age;

  for (genvar p = 0; p < Ports; p++) begin : gen_input
    for (genvar v = 0; v < Channels; v++) begin : gen_queue
      localparam int Q = p * Channels + v;
      logic [FlitWidth-1:0] first;
      assign push[Q] = valid_i[p] && channel_i[p*ChannelWidth +: ChannelWidth] == ChannelWidth'(v);
      fifo #(.Width(FlitWidth), .Depth(Depth)) queue (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .valid_i(push[Q]),
        .ready_o(has_place[Q]),
        .data_i ({head_i[p], tail_i[p], age_i[p*AgeWidth +: AgeWidth],
                  data_i[p*DataWidth +: DataWidth]}),
        .valid_o(first_valid_o[Q]),
        .ready_i(pop[Q]),
        .data_o (first),
        .count_o(occupancy_o[Q*CountWidth +: CountWidth])
      );
      assign firsts[Q*FlitWidth +: FlitWidth] = first;
      assign first_head_o[Q] = first[FlitWidth-1];
      assign first_tail[Q]   = first[FlitWidth-2];
      assign first_age[Q*AgeWidth +: AgeWidth]       = first[DataWidth +: AgeWidth];
      assign first_data_o[Q*DataWidth +: DataWidth] = first[0 +: DataWidth];
      assign tails_d[Q*CountWidth +: CountWidth] =
          tails_q[Q*CountWidth +: CountWidth] + CountWidth'(push[Q] && tail_i[p]) -
          CountWidth'(pop[Q] && first_tail[Q]);
    end
  end

  // ---- by which channel each queue would leave --------------------------------------------------
  logic [Lanes-1:0]              taken_d, taken_q;  // its packet holds a channel: this one
  logic [Lanes*PortWidth-1:0]    taken_port_d, taken_port_q;
  logic [Lanes*ChannelWidth-1:0] taken_channel_d, taken_channel_q;
  logic [Lanes-1:0]              held_d, held_q;  // channels of outputs that a packet holds
  logic [Lanes-1:0]              takes;           // a credit of the channel
  logic [Lanes*CountWidth-1:0]   room;
  logic [Lanes-1:0]              found;
  logic [Lanes*PortWidth-1:0]    way_port;
  logic [Lanes*ChannelWidth-1:0] way_channel;
  logic [CountWidth-1:0]         most, needed;

  for (genvar o = 0; o < Ports; o++) begin : gen_room
    for (genvar w = 0; w < Channels; w++) begin : gen_channel
      localparam int C = o * Channels + w;
      credit_counter #(.Depth(Depth)) credits (
        .clk_i (clk_i),
        .rst_ni(rst_ni),
        .take_i(takes[C]),
        .give_i(credit_i[C]),
        .left_o(credits_o[C*CountWidth +: CountWidth])
      );
      assign room[C*CountWidth +: CountWidth] =
          sink_i[o] ? CountWidth'(Depth) : credits_o[C*CountWidth +: CountWidth];
    end
  end

  always_comb begin : find_ways
    found       = '0;
    way_port    = '0;
    way_channel = '0;
    most        = '0;
    needed      = '0;
    for (int q = 0; q < Lanes; q++) begin
      most = '0;
      for (int o = 0; o < Ports; o++) begin
        for (int w = 0; w < Channels; w++) begin
          needed = spare_i[q*Lanes + o*Channels + w] ? need_spare_i[q*CountWidth +: CountWidth]
                                                     : need_i[q*CountWidth +: CountWidth];
          if (taken_q[q]) begin
            if (taken_port_q[q*PortWidth +: PortWidth] == PortWidth'(o) &&
                taken_channel_q[q*ChannelWidth +: ChannelWidth] == ChannelWidth'(w) &&
                room[(o*Channels + w)*CountWidth +: CountWidth] != '0) begin
              found[q] = first_valid_o[q];
              way_port[q*PortWidth +: PortWidth]          = PortWidth'(o);
              way_channel[q*ChannelWidth +: ChannelWidth] = ChannelWidth'(w);
            end
          end else if (want_i[q*Lanes + o*Channels + w] && !held_q[o*Channels + w] &&
                       (!whole_i || tails_q[q*CountWidth +: CountWidth] != '0) &&
                       room[(o*Channels + w)*CountWidth +: CountWidth] >= needed &&
                       room[(o*Channels + w)*CountWidth +: CountWidth] > most) begin
            found[q] = first_valid_o[q];
            most     = room[(o*Channels + w)*CountWidth +: CountWidth];
            way_port[q*PortWidth +: PortWidth]          = PortWidth'(o);
            way_channel[q*ChannelWidth +: ChannelWidth] = ChannelWidth'(w);
          end
        end
      end
    end
  end

  // ---- inputs propose, outputs take -------------------------------------------------------------
  logic [Lanes-1:0]              proposed;  // one channel of each input
  logic [Ports*Ports-1:0]        asks;      // bit output * Ports + input
  logic [Ports*AgeWidth-1:0]     proposed_age;
  logic [Ports*PortWidth-1:0]    proposed_port;
  logic [Ports*ChannelWidth-1:0] proposed_from, proposed_to;
  logic [Ports*Ports-1:0]        granted;
  logic [Ports*PortWidth-1:0]    winner;
  logic [Ports*ChannelWidth-1:0] last_channel_d, last_channel_q;  // of the input's last move
  logic [Ports*PortWidth-1:0]    last_port_d, last_port_q;        // of the output's last move

  for (genvar p = 0; p < Ports; p++) begin : gen_propose
    arbiter #(
      .Inputs  (Channels),
      .AgeWidth(AgeWidth)
    ) channel_arbiter (
      .arbitration_i(arbitration_i),
      .req_i        (found[p*Channels +: Channels]),
      .age_i        (first_age[p*Channels*AgeWidth +: Channels*AgeWidth]),
      .last_i       (last_channel_q[p*ChannelWidth +: ChannelWidth]),
      .skip_i       (skip_channel_i[p*ChannelWidth +: ChannelWidth]),
      .grant_o      (proposed[p*Channels +: Channels]),
      .winner_o     (proposed_from[p*ChannelWidth +: ChannelWidth])
    );
    always_comb begin : propose
      proposed_age[p*AgeWidth +: AgeWidth]          = '0;
      proposed_port[p*PortWidth +: PortWidth]       = '0;
      proposed_to[p*ChannelWidth +: ChannelWidth]   = '0;
      for (int v = 0; v < Channels; v++) begin
        if (proposed[p*Channels + v]) begin
          proposed_age[p*AgeWidth +: AgeWidth] = first_age[(p*Channels + v)*AgeWidth +: AgeWidth];
          proposed_port[p*PortWidth +: PortWidth] =
              way_port[(p*Channels + v)*PortWidth +: PortWidth];
          proposed_to[p*ChannelWidth +: ChannelWidth] =
              way_channel[(p*Channels + v)*ChannelWidth +: ChannelWidth];
        end
      end
    end
  end

  logic [Ports*FlitWidth-1:0] sent;
  for (genvar o = 0; o < Ports; o++) begin : gen_take
    for (genvar p = 0; p < Ports; p++) begin : gen_asks
      assign asks[o*Ports + p] = proposed[p*Channels +: Channels] != '0 &&
                                 proposed_port[p*PortWidth +: PortWidth] == PortWidth'(o);
      assign grant_o[o*Lanes + p*Channels +: Channels] =
          granted[o*Ports + p] ? proposed[p*Channels +: Channels] : '0;
    end
    arbiter #(
      .Inputs  (Ports),
      .AgeWidth(AgeWidth)
    ) port_arbiter (
      .arbitration_i(arbitration_i),
      .req_i        (asks[o*Ports +: Ports]),
      .age_i        (proposed_age),
      .last_i       (last_port_q[o*PortWidth +: PortWidth]),
      .skip_i       (skip_port_i[o*PortWidth +: PortWidth]),
      .grant_o      (granted[o*Ports +: Ports]),
      .winner_o     (winner[o*PortWidth +: PortWidth])
    );
    always_comb begin : take
      granted_channel_o[o*ChannelWidth +: ChannelWidth] = '0;
      sent[o*FlitWidth +: FlitWidth]                    = '0;
      for (int p = 0; p < Ports; p++) begin
        if (granted[o*Ports + p]) begin
          granted_channel_o[o*ChannelWidth +: ChannelWidth] =
              proposed_to[p*ChannelWidth +: ChannelWidth];
        end
      end
      for (int q = 0; q < Lanes; q++) begin
        if (grant_o[o*Lanes + q]) begin
          sent[o*FlitWidth +: FlitWidth] = firsts[q*FlitWidth +: FlitWidth];
        end
      end
    end
  end

  // ---- what moves changes -----------------------------------------------------------------------
  always_comb begin : moves
    pop             = '0;
    taken_d         = taken_q;
    taken_port_d    = taken_port_q;
    taken_channel_d = taken_channel_q;
    held_d          = held_q;
    takes           = '0;
    last_channel_d  = last_channel_q;
    last_port_d     = last_port_q;
    for (int o = 0; o < Ports; o++) begin
      if (granted[o*Ports +: Ports] != '0) begin
        last_port_d[o*PortWidth +: PortWidth] = winner[o*PortWidth +: PortWidth];
      end
      for (int p = 0; p < Ports; p++) begin
        if (granted[o*Ports + p]) begin
          last_channel_d[p*ChannelWidth +: ChannelWidth] =
              proposed_from[p*ChannelWidth +: ChannelWidth];
        end
      end
      for (int q = 0; q < Lanes; q++) begin
        if (grant_o[o*Lanes + q]) begin
          pop[q]     = 1'b1;
          taken_d[q] = !first_tail[q];
          taken_port_d[q*PortWidth +: PortWidth] = PortWidth'(o);
          taken_channel_d[q*ChannelWidth +: ChannelWidth] =
              granted_channel_o[o*ChannelWidth +: ChannelWidth];
        end
      end
      for (int w = 0; w < Channels; w++) begin
        if (granted[o*Ports +: Ports] != '0 &&
            granted_channel_o[o*ChannelWidth +: ChannelWidth] == ChannelWidth'(w)) begin
          held_d[o*Channels + w] = !sent[o*FlitWidth + FlitWidth - 2];
          takes[o*Channels + w]  = !sink_i[o];
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      tails_q        <= '0;
      taken_q        <= '0;
      held_q         <= '0;
      last_channel_q <= {Ports{ChannelWidth'(Channels - 1)}};  // so that the lowest wins first
      last_port_q    <= {Ports{PortWidth'(Ports - 1)}};
    end else begin
      tails_q        <= tails_d;
      taken_q        <= taken_d;
      held_q         <= held_d;
      last_channel_q <= last_channel_d;
      last_port_q    <= last_port_d;
    end
    taken_port_q    <= taken_port_d;
    taken_channel_q <= taken_channel_d;
  end

  // ---- the rest of the way to the links ---------------------------------------------------------
  localparam int LinkWidth = ChannelWidth + FlitWidth;
  logic [Ports-1:0]           leaves, link_valid;
  logic [Ports*LinkWidth-1:0] leaving, link;
  for (genvar o = 0; o < Ports; o++) begin : gen_link
    assign leaves[o] = granted[o*Ports +: Ports] != '0;
    assign leaving[o*LinkWidth +: LinkWidth] = {granted_channel_o[o*ChannelWidth +: ChannelWidth],
                                                sent[o*FlitWidth +: FlitWidth]};
    assign valid_o[o] = link_valid[o];
    assign channel_o[o*ChannelWidth +: ChannelWidth] =
        link[o*LinkWidth + FlitWidth +: ChannelWidth];
    assign head_o[o] = link[o*LinkWidth + FlitWidth - 1];
    assign tail_o[o] = link[o*LinkWidth + FlitWidth - 2];
    assign age_o[o*AgeWidth +: AgeWidth]    = link[o*LinkWidth + DataWidth +: AgeWidth];
    assign data_o[o*DataWidth +: DataWidth] = link[o*LinkWidth +: DataWidth];
  end
  if (Pipeline > 1) begin : gen_pipeline
    logic [(Pipeline-1)*Ports-1:0]           valid_q;
    logic [(Pipeline-1)*Ports*LinkWidth-1:0] link_q;
    always_ff @(posedge clk_i) begin : shift
      if (!rst_ni) valid_q <= '0;
      else         valid_q <= ((Pipeline-1)*Ports)'({valid_q, leaves});
      link_q <= ((Pipeline-1)*Ports*LinkWidth)'({link_q, leaving});
    end
    assign link_valid = valid_q[(Pipeline-2)*Ports +: Ports];
    assign link       = link_q[(Pipeline-2)*Ports*LinkWidth +: Ports*LinkWidth];
  end else begin : gen_no_pipeline
    assign link_valid = leaves;
    assign link       = leaving;
  end
  if (CreditDelay > 1) begin : gen_credit_delay
    logic [(CreditDelay-1)*Lanes-1:0] credit_q;
    always_ff @(posedge clk_i) begin : shift
      if (!rst_ni) credit_q <= '0;
      else         credit_q <= ((CreditDelay-1)*Lanes)'({credit_q, pop});
    end
    assign credit_o = credit_q[(CreditDelay-2)*Lanes +: Lanes];
  end else begin : gen_no_credit_delay
    assign credit_o = pop;
  end

`ifndef SYNTHESIS
  logic             runs_q;
  logic [Ports-1:0] sink_q;
  always_ff @(posedge clk_i) begin : witness
    runs_q <= rst_ni;
    sink_q <= sink_i;
  end
  SinksStay: assume property (
    @(posedge clk_i) disable iff (!rst_ni) runs_q |-> sink_i == sink_q)
    else $error("an output leads elsewhere than before");
  for (genvar q = 0; q < Lanes; q++) begin : gen_queue_contract
    NeverOverfull: assume property (
      @(posedge clk_i) disable iff (!rst_ni)
      push[q] |-> has_place[q])
      else $error("a flit comes where no place is free");
    NeverMorePlaces: assume property (
      @(posedge clk_i) disable iff (!rst_ni) credit_i[q] |->
        takes[q] || credits_o[q*CountWidth +: CountWidth] != CountWidth'(Depth))
      else $error("more credits than places");
    NothingFromEmpty: assert property (
      @(posedge clk_i) disable iff (!rst_ni) pop[q] |-> first_valid_o[q])
      else $error("grant to an empty queue");
  end
  for (genvar o = 0; o < Ports; o++) begin : gen_output_contract
    OneHotGrant: assert property (
      @(posedge clk_i) disable iff (!rst_ni) $onehot0(grant_o[o*Lanes +: Lanes]))
      else $error("two grants for one output");
    PortIsLeft: assume property (@(posedge clk_i) disable iff (!rst_ni)
      arbitration_i == plexus_pkg::Coin && asks[o*Ports +: Ports] != '0 |->
        granted[o*Ports +: Ports] != '0) else $error("skip_port_i passes over all that ask");
  end
  for (genvar p = 0; p < Ports; p++) begin : gen_input_contract
    OneOfAnInput: assert property (
      @(posedge clk_i) disable iff (!rst_ni) $onehot0(pop[p*Channels +: Channels]))
      else $error("two flits leave one input");
    ChannelIsLeft: assume property (@(posedge clk_i) disable iff (!rst_ni)
      arbitration_i == plexus_pkg::Coin && found[p*Channels +: Channels] != '0 |->
        proposed[p*Channels +: Channels] != '0)
      else $error("skip_channel_i passes over all that ask");
  end
  WorkConserving: assert property (
    @(posedge clk_i) disable iff (!rst_ni) found != '0 |-> grant_o != '0)
    else $error("a flit waits though its way is free, and nothing moves");
  // What comes in goes out, once, unchanged and in order: any flit may be the one that is watched.
  for (genvar q = 0; q < Lanes; q++) begin : gen_watched
    localparam int P = q / Channels;
`ifdef FORMAL
    (* anyseq *) logic watch;
`else
    logic watch;
    assign watch = 1'b1;
`endif
    logic                  watching_q;
    logic [CountWidth-1:0] ahead_q;  // flits that leave before it
    logic [FlitWidth-1:0]  watched_q, goes;
    always_comb begin : find_way
      goes = '0;
      for (int o = 0; o < Ports; o++) begin
        if (grant_o[o*Lanes + q]) goes = goes | sent[o*FlitWidth +: FlitWidth];
      end
    end
    always_ff @(posedge clk_i) begin : follow
      if (!rst_ni) begin
        watching_q <= 1'b0;
      end else if (!watching_q) begin
        watching_q <= watch && push[q];
        ahead_q    <= occupancy_o[q*CountWidth +: CountWidth] - CountWidth'(pop[q]);
        watched_q  <= {head_i[P], tail_i[P], age_i[P*AgeWidth +: AgeWidth],
                       data_i[P*DataWidth +: DataWidth]};
      end else if (pop[q]) begin
        watching_q <= ahead_q != '0;
        ahead_q    <= ahead_q - 1'b1;
      end
    end
    NothingLost: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      watching_q |-> occupancy_o[q*CountWidth +: CountWidth] > ahead_q)
      else $error("a flit is lost");
    InOrder: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      watching_q && pop[q] && ahead_q == '0 |-> goes == watched_q)
      else $error("another flit than the one whose turn it is, or a changed one");
  end
  // A channel carries the flits of one packet until its tail.
  for (genvar c = 0; c < Lanes; c++) begin : gen_channel_contract
    localparam int O = c / Channels;
    logic             used;
    logic [Lanes-1:0] holder_q;
    assign used = grant_o[O*Lanes +: Lanes] != '0 &&
                  granted_channel_o[O*ChannelWidth +: ChannelWidth] == ChannelWidth'(c % Channels);
    always_ff @(posedge clk_i) begin : hold
      if (!rst_ni) holder_q <= '0;
      else if (used) holder_q <= sent[O*FlitWidth + FlitWidth - 2] ? '0 : grant_o[O*Lanes +: Lanes];
    end
    PacketsStayWhole: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      used && holder_q != '0 |-> grant_o[O*Lanes +: Lanes] == holder_q)
      else $error("a flit of another packet inside a packet");
    CreditBeforeFlit: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      used && !sink_i[O] |-> credits_o[c*CountWidth +: CountWidth] != '0)
      else $error("a flit goes where no place is free");
  end
  // What runs should meet: plexus coverage counts it.
  NoWay: cover property (@(posedge clk_i) disable iff (!rst_ni) (first_valid_o & ~found) != '0);
  NotTaken: cover property (@(posedge clk_i) disable iff (!rst_ni)
    found != '0 && (found & ~pop) != '0);
  WholePacket: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_o & head_o & tail_o) != '0);
  LongPacket: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_o & head_o & ~tail_o) != '0);
  NoCredit: cover property (@(posedge clk_i) disable iff (!rst_ni) credits_o == '0);
  ToSink: cover property (@(posedge clk_i) disable iff (!rst_ni) (valid_o & sink_i) != '0);
`endif
endmodule
