/// Packet router of a fat tree: a FIFO at every output, which the links of its branch serve. Twin:
/// hw/router/packet_router.hpp. Latency: 1 step from input to output if nothing waits.
///
/// On a clock edge with step_en_i the packets that have come in are routed and appended to the
/// FIFOs of their outputs, the parent's first, then child 0, 1, .., each port's in the order of its
/// links; then every output puts the first packets of its FIFO on its links, those that came in
/// included, the lowest link first. A step is one hop: in between, outputs stand. What finds no
/// place in a FIFO is lost, and overflow_o tells which output it was.
/// Lanes: the links of port 0 (parent), then those of port 1, 2, .. (child 0, 1, ..).
module ft_router #(
  parameter  int Arity       = 2,  /// children, a power of two, at least 2
  parameter  int Levels      = 3,  /// of routers in the tree, at least 1
  parameter  int UpLinks     = 1,  /// of the branch to the parent, at least 1
  parameter  int DownLinks   = 1,  /// of a branch to a child, at least 1
  parameter  int Depth       = 4,  /// places of each FIFO, at least 1
  parameter  int TagWidth    = 32,  /// bits of what a packet carries
  parameter  int Sets        = 0,  /// 1: headers have a bit for each leaf
  localparam int Ports       = Arity + 1,
  localparam int Lanes       = UpLinks + Arity * DownLinks,
  localparam int PlaceWidth  = Levels * $clog2(Arity),
  localparam int HeaderWidth = Sets != 0 ? Arity ** Levels : PlaceWidth,
  localparam int LevelWidth  = $clog2(Levels + 1),
  localparam int CountWidth  = $clog2(2 * Depth + Lanes + 1)
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
  /// packets left in each output's FIFO
  output logic [CountWidth*Ports-1:0]  waiting_o,
  output logic [Ports-1:0]             overflow_o
);
  /*verilator no_inline_module*/  // a tree's routers of one size are one piece of C++
  localparam int PacketWidth = 2 + HeaderWidth + TagWidth;
  localparam int IndexWidth  = Depth > 1 ? $clog2(Depth) : 1;

  // A place in a ring of Depth, for numbers below 2 Depth.
  function automatic logic [CountWidth-1:0] wrapped(logic [CountWidth-1:0] number);
    wrapped = number >= CountWidth'(Depth) ? number - CountWidth'(Depth) : number;
  endfunction

  // ---- what has come in, and where it goes
  logic [PacketWidth*Lanes-1:0] coming;
  logic [Ports*Lanes-1:0]       wants;  // by lane: the outputs
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

  // ---- one FIFO per output: a ring of slots
  logic [Lanes-1:0]             valid_d, valid_q;
  logic [PacketWidth*Lanes-1:0] packet_d, packet_q;
  for (genvar p = 0; p < Ports; p++) begin : gen_output
    localparam int Links = p == 0 ? UpLinks : DownLinks;
    localparam int First = p == 0 ? 0 : UpLinks + (p - 1) * DownLinks;
    logic [PacketWidth-1:0]      slots_q [Depth];
    logic [CountWidth-1:0]       head_d, head_q, count_d, count_q, total, kept, taken;
    logic [CountWidth*Lanes-1:0] place;   // of what comes in by this lane, behind what waits
    logic [CountWidth*Lanes-1:0] slot;    // that it gets
    logic [Lanes-1:0]            stored;  // it gets one: it neither leaves at once nor is lost
    logic                        overflow_d, overflow_q;

    always_comb begin : append
      total = count_q;
      for (int l = 0; l < Lanes; l++) begin
        place[CountWidth*l +: CountWidth] = total;
        total = total + CountWidth'(wants[Ports*l + p]);
      end
    end
    for (genvar k = 0; k < Links; k++) begin : gen_link
      logic [PacketWidth-1:0] fresh;
      logic [IndexWidth-1:0]  from;
      always_comb begin : take
        fresh = '0;
        for (int l = 0; l < Lanes; l++) begin
          if (wants[Ports*l + p] && place[CountWidth*l +: CountWidth] == CountWidth'(k)) begin
            fresh = fresh | coming[PacketWidth*l +: PacketWidth];
          end
        end
      end
      assign from = IndexWidth'(wrapped(head_q + CountWidth'(k)));
      assign valid_d[First + k] = CountWidth'(k) < total;
      assign packet_d[PacketWidth*(First + k) +: PacketWidth] =
          CountWidth'(k) < count_q ? slots_q[from] : fresh;
    end
    assign taken      = count_q < CountWidth'(Links) ? count_q : CountWidth'(Links);
    assign head_d     = wrapped(head_q + taken);
    assign kept       = total > CountWidth'(Links) ? total - CountWidth'(Links) : '0;
    assign overflow_d = kept > CountWidth'(Depth);
    assign count_d    = overflow_d ? CountWidth'(Depth) : kept;
    for (genvar l = 0; l < Lanes; l++) begin : gen_store
      logic [CountWidth-1:0] behind;  // the packets that stay before it
      assign behind = place[CountWidth*l +: CountWidth] - CountWidth'(Links);
      assign stored[l] =
          wants[Ports*l + p] && place[CountWidth*l +: CountWidth] >= CountWidth'(Links)
                         && behind < CountWidth'(Depth);
      assign slot[CountWidth*l +: CountWidth] = wrapped(head_d + behind);
    end

    always_ff @(posedge clk_i) begin : state
      if (!rst_ni) begin
        head_q     <= '0;
        count_q    <= '0;
        overflow_q <= 1'b0;
      end else if (step_en_i) begin
        head_q     <= head_d;
        count_q    <= count_d;
        overflow_q <= overflow_d;
      end
      for (int l = 0; l < Lanes; l++) begin
        if (step_en_i && stored[l]) begin
          slots_q[IndexWidth'(slot[CountWidth*l +: CountWidth])] <=
              coming[PacketWidth*l +: PacketWidth];
        end
      end
    end
    assign waiting_o[CountWidth*p +: CountWidth] = count_q;
    assign overflow_o[p]                         = overflow_q;

`ifndef SYNTHESIS
    NeverOverfull: assert property (@(posedge clk_i) disable iff (!rst_ni)
      count_q <= CountWidth'(Depth)) else $error("a FIFO holds more than Depth packets");
    WorkConserving: assert property (@(posedge clk_i) disable iff (!rst_ni)
      count_q != '0 |-> valid_q[First +: Links] == '1) else $error("a packet waits at a free link");
    Conserving: assert property (@(posedge clk_i) disable iff (!rst_ni)
      step_en_i && !overflow_d |->
        32'(total) == 32'(count_d) + 32'($countones(valid_d[First +: Links])))
      else $error("a packet is lost or made");
    // What is not lost by overflow goes out, once, unchanged and in order: any packet may be the
    // one that is watched.
`ifdef FORMAL
    (* anyseq *) logic watch;
    (* anyconst *) logic [31:0] lane;
`else
    logic watch;
    int   lane;
    assign watch = 1'b1;
    assign lane  = Lanes - 1;
`endif
    logic                   watching_q, comes, out;
    logic [CountWidth-1:0]  ahead_q, ahead;  // packets that leave before it
    logic [PacketWidth-1:0] watched_q, shown;
    always_comb begin : find_watched
      comes = 1'b0;
      ahead = '0;
      for (int l = 0; l < Lanes; l++) begin
        if (l == lane) begin
          comes = wants[Ports*l + p] &&
              (place[CountWidth*l +: CountWidth] < CountWidth'(Links) || stored[l]);
          ahead = place[CountWidth*l +: CountWidth];
        end
      end
      out   = 1'b0;
      shown = '0;
      for (int k = 0; k < Links; k++) begin
        if (ahead_q == CountWidth'(k)) begin
          out   = valid_q[First + k];
          shown = packet_q[PacketWidth*(First + k) +: PacketWidth];
        end
      end
    end
    always_ff @(posedge clk_i) begin : follow
      if (!rst_ni) begin
        watching_q <= 1'b0;
      end else if (step_en_i && watching_q) begin
        watching_q <= ahead_q >= CountWidth'(Links);
        ahead_q    <= ahead_q - CountWidth'(Links);
      end else if (step_en_i) begin
        watching_q <= watch && comes;
        ahead_q    <= ahead;
        for (int l = 0; l < Lanes; l++) begin
          if (l == lane) watched_q <= coming[PacketWidth*l +: PacketWidth];
        end
      end
    end
    NothingLost: assert property (@(posedge clk_i) disable iff (!rst_ni)
      watching_q && ahead_q >= CountWidth'(Links) |-> count_q > ahead_q - CountWidth'(Links))
      else $error("a packet is lost");
    InOrder: assert property (@(posedge clk_i) disable iff (!rst_ni)
      watching_q && ahead_q < CountWidth'(Links) |-> out && shown == watched_q)
      else $error("another packet than the one whose turn it is, or a changed one");
`endif
  end

  always_ff @(posedge clk_i) begin : links
    if (!rst_ni) valid_q <= '0;
    else if (step_en_i) valid_q <= valid_d;
    if (step_en_i) packet_q <= packet_d;
  end
  assign valid_o = valid_q;
  for (genvar l = 0; l < Lanes; l++) begin : gen_out
    assign {kind_o[2*l +: 2], header_o[HeaderWidth*l +: HeaderWidth],
            tag_o[TagWidth*l +: TagWidth]} = packet_q[PacketWidth*l +: PacketWidth];
  end

`ifndef SYNTHESIS
  PlaceExists: assume property (@(posedge clk_i) disable iff (!rst_ni)
    32'(level_i) - 1 < Levels && 32'(index_i) < 1 << ((Levels - 32'(level_i)) * $clog2(Arity)))
    else $error("level_i and index_i name no router of the tree");
  // What runs should meet: plexus coverage counts it.
  SeveralCome: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_i & (valid_i - 1'b1)) != '0);
  Waits: cover property (@(posedge clk_i) disable iff (!rst_ni) waiting_o != '0);
  SeveralGo: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_o & (valid_o - 1'b1)) != '0);
  Pauses: cover property (@(posedge clk_i) disable iff (!rst_ni) !step_en_i);
`endif
endmodule
