/// A line of nodes with express links that runs Algorithm 1: em_node1 at every place, and what each
/// has sent on its way to the next one. Part: such a line of hw/node/alu_node.hpp. Value i is
/// own_i's field i; the result is there (l - 1) h + (T - 1) x cycles after the first send. With
/// `mirrored_i` it is the line as seen from its other end: field i is the value of the i-th node
/// from there.
module em_line #(
  parameter  int Nodes      = 8,
  parameter  int Length     = 4,    /// of an express link, at most Nodes
  parameter  int Width      = 32,   /// 64 with matrices
  parameter  int HopWidth   = 8,
  parameter  logic [4:0]  Operators  = 5'b11111,
  localparam int Terminals  = (Nodes + Length - 1) / Length,
  localparam int CountWidth = $clog2(Nodes + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   start_i,
  input  logic                   combine_i,
  input  logic                   mirrored_i,
  input  logic [2:0]             op_i,
  input  logic [HopWidth-1:0]    mesh_hop_i,     /// cycles, 1 or more; held while it runs
  input  logic [HopWidth-1:0]    express_hop_i,
  input  logic [Nodes*Width-1:0] own_i,
  output logic [Nodes*Width-1:0] partial_o,  /// what every node holds
  output logic                   done_o      /// node 0 holds the result
);
  // By the node that a packet leaves; `..._valid` marks the last cycle of its hop. A terminal sends
  // nothing over its mesh link, the others nothing over express links, and only node 0 knows the
  // end: not all bits are used.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Nodes-1:0]       left_valid, express_valid, done;
  logic [Nodes*Width-1:0] sent_data;
  /* verilator lint_on UNUSEDSIGNAL */

  for (genvar i = 0; i < Nodes; i++) begin : gen_node
    localparam int Place    = i;
    localparam int Terminal = Place / Length;
    localparam int Offset   = Place % Length;
    localparam int Segment  =
        (Terminal + 1) * Length <= Nodes ? Length : Nodes - Terminal * Length;
    logic                right_valid, from_express_valid;
    logic [Width-1:0]    right_data, from_express_data;
    logic                sends_left, sends_express, at_once;
    logic [Width-1:0]    left, express, data_q;
    logic                to_express_q;
    logic [HopWidth-1:0] left_q;  // cycles that the packet on its way still takes

    if (Offset + 1 < Segment) begin : gen_mesh
      assign right_valid = left_valid[Place+1];
      assign right_data  = sent_data[(Place+1)*Width +: Width];
    end else begin : gen_no_mesh
      assign right_valid = 1'b0;
      assign right_data  = '0;
    end
    if (Offset == 0 && Place + Length < Nodes) begin : gen_express
      assign from_express_valid = express_valid[Place+Length];
      assign from_express_data  = sent_data[(Place+Length)*Width +: Width];
    end else begin : gen_no_express
      assign from_express_valid = 1'b0;
      assign from_express_data  = '0;
    end

    // One packet is on its way from a node at a time: it has one port.
    assign at_once = (sends_left && mesh_hop_i == HopWidth'(1)) ||
        (sends_express && express_hop_i == HopWidth'(1));
    assign left_valid[Place]    = (at_once && sends_left) ||
        (left_q == HopWidth'(1) && !to_express_q);
    assign express_valid[Place] = (at_once && sends_express) ||
        (left_q == HopWidth'(1) && to_express_q);
    assign sent_data[Place*Width +: Width] = at_once ? left | express : data_q;

    always_ff @(posedge clk_i) begin : on_its_way
      if (!rst_ni) begin
        left_q       <= '0;
        to_express_q <= 1'b0;
        data_q       <= '0;
      end else if ((sends_left || sends_express) && !at_once) begin
        left_q       <= (sends_express ? express_hop_i : mesh_hop_i) - 1'b1;
        to_express_q <= sends_express;
        data_q       <= left | express;
      end else if (left_q != '0) begin
        left_q <= left_q - 1'b1;
      end
    end

    em_node1 #(
      .Width     (Width),
      .CountWidth(CountWidth),
      .HopWidth  (HopWidth),
      .Operators (Operators)
    ) node (
      .clk_i,
      .rst_ni,
      .start_i,
      .combine_i,
      .mirrored_i,
      .op_i,
      .mesh_hop_i,
      .express_hop_i,
      .own_i          (own_i[Place*Width +: Width]),
      .offset_i       (CountWidth'(Offset)),
      .segment_i      (CountWidth'(Segment)),
      .full_i         (CountWidth'(Length < Nodes ? Length : Nodes)),
      .terminal_i     (CountWidth'(Terminal)),
      .terminals_i    (CountWidth'(Terminals)),
      .right_valid_i  (right_valid),
      .right_data_i   (right_data),
      .left_valid_o   (sends_left),
      .left_data_o    (left),
      .express_valid_i(from_express_valid),
      .express_data_i (from_express_data),
      .express_valid_o(sends_express),
      .express_data_o (express),
      .partial_o      (partial_o[Place*Width +: Width]),
      .done_o         (done[Place])
    );
  end
  assign done_o = done[0];

`ifndef SYNTHESIS
  // What runs is what `start_i` began with; the result of operators without an order by definition.
  localparam int ToldWidth = Nodes * Width + 2 * HopWidth + 5;
  logic                 runs_q;  // from the cycle behind start_i through the one with the result
  logic [ToldWidth-1:0] told, told_q;
  logic [Width-1:0]     all;
  assign told = {own_i, mesh_hop_i, express_hop_i, op_i, combine_i, mirrored_i};
  always_ff @(posedge clk_i) begin : witness
    runs_q <= rst_ni && (start_i || (runs_q && !done_o));
    told_q <= told;
  end
  always_comb begin : fold
    all = own_i[0 +: Width];
    for (int i = 1; i < Nodes; i++) begin
      if (op_i == 3'd0) all = all + own_i[i*Width +: Width];
      if (op_i == 3'd1 && own_i[i*Width +: Width] > all) all = own_i[i*Width +: Width];
      if (op_i == 3'd2 && own_i[i*Width +: Width] < all) all = own_i[i*Width +: Width];
      if (op_i == 3'd3) all = all ^ own_i[i*Width +: Width];
    end
  end
  HopsTakeTime: assume property (@(posedge clk_i) disable iff (!rst_ni)
      start_i |-> mesh_hop_i != '0 && express_hop_i != '0) else $error("a hop of no cycles");
  ToldStays: assume property (@(posedge clk_i) disable iff (!rst_ni)
      runs_q && !start_i |-> told == told_q)
    else $error("what the line works on changes while it runs");
  StartWhenDone: assume property (@(posedge clk_i) disable iff (!rst_ni)
      start_i |-> !runs_q || done_o) else $error("start_i while the line runs");
  ResultOfAll: assert property (@(posedge clk_i) disable iff (!rst_ni)
      runs_q && done_o && !start_i && op_i < 3'd4 && ((Operators >> op_i) & 5'd1) != '0 |->
        partial_o[0 +: Width] == all)
    else $error("node 0 holds another result than that of all values");
  // What runs should meet: plexus coverage counts it.
  Combines: cover property (@(posedge clk_i) disable iff (!rst_ni) start_i && combine_i);
  FromOtherEnd: cover property (@(posedge clk_i) disable iff (!rst_ni) start_i && mirrored_i);
  Result: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o);
`endif
endmodule
