/// A line of nodes with express links that runs Algorithm 1, h = x = 1: em_node1 at every place,
/// the links are the wires between them. Part: such a line of hw/node/alu_node.hpp. Value i is
/// own_i's field i; the result is there l - 1 + T - 1 cycles after the first send.
module em_line #(
  parameter  int Nodes      = 16,
  parameter  int Length     = 4,    /// of an express link, at most Nodes
  parameter  int Width      = 64,
  parameter  logic [4:0]  Operators  = 5'b11111,
  localparam int Terminals  = (Nodes + Length - 1) / Length,
  localparam int CountWidth = $clog2(Nodes + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   start_i,
  input  logic                   combine_i,
  input  logic [2:0]             op_i,
  input  logic [Nodes*Width-1:0] own_i,
  output logic [Nodes*Width-1:0] partial_o,  /// what every node holds
  output logic                   done_o      /// node 0 holds the result
);
  // Wires by the node that they leave. A terminal sends nothing over its mesh link, the others
  // nothing over express links, and only node 0 knows the end: not all bits are used.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Nodes-1:0]       left_valid, express_valid, done;
  logic [Nodes*Width-1:0] left_data, express_data;
  /* verilator lint_on UNUSEDSIGNAL */

  for (genvar i = 0; i < Nodes; i++) begin : gen_node
    localparam int Place    = i;
    localparam int Terminal = Place / Length;
    localparam int Offset   = Place % Length;
    localparam int Segment  =
        (Terminal + 1) * Length <= Nodes ? Length : Nodes - Terminal * Length;
    logic             right_valid, from_express_valid;
    logic [Width-1:0] right_data, from_express_data;

    if (Offset + 1 < Segment) begin : gen_mesh
      assign right_valid = left_valid[Place+1];
      assign right_data  = left_data[(Place+1)*Width +: Width];
    end else begin : gen_no_mesh
      assign right_valid = 1'b0;
      assign right_data  = '0;
    end
    if (Offset == 0 && Place + Length < Nodes) begin : gen_express
      assign from_express_valid = express_valid[Place+Length];
      assign from_express_data  = express_data[(Place+Length)*Width +: Width];
    end else begin : gen_no_express
      assign from_express_valid = 1'b0;
      assign from_express_data  = '0;
    end

    em_node1 #(
      .Width     (Width),
      .CountWidth(CountWidth),
      .Operators (Operators)
    ) node (
      .clk_i,
      .rst_ni,
      .start_i,
      .combine_i,
      .op_i,
      .own_i          (own_i[Place*Width +: Width]),
      .offset_i       (CountWidth'(Offset)),
      .segment_i      (CountWidth'(Segment)),
      .full_i         (CountWidth'(Length < Nodes ? Length : Nodes)),
      .terminal_i     (CountWidth'(Terminal)),
      .terminals_i    (CountWidth'(Terminals)),
      .right_valid_i  (right_valid),
      .right_data_i   (right_data),
      .left_valid_o   (left_valid[Place]),
      .left_data_o    (left_data[Place*Width +: Width]),
      .express_valid_i(from_express_valid),
      .express_data_i (from_express_data),
      .express_valid_o(express_valid[Place]),
      .express_data_o (express_data[Place*Width +: Width]),
      .partial_o      (partial_o[Place*Width +: Width]),
      .done_o         (done[Place])
    );
  end
  assign done_o = done[0];
endmodule
