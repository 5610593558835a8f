/// Watches the port rule of one node: which of its channels may read and write in the same cycle.
/// Twin: hw/rule/port_guard.hpp. Latency: `breach_o` combinational, `sticky_o` one cycle.
///
/// `rd_i`, `wr_i` and `cycle_i` belong to one cycle t; `breach_o` judges that cycle, and from t + 1
/// on `sticky_o` and `first_cycle_o` remember the first one that broke the rule, until reset.
/// A read is an incoming transfer, a write an outgoing one, each for its whole duration.
module port_guard #(
  parameter int Channels   = 4,  /// channels of the node, one per neighbour link
  parameter int DimWidth   = 4,
  parameter int CycleWidth = 32
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic [CycleWidth-1:0]        cycle_i,
  input  logic [Channels-1:0]          rd_i,
  input  logic [Channels-1:0]          wr_i,
  input  logic [Channels*DimWidth-1:0] dim_i,  /// dimension of each channel
  /// 0 ring-strict, 1 all-half, 2 all-full, 3 uniform, 4 one-in-one-out, 5 one-port
  input  logic [2:0]                   rule_i,
  output logic                         breach_o,
  output logic                         sticky_o,
  output logic [CycleWidth-1:0]        first_cycle_o  /// of the first breach; 0 while there is none
);

  logic both_ways;    // a channel reads and writes: breaks half duplex
  logic double_read;  // two channels of one dimension read
  logic many_reads, many_writes;

  assign both_ways   = (rd_i & wr_i) != '0;
  assign many_reads  = (rd_i & (rd_i - 1'b1)) != '0;
  assign many_writes = (wr_i & (wr_i - 1'b1)) != '0;

  always_comb begin : pair_reads
    double_read = 1'b0;
    for (int unsigned p = 0; p < Channels; p++) begin
      for (int unsigned q = 0; q < p; q++) begin
        if (rd_i[p] && rd_i[q] && dim_i[p*DimWidth +: DimWidth] == dim_i[q*DimWidth +: DimWidth])
          double_read = 1'b1;
      end
    end
  end

  always_comb begin : judge
    unique case (rule_i)
      plexus_pkg::RingStrict:  breach_o = both_ways || double_read;
      plexus_pkg::AllHalf:     breach_o = both_ways;
      plexus_pkg::AllFull:     breach_o = 1'b0;
      plexus_pkg::Uniform:     breach_o = rd_i != '0 && wr_i != '0;
      plexus_pkg::OneInOneOut: breach_o = both_ways || many_reads || many_writes;
      plexus_pkg::OnePort:     breach_o = many_reads || many_writes || (rd_i != '0 && wr_i != '0);
      default:     breach_o = rd_i != '0 || wr_i != '0;  // no such rule: allow nothing
    endcase
  end

  logic                  sticky_d, sticky_q;
  logic [CycleWidth-1:0] first_cycle_d, first_cycle_q;
  always_comb begin : remember
    sticky_d      = sticky_q || breach_o;
    first_cycle_d = first_cycle_q;
    if (breach_o && !sticky_q) first_cycle_d = cycle_i;
  end
  always_ff @(posedge clk_i) begin : memory
    if (!rst_ni) begin
      sticky_q      <= 1'b0;
      first_cycle_q <= '0;
    end else begin
      sticky_q      <= sticky_d;
      first_cycle_q <= first_cycle_d;
    end
  end
  assign sticky_o      = sticky_q;
  assign first_cycle_o = first_cycle_q;

`ifndef SYNTHESIS
  RuleExists: assume property (
    @(posedge clk_i) disable iff (!rst_ni) rule_i <= plexus_pkg::OnePort)
    else $error("rule_i names no port rule");
  IdleIsLegal: assert property (
    @(posedge clk_i) disable iff (!rst_ni) rd_i == '0 && wr_i == '0 |-> !breach_o)
    else $error("a node that does nothing breaks a rule");
  // Every rule but all-full includes half duplex.
  HalfDuplex: assert property (
    @(posedge clk_i) disable iff (!rst_ni) rule_i != plexus_pkg::AllFull && both_ways |-> breach_o)
    else $error("a half-duplex channel works both ways unnoticed");
  // What runs should meet: plexus coverage counts it.
  ReadsAndWrites: cover property (@(posedge clk_i) disable iff (!rst_ni) rd_i != '0 && wr_i != '0);
  ReadsSeveral: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (rd_i & (rd_i - 1'b1)) != '0);
  WritesSeveral: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (wr_i & (wr_i - 1'b1)) != '0);
  Breach: cover property (@(posedge clk_i) disable iff (!rst_ni) breach_o);
`endif
endmodule
