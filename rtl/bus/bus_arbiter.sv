/// Grants the channels of the bus: at most k* transactions at a time, each of one writer and any
/// set of readers, a processor in at most one. Twin: hw/bus/bus_arbiter.hpp. Latency: grants are
/// registered.
///
/// A request presented before edge t is granted at that edge if its writer and all its readers are
/// free from then on and fewer than k* others are active; requests are tried in rising processor
/// number, and one that cannot be granted lets the next pass. `grant_o` stays for the whole
/// transaction; `release_i` stands in its last cycle (the `done_o` of the writer's link), and what
/// it frees can be granted at the edge that ends that cycle. `start_o` is the grant one edge
/// ahead, combinational: ready for the `start_i` of the writer's link. In the cycle after, `req_i`
/// is a new request. With empty reader sets the block deals out the k* access slots of the shared
/// memory.
module bus_arbiter #(
  parameter  int Processors = 4,  /// k, 2 or more
  localparam int NodeWidth  = $clog2(Processors),
  localparam int CountWidth = $clog2(Processors + 1)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [CountWidth-1:0]            k_star_i,   /// channels of the bus, 1..k
  input  logic [Processors-1:0]            req_i,      /// held until granted
  input  logic [Processors*Processors-1:0] readers_i,  /// set of readers of each writer
  input  logic [Processors-1:0]            release_i,  /// last cycle of that writer's transaction
  output logic [Processors-1:0]            start_o,
  output logic [Processors-1:0]            grant_o,    /// writers that own a channel
  output logic [Processors-1:0]            busy_o      /// writers and readers of all transactions
);
  logic [Processors-1:0]           grant_d, grant_q;
  logic [Processors-1:0]           busy_d, busy_q;
  logic [Processors*NodeWidth-1:0] owner_d, owner_q;  // the writer that keeps a processor busy
  logic [CountWidth-1:0]           active;

  always_comb begin : arbitrate
    grant_d = grant_q & ~release_i;
    busy_d  = busy_q;
    owner_d = owner_q;
    active  = '0;
    start_o = '0;
    for (int unsigned p = 0; p < Processors; p++) begin
      if (release_i[owner_q[p*NodeWidth +: NodeWidth]]) busy_d[p] = 1'b0;
      if (grant_d[p]) active = active + 1'b1;
    end
    for (int unsigned i = 0; i < Processors; i++) begin
      start_o[i] = req_i[i] && active < k_star_i && !busy_d[i] &&
                   (busy_d & readers_i[i*Processors +: Processors]) == '0;
      if (start_o[i]) begin
        active  = active + 1'b1;
        busy_d  = busy_d | readers_i[i*Processors +: Processors];
        busy_d[i] = 1'b1;
        for (int unsigned p = 0; p < Processors; p++) begin
          if (p == i || readers_i[i*Processors + p])
            owner_d[p*NodeWidth +: NodeWidth] = NodeWidth'(i);
        end
      end
    end
    grant_d = grant_d | start_o;
  end
  always_ff @(posedge clk_i) begin : transactions
    if (!rst_ni) begin
      grant_q <= '0;
      busy_q  <= '0;
      owner_q <= '0;
    end else begin
      grant_q <= grant_d;
      busy_q  <= busy_d;
      owner_q <= owner_d;
    end
  end
  assign grant_o = grant_q;
  assign busy_o  = busy_q;

`ifndef SYNTHESIS
  ChannelsInRange: assume property (
    @(posedge clk_i) disable iff (!rst_ni) k_star_i != '0 && 32'(k_star_i) <= Processors)
    else $error("k_star_i outside 1..k");
  ReleaseGranted: assume property (
    @(posedge clk_i) disable iff (!rst_ni) (release_i & ~grant_o) == '0)
    else $error("release_i of a writer that has no grant");
  ChannelsKept: assert property (
    @(posedge clk_i) disable iff (!rst_ni)
    start_o != '0 |-> $countones(grant_o & ~release_i) + $countones(start_o) <= 32'(k_star_i))
    else $error("more transactions than channels");
  StartIsAsked: assert property (
    @(posedge clk_i) disable iff (!rst_ni) (start_o & ~req_i) == '0)
    else $error("a transaction that nobody asked for");
  for (genvar i = 0; i < Processors; i++) begin : gen_assumed_contract
    OwnReader: assume property (
      @(posedge clk_i) disable iff (!rst_ni) req_i[i] |-> !readers_i[i*Processors + i])
      else $error("a writer is among its own readers");
  end
  // Who takes part in the transaction of each writer: itself and those whom it asked for.
  logic [Processors*Processors-1:0] members_q;
  logic [Processors-1:0]            taken;    // by transactions that are not released
  logic [Processors-1:0]            members;  // of all transactions
  logic [Processors-1:0]            clashes;  // writers that start with somebody who is taken
  always_comb begin : witness
    taken   = '0;
    members = '0;
    clashes = '0;
    for (int unsigned i = 0; i < Processors; i++) begin
      if (grant_o[i]) members = members | members_q[i*Processors +: Processors];
      if (grant_o[i] && !release_i[i]) taken = taken | members_q[i*Processors +: Processors];
    end
    for (int unsigned i = 0; i < Processors; i++) begin
      if (start_o[i]) begin
        clashes[i] = taken[i] || (taken & readers_i[i*Processors +: Processors]) != '0;
        taken      = taken | readers_i[i*Processors +: Processors];
        taken[i]   = 1'b1;
      end
    end
  end
  logic [Processors-1:0] due_q;  // writers that have started and not been released
  always_ff @(posedge clk_i) begin : going_on
    due_q <= rst_ni ? grant_o & ~release_i | start_o : '0;
    for (int unsigned i = 0; i < Processors; i++) begin
      if (start_o[i]) begin
        members_q[i*Processors +: Processors] <= readers_i[i*Processors +: Processors];
        members_q[i*Processors + i]           <= 1'b1;
      end
    end
  end
  OneTransaction: assert property (@(posedge clk_i) disable iff (!rst_ni) clashes == '0)
    else $error("a processor takes part in two transactions");
  BusyTakesPart: assert property (@(posedge clk_i) disable iff (!rst_ni) busy_o == members)
    else $error("busy_o is not who takes part in a transaction");
  GrantFollowsStart: assert property (
    @(posedge clk_i) disable iff (!rst_ni) grant_o == due_q)
    else $error("grant_o is not who has started and not been released");
  // What runs should meet: plexus coverage counts it.
  SeveralStart: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (start_o & (start_o - 1'b1)) != '0);
  Waits: cover property (@(posedge clk_i) disable iff (!rst_ni) (req_i & ~start_o) != '0);
  HandsOver: cover property (@(posedge clk_i) disable iff (!rst_ni)
    release_i != '0 && start_o != '0);
`endif
endmodule
