/// Round-robin arbiter of a coupler or of a receiver. Twin: hw/optical/pops_arbiter.hpp. The grant
/// is combinational; the pointer moves past the winner at the edge, when that has gone through.
module pops_arbiter #(
  parameter  int Requesters = 4,
  localparam int IndexWidth = Requesters > 1 ? $clog2(Requesters) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requesters-1:0] req_i,
  input  logic                  advance_i,   /// the granted one has gone through
  output logic [Requesters-1:0] grant_o,     /// one-hot, or 0 without a request
  output logic [IndexWidth-1:0] grant_idx_o
);
  logic [IndexWidth-1:0] last_d, last_q;  // the pointer stands behind this one

  arbiter #(.Inputs(Requesters), .AgeWidth(2)) next_one (
    .arbitration_i(plexus_pkg::Alternating),
    .req_i        (req_i),
    .age_i        ({Requesters{2'b00}}),
    .last_i       (last_q),
    .skip_i       ({IndexWidth{1'b0}}),
    .grant_o      (grant_o),
    .winner_o     (grant_idx_o)
  );

  always_comb begin : next_pointer
    last_d = last_q;
    if (advance_i && req_i != '0) last_d = grant_idx_o;
  end
  always_ff @(posedge clk_i) begin : keep
    if (!rst_ni) last_q <= IndexWidth'(Requesters - 1);
    else         last_q <= last_d;
  end

`ifndef SYNTHESIS
  always_comb begin : contract
    GrantIsAsked: assert ((grant_o & ~req_i) == '0) else $error("a grant nobody asked for");
    OneGrant: assert ((grant_o & (grant_o - 1'b1)) == '0) else $error("two grants");
    AskedIsServed: assert ((req_i != '0) == (grant_o != '0)) else $error("requests and no grant");
    IndexOfGrant: assert (grant_o == '0 || grant_o == Requesters'(1) << grant_idx_o)
      else $error("grant_idx_o is not the one that is granted");
  end
  for (genvar i = 0; i < Requesters; i++) begin : gen_fair
    logic [IndexWidth:0] passed_q;  // grants to others that have gone through while it asked
    always_ff @(posedge clk_i) begin : count
      if (!rst_ni || !req_i[i] || (grant_o[i] && advance_i)) passed_q <= '0;
      else if (advance_i) passed_q <= passed_q + 1'b1;
    end
    Fair: assert property (
      @(posedge clk_i) disable iff (!rst_ni) req_i[i] |-> 32'(passed_q) < Requesters)
      else $error("who asks is passed over by more than each other one once");
  end
  // What runs should meet: plexus coverage counts it.
  SeveralAsk: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (req_i & (req_i - 1'b1)) != '0);
  NotTheLowest: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (req_i & (grant_o - 1'b1)) != '0 && grant_o != '0);
  Stands: cover property (@(posedge clk_i) disable iff (!rst_ni) grant_o != '0 && !advance_i);
`endif
endmodule
