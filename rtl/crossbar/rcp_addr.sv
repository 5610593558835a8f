/// Numbers of the RCP: a node's child one cycle after it is asked for, and the way back to node 0,
/// digit by digit from the highest step down, each in Width + 1 cycles: one to look whether it is
/// in the way, and one for each bit of the parent, by comparing and subtracting. Twin:
/// models/reconfigurable/numbering.hpp.
module rcp_addr #(
  parameter  int Steps = 4,   /// most of them: nodes < r^Steps
  parameter  int Width = 16,  /// of node numbers
  localparam int StepWidth = $clog2(Steps + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [Width-1:0]       k_i,        /// ports, >= 1, stable
  input  logic                   valid_i,
  input  logic [StepWidth-1:0]   step_i,     /// l < Steps
  input  logic [Width-1:0]       node_i,     /// i < r^l
  input  logic [Width-1:0]       child_i,    /// j < k
  output logic                   valid_o,
  output logic [Width-1:0]       child_id_o,    /// has a meaning only beside valid_o
  input  logic                   back_valid_i,  /// taken when no way back is under way
  input  logic [Width-1:0]       back_node_i,
  output logic                   back_valid_o,
  output logic [StepWidth-1:0]   back_step_o,   /// in which the node is reached
  output logic [Width-1:0]       back_parent_o,
  output logic [Width-1:0]       back_child_o,
  output logic [Steps*Width-1:0] digits_o       /// digit 0 lowest
);
  logic [Steps*Width-1:0] power;  // r^l
  logic [Width-1:0]       r;

  assign r = k_i + 1'b1;

  always_comb begin : powers
    power            = '0;
    power[0+:Width]  = Width'(1);
    for (int unsigned l = 1; l < Steps; l++) begin
      power[l*Width +: Width] = power[(l-1)*Width +: Width] * r;
    end
  end

  always_ff @(posedge clk_i) begin : forward
    if (!rst_ni) begin
      valid_o    <= 1'b0;
      child_id_o <= '0;
    end else begin
      valid_o    <= valid_i;
      child_id_o <= power[step_i*Width +: Width] + node_i * k_i + child_i;
    end
  end

  localparam int BitWidth = $clog2(Width + 1);

  logic                   walks_d, walks_q, found_d, found_q, valid_d, passes_d, passes_q;
  logic [StepWidth-1:0]   step_d, step_q;  // that is looked at
  logic [BitWidth-1:0]    bits_d, bits_q;  // of the parent that are still to come; 0: not begun
  logic [Width-1:0]       here_d, here_q;  // then what is left to divide, and the parent behind it
  logic [Width-1:0]       rest_d, rest_q;  // of what has been divided
  logic [Width:0]         more;            // the rest and the next bit
  logic                   fits, last;
  logic [Width-1:0]       parent, child;   // with the last bit
  logic [StepWidth-1:0]   reached_d;
  logic [Width-1:0]       parent_d, child_d;
  logic [Steps*Width-1:0] digits_d;

  assign more   = {rest_q, here_q[Width-1]};
  assign fits   = more >= {1'b0, k_i};
  assign child  = fits ? more[Width-1:0] - k_i : more[Width-1:0];
  assign parent = {here_q[Width-2:0], fits};
  assign last   = bits_q == BitWidth'(1);

  always_comb begin : walk
    walks_d   = walks_q;
    found_d   = found_q;
    passes_d  = passes_q;
    step_d    = step_q;
    bits_d    = bits_q;
    here_d    = here_q;
    rest_d    = rest_q;
    reached_d = back_step_o;
    parent_d  = back_parent_o;
    child_d   = back_child_o;
    digits_d  = digits_o;
    valid_d   = 1'b0;
    if (!walks_q && back_valid_i) begin
      walks_d   = 1'b1;
      found_d   = 1'b0;
      step_d    = StepWidth'(Steps - 1);
      bits_d    = '0;
      here_d    = back_node_i;
      reached_d = '0;
      parent_d  = '0;
      child_d   = '0;
      digits_d  = '0;
    end else if (walks_q && bits_q == '0) begin
      bits_d   = BitWidth'(Width);
      rest_d   = '0;
      passes_d = here_q >= power[step_q*Width +: Width];
      if (passes_d) here_d = here_q - power[step_q*Width +: Width];
    end else if (walks_q) begin
      bits_d = bits_q - 1'b1;
      if (passes_q) begin
        here_d = parent;
        rest_d = child;
      end
      if (last) begin
        if (passes_q) begin
          digits_d[step_q*Width +: Width] = child + 1'b1;
          found_d                         = 1'b1;
        end
        if (passes_q && !found_q) begin
          reached_d = step_q;
          parent_d  = parent;
          child_d   = child;
        end
        step_d  = step_q - 1'b1;
        walks_d = step_q != '0;
        valid_d = step_q == '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin : backward
    if (!rst_ni) begin
      walks_q       <= 1'b0;
      found_q       <= 1'b0;
      passes_q      <= 1'b0;
      step_q        <= '0;
      bits_q        <= '0;
      here_q        <= '0;
      rest_q        <= '0;
      back_valid_o  <= 1'b0;
      back_step_o   <= '0;
      back_parent_o <= '0;
      back_child_o  <= '0;
      digits_o      <= '0;
    end else begin
      walks_q       <= walks_d;
      found_q       <= found_d;
      passes_q      <= passes_d;
      step_q        <= step_d;
      bits_q        <= bits_d;
      here_q        <= here_d;
      rest_q        <= rest_d;
      back_valid_o  <= valid_d;
      back_step_o   <= reached_d;
      back_parent_o <= parent_d;
      back_child_o  <= child_d;
      digits_o      <= digits_d;
    end
  end

`ifndef SYNTHESIS
  // A child's number by its definition, and the way back by going it forwards again: what a walk
  // was asked for is reached from node 0 along its digits.
  logic [Width-1:0]       asked_q, again, last_again;
  logic                   walking_q;
  logic [Width-1:0]       k_q, child_q;
  logic                   forward_q;
  logic [Steps*Width-1:0] ranks;  // r^l
  always_comb begin : count_nodes
    ranks            = '0;
    ranks[0 +: Width] = Width'(1);
    for (int l = 1; l < Steps; l++) begin
      ranks[l*Width +: Width] = Width'(ranks[(l-1)*Width +: Width] * (k_i + 1'b1));
    end
  end
  always_ff @(posedge clk_i) begin : witness
    k_q       <= k_i;
    forward_q <= rst_ni && valid_i;
    child_q   <= ranks[32'(step_i)*Width +: Width] + Width'(node_i * k_i) + child_i;
    if (!rst_ni || back_valid_o) walking_q <= rst_ni && back_valid_i;
    else if (back_valid_i) walking_q <= 1'b1;
    if (back_valid_i && (!walking_q || back_valid_o)) asked_q <= back_node_i;
  end
  always_comb begin : go_again
    again      = '0;
    last_again = '0;
    for (int l = 0; l < Steps; l++) begin
      if (digits_o[l*Width +: Width] != '0) begin
        last_again = again;
        again = ranks[l*Width +: Width] + Width'(again * k_i) + digits_o[l*Width +: Width] - 1'b1;
      end
    end
  end
  StepExists: assume property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i |-> 32'(step_i) < Steps) else $error("step_i names no step");
  logic [63:0] nodes;  // r^(Steps - 1)
  always_comb begin : count_all
    nodes = 64'd1;
    for (int l = 1; l < Steps; l++) nodes = 64'(nodes * (64'(k_i) + 64'd1));
  end
  NodeExists: assume property (@(posedge clk_i) disable iff (!rst_ni)
    back_valid_i |-> k_i != '0 && nodes < 64'd1 << Width &&
                     64'(back_node_i) < 64'(nodes * (64'(k_i) + 64'd1)))
    else $error("back_node_i is not reached in Steps steps, or Width bits are too few");
  PortsStay: assume property (@(posedge clk_i) disable iff (!rst_ni)
    walking_q |-> k_i == k_q) else $error("k_i changes during a walk");
  ChildNumber: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_o == forward_q && (!valid_o || child_id_o == child_q))
    else $error("another number than that of the child, or not one cycle later");
  AnswersAWalk: assert property (@(posedge clk_i) disable iff (!rst_ni)
    back_valid_o |-> walking_q) else $error("the end of a walk that was not begun");
  WayBack: assert property (@(posedge clk_i) disable iff (!rst_ni)
    back_valid_o |-> again == asked_q && back_parent_o == last_again)
    else $error("the digits lead to another node, or over another parent");
  // What runs should meet: plexus coverage counts it.
  Child: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_o);
  WayTold: cover property (@(posedge clk_i) disable iff (!rst_ni) back_valid_o);
  LongWay: cover property (@(posedge clk_i) disable iff (!rst_ni)
    back_valid_o && back_step_o != '0);
`endif
endmodule
