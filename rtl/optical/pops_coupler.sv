/// Passive star coupler: takes the word of one of its sources and shows it to all destinations.
/// Twin: hw/optical/coupler_bank.hpp. Latency: 1 cycle.
///
/// Two sources in a cycle are a collision: nothing comes out, and the mask names them. Never an OR
/// of two words.
module pops_coupler #(
  parameter int Sources = 4,  /// fan-in: processors of the source group, 1 or more
  parameter int Width   = 8   /// bits of a word
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [Sources-1:0]       src_valid_i,
  input  logic [Sources*Width-1:0] src_data_i,
  output logic                     out_valid_o,
  output logic [Width-1:0]         out_data_o,       /// 0 without out_valid_o
  output logic                     collision_o,
  output logic [Sources-1:0]       collision_mask_o  /// 0 without collision_o
);
  logic             several;  // more than one bit is set: taking the lowest away leaves some
  logic [Width-1:0] word;
  assign several = (src_valid_i & (src_valid_i - 1'b1)) != '0;
  always_comb begin : pick
    word = '0;
    for (int unsigned s = 0; s < Sources; s++) begin
      if (src_valid_i[s] && !several) word = src_data_i[s*Width +: Width];
    end
  end

  always_ff @(posedge clk_i) begin : show
    if (!rst_ni) begin
      out_valid_o      <= 1'b0;
      out_data_o       <= '0;
      collision_o      <= 1'b0;
      collision_mask_o <= '0;
    end else begin
      out_valid_o      <= src_valid_i != '0 && !several;
      out_data_o       <= word;
      collision_o      <= several;
      collision_mask_o <= several ? src_valid_i : '0;
    end
  end

`ifndef SYNTHESIS
  NeverBoth: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(out_valid_o && collision_o)) else $error("a collided word comes out");
  MaskIsCollision: assert property (@(posedge clk_i) disable iff (!rst_ni)
    collision_o == (collision_mask_o != '0)) else $error("a collision without sources");
  logic [Sources-1:0]       valid_q;
  logic [Sources*Width-1:0] data_q;
  always_ff @(posedge clk_i) begin : witness
    valid_q <= rst_ni ? src_valid_i : '0;
    data_q  <= src_data_i;
  end
  OneComesOut: assert property (@(posedge clk_i) disable iff (!rst_ni)
    out_valid_o == ($countones(valid_q) == 1))
    else $error("a source alone is not heard, or one of several is");
  SeveralCollide: assert property (@(posedge clk_i) disable iff (!rst_ni)
    collision_mask_o == ($countones(valid_q) > 1 ? valid_q : '0))
    else $error("sources that collide are not told");
  for (genvar s = 0; s < Sources; s++) begin : gen_contract
    OwnWord: assert property (@(posedge clk_i) disable iff (!rst_ni)
      out_valid_o && valid_q[s] |-> out_data_o == data_q[s*Width +: Width])
      else $error("another word than the source's");
  end
  // What runs should meet: plexus coverage counts it.
  Light: cover property (@(posedge clk_i) disable iff (!rst_ni) out_valid_o);
  Collision: cover property (@(posedge clk_i) disable iff (!rst_ni) collision_o);
`endif
endmodule
