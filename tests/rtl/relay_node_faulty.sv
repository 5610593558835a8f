/// A relay with a fault planted in it, so that tests can see that it is found. `fault_i` chooses
/// the fault and is stable during a run.
module relay_node_faulty #(
  parameter  int unsigned Channels  = 8,
  parameter  int unsigned DataWidth = 32,
  parameter  int unsigned Depth     = 16,
  parameter  int unsigned Slots     = 16,
  localparam int unsigned AddrWidth = $clog2(Depth),
  localparam int unsigned SlotWidth = $clog2(Slots)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [2:0]                    fault_i,  /// 0 none, 1 and so on as below
  input  logic [Channels-1:0]           rx_valid_i,
  output logic [Channels-1:0]           rx_ready_o,
  input  logic [Channels*DataWidth-1:0] rx_data_i,
  input  logic [Channels-1:0]           rx_last_i,
  input  logic [Channels-1:0]           child_mask_i,
  output logic [Channels-1:0]           tx_valid_o,
  output logic [Channels*DataWidth-1:0] tx_data_o,
  output logic [Channels-1:0]           tx_last_o,
  input  logic [Channels-1:0]           tx_ready_i,
  output logic [AddrWidth:0]            words_o,
  output logic [SlotWidth:0]            packets_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    ChildForgotten = 3'd1,  // channel 0
    OfferedLate = 3'd2,     // by one cycle
    NeverLeaves = 3'd3,     // at channel 0 what has gone is offered again and again
    WordChanged = 3'd4,     // its lowest bit
    SlotTooMany = 3'd5,     // is shown
    TwoParents = 3'd6       // breaks the assertion OneParent
  } fault_e;

  fault_e              fault;
  logic [Channels-1:0] valid, valid_q, last;
  logic [SlotWidth:0]  packets;

  assign fault = fault_e'(fault_i);

  relay_node #(
    .Channels (Channels),
    .DataWidth(DataWidth),
    .Depth    (Depth),
    .Slots    (Slots)
  ) u_relay_node (
    .clk_i,
    .rst_ni,
    .rx_valid_i  (fault == TwoParents && rx_valid_i != '0 ? '1 : rx_valid_i),
    .rx_ready_o,
    .rx_data_i   (fault == WordChanged ? rx_data_i ^ (Channels*DataWidth)'({Channels{DataWidth'(1)}})
                                       : rx_data_i),
    .rx_last_i,
    .child_mask_i(fault == ChildForgotten ? child_mask_i & ~Channels'(1) : child_mask_i),
    .tx_valid_o  (valid),
    .tx_data_o,
    .tx_last_o   (last),
    .tx_ready_i  (fault == NeverLeaves ? tx_ready_i & ~Channels'(1) : tx_ready_i),
    .words_o,
    .packets_o   (packets)
  );

  always_ff @(posedge clk_i) begin : remember
    valid_q <= rst_ni ? valid : '0;
  end
  assign tx_valid_o = fault == OfferedLate ? valid & valid_q : valid;
  assign tx_last_o  = fault == OfferedLate ? last & valid_q : last;
  assign packets_o  = fault == SlotTooMany ? packets + 1'b1 : packets;
endmodule
