/// A terminal in the flow of PREFIX: the carry that comes in cycle c leaves over the express link,
/// combined with the segment's total, in cycle c + 1, and over the mesh link, combined with the own
/// value, when that hop has ended, in cycle c + 1 + hop; the last terminal does that in cycle
/// c + 1. In the flow of SUFFIX it comes from the other end, and the carry itself goes into the
/// segment. A carry that is missing comes as the operator's neutral element. Part:
/// models/express-mesh/lines.cpp, `flow`, on hw/node/alu_node.hpp.
module em_scan_terminal #(
  parameter int Width     = 64,
  parameter int HopWidth  = 8,
  parameter logic [4:0]  Operators = 5'b11111  /// of its arithmetic unit, em_alu
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [2:0]          op_i,
  input  logic                suffix_i,
  input  logic [HopWidth-1:0] hop_i,            /// cycles of a hop on an express link, 1 or more
  input  logic                last_i,           /// nothing goes on over an express link
  input  logic                alone_i,          /// nobody in its segment waits for the carry
  input  logic [Width-1:0]    own_i,
  input  logic                total_valid_i,    /// the segment's total S_t, kept
  input  logic [Width-1:0]    total_i,
  input  logic                carry_valid_i,
  input  logic [Width-1:0]    carry_i,
  output logic                express_valid_o,
  output logic [Width-1:0]    express_data_o,
  output logic                mesh_valid_o,
  output logic [Width-1:0]    mesh_data_o,
  output logic [Width-1:0]    prefix_o          /// exclusive: the carry
);
  logic [Width-1:0]    total_q, carry_q;
  logic                first_q, second_q;  // a cycle after the carry, a hop later
  logic [HopWidth-1:0] wait_q;             // cycles before that

  logic [Width-1:0] added, combined;
  assign added = !suffix_i && (last_i || second_q) ? own_i : total_q;

  em_alu #(
    .Width    (Width),
    .Operators(Operators)
  ) alu (
    .op_i,
    .a_i(suffix_i ? added : carry_q),
    .b_i(suffix_i ? carry_q : added),
    .y_o(combined)
  );

  assign express_valid_o = first_q && !last_i;
  assign express_data_o  = express_valid_o ? combined : '0;
  assign mesh_valid_o    = !alone_i && (last_i ? first_q : second_q);
  assign mesh_data_o     = !mesh_valid_o ? '0 : suffix_i ? carry_q : combined;
  assign prefix_o        = carry_q;

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      total_q  <= '0;
      carry_q  <= '0;
      first_q  <= 1'b0;
      second_q <= 1'b0;
      wait_q   <= '0;
    end else begin
      if (total_valid_i) total_q <= total_i;
      if (carry_valid_i) carry_q <= carry_i;
      first_q  <= carry_valid_i;
      second_q <= !carry_valid_i && wait_q == HopWidth'(1);
      if (carry_valid_i) begin
        wait_q <= hop_i;
      end else if (wait_q != '0) begin
        wait_q <= wait_q - 1'b1;
      end
    end
  end

`ifndef SYNTHESIS
  OneSend: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !(express_valid_o && mesh_valid_o))
    else $error("two packets are sent at once");
  logic             carried_q;  // a carry came in the last cycle
  logic [Width-1:0] came_q, kept_q;
  always_ff @(posedge clk_i) begin : witness
    carried_q <= rst_ni && carry_valid_i;
    came_q    <= carry_i;
    if (!rst_ni) kept_q <= '0;
    else if (total_valid_i) kept_q <= total_i;
  end
  CarryIsPrefix: assert property (@(posedge clk_i) disable iff (!rst_ni)
      carried_q |-> prefix_o == came_q) else $error("the prefix is another one than the carry");
  CarryGoesOnAtOnce: assert property (@(posedge clk_i) disable iff (!rst_ni)
      express_valid_o == (carried_q && !last_i))
    else $error("a carry goes on late, or twice, or none does");
  TotalIsAdded: assert property (@(posedge clk_i) disable iff (!rst_ni)
      express_valid_o && op_i == 3'd3 && Operators[3] |->
        express_data_o == (prefix_o ^ kept_q))
    else $error("what goes on is not the carry and the total");
  NothingBesideAPacket: assert property (@(posedge clk_i) disable iff (!rst_ni)
      (express_valid_o || express_data_o == '0) && (mesh_valid_o || mesh_data_o == '0))
    else $error("data without a packet");
  // What runs should meet: plexus coverage counts it.
  ToExpress: cover property (@(posedge clk_i) disable iff (!rst_ni) express_valid_o);
  ToMesh: cover property (@(posedge clk_i) disable iff (!rst_ni) mesh_valid_o);
  Suffix: cover property (@(posedge clk_i) disable iff (!rst_ni) carry_valid_i && suffix_i);
  CarryFirst: cover property (@(posedge clk_i) disable iff (!rst_ni)
    carry_valid_i && !total_valid_i);
`endif
endmodule
