/// Packet router of a fat tree without queues, for algorithms whose timetables need none: a
/// register per link behind the routes. Twin: hw/router/packet_router.hpp in a run whose rules are
/// queue_free. Latency: 1 step.
///
/// On a clock edge with step_en_i every packet that has come in goes to all of its outputs, in the
/// order of ft_router, the lowest link first. More packets for an output than it has links raise
/// conflict_o; the last ones are lost.
module ft_router_qf #(
  parameter  int Arity       = 2,  /// children, a power of two, at least 2
  parameter  int Levels      = 3,  /// of routers in the tree, at least 1
  parameter  int UpLinks     = 1,  /// of the branch to the parent, at least 1
  parameter  int DownLinks   = 1,  /// of a branch to a child, at least 1
  parameter  int TagWidth    = 32,  /// bits of what a packet carries
  parameter  int Sets        = 0,  /// 1: headers have a bit for each leaf
  localparam int Ports       = Arity + 1,
  localparam int Lanes       = UpLinks + Arity * DownLinks,
  localparam int PlaceWidth  = Levels * $clog2(Arity),
  localparam int HeaderWidth = Sets != 0 ? Arity ** Levels : PlaceWidth,
  localparam int LevelWidth  = $clog2(Levels + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         step_en_i,
  /// of this router, 1 .. Levels; constant in a tree
  input  logic [LevelWidth-1:0]        level_i,
  /// of this router in its level, from the left; constant in a tree
  input  logic [PlaceWidth-1:0]        index_i,
  input  logic [Lanes-1:0]             valid_i,
  /// 0 unicast, 1 turn, 2 flood, 3 set: see ft_route
  input  logic [2*Lanes-1:0]           kind_i,
  input  logic [HeaderWidth*Lanes-1:0] header_i,
  input  logic [TagWidth*Lanes-1:0]    tag_i,
  output logic [Lanes-1:0]             valid_o,
  /// has a meaning only beside valid_o, as header_o and tag_o
  output logic [2*Lanes-1:0]           kind_o,
  output logic [HeaderWidth*Lanes-1:0] header_o,
  output logic [TagWidth*Lanes-1:0]    tag_o,
  output logic [Ports-1:0]             conflict_o
);
  /*verilator no_inline_module*/  // a tree's routers of one size are one piece of C++
  localparam int PacketWidth = 2 + HeaderWidth + TagWidth;
  localparam int CountWidth  = $clog2(Lanes + 1);

  logic [PacketWidth*Lanes-1:0] coming, packet_d, packet_q;
  logic [Ports*Lanes-1:0]       wants;
  logic [Lanes-1:0]             valid_d, valid_q;
  logic [Ports-1:0]             conflict_d, conflict_q;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int Port = l < UpLinks ? 0 : 1 + (l - UpLinks) / DownLinks;
    localparam logic [Ports-1:0] From = Ports'(1) << Port;
    logic [Ports-1:0] ports;
    ft_route #(.Arity(Arity), .Levels(Levels), .Sets(Sets)) route (
      .level_i(level_i), .index_i(index_i), .kind_i(kind_i[2*l +: 2]),
      .header_i(header_i[HeaderWidth*l +: HeaderWidth]), .from_i(From),
      .ports_o(ports));
    assign wants[Ports*l +: Ports] = ports & {Ports{valid_i[l]}};
    assign coming[PacketWidth*l +: PacketWidth] = {
        kind_i[2*l +: 2], header_i[HeaderWidth*l +: HeaderWidth], tag_i[TagWidth*l +: TagWidth]};
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_output
    localparam int Links = p == 0 ? UpLinks : DownLinks;
    localparam int First = p == 0 ? 0 : UpLinks + (p - 1) * DownLinks;
    logic [CountWidth*Lanes-1:0] place;
    logic [CountWidth-1:0]       total;
    always_comb begin : number
      total = '0;
      for (int l = 0; l < Lanes; l++) begin
        place[CountWidth*l +: CountWidth] = total;
        total = total + CountWidth'(wants[Ports*l + p]);
      end
    end
    for (genvar k = 0; k < Links; k++) begin : gen_link
      logic [PacketWidth-1:0] packet;
      always_comb begin : take
        packet = '0;
        for (int l = 0; l < Lanes; l++) begin
          if (wants[Ports*l + p] && place[CountWidth*l +: CountWidth] == CountWidth'(k)) begin
            packet = packet | coming[PacketWidth*l +: PacketWidth];
          end
        end
      end
      assign packet_d[PacketWidth*(First + k) +: PacketWidth] = packet;
      assign valid_d[First + k] = CountWidth'(k) < total;
    end
    assign conflict_d[p] = total > CountWidth'(Links);
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      valid_q    <= '0;
      conflict_q <= '0;
    end else if (step_en_i) begin
      valid_q    <= valid_d;
      conflict_q <= conflict_d;
    end
    if (step_en_i) packet_q <= packet_d;
  end
  assign valid_o    = valid_q;
  assign conflict_o = conflict_q;
  for (genvar l = 0; l < Lanes; l++) begin : gen_out
    assign {kind_o[2*l +: 2], header_o[HeaderWidth*l +: HeaderWidth],
            tag_o[TagWidth*l +: TagWidth]} = packet_q[PacketWidth*l +: PacketWidth];
  end

`ifndef SYNTHESIS
  PlaceExists: assume property (@(posedge clk_i) disable iff (!rst_ni)
    32'(level_i) - 1 < Levels && 32'(index_i) < 1 << ((Levels - 32'(level_i)) * $clog2(Arity)))
    else $error("level_i and index_i name no router of the tree");
  for (genvar p = 0; p < Ports; p++) begin : gen_contract
    localparam int Links = p == 0 ? UpLinks : DownLinks;
    localparam int First = p == 0 ? 0 : UpLinks + (p - 1) * DownLinks;
    logic [CountWidth-1:0] asked, asked_q;
    logic                  stepped_q;
    always_comb begin : count
      asked = '0;
      for (int l = 0; l < Lanes; l++) asked = asked + CountWidth'(wants[Ports*l + p]);
    end
    always_ff @(posedge clk_i) begin : witness
      if (!rst_ni) stepped_q <= 1'b0;
      else if (step_en_i) stepped_q <= 1'b1;
      if (step_en_i) asked_q <= asked;
    end
    ConflictIsTold: assert property (@(posedge clk_i) disable iff (!rst_ni)
      conflict_o[p] == (stepped_q && 32'(asked_q) > Links))
      else $error("a conflict that is none, or one that is not told");
    Conserving: assert property (@(posedge clk_i) disable iff (!rst_ni)
      stepped_q |-> 32'($countones(valid_o[First +: Links])) ==
                    (32'(asked_q) > Links ? Links : 32'(asked_q)))
      else $error("a packet is lost or made");
    LowestLinkFirst: assert property (@(posedge clk_i) disable iff (!rst_ni)
      (valid_o[First +: Links] & (valid_o[First +: Links] + 1'b1)) == '0)
      else $error("a link is left out");
  end
  // What runs should meet: plexus coverage counts it.
  SeveralCome: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_i & (valid_i - 1'b1)) != '0);
  SeveralGo: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_o & (valid_o - 1'b1)) != '0);
  Pauses: cover property (@(posedge clk_i) disable iff (!rst_ni) !step_en_i);
`endif
endmodule
