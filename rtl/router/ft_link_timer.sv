/// Times one link of a branch: a packet keeps it busy for startup + ceil(words / bandwidth) cycles.
/// Twin: hw/router/link_group.hpp. Cycle t follows clock edge t.
///
/// A start before edge t makes it busy in cycles t .. t + cost - 1, done_o in the last one. A start
/// in that last cycle is accepted: packets follow each other without a gap.
module ft_link_timer #(
  parameter int Width = 32  /// bits of all numbers
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             start_i,      /// only while it is idle or done
  input  logic [Width-1:0] words_i,      /// 1 or more; this and the next two: sampled with start_i
  input  logic [Width-1:0] startup_i,
  input  logic [Width-1:0] bandwidth_i,  /// words per cycle, 1 or more
  output logic             busy_o,
  output logic             done_o
);
  // Cycles of the start-up, then words, that are left, this cycle's included.
  logic [Width-1:0] wait_d, wait_q, left_d, left_q, bandwidth_d, bandwidth_q;

  assign busy_o = left_q != '0;
  assign done_o = busy_o && wait_q == '0 && left_q <= bandwidth_q;
  always_comb begin : count
    wait_d      = wait_q;
    left_d      = left_q;
    bandwidth_d = bandwidth_q;
    if (wait_q != '0) wait_d = wait_q - 1'b1;
    else if (left_q > bandwidth_q) left_d = left_q - bandwidth_q;
    else left_d = '0;
    if (start_i) begin
      wait_d      = startup_i;
      left_d      = words_i;
      bandwidth_d = bandwidth_i;
    end
  end
  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      wait_q <= '0;
      left_q <= '0;
    end else begin
      wait_q <= wait_d;
      left_q <= left_d;
    end
    bandwidth_q <= bandwidth_d;
  end

`ifndef SYNTHESIS
  StartWhenFree: assume property (@(posedge clk_i) disable iff (!rst_ni)
    start_i |-> !busy_o || done_o) else $error("start_i while a packet is on the link");
  StartWithWords: assume property (@(posedge clk_i) disable iff (!rst_ni)
    start_i |-> words_i != '0 && bandwidth_i != '0)
    else $error("start_i with a packet of no words, or a bandwidth of 0");
  // What has been carried, and the cycles of the start-up that are left.
  logic [Width-1:0] rest_q, words_q, rate_q;
  logic [Width:0]   carried_q;
  logic             begun_q;
  always_ff @(posedge clk_i) begin : witness
    if (!rst_ni) begun_q <= 1'b0;
    else if (start_i || done_o) begun_q <= start_i;
    if (start_i) begin
      rest_q    <= startup_i;
      words_q   <= words_i;
      rate_q    <= bandwidth_i;
      carried_q <= '0;
    end else if (rest_q != '0) begin
      rest_q <= rest_q - 1'b1;
    end else begin
      carried_q <= carried_q + {1'b0, rate_q};
    end
  end
  BusyFromStartToDone: assert property (@(posedge clk_i) disable iff (!rst_ni)
    busy_o == begun_q) else $error("busy without a packet, or idle with one");
  CostAsPriced: assert property (@(posedge clk_i) disable iff (!rst_ni)
    busy_o |-> done_o == (rest_q == '0 && carried_q + {1'b0, rate_q} >= {1'b0, words_q}))
    else $error("a packet does not take startup + ceil(words / bandwidth) cycles");
  // What runs should meet: plexus coverage counts it.
  WithStartup: cover property (@(posedge clk_i) disable iff (!rst_ni) start_i && startup_i != '0);
  WithoutStartup: cover property (@(posedge clk_i) disable iff (!rst_ni)
    start_i && startup_i == '0);
  NextPacket: cover property (@(posedge clk_i) disable iff (!rst_ni) start_i && done_o);
`endif
endmodule
