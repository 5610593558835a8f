/// A buffered switch under any traffic, to be proved. Of two packets that take the same way, the
/// solver chooses which, the words tell which is which; all others carry a 0.
module buffered_switch #(
  parameter  int Ports        = 4,   /// a power of two, at least 2
  parameter  int Depth        = 1,   /// places of each FIFO, at least 1
  parameter  int Within       = 12,  /// cycles in which a packet has arrived
  localparam int AddressWidth = $clog2(Ports),
  localparam int CountWidth   = $clog2(Depth + 1),
  localparam int Queues       = AddressWidth * Ports
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [Ports-1:0]              valid_i,
  input  logic [Ports*AddressWidth-1:0] destination_i,
  input  logic                          watch_i,   /// the packet that enters at source_i now
  input  logic [AddressWidth-1:0]       source_i,
  output logic [Ports-1:0]              ready_o,
  output logic [Ports-1:0]              valid_o,
  output logic [2*Ports-1:0]            word_o,    /// 1 the first one that is watched, 2 the second
  output logic [Queues*CountWidth-1:0]  waiting_o  /// packets in each FIFO
);
  logic [2*Ports-1:0]      word, word_shown;
  logic [2*Queues-1:0]     grant;
  /*verilator lint_off UNUSEDSIGNAL*/
  logic [2*Ports-1:0]      age;
  /*verilator lint_on UNUSEDSIGNAL*/
  logic [AddressWidth-1:0] from_q, to_q, to;
  logic [1:0]              sent_q, came_d, came_q;  // by packet
  logic                    first, second, astray;
  logic [7:0]              age_q;

  assign to     = destination_i[source_i*AddressWidth +: AddressWidth];
  assign first  = watch_i && valid_i[source_i] && ready_o[source_i] && sent_q == 2'b00;
  assign second = watch_i && valid_i[source_i] && ready_o[source_i] && sent_q == 2'b01 &&
                  source_i == from_q && to == to_q;
  always_comb begin : colour
    word = '0;
    word[2*source_i +: 2] = {second, first};
  end

  omega_fifo_net #(.Ports(Ports), .DataWidth(2), .Depth(Depth), .AgeWidth(2)) net (
    .clk_i, .rst_ni, .arbitration_i(2'd0), .coin_i('0), .valid_i, .ready_o, .destination_i,
    .age_i('0), .data_i(word), .valid_o, .age_o(age), .data_o(word_shown), .grant_o(grant),
    .occupancy_o(waiting_o));

  always_comb begin : look
    word_o = '0;
    came_d = '0;
    astray = 1'b0;
    for (int d = 0; d < Ports; d++) begin
      if (valid_o[d]) word_o[2*d +: 2] = word_shown[2*d +: 2];
      came_d = came_d | word_o[2*d +: 2];
      if (word_o[2*d +: 2] != '0 && AddressWidth'(d) != to_q) astray = 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin : follow
    if (!rst_ni) begin
      sent_q <= '0;
      came_q <= '0;
      age_q  <= '0;
    end else begin
      sent_q <= sent_q | {second, first};
      came_q <= came_q | came_d;
      if (sent_q[0] && !came_q[0]) age_q <= age_q + 1'b1;
    end
    if (first) from_q <= source_i;
    if (first) to_q   <= to;
  end

`ifndef SYNTHESIS
  Once: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (came_d & (came_q | ~sent_q)) == '0) else $error("a packet arrives twice, or was never sent");
  AtItsOutput: assert property (@(posedge clk_i) disable iff (!rst_ni) !astray)
    else $error("a packet arrives at another output");
  InOrder: assert property (@(posedge clk_i) disable iff (!rst_ni)
    came_d[1] |-> came_q[0]) else $error("a packet overtakes another one");
  NoDeadlock: assert property (@(posedge clk_i) disable iff (!rst_ni)
    waiting_o != '0 |-> grant != '0) else $error("packets wait, and nothing moves");
  InTime: assert property (@(posedge clk_i) disable iff (!rst_ni)
    sent_q[0] && !came_q[0] && came_d == '0 |-> 32'(age_q) < Within)
    else $error("a packet has not arrived in time, or is lost");
`endif
endmodule
