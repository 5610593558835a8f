/// A half-duplex link: carries one packet at a time, in one direction. Part: hw/link/link.hpp, a
/// pair of them under one guard. A packet that is asked for before edge t is on the link in the
/// cycles t .. t + hop - 1 and valid at the other end in the last of them; with hops of one cycle
/// in the one that begins with edge t. Free again in that last cycle.
module em_link #(
  parameter int Width    = 64,
  parameter int HopWidth = 8
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [HopWidth-1:0] hop_i,  /// cycles of a hop, 1 or more; taken with the request
  input  logic                a_req_i,
  input  logic [Width-1:0]    a_data_i,
  input  logic                b_req_i,
  input  logic [Width-1:0]    b_data_i,
  output logic                a_valid_o,  /// for end a: what b has sent
  output logic [Width-1:0]    a_data_o,
  output logic                b_valid_o,
  output logic [Width-1:0]    b_data_o,
  output logic                err_o       /// both ends ask, or one while a packet is on: not served
);
  logic                to_a_q, to_b_q;
  logic [Width-1:0]    data_q;
  logic [HopWidth-1:0] left_q;  // cycles that the packet still takes, this one included
  logic                last, free;

  assign last      = left_q == HopWidth'(1);
  assign free      = !(to_a_q || to_b_q) || last;
  assign err_o     = (a_req_i && b_req_i) || ((a_req_i || b_req_i) && !free);
  assign a_valid_o = to_a_q && last;
  assign b_valid_o = to_b_q && last;
  assign a_data_o  = a_valid_o ? data_q : '0;
  assign b_data_o  = b_valid_o ? data_q : '0;

  always_ff @(posedge clk_i) begin : transfer
    if (!rst_ni) begin
      to_a_q <= 1'b0;
      to_b_q <= 1'b0;
      data_q <= '0;
      left_q <= '0;
    end else if (free) begin
      to_a_q <= b_req_i && !a_req_i;
      to_b_q <= a_req_i && !b_req_i;
      data_q <= a_req_i ? a_data_i : b_data_i;
      left_q <= hop_i;
    end else begin
      left_q <= left_q - 1'b1;
    end
  end

`ifndef SYNTHESIS
  OneWay: assert property (@(posedge clk_i) disable iff (!rst_ni) !(a_valid_o && b_valid_o))
    else $error("a half-duplex link carries packets both ways");
  Idle: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !a_valid_o |-> a_data_o == '0)
    else $error("data without a packet");
  HopTakesTime: assume property (@(posedge clk_i) disable iff (!rst_ni)
      a_req_i || b_req_i |-> hop_i != '0)
    else $error("a hop of no cycles");
  // The packet that was taken last: where it goes, and the cycles until it is there.
  logic [Width-1:0]    given_q;
  logic [HopWidth-1:0] rest_q;
  logic                from_a_q;
  always_ff @(posedge clk_i) begin : witness
    if (!rst_ni) rest_q <= '0;
    else if ((a_req_i || b_req_i) && !err_o) rest_q <= hop_i;
    else if (rest_q != '0) rest_q <= rest_q - 1'b1;
    if ((a_req_i || b_req_i) && !err_o) begin
      given_q  <= a_req_i ? a_data_i : b_data_i;
      from_a_q <= a_req_i;
    end
  end
  ArrivesOnce: assert property (@(posedge clk_i) disable iff (!rst_ni)
      a_valid_o == (rest_q == HopWidth'(1) && !from_a_q) &&
      b_valid_o == (rest_q == HopWidth'(1) && from_a_q))
    else $error("a packet is lost, early, late or at the wrong end");
  ArrivesAsSent: assert property (@(posedge clk_i) disable iff (!rst_ni)
      a_valid_o || b_valid_o |-> (a_data_o | b_data_o) == given_q)
    else $error("a packet arrives as another one");
  // What runs should meet: plexus coverage counts it.
  Forth: cover property (@(posedge clk_i) disable iff (!rst_ni) b_valid_o);
  Back: cover property (@(posedge clk_i) disable iff (!rst_ni) a_valid_o);
`endif
endmodule
