/// Ports by which a packet leaves a router of a fat tree. Combinational. Port 0 leads to the
/// parent, port 1 + u to child u.
///
/// Kinds: 0 unicast, the header is the destination; 1 turn, the header has a digit for each level,
/// level 1 in the lowest place: how many places to the right of where it came from the child lies
/// that gets a copy, 0: none; 2 flood, to every port but the one it came from; 3 set (with Sets), a
/// bit for each leaf: up if it has leaves outside, and to every child with one but where it came
/// from.
module ft_route #(
  parameter  int Arity       = 2,   /// children, a power of two, at least 2
  parameter  int Levels      = 4,   /// of routers in the tree, at least 1
  parameter  int Sets        = 0,   /// 1: headers have a bit for each leaf
  localparam int Ports       = Arity + 1,
  localparam int DigitWidth  = $clog2(Arity),
  localparam int IndexWidth  = Levels * DigitWidth,
  localparam int HeaderWidth = Sets != 0 ? Arity ** Levels : IndexWidth,
  localparam int LevelWidth  = $clog2(Levels + 1)
) (
  /// of this router, 1 .. Levels; constant in a tree
  input  logic [LevelWidth-1:0]  level_i,
  /// of this router in its level, from the left; constant in a tree
  input  logic [IndexWidth-1:0]  index_i,
  input  logic [1:0]             kind_i,
  input  logic [HeaderWidth-1:0] header_i,
  /// one-hot: the port it came from
  input  logic [Ports-1:0]       from_i,
  output logic [Ports-1:0]       ports_o
);
  localparam logic [1:0] Unicast = 2'd0;
  localparam logic [1:0] Turn    = 2'd1;
  localparam logic [1:0] Set     = 2'd3;

  logic [HeaderWidth-1:0] above;
  logic [DigitWidth-1:0]  digit;  // of this level
  logic                   at_root, below;
  assign above   = header_i >> (level_i * DigitWidth);
  assign digit   = DigitWidth'(header_i >> ((32'(level_i) - 1) * DigitWidth));
  assign at_root = level_i == LevelWidth'(Levels);
  assign below   = above == HeaderWidth'(index_i);

  logic [Ports-1:0] unicast, turn;
  assign unicast[0] = !below;
  for (genvar u = 0; u < Arity; u++) begin : gen_unicast
    assign unicast[1 + u] = below && digit == DigitWidth'(u);
  end

  if (Arity == 2) begin : gen_binary_turn
    ft_turn_decode #(.Levels(Levels)) decode (
      .level_i(level_i), .from_parent_i(from_i[0]), .from_child_i(from_i[2]),
      .mask_i(header_i[Levels-1:0]),
      .go_up_o(turn[0]), .go_child_o(turn[2:1]));
  end else begin : gen_turn
    assign turn[0] = !from_i[0] && above != '0;
    for (genvar u = 0; u < Arity; u++) begin : gen_child
      logic [Arity-1:0] wanted;  // by the child it came from
      for (genvar c = 0; c < Arity; c++) begin : gen_from
        assign wanted[c] = from_i[1 + c] && digit != '0 && DigitWidth'(c) + digit == DigitWidth'(u);
      end
      assign turn[1 + u] = from_i[0] || wanted != '0;
    end
  end

  logic [Ports-1:0] set;
  if (Sets != 0) begin : gen_set
    // The leaves below this router, and those of its first child, at the right end.
    logic [HeaderWidth-1:0] all, own, first;
    assign all    = (HeaderWidth'(1) << (1 << (level_i * DigitWidth))) - 1'b1;
    assign first  = (HeaderWidth'(1) << (1 << ((32'(level_i) - 1) * DigitWidth))) - 1'b1;
    assign own    = header_i >> (32'(index_i) << (level_i * DigitWidth));
    assign set[0] =
        !from_i[0] && (header_i & ~(all << (32'(index_i) << (level_i * DigitWidth)))) != '0;
    for (genvar u = 0; u < Arity; u++) begin : gen_child
      assign set[1 + u] =
          !from_i[1 + u] && ((own >> (u << ((32'(level_i) - 1) * DigitWidth))) & first) != '0;
    end
  end else begin : gen_no_set
    assign set = '0;
  end

  always_comb begin : choose
    unique case (kind_i)
      Unicast: ports_o = unicast;
      Turn:    ports_o = turn;
      default: ports_o = Sets != 0 && kind_i == Set ? set : ~from_i & {{Arity{1'b1}}, !at_root};
    endcase
  end

`ifndef SYNTHESIS
  // The children with a leaf that the header names, and whether it names one elsewhere.
  logic [Ports-1:0] by_header;
  logic [Arity-1:0] with_leaf;
  logic             outside;
  always_comb begin : find_leaves
    with_leaf = '0;
    outside   = 1'b0;
    for (int unsigned leaf = 0; leaf < Arity ** Levels; leaf++) begin
      if (Sets != 0 ? header_i[leaf % HeaderWidth]
                    : HeaderWidth'(leaf) == header_i) begin
        if (leaf >> (32'(level_i) * DigitWidth) == 32'(index_i)) begin
          with_leaf[DigitWidth'(leaf >> ((32'(level_i) - 1) * DigitWidth))] = 1'b1;
        end else begin
          outside = 1'b1;
        end
      end
    end
    by_header = {with_leaf, outside};
  end
  always_comb begin : contract
    LevelExists: assume (32'(level_i) - 1 < Levels)
      else $error("level_i is no level of the tree");
    FromOnePort: assume (from_i != '0 && (from_i & (from_i - 1'b1)) == '0)
      else $error("from_i is not one port");
    UnicastToItsLeaf: assert (kind_i != Unicast || Sets != 0 || ports_o == by_header)
      else $error("a packet leaves away from its leaf");
    SetToItsLeaves: assert (kind_i != Set || Sets == 0 || ports_o == (by_header & ~from_i))
      else $error("a packet leaves elsewhere than towards the leaves of its set");
    NeverBack: assert (kind_i == Unicast || (ports_o & from_i) == '0)
      else $error("a packet goes back where it came from");
    FloodToAll: assert (kind_i != 2'd2 ||
        (ports_o | from_i | Ports'(at_root)) == '1) else $error("a flood leaves a port out");
    NothingAboveTheRoot: assert (kind_i != 2'd2 || !at_root || !ports_o[0])
      else $error("a packet goes up from the root");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    OfUnicast: cover (kind_i == 2'd0);
    OfTurn: cover (kind_i == 2'd1);
    OfFlood: cover (kind_i == 2'd2);
    OfSet: cover (kind_i == 2'd3);
    Up: cover (ports_o[0]);
    SeveralPorts: cover ((ports_o & (ports_o - 1'b1)) != '0);
  end
`endif
endmodule
