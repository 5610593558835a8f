/// Relays and destination groups of a POPS(d, g) with powers of two: bit slices and one
/// incrementer. Twin: models/pops/pops_route.hpp. Combinational.
///
/// Op 0: rho(x) = p(x mod g, floor(x/g)). Op 1: kappa(i, j) = p(j mod g, i). Both in pass
/// floor(j/g). Op 2: by the rank r as rho or kappa do by position, whichever fits d and g. The
/// groups from that of low + 1 to that of dest are what a generalize drives.
module pops_route #(
  parameter  int IndexBits  = 2,  /// log2 d, 0 or more
  parameter  int GroupBits  = 2,  /// log2 g, 0 or more
  localparam int NodeBits   = IndexBits + GroupBits,
  localparam int NodeWidth  = NodeBits > 0 ? NodeBits : 1,
  localparam int IndexWidth = IndexBits > 0 ? IndexBits : 1,
  localparam int GroupWidth = GroupBits > 0 ? GroupBits : 1
) (
  input  logic [1:0]            op_i,
  input  logic [NodeWidth-1:0]  x_i,
  input  logic [NodeWidth-1:0]  r_i,
  input  logic [NodeWidth-1:0]  dest_i,
  input  logic [NodeWidth:0]    low_i,         /// lowDest, -1 as all ones
  output logic [GroupWidth-1:0] relay_group_o,
  output logic [IndexWidth-1:0] relay_idx_o,
  output logic [IndexWidth-1:0] pass_o,
  output logic [GroupWidth-1:0] dst_group_lo_o,
  output logic [GroupWidth-1:0] dst_group_hi_o
);
  localparam int Groups  = 1 << GroupBits;
  localparam int Indices = 1 << IndexBits;
  logic [NodeWidth-1:0] key, index, group;
  logic [NodeWidth:0]   first;
  logic                 by_kappa;

  assign key      = op_i == 2'd2 ? r_i : x_i;
  assign by_kappa = op_i == 2'd1 || (op_i == 2'd2 && IndexBits > GroupBits);
  assign index    = key & NodeWidth'(Indices - 1);
  assign group    = key >> IndexBits;
  assign first    = low_i + 1'b1;

  assign relay_group_o  = GroupWidth'((by_kappa ? index : key) & NodeWidth'(Groups - 1));
  assign relay_idx_o    = IndexWidth'(by_kappa ? group : key >> GroupBits);
  assign pass_o         = IndexWidth'(index >> GroupBits);
  assign dst_group_lo_o = GroupWidth'(first >> IndexBits);
  assign dst_group_hi_o = GroupWidth'(dest_i >> IndexBits);
`ifndef SYNTHESIS
  always_comb begin : contract
    // rho(x) = p(x mod g, floor(x / g)), kappa(i, j) = p(j mod g, i), x = d i + j, where d >= g
    Rho: assert (op_i != 2'd0 || (32'(relay_group_o) < Groups &&
        32'(x_i) == 32'(relay_idx_o) * Groups + 32'(relay_group_o)))
      else $error("relay of another processor");
    KappaFits: assume (op_i != 2'd1 || IndexBits >= GroupBits) else $error("kappa where d < g");
    Kappa: assert (op_i != 2'd1 || (32'(relay_group_o) < Groups &&
        32'(pass_o) * Groups + 32'(relay_group_o) < Indices &&
        32'(x_i) == Indices * 32'(relay_idx_o) + Groups * 32'(pass_o) + 32'(relay_group_o)))
      else $error("relay of another processor");
    Generalizes: assert (32'(dest_i) - 32'(dst_group_hi_o) * Indices < Indices &&
        (32'(low_i) + 1 >= Groups * Indices ||
         32'(low_i) + 1 - 32'(dst_group_lo_o) * Indices < Indices))
      else $error("other groups than those of low + 1 to dest");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    ByRho: cover (op_i == 2'd0);
    ByKappa: cover (op_i == 2'd1 || IndexBits < GroupBits);
    ByRank: cover (op_i == 2'd2);
  end
`endif
endmodule
