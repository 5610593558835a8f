/// A whole POPS(D, G): transmitters and receivers of all processors, the G*G couplers between them,
/// and the clock of the slots. Twin: hw/optical/coupler_bank.hpp. Latency: 1 cycle, in the
/// couplers.
///
/// Processor j of group i is number i*D + j; coupler c(i, j), from group j to group i, is number
/// i*G + j. A message is a word with a header: a bit for each processor that is to receive it. The
/// address filter of a processor looks at its own bit.
module pops_net #(
  parameter  int D          = 4,   /// processors of a group, 1 or more
  parameter  int G          = 2,   /// groups, 1 or more
  parameter  int Width      = 32,  /// bits of a word
  parameter  int CycleWidth = 32,
  localparam int N          = D*G,
  localparam int GroupWidth = G > 1 ? $clog2(G) : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
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
  localparam int Message = N + Width;  // header in front

  logic [CycleWidth-1:0]    slot_no;
  logic [N*G-1:0]           lit;      // by processor and destination group
  logic [N*G*Message-1:0]   light;
  logic [G*G*Message-1:0]   shown;    // by coupler
  logic                     unused_slot_no;
  assign unused_slot_no = ^slot_no;

  pops_slot_ctrl #(
    .CycleWidth(CycleWidth),
    .SlotWidth (CycleWidth)
  ) u_slot_ctrl (
    .clk_i,
    .rst_ni,
    .start_i,
    .startup_i,
    .payload_cycles_i,
    .n_slots_i,
    .slot_strobe_o,
    .guard_o,
    .payload_o,
    .slot_no_o(slot_no),
    .done_o
  );

  for (genvar p = 0; p < N; p++) begin : gen_processor
    localparam int Group = p / D;
    logic [G*Message-1:0] lane_words, seen;
    logic [G-1:0]         hits;
    logic [Message-1:0]   accepted;
    logic                 unused_header;
    assign unused_header = ^accepted[Message-1:Width];

    for (genvar c = 0; c < G; c++) begin : gen_lane
      localparam int Coupler = Group*G + c;
      assign lane_words[c*Message +: Message] =
          {lane_hdr_i[(p*G + c)*N +: N], lane_msg_i[(p*G + c)*Width +: Width]};
      assign seen[c*Message +: Message] = shown[Coupler*Message +: Message];
      assign hits[c] = shown[Coupler*Message + Width + p];  // the filter: its own bit of the header
    end

    pops_tx #(
      .Couplers(G),
      .Width   (Message)
    ) u_tx (
      .msg_valid_i(msg_valid_i[p]),
      .msg_i      ({hdr_i[p*N +: N], msg_i[p*Width +: Width]}),
      .mask_i     (mask_i[p*G +: G]),
      .multi_tx_i,
      .lane_msg_i (lane_words),
      .tx_valid_o (lit[p*G +: G]),
      .tx_data_o  (light[p*G*Message +: G*Message])
    );

    pops_rx #(
      .Couplers(G),
      .Width   (Message)
    ) u_rx (
      .in_valid_i  (out_valid_o[Group*G +: G]),
      .in_data_i   (seen),
      .in_hit_i    (hits),
      .multi_rx_i,
      .acc_valid_o (acc_valid_o[p]),
      .acc_data_o  (accepted),
      .acc_group_o (acc_group_o[p*GroupWidth +: GroupWidth]),
      .conflict_o  (conflict_o[p]),
      .lane_valid_o(lane_valid_o[p*G +: G])
    );
    assign acc_data_o[p*Width +: Width] = accepted[Width-1:0];
  end

  for (genvar k = 0; k < G*G; k++) begin : gen_coupler
    logic [D-1:0]         src_valid;
    logic [D*Message-1:0] src_data;
    for (genvar j = 0; j < D; j++) begin : gen_source
      localparam int Lane = ((k % G)*D + j)*G + k / G;
      assign src_valid[j] = lit[Lane];
      assign src_data[j*Message +: Message] = light[Lane*Message +: Message];
    end

    pops_coupler #(
      .Sources(D),
      .Width  (Message)
    ) u_coupler (
      .clk_i,
      .rst_ni,
      .src_valid_i     (src_valid),
      .src_data_i      (src_data),
      .out_valid_o     (out_valid_o[k]),
      .out_data_o      (shown[k*Message +: Message]),
      .collision_o     (collision_o[k]),
      .collision_mask_o(collision_mask_o[k*D +: D])
    );
    assign out_data_o[k*Width +: Width] = shown[k*Message +: Width];
  end

`ifndef SYNTHESIS
  LightInPayload: assert property (@(posedge clk_i) disable iff (!rst_ni)
    payload_o || (out_valid_o == '0 && collision_o == '0))
    else $error("a coupler is lit outside the payload of a slot");
  RunFits: assume property (@(posedge clk_i) disable iff (!rst_ni)
    start_i |-> payload_cycles_i != '0 && n_slots_i != '0 &&
                64'(startup_i) + 64'(payload_cycles_i) <= 64'({CycleWidth{1'b1}}))
    else $error("a run of nothing, or a slot longer than its counter");
  logic lit_q;
  always_ff @(posedge clk_i) lit_q <= rst_ni && lit != '0;
  LitInTime: assume property (@(posedge clk_i) disable iff (!rst_ni)
    lit_q |-> payload_o) else $error("a processor sends outside the payload of a slot");
  for (genvar p = 0; p < N; p++) begin : gen_processor_contract
    localparam int Group = p / D;
    AcceptedOrConflict: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !(acc_valid_o[p] && conflict_o[p])) else $error("a message is accepted in a conflict");
    AcceptsWhatIsLit: assert property (@(posedge clk_i) disable iff (!rst_ni)
      (lane_valid_o[p*G +: G] & ~out_valid_o[Group*G +: G]) == '0)
      else $error("a message that no coupler shows");
  end
  // What runs should meet: plexus coverage counts it.
  SeveralLit: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (out_valid_o & (out_valid_o - 1'b1)) != '0);
  Guard: cover property (@(posedge clk_i) disable iff (!rst_ni) guard_o);
  NextSlot: cover property (@(posedge clk_i) disable iff (!rst_ni) slot_strobe_o && done_o);
  SeveralAccept: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (acc_valid_o & (acc_valid_o - 1'b1)) != '0);
  MultiTransmit: cover property (@(posedge clk_i) disable iff (!rst_ni) payload_o && multi_tx_i);
  MultiReceive: cover property (@(posedge clk_i) disable iff (!rst_ni) payload_o && multi_rx_i);
`endif
endmodule
