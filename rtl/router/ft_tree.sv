/// A whole binary fat tree of ft_router or ft_router_qf: leaves 0 .. 2^Levels - 1 with one link
/// each. Twin: models/fat-tree/module.hpp. Latency: 2 h steps between leaves of class h if nothing
/// waits.
module ft_tree #(
  parameter  int Levels      = 3,   /// of routers, at least 1
  parameter  int Exponential = 0,   /// capacities: 0 1 link in all branches, 1 2^(j-1)
  parameter  int QueueFree   = 0,   /// 1: routers without queues
  parameter  int Depth       = 4,   /// places of each FIFO
  parameter  int TagWidth    = 16,  /// bits of what a packet carries
  parameter  int Sets        = 0,   /// 1: headers have a bit for each leaf
  localparam int Leaves      = 1 << Levels,
  localparam int HeaderWidth = Sets != 0 ? Leaves : Levels,
  localparam int LevelWidth  = $clog2(Levels + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       step_en_i,
  input  logic [Leaves-1:0]          valid_i,
  input  logic [2*Leaves-1:0]        kind_i,
  input  logic [HeaderWidth*Leaves-1:0] header_i,
  input  logic [TagWidth*Leaves-1:0] tag_i,
  output logic [Leaves-1:0]          valid_o,
  /// has a meaning only beside valid_o, as header_o and tag_o
  output logic [2*Leaves-1:0]        kind_o,
  output logic [HeaderWidth*Leaves-1:0] header_o,
  output logic [TagWidth*Leaves-1:0] tag_o,
  /// a FIFO is too short, or packets meet where there are none
  output logic                       trouble_o
);
  localparam int PacketWidth = 2 + HeaderWidth + TagWidth;
  localparam int Links       = Exponential != 0 ? Levels * Leaves : 2 * Leaves - 2;

  // All links each way, those of the lowest branches first, those of one branch side by side; and a
  // bit per router, the lowest level first.
  logic [Links-1:0]             up_valid, down_valid;
  logic [Links*PacketWidth-1:0] up, down;
  logic [Leaves-2:0]            trouble;

  // The leaves' own registers: what they send is on their link in the step after.
  logic [Leaves-1:0]             sent_valid_q;
  logic [Leaves*PacketWidth-1:0] sent_d, sent_q;
  for (genvar x = 0; x < Leaves; x++) begin : gen_leaf
    assign sent_d[PacketWidth*x +: PacketWidth] = {
        kind_i[2*x +: 2], header_i[HeaderWidth*x +: HeaderWidth], tag_i[TagWidth*x +: TagWidth]};
    assign up_valid[x] = sent_valid_q[x];
    assign up[PacketWidth*x +: PacketWidth] = sent_q[PacketWidth*x +: PacketWidth];
    assign valid_o[x] = down_valid[x];
    assign {kind_o[2*x +: 2], header_o[HeaderWidth*x +: HeaderWidth],
            tag_o[TagWidth*x +: TagWidth]} =
        down[PacketWidth*x +: PacketWidth];
  end
  always_ff @(posedge clk_i) begin : send
    if (!rst_ni) sent_valid_q <= '0;
    else if (step_en_i) sent_valid_q <= valid_i;
    if (step_en_i) sent_q <= sent_d;
  end

  for (genvar i = 1; i <= Levels; i++) begin : gen_level
    localparam int Below = Exponential != 0 ? 1 << (i - 1) : 1;
    localparam int Above = i == Levels ? 1 : Exponential != 0 ? 1 << i : 1;
    localparam int Lanes = Above + 2 * Below;
    for (genvar y = 0; y < Leaves >> i; y++) begin : gen_router
      localparam int FirstBelow =
          (Exponential != 0 ? (i - 1) * Leaves : 2 * Leaves - (2 * Leaves >> (i - 1)))
          + 2 * y * Below;
      localparam int FirstAbove =
          (Exponential != 0 ? i * Leaves : 2 * Leaves - (2 * Leaves >> i)) + y * Above;
      logic [Lanes-1:0]          in_valid;
      logic [2*Lanes-1:0]        in_kind;
      logic [HeaderWidth*Lanes-1:0] in_header;
      logic [TagWidth*Lanes-1:0] in_tag;
      /*verilator lint_off UNUSEDSIGNAL*/  // the root has nothing above
      logic [Lanes-1:0]          out_valid;
      logic [2*Lanes-1:0]        out_kind;
      logic [HeaderWidth*Lanes-1:0] out_header;
      logic [TagWidth*Lanes-1:0] out_tag;
      /*verilator lint_on UNUSEDSIGNAL*/
      for (genvar l = 0; l < Lanes; l++) begin : gen_lane
        if (l >= Above) begin : gen_below
          localparam int Link = FirstBelow + l - Above;
          assign in_valid[l] = up_valid[Link];
          assign {in_kind[2*l +: 2], in_header[HeaderWidth*l +: HeaderWidth],
                  in_tag[TagWidth*l +: TagWidth]} = up[PacketWidth*Link +: PacketWidth];
          assign down_valid[Link] = out_valid[l];
          assign down[PacketWidth*Link +: PacketWidth] = {
              out_kind[2*l +: 2], out_header[HeaderWidth*l +: HeaderWidth],
              out_tag[TagWidth*l +: TagWidth]};
        end else if (i < Levels) begin : gen_above
          localparam int Link = FirstAbove + l;
          assign in_valid[l] = down_valid[Link];
          assign {in_kind[2*l +: 2], in_header[HeaderWidth*l +: HeaderWidth],
                  in_tag[TagWidth*l +: TagWidth]} = down[PacketWidth*Link +: PacketWidth];
          assign up_valid[Link] = out_valid[l];
          assign up[PacketWidth*Link +: PacketWidth] = {
              out_kind[2*l +: 2], out_header[HeaderWidth*l +: HeaderWidth],
              out_tag[TagWidth*l +: TagWidth]};
        end else begin : gen_root
          assign in_valid[l]                     = 1'b0;
          assign in_kind[2*l +: 2]               = '0;
          assign in_header[HeaderWidth*l +: HeaderWidth]   = '0;
          assign in_tag[TagWidth*l +: TagWidth]  = '0;
        end
      end
      logic [2:0] wrong;
      if (QueueFree != 0) begin : gen_queue_free
        ft_router_qf #(.Arity(2), .Levels(Levels), .UpLinks(Above), .DownLinks(Below),
                       .TagWidth(TagWidth), .Sets(Sets)) router (
          .clk_i(clk_i), .rst_ni(rst_ni), .step_en_i(step_en_i), .level_i(LevelWidth'(i)),
          .index_i(Levels'(y)), .valid_i(in_valid), .kind_i(in_kind), .header_i(in_header),
          .tag_i(in_tag), .valid_o(out_valid), .kind_o(out_kind), .header_o(out_header),
          .tag_o(out_tag), .conflict_o(wrong));
      end else begin : gen_queue
        /*verilator lint_off PINCONNECTEMPTY*/  // how many wait shows inside the routers
        ft_router #(.Arity(2), .Levels(Levels), .UpLinks(Above), .DownLinks(Below), .Depth(Depth),
                    .TagWidth(TagWidth), .Sets(Sets)) router (
          .clk_i(clk_i), .rst_ni(rst_ni), .step_en_i(step_en_i), .level_i(LevelWidth'(i)),
          .index_i(Levels'(y)), .valid_i(in_valid), .kind_i(in_kind), .header_i(in_header),
          .tag_i(in_tag), .valid_o(out_valid), .kind_o(out_kind), .header_o(out_header),
          .tag_o(out_tag), .waiting_o(), .overflow_o(wrong));
        /*verilator lint_on PINCONNECTEMPTY*/
      end
      assign trouble[Leaves - (Leaves >> (i - 1)) + y] = wrong != '0;
    end
  end
  assign trouble_o = trouble != '0;

`ifndef SYNTHESIS
  // A packet for one leaf, or for a set of them, comes out nowhere else.
  for (genvar x = 0; x < Leaves; x++) begin : gen_contract
    logic [1:0]             kind;
    logic [HeaderWidth-1:0] header;
    assign kind   = kind_o[2*x +: 2];
    assign header = header_o[HeaderWidth*x +: HeaderWidth];
    if (Sets == 0) begin : gen_one
      AtItsLeaf: assert property (@(posedge clk_i) disable iff (!rst_ni)
        valid_o[x] && kind == 2'd0 |-> 32'(header) == x)
        else $error("a packet at another leaf than its own");
    end else begin : gen_set
      AtItsLeaves: assert property (@(posedge clk_i) disable iff (!rst_ni)
        valid_o[x] && kind == 2'd3 |-> header[x % HeaderWidth])
        else $error("a packet at a leaf that is not in its set");
    end
  end
  // What runs should meet: plexus coverage counts it.
  Arrives: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_o != '0);
  SeveralArrive: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_o & (valid_o - 1'b1)) != '0);
  Pauses: cover property (@(posedge clk_i) disable iff (!rst_ni) !step_en_i);
`endif
endmodule
