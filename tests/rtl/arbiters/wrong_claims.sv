/// pops_arbiter with claims about it that are wrong, each in its own way: none may be proved.
module wrong_claims #(
  parameter  int Requesters = 4,
  localparam int IndexWidth = Requesters > 1 ? $clog2(Requesters) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requesters-1:0] req_i,
  input  logic                  advance_i,
  output logic [Requesters-1:0] grant_o,
  output logic [IndexWidth-1:0] grant_idx_o
);
  pops_arbiter #(.Requesters(Requesters)) arbiter (
    .clk_i, .rst_ni, .req_i, .advance_i, .grant_o, .grant_idx_o);

  logic [IndexWidth:0] passed_q;  // grants to others that have gone through while input 0 asked
  always_ff @(posedge clk_i) begin : count
    if (!rst_ni || !req_i[0] || (grant_o[0] && advance_i)) passed_q <= '0;
    else if (advance_i) passed_q <= passed_q + 1'b1;
  end
  ServedTooSoon: assert property (
    @(posedge clk_i) disable iff (!rst_ni) req_i[0] |-> 32'(passed_q) < Requesters - 1)
    else $error("who asks is passed over by each other one");
  LowestFirst: assert property (
    @(posedge clk_i) disable iff (!rst_ni) req_i[0] |-> grant_o[0])
    else $error("the lowest one is passed over");
  NobodyAsks: assert property (
    @(posedge clk_i) disable iff (!rst_ni) grant_o[0] && !req_i[0] |-> advance_i)
    else $error("a claim about what never happens");
  GrantedAndNot: cover property (
    @(posedge clk_i) disable iff (!rst_ni) grant_o != '0 && req_i == '0);
endmodule
