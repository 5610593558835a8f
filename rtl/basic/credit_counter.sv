/// What a sender may still send: a credit for each place that it knows to be free behind its link.
/// Latency: 1 cycle.
module credit_counter #(
  parameter  int Depth      = 4,  /// places, all free after reset; at least 1
  localparam int CountWidth = $clog2(Depth + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  take_i,  /// something is sent: a place is filled
  input  logic                  give_i,  /// a place has become free
  output logic [CountWidth-1:0] left_o
);
  logic [CountWidth-1:0] left_d, left_q;
  always_comb begin : next_count
    left_d = left_q;
    if (take_i != give_i) left_d = give_i ? left_q + 1'b1 : left_q - 1'b1;
  end
  always_ff @(posedge clk_i) begin : count
    if (!rst_ni) left_q <= CountWidth'(Depth);
    else         left_q <= left_d;
  end
  assign left_o = left_q;

`ifndef SYNTHESIS
  NeverOverdrawn: assume property (
    @(posedge clk_i) disable iff (!rst_ni) take_i |-> left_o != '0)
    else $error("take_i with no credit left");
  NeverMorePlaces: assume property (
    @(posedge clk_i) disable iff (!rst_ni) give_i |-> take_i || left_o != CountWidth'(Depth))
    else $error("more credits than places");
  CreditsAreKept: assert property (
    @(posedge clk_i) disable iff (!rst_ni) 32'(left_o) <= Depth)
    else $error("a count of credits that cannot be");
  // What runs should meet: plexus coverage counts it.
  NoneLeft: cover property (@(posedge clk_i) disable iff (!rst_ni) left_o == '0);
  TakenAndGiven: cover property (@(posedge clk_i) disable iff (!rst_ni) take_i && give_i);
`endif
endmodule
