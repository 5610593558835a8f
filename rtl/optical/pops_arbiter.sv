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
  localparam logic [IndexWidth-1:0] Last = IndexWidth'(Requesters - 1);
  logic [IndexWidth-1:0] pointer_d, pointer_q;

  always_comb begin : pick  // those from the pointer on come first; the last one that is set wins
    grant_idx_o = '0;
    for (int unsigned i = Requesters; i > 0; i--) begin
      if (req_i[i-1]) grant_idx_o = IndexWidth'(i - 1);
    end
    for (int unsigned i = Requesters; i > 0; i--) begin
      if (req_i[i-1] && IndexWidth'(i - 1) >= pointer_q) grant_idx_o = IndexWidth'(i - 1);
    end
    grant_o = '0;
    if (req_i != '0) grant_o[grant_idx_o] = 1'b1;
  end

  always_comb begin : next_pointer
    pointer_d = pointer_q;
    if (advance_i && req_i != '0) pointer_d = grant_idx_o == Last ? '0 : grant_idx_o + 1'b1;
  end
  always_ff @(posedge clk_i) begin : keep
    if (!rst_ni) pointer_q <= '0;
    else         pointer_q <= pointer_d;
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
`endif
endmodule
