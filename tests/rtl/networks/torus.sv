/// A torus of routers with one-way links, under any traffic of packets of one flit, to be proved.
/// With sides of 2 it is the torus with links both ways. Of two packets that take the same way, the
/// solver chooses which, the words tell which is which.
///
/// Packets go along x, then along y. Where both channels are there, a packet enters a ring on
/// channel 0 and goes on on channel 1 from where the ring closes, the dateline: no ring of waiting
/// packets closes. Adaptive: a packet goes along x or y, whichever has room, on the last channel;
/// the other one, in the order x, y, is its escape.
module torus #(
  parameter  int Columns  = 2,   /// at least 2
  parameter  int Rows     = 2,   /// at least 1
  parameter  int Channels = 2,   /// 1 or 2; at least 1
  parameter  bit Dateline = 1,   /// there is one
  parameter  bit Adaptive = 0,   /// packets choose
  parameter  int Depth    = 1,   /// flits of each queue, at least 1
  parameter  int Within   = 30,  /// cycles in which a packet has arrived
  localparam int Nodes    = Columns * Rows,
  localparam int XWidth   = $clog2(Columns),
  localparam int YWidth   = Rows > 1 ? $clog2(Rows) : 1,
  localparam int Place    = XWidth + YWidth,
  localparam int Lanes    = 3 * Channels
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [Nodes-1:0]       valid_i,
  input  logic [Nodes*Place-1:0] destination_i,  /// {y, x}
  input  logic                   watch_i,        /// the packet that enters at source_i now
  input  logic [7:0]             source_i,
  output logic [Nodes-1:0]       enters_o,       /// the packet of valid_i, if there is room
  output logic [Nodes-1:0]       arrives_o,
  output logic [2*Nodes-1:0]     word_o,         /// 1 the first one that is watched, 2 the second
  output logic [Nodes*Lanes-1:0] waits_o,        /// queues that hold something: x, y, the node's
  output logic [Nodes*Lanes-1:0] moves_o         /// of these: its first flit leaves with this cycle
);
  localparam int ChannelWidth = Channels > 1 ? $clog2(Channels) : 1;
  localparam int CountWidth   = $clog2(Depth + 1);
  localparam int FlitWidth    = 2 + Place;

  logic [2*Nodes-1:0]            word;
  logic [Place-1:0]              to_q, to;
  logic [7:0]                    from_q;
  logic [1:0]                    sent_q, came_d, came_q;  // by packet
  logic                          first, second, astray;
  logic [7:0]                    age_q;

  // Links by the router that they leave, those along x before those along y.
  logic [2*Nodes-1:0]              link_valid;
  logic [2*Nodes*ChannelWidth-1:0] link_channel;
  logic [2*Nodes*FlitWidth-1:0]    link;
  logic [2*Nodes*Channels-1:0]     credit;  // back to the router that they leave

  for (genvar n = 0; n < Nodes; n++) begin : gen_node
    localparam int X      = n % Columns;
    localparam int Y      = n / Columns;
    localparam int Before = Y * Columns + (X + Columns - 1) % Columns;
    localparam int Above  = (Y + Rows - 1) % Rows * Columns + X;
    /*verilator lint_off UNUSEDSIGNAL*/  // the node takes everything, on one channel
    logic [2:0]                  in_valid, out_valid;
    logic [3*ChannelWidth-1:0]   in_channel, out_channel;
    logic [3*FlitWidth-1:0]      in_flit, out_flit;
    logic [Lanes-1:0]            out_credit, in_credit;
    logic [Lanes*FlitWidth-1:0]  firsts;  // with their words, which choose no way
    /*verilator lint_on UNUSEDSIGNAL*/
    logic [Lanes*Lanes-1:0]      want;
    logic [3*Lanes-1:0]          grant;
    logic [Lanes*CountWidth-1:0] occupancy;

    assign enters_o[n] = valid_i[n] &&
        occupancy[2*Channels*CountWidth +: CountWidth] != CountWidth'(Depth);
    assign in_valid   = {enters_o[n], link_valid[Nodes + Above], link_valid[Before]};
    assign in_channel = {{ChannelWidth{1'b0}},
                         link_channel[(Nodes + Above)*ChannelWidth +: ChannelWidth],
                         link_channel[Before*ChannelWidth +: ChannelWidth]};
    assign in_flit    = {word[2*n +: 2], destination_i[n*Place +: Place],
                         link[(Nodes + Above)*FlitWidth +: FlitWidth],
                         link[Before*FlitWidth +: FlitWidth]};
    assign credit[Before*Channels +: Channels]          = out_credit[0 +: Channels];
    assign credit[(Nodes + Above)*Channels +: Channels] = out_credit[Channels +: Channels];
    assign in_credit  = {{Channels{1'b0}}, credit[(Nodes + n)*Channels +: Channels],
                         credit[n*Channels +: Channels]};
    assign link_valid[n]         = out_valid[0];
    assign link_valid[Nodes + n] = out_valid[1];
    assign link_channel[n*ChannelWidth +: ChannelWidth] = out_channel[0 +: ChannelWidth];
    assign link_channel[(Nodes + n)*ChannelWidth +: ChannelWidth] =
        out_channel[ChannelWidth +: ChannelWidth];
    assign link[n*FlitWidth +: FlitWidth]           = out_flit[0 +: FlitWidth];
    assign link[(Nodes + n)*FlitWidth +: FlitWidth] = out_flit[FlitWidth +: FlitWidth];
    assign arrives_o[n]     = out_valid[2];
    assign word_o[2*n +: 2] = out_valid[2] ? out_flit[2*FlitWidth + Place +: 2] : '0;

    for (genvar q = 0; q < Lanes; q++) begin : gen_route
      logic [Place-1:0] goal;
      logic             along_x, along_y;
      logic [Lanes-1:0] ways;
      assign goal    = firsts[q*FlitWidth +: Place];
      assign along_x = goal[0 +: XWidth] != XWidth'(X);
      assign along_y = goal[XWidth +: YWidth] != YWidth'(Y);
      // The channel on which it goes on, by that on which it has come in this dimension.
      localparam bit Closed   = Dateline && Channels > 1;
      localparam int OnX      = Closed && (X == Columns - 1 || q == 1) ? 1 : 0;
      localparam int OnY      = Closed && (Y == Rows - 1 || q == Channels + 1) ? 1 : 0;
      always_comb begin : route
        ways = '0;
        if (!along_x && !along_y) begin
          ways[2*Channels] = 1'b1;
        end else if (Adaptive) begin
          ways[Channels - 1]   = along_x;
          ways[2*Channels - 1] = along_y;
          if (Channels > 1 && along_x)  ways[0]        = 1'b1;
          if (Channels > 1 && !along_x) ways[Channels] = 1'b1;
        end else if (along_x) begin
          ways[OnX] = 1'b1;
        end else begin
          ways[Channels + OnY] = 1'b1;
        end
      end
      assign want[q*Lanes +: Lanes] = ways;
      assign waits_o[n*Lanes + q] = occupancy[q*CountWidth +: CountWidth] != '0;
      assign moves_o[n*Lanes + q] = grant[q] || grant[Lanes + q] || grant[2*Lanes + q];
    end

    /*verilator lint_off PINCONNECTEMPTY*/
    vc_router #(.Ports(3), .Channels(Channels), .Depth(Depth), .DataWidth(FlitWidth),
                .AgeWidth(2)) router (
      .clk_i, .rst_ni, .arbitration_i(2'd0), .skip_channel_i('0), .skip_port_i('0),
      .whole_i(1'b0), .sink_i(3'b100), .valid_i(in_valid), .channel_i(in_channel),
      .head_i(3'b111), .tail_i(3'b111), .age_i('0), .data_i(in_flit), .credit_o(out_credit),
      .first_valid_o(), .first_head_o(), .first_data_o(firsts), .want_i(want), .spare_i('0),
      .need_i({Lanes{CountWidth'(1)}}), .need_spare_i({Lanes{CountWidth'(1)}}),
      .valid_o(out_valid), .channel_o(out_channel), .head_o(), .tail_o(), .age_o(),
      .data_o(out_flit), .credit_i(in_credit), .grant_o(grant), .granted_channel_o(),
      .occupancy_o(occupancy), .credits_o());
    /*verilator lint_on PINCONNECTEMPTY*/
  end

  always_comb begin : colour
    to     = '0;
    first  = 1'b0;
    second = 1'b0;
    word   = '0;
    for (int n = 0; n < Nodes; n++) begin
      if (source_i == 8'(n)) begin
        to     = destination_i[n*Place +: Place];
        first  = watch_i && enters_o[n] && sent_q == 2'b00;
        second = watch_i && enters_o[n] && sent_q == 2'b01 && source_i == from_q && to == to_q;
        word[2*n +: 2] = {second, first};
      end
    end
  end
  always_comb begin : look
    came_d = '0;
    astray = 1'b0;
    for (int n = 0; n < Nodes; n++) begin
      came_d = came_d | word_o[2*n +: 2];
      if (word_o[2*n +: 2] != '0 && to_q != {YWidth'(n / Columns), XWidth'(n % Columns)}) begin
        astray = 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin : follow
    if (!rst_ni) begin
      sent_q <= '0;
      came_q <= '0;
      age_q  <= '0;
    end else begin
      sent_q <= sent_q | {second, first};
      came_q <= came_q | came_d;
      if (sent_q[0] && !came_q[0]) age_q <= age_q + 1'b1;
    end
    if (first) from_q <= source_i;
    if (first) to_q   <= to;
  end

`ifndef SYNTHESIS
  for (genvar n = 0; n < Nodes; n++) begin : gen_destination
    OnTheTorus: assume property (@(posedge clk_i) disable iff (!rst_ni)
      32'(destination_i[n*Place +: XWidth]) < Columns &&
      32'(destination_i[n*Place + XWidth +: YWidth]) < Rows)
      else $error("a destination that there is not");
  end
  Once: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (came_d & (came_q | ~sent_q)) == '0) else $error("a packet arrives twice, or was never sent");
  AtItsNode: assert property (@(posedge clk_i) disable iff (!rst_ni) !astray)
    else $error("a packet arrives at another node");
  InOrder: assert property (@(posedge clk_i) disable iff (!rst_ni)
    came_d[1] && !Adaptive |-> came_q[0]) else $error("a packet overtakes another one");
  NoDeadlock: assert property (@(posedge clk_i) disable iff (!rst_ni)
    waits_o != '0 |-> moves_o != '0) else $error("packets wait, and nothing moves");
  InTime: assert property (@(posedge clk_i) disable iff (!rst_ni)
    sent_q[0] && !came_q[0] && came_d == '0 |-> 32'(age_q) < Within)
    else $error("a packet has not arrived in time, or is lost");
`endif
endmodule
