/// Settings of a Benes network for a permutation, by the looping algorithm, one loop hop per cycle.
/// Twin: hw/switch/benes_setup.hpp. Latency: (log2(Ports) - 1) * Ports/2 + 1 cycles, whatever the
/// permutation.
///
/// The network: 2n-1 stages (n = log2 Ports) of Ports/2 elements 2x2. Stage 0 joins inputs (2e,
/// 2e+1) in element e, whose upper output goes to input e of the upper half network and whose lower
/// output goes to input e of the lower half network, both Benes networks of half the size; the last
/// stage mirrors stage 0: element e gets output e of the upper half network at its upper and output
/// e of the lower one at its lower input and leads to outputs (2e, 2e+1). The middle stage is what
/// is left at size 2. Elements are numbered in the drawing from top to bottom, the upper half
/// network above the lower one, recursively; state_o[stage*Ports/2 + element] is 0 for straight, 1
/// for exchange.
///
/// The order of the hops: level by level (level l: the 2^l networks of size Ports/2^l, whose outer
/// stages are l and 2n-2-l), in each level the lowest-numbered input not yet set opens a loop and
/// goes to the upper half; a hop sends input x to the upper half, so the input y whose destination
/// shares x's output element to the lower half, and goes on with y's partner at its input element,
/// until the loop closes. The middle stage needs no hop.
///
/// go_i is obeyed when idle or with done_o. state_o holds the settings from the cycle of done_o on,
/// until the next go_i has been taken; in between it is being written.
module benes_setup #(
  parameter  int Ports        = 8,  /// a power of two, at least 2
  localparam int AddressWidth = $clog2(Ports),
  localparam int Stages       = 2*AddressWidth - 1,
  localparam int Elements     = Ports/2
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          go_i,
  input  logic [Ports*AddressWidth-1:0] perm_i,   /// destination of every source: a permutation
  /// has a meaning only beside done_o and until the next go_i behind it
  output logic [Stages*Elements-1:0]    state_o,
  output logic                          busy_o,
  output logic                          done_o    /// last busy cycle
);
  // Inputs and outputs of all networks of a level are numbered through, from top to bottom: a
  // permutation of Ports again.
  localparam int LevelWidth = AddressWidth > 1 ? $clog2(AddressWidth) : 1;
  localparam logic [LevelWidth-1:0] Middle = LevelWidth'(AddressWidth - 1);

  logic                          accept, done, busy_d, busy_q;
  logic [LevelWidth-1:0]         level_d, level_q;
  logic [Ports*AddressWidth-1:0] goal_d, goal_q;            // this level's destinations
  logic [Ports*AddressWidth-1:0] next_goal_d, next_goal_q;  // the next level's, as far as known
  logic [Elements-1:0]           set_d, set_q;              // this level's input elements
  logic                          inside_d, inside_q;        // a loop is open
  logic [AddressWidth-1:0]       up_d, up_q;                // the input that this hop sends up
  logic [AddressWidth-1:0]       first_d, first_q;          // the open loop's first input
  logic [Stages*Elements-1:0]    state_d, state_q;

  assign done   = busy_q && level_q == Middle;
  assign accept = go_i && (!busy_q || done);

  // This hop: x goes up, y shares its output element and goes down.
  logic [AddressWidth-1:0] lowest, x, y, goal_x, goal_y, partner;
  always_comb begin : lowest_unset
    lowest = '0;
    for (int unsigned e = Elements; e > 0; e--) if (!set_q[e-1]) lowest = AddressWidth'(2*(e-1));
  end
  assign x = inside_q ? up_q : lowest;
  always_comb begin : find_pair
    goal_x = '0;
    for (int unsigned i = 0; i < Ports; i++)
      if (AddressWidth'(i) == x) goal_x = goal_q[i*AddressWidth +: AddressWidth];
    goal_y = goal_x ^ AddressWidth'(1);
    y      = '0;
    for (int unsigned i = 0; i < Ports; i++)
      if (goal_q[i*AddressWidth +: AddressWidth] == goal_y) y = AddressWidth'(i);
  end
  assign partner = y ^ AddressWidth'(1);

  // Number in this level -> number in the next one: halved inside its network, above or below.
  logic [AddressWidth-1:0] below, keep, x_next, y_next, goal_x_next, goal_y_next;
  always_comb begin : halve
    below       = (AddressWidth'(1) << (Middle - level_q)) - AddressWidth'(1);  // bits of a half
    keep        = ~(below << 1 | AddressWidth'(1));
    x_next      = (x & keep) | (x >> 1 & below);
    y_next      = (y & keep) | (y >> 1 & below) | (below + AddressWidth'(1));
    goal_x_next = (goal_x & keep) | (goal_x >> 1 & below);
    goal_y_next = (goal_y & keep) | (goal_y >> 1 & below) | (below + AddressWidth'(1));
  end

  logic [Elements-1:0] set_now;
  always_comb begin : next_hop
    busy_d      = busy_q && !done;
    level_d     = level_q;
    goal_d      = goal_q;
    next_goal_d = next_goal_q;
    set_d       = set_q;
    inside_d    = inside_q;
    up_d        = up_q;
    first_d     = first_q;
    state_d     = state_q;
    set_now     = set_q;
    for (int unsigned e = 0; e < Elements; e++) if (AddressWidth'(e) == x >> 1) set_now[e] = 1'b1;
    if (accept) begin
      busy_d   = 1'b1;
      level_d  = '0;
      goal_d   = perm_i;
      set_d    = '0;
      inside_d = 1'b0;
    end else if (busy_q && !done) begin
      for (int unsigned l = 0; l + 1 < AddressWidth; l++) begin
        for (int unsigned e = 0; e < Elements; e++) begin
          if (level_q == LevelWidth'(l) && AddressWidth'(e) == x >> 1)
            state_d[l*Elements + e] = x[0];
          if (level_q == LevelWidth'(l) && AddressWidth'(e) == goal_x >> 1)
            state_d[(Stages-1-l)*Elements + e] = goal_x[0];
        end
      end
      for (int unsigned i = 0; i < Ports; i++) begin
        if (AddressWidth'(i) == x_next) next_goal_d[i*AddressWidth +: AddressWidth] = goal_x_next;
        if (AddressWidth'(i) == y_next) next_goal_d[i*AddressWidth +: AddressWidth] = goal_y_next;
      end
      set_d    = set_now;
      up_d     = partner;
      inside_d = 1'b1;
      if (!inside_q) first_d = x;
      if (partner == (inside_q ? first_q : x)) inside_d = 1'b0;
      if (set_now == '1) begin
        level_d = level_q + 1'b1;
        goal_d  = next_goal_d;
        set_d   = '0;
      end
    end
  end
  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      level_q <= '0;
    end else begin
      busy_q  <= busy_d;
      level_q <= level_d;
    end
    goal_q      <= goal_d;
    next_goal_q <= next_goal_d;
    set_q       <= set_d;
    inside_q    <= inside_d;
    up_q        <= up_d;
    first_q     <= first_d;
    state_q     <= state_d;
  end

  // At the middle stage the destination is the setting.
  always_comb begin : settings
    state_o = state_q;
    for (int unsigned e = 0; e < Elements; e++)
      state_o[(AddressWidth-1)*Elements + e] = goal_q[2*e*AddressWidth];
  end
  assign busy_o = busy_q;
  assign done_o = done;

`ifndef SYNTHESIS
  // Where the settings lead every source, stage by stage in the drawing's order.
  logic [Ports*AddressWidth-1:0] perm_q, reached;
  always_ff @(posedge clk_i) begin : keep_request
    if (go_i && (!busy_o || done_o)) perm_q <= perm_i;
  end
  function automatic logic [AddressWidth-1:0] route(
      logic [AddressWidth-1:0] source, logic [Stages*Elements-1:0] set);
    int unsigned at, half, out;
    at = 32'(source);
    for (int unsigned l = 0; l < AddressWidth; l++) begin  // down the levels
      half = Ports >> (l + 1);
      out  = (at & 1) ^ 32'(set[l*Elements + (at >> 1)]);
      at   = (at & ~(2*half - 1)) + (out != 0 ? half : 0) + ((at & (2*half - 1)) >> 1);
    end
    for (int unsigned l = AddressWidth - 1; l > 0; l--) begin  // and up again
      half = Ports >> l;
      out  = 32'((at & half) != 0);
      at   = (at & ~(2*half - 1)) + ((at & (half - 1)) << 1);
      at   = at + (out ^ 32'(set[(Stages - l)*Elements + (at >> 1)]));
    end
    route = AddressWidth'(at);
  endfunction
  always_comb begin : follow
    for (int unsigned i = 0; i < Ports; i++)
      reached[i*AddressWidth +: AddressWidth] = route(AddressWidth'(i), state_o);
  end
  logic [Ports-1:0] wanted;
  always_comb begin : mark_wanted
    wanted = '0;
    for (int unsigned i = 0; i < Ports; i++) wanted[perm_i[i*AddressWidth +: AddressWidth]] = 1'b1;
  end
  IsPermutation: assume property (
    @(posedge clk_i) disable iff (!rst_ni) go_i && (!busy_o || done_o) |-> wanted == '1)
    else $error("perm_i is no permutation");
  Realised: assert property (
    @(posedge clk_i) disable iff (!rst_ni) done_o |-> reached == perm_q)
    else $error("the settings lead elsewhere than the permutation");
  NoGoWhileBusy: assume property (
    @(posedge clk_i) disable iff (!rst_ni) go_i |-> !busy_o || done_o)
    else $error("go_i in the middle of a set-up");
  // What runs should meet: plexus coverage counts it.
  Straight: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && state_o == '0);
  Crossed: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && state_o != '0);
  Next: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && go_i);
`endif
endmodule
