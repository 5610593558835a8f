/// A binary fat tree with queues under any traffic that its queues have room for, to be proved. Of
/// two packets that take the same way, the solver chooses which, the tags tell which is which.
module fat_tree #(
  parameter  int Levels      = 2,   /// of routers, at least 1
  parameter  int Exponential = 0,   /// 0 or 1: as of ft_tree
  parameter  int Depth       = 2,   /// places of each FIFO, at least 1
  parameter  int Within      = 12,  /// steps in which a packet has arrived
  localparam int Leaves      = 1 << Levels
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [Leaves-1:0]        valid_i,
  input  logic [Levels*Leaves-1:0] destination_i,
  input  logic                     watch_i,   /// the packet that leaf source_i sends now
  input  logic [Levels-1:0]        source_i,
  output logic [Leaves-1:0]        valid_o,
  output logic [2*Leaves-1:0]      tag_o,     /// 1 the first one that is watched, 2 the second
  output logic                     trouble_o  /// a queue has had no room
);
  logic [2*Leaves-1:0]      tag, tag_shown;
  /*verilator lint_off UNUSEDSIGNAL*/
  logic [2*Leaves-1:0]      kind;
  logic [Levels*Leaves-1:0] header;
  /*verilator lint_on UNUSEDSIGNAL*/
  logic [Levels-1:0]        from_q, to_q, to;
  logic [1:0]               sent_q, came_d, came_q;  // by packet
  logic                     first, second, astray;
  logic [7:0]               age_q;

  assign to     = destination_i[source_i*Levels +: Levels];
  assign first  = watch_i && valid_i[source_i] && sent_q == 2'b00;
  assign second = watch_i && valid_i[source_i] && sent_q == 2'b01 && source_i == from_q &&
                  to == to_q;
  always_comb begin : colour
    tag = '0;
    tag[2*source_i +: 2] = {second, first};
  end

  ft_tree #(.Levels(Levels), .Exponential(Exponential), .QueueFree(0), .Depth(Depth),
            .TagWidth(2)) tree (
    .clk_i, .rst_ni, .step_en_i(1'b1), .valid_i, .kind_i('0), .header_i(destination_i),
    .tag_i(tag), .valid_o, .kind_o(kind), .header_o(header), .tag_o(tag_shown), .trouble_o);

  always_comb begin : look
    tag_o  = '0;
    came_d = '0;
    astray = 1'b0;
    for (int x = 0; x < Leaves; x++) begin
      if (valid_o[x]) tag_o[2*x +: 2] = tag_shown[2*x +: 2];
      came_d = came_d | tag_o[2*x +: 2];
      if (tag_o[2*x +: 2] != '0 && Levels'(x) != to_q) astray = 1'b1;
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
  RoomForAll: assume property (@(posedge clk_i) disable iff (!rst_ni) !trouble_o)
    else $error("more packets than the queues have room for");
  Once: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (came_d & (came_q | ~sent_q)) == '0) else $error("a packet arrives twice, or was never sent");
  AtItsLeaf: assert property (@(posedge clk_i) disable iff (!rst_ni) !astray)
    else $error("a packet arrives at another leaf");
  InOrder: assert property (@(posedge clk_i) disable iff (!rst_ni)
    came_d[1] |-> came_q[0]) else $error("a packet overtakes another one");
  InTime: assert property (@(posedge clk_i) disable iff (!rst_ni)
    sent_q[0] && !came_q[0] && came_d == '0 |-> 32'(age_q) < Within)
    else $error("a packet has not arrived in time, or is lost");
`endif
endmodule
