/// First in, first out: the queue that other blocks hold their words in. Latency: what enters an
/// empty queue at an edge stands first behind it.
///
/// Valid/ready on both sides, and valid never waits for ready. ready_o comes from registers: a
/// place that becomes free in this cycle can be filled in the next one.
module fifo #(
  parameter  int Width      = 8,  /// bits of a word
  parameter  int Depth      = 2,  /// words, at least 1
  localparam int CountWidth = $clog2(Depth + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  output logic                  ready_o,
  input  logic [Width-1:0]      data_i,
  output logic                  valid_o,
  input  logic                  ready_i,
  output logic [Width-1:0]      data_o,  /// has a meaning only beside valid_o
  output logic [CountWidth-1:0] count_o  /// words that wait
);
  logic [Depth*Width-1:0] slots_d, slots_q;  // slot 0 is the first
  logic [CountWidth-1:0]  count_q, kept;     // those left when the first has gone
  logic                   push, pop;

  assign ready_o = count_q != CountWidth'(Depth);
  assign valid_o = count_q != '0;
  assign push    = valid_i && ready_o;
  assign pop     = valid_o && ready_i;
  assign kept    = count_q - CountWidth'(pop);
  for (genvar s = 0; s < Depth; s++) begin : gen_slot
    localparam int Behind = s + 1 < Depth ? s + 1 : s;
    assign slots_d[s*Width +: Width] = push && kept == CountWidth'(s) ? data_i :
                                       pop ? slots_q[Behind*Width +: Width] :
                                             slots_q[s*Width +: Width];
  end
  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) count_q <= '0;
    else         count_q <= kept + CountWidth'(push);
    slots_q <= slots_d;
  end
  assign data_o  = slots_q[0 +: Width];
  assign count_o = count_q;

`ifndef SYNTHESIS
  // What comes in goes out, once, unchanged and in order: any word may be the one that is watched.
`ifdef FORMAL
  (* anyseq *) logic watch;
`else
  logic watch;
  assign watch = 1'b1;
`endif
  logic                  watching_q, stays_q;
  logic [CountWidth-1:0] ahead_q;  // words that leave before it
  logic [Width-1:0]      watched_q, first_q;
  always_ff @(posedge clk_i) begin : follow
    if (!rst_ni) begin
      watching_q <= 1'b0;
    end else if (!watching_q) begin
      watching_q <= watch && push;
      ahead_q    <= kept;
      watched_q  <= data_i;
    end else if (pop) begin
      watching_q <= ahead_q != '0;
      ahead_q    <= ahead_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin : witness
    stays_q <= rst_ni && valid_o && !ready_i;
    first_q <= data_o;
  end
  NeverOverfull: assert property (
    @(posedge clk_i) disable iff (!rst_ni) 32'(count_q) <= Depth)
    else $error("more words than places");
  FirstWaits: assert property (
    @(posedge clk_i) disable iff (!rst_ni) stays_q |-> valid_o && data_o == first_q)
    else $error("a word changed while it waited");
  NothingLost: assert property (
    @(posedge clk_i) disable iff (!rst_ni) watching_q |-> count_q > ahead_q)
    else $error("a word is lost");
  InOrder: assert property (
    @(posedge clk_i) disable iff (!rst_ni)
    watching_q && pop && ahead_q == '0 |-> data_o == watched_q)
    else $error("another word than the one whose turn it is, or a changed one");
  // What runs should meet: plexus coverage counts it.
  Full: cover property (@(posedge clk_i) disable iff (!rst_ni) !ready_o);
  InAndOut: cover property (@(posedge clk_i) disable iff (!rst_ni) push && pop);
  Stands: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_o && !ready_i);
`endif
endmodule
