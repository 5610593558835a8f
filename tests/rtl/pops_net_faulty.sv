/// A pops_net with a fault planted in it, so that tests can see that it is found. `fault_i` chooses
/// the fault and is stable during a run.
module pops_net_faulty #(
  parameter  int unsigned D          = 4,   /// processors of a group, 1 or more
  parameter  int unsigned G          = 2,   /// groups, 1 or more
  parameter  int unsigned Width      = 32,  /// bits of a word
  parameter  int unsigned CycleWidth = 32,
  localparam int unsigned N          = D*G,
  localparam int unsigned GroupWidth = G > 1 ? $clog2(G) : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic [1:0]              fault_i,           /// 0 none, 1 and so on as below
  input  logic                    start_i,           /// a slot begins with the edge
  input  logic [CycleWidth-1:0]   startup_i,         /// of that slot
  input  logic [CycleWidth-1:0]   payload_cycles_i,  /// of that slot, 1 or more
  input  logic [CycleWidth-1:0]   n_slots_i,         /// that follow each other, 1 or more
  input  logic                    multi_tx_i,
  input  logic                    multi_rx_i,
  input  logic [N-1:0]            msg_valid_i,       /// in the payload cycles of a slot
  input  logic [N*Width-1:0]      msg_i,             /// by processor
  input  logic [N*N-1:0]          hdr_i,             /// its receivers
  input  logic [N*G-1:0]          mask_i,            /// couplers that it drives, by their groups
  input  logic [N*G*Width-1:0]    lane_msg_i,        /// with multi_tx: by processor and group
  input  logic [N*G*N-1:0]        lane_hdr_i,
  output logic                    slot_strobe_o,
  output logic                    guard_o,
  output logic                    payload_o,
  output logic                    done_o,            /// last cycle of the last slot
  output logic [G*G-1:0]          out_valid_o,       /// couplers that show a word
  output logic [G*G*Width-1:0]    out_data_o,
  output logic [G*G-1:0]          collision_o,
  output logic [G*G*D-1:0]        collision_mask_o,  /// their sources
  output logic [N-1:0]            acc_valid_o,       /// processors that accept one message
  output logic [N*Width-1:0]      acc_data_o,
  output logic [N*GroupWidth-1:0] acc_group_o,
  output logic [N-1:0]            conflict_o,
  output logic [N*G-1:0]          lane_valid_o       /// messages that are accepted
);
  typedef enum logic [1:0] {
    None = 2'd0,
    ForeignTaken = 2'd1,  // the filter of processor 0 takes what processor 1 is sent
    Misled = 2'd2,        // messages of processor 0 go to all groups
    BitFlipped = 2'd3     // the lowest bit of what processor 1 accepts
  } fault_e;

  fault_e             fault;
  logic [N*N-1:0]     headers;
  logic [N*G-1:0]     masks;
  logic [N*Width-1:0] accepted;
  assign fault = fault_e'(fault_i);
  always_comb begin : lie
    headers    = hdr_i;
    masks      = mask_i;
    acc_data_o = accepted;
    for (int unsigned p = 0; p < N; p++) begin
      if (fault == ForeignTaken && N > 1) headers[p*N] = hdr_i[p*N] || hdr_i[p*N + 1];
    end
    if (fault == Misled) masks[G-1:0] = '1;
    if (fault == BitFlipped && N > 1 && acc_valid_o[1]) acc_data_o[Width] = ~accepted[Width];
  end

  pops_net #(
    .D         (D),
    .G         (G),
    .Width     (Width),
    .CycleWidth(CycleWidth)
  ) u_pops_net (
    .clk_i,
    .rst_ni,
    .start_i,
    .startup_i,
    .payload_cycles_i,
    .n_slots_i,
    .multi_tx_i,
    .multi_rx_i,
    .msg_valid_i,
    .msg_i,
    .hdr_i(headers),
    .mask_i(masks),
    .lane_msg_i,
    .lane_hdr_i,
    .slot_strobe_o,
    .guard_o,
    .payload_o,
    .done_o,
    .out_valid_o,
    .out_data_o,
    .collision_o,
    .collision_mask_o,
    .acc_valid_o,
    .acc_data_o(accepted),
    .acc_group_o,
    .conflict_o,
    .lane_valid_o
  );
endmodule
