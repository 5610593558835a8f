/// A small reconfigurable machine without its nodes: the manager, the crossbar with both banks and
/// the links, wired up. Twin: hw/crossbar/crossbar.hpp and hw/crossbar/config_manager.hpp.
///
/// A node that has come to the phase of the link at one of its ports says so there (`offer_i`, for
/// one edge), with the length of what it sends, 0 for nothing. Where both ends have, and the link
/// is open, the messages go; when both are across the link is done, its ports are free and forget
/// what was offered. At least one end of a link has something to send.
module recon_net #(
  parameter  int Ports = 8,  /// of all nodes together
  parameter  int Data = 4,   /// bits of a word
  parameter  int Width = 8,  /// of lengths and times
  localparam int PortWidth = $clog2(Ports)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       phases_i,     /// links open with the whole of their phase
  input  logic                       waits_i,      /// else: setting waits for ports
  input  logic                       two_banks_i,
  input  logic [Width-1:0]           swap_cycles_i,
  input  logic                       start_i,      /// a command, as in config_manager
  input  logic [Width-1:0]           n_links_i,
  input  logic [Width-1:0]           beta_r_i,
  input  logic [Width-1:0]           tau_r_i,
  input  logic                       entry_valid_i,
  input  logic [PortWidth-1:0]       entry_u_i,
  input  logic [PortWidth-1:0]       entry_v_i,
  output logic                       entry_ready_o,
  output logic                       set_valid_o,
  output logic [PortWidth-1:0]       set_u_o,
  output logic [PortWidth-1:0]       set_v_o,
  output logic                       busy_o,
  output logic                       done_o,
  output logic                       err_clash_o,
  input  logic [Width-1:0]           handshake_i,
  input  logic [Width-1:0]           startup_i,
  input  logic [Width-1:0]           cycles_per_word_i,
  input  logic [Width-1:0]           whole_words_i,
  input  logic [Width-1:0]           part_words_i,
  input  logic [Ports-1:0]           offer_i,      /// the node has come to the phase of its link
  input  logic [Ports*Width-1:0]     len_i,        /// words that it sends
  input  logic [Ports*Data-1:0]      data_i,
  output logic [Ports-1:0]           joined_o,
  output logic [Ports*PortWidth-1:0] peer_o,
  output logic [Ports-1:0]           loaded_o,
  output logic [Ports*PortWidth-1:0] next_peer_o,
  output logic [Ports-1:0]           sends_o,      /// a message is under way from this port
  output logic [Ports-1:0]           across_o,     /// it is across with this cycle
  output logic [Ports-1:0]           valid_o,      /// a message comes in at this port
  output logic [Ports*Data-1:0]      data_o,
  output logic                       err_o
);
  logic [Ports-1:0]           offered_d, offered_q, sent_d, sent_q, met, fin, released, free;
  logic [Ports*Width-1:0]     len_d, len_q;
  logic [Ports-1:0]           swapping, set_mask, begins, clear, write, load, swap, port_idle;
  logic [Ports*PortWidth-1:0] write_peer;
  logic                       whole_d, whole_q;  // the other bank holds a whole configuration
  logic                       swap_all, direct;

  config_manager #(
    .Ports(Ports),
    .Width(Width)
  ) u_config_manager (
    .clk_i, .rst_ni, .start_i, .n_links_i, .beta_r_i, .tau_r_i, .entry_valid_i, .entry_u_i,
    .entry_v_i, .entry_ready_o,
    .port_idle_i(port_idle),
    .set_valid_o, .set_u_o, .set_v_o, .busy_o, .done_o, .err_clash_o
  );

  /* verilator lint_off PINCONNECTEMPTY */  // nobody waits inside a message
  xbar2 #(
    .Ports(Ports),
    .Data (Data),
    .Width(Width)
  ) u_xbar2 (
    .clk_i, .rst_ni,
    .valid_i     (sends_o),
    .data_i,
    .ready_o     (),
    .valid_o, .data_o,
    .ready_i     ({Ports{1'b1}}),
    .clear_i     (clear),
    .write_i     (write),
    .write_peer_i(write_peer),
    .load_i      (load),
    .load_peer_i (write_peer),
    .swap_i      (swap),
    .swap_cycles_i,
    .peer_o, .joined_o, .next_peer_o, .loaded_o,
    .swapping_o  (swapping),
    .err_o
  );

  for (genvar i = 0; i < Ports; i++) begin : gen_link
    rdv_link #(
      .Width(Width)
    ) u_rdv_link (
      .clk_i, .rst_ni,
      .req_i  (offered_q[i] && len_q[i*Width +: Width] != '0 && !sent_q[i]),
      .ack_i  (met[i]),
      .len_i  (len_q[i*Width +: Width]),
      .handshake_i, .startup_i, .cycles_per_word_i, .whole_words_i,
      .part_words_i,
      .busy_o (sends_o[i]),
      .word_o (),
      .words_o(),
      .done_o (across_o[i])
    );
  end
  /* verilator lint_on PINCONNECTEMPTY */

  // A port is done when its own message is; a link when both its ports are.
  for (genvar i = 0; i < Ports; i++) begin : gen_end
    assign met[i] = joined_o[i] && offered_q[i] && offered_q[peer_o[i*PortWidth +: PortWidth]];
    assign fin[i] = met[i] && (len_q[i*Width +: Width] == '0 || sent_q[i] || across_o[i]);
    assign released[i] = fin[i] && fin[peer_o[i*PortWidth +: PortWidth]];
  end

  // A swap without cycles overwrites what it frees.
  assign clear     = released & ~(swap_cycles_i == '0 ? swap : '0);
  assign free      = ~joined_o | released;  // with the next edge
  assign port_idle = phases_i || !waits_i ? '1 : (two_banks_i ? ~loaded_o : ~joined_o);

  // Where what is set with this cycle goes: into the other bank, to wait for its swap, or, if that
  // comes with the same edge, straight into the active one.
  assign swap_all = phases_i && (whole_q || done_o) && &free && (swapping == '0);
  always_comb begin : place
    set_mask = '0;
    if (set_valid_o) begin
      set_mask[set_u_o] = 1'b1;
      set_mask[set_v_o] = 1'b1;
    end
    write_peer = '0;
    write_peer[set_u_o*PortWidth +: PortWidth] = set_v_o;
    write_peer[set_v_o*PortWidth +: PortWidth] = set_u_o;
    if (phases_i) direct = swap_all && swap_cycles_i == '0;
    else          direct = !two_banks_i || (free[set_u_o] && free[set_v_o] && swap_cycles_i == '0);
    write  = direct ? set_mask : '0;
    load   = direct ? '0 : set_mask;
    begins = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (load[i]) begins[i] = free[i] && free[write_peer[i*PortWidth +: PortWidth]];
      else         begins[i] = loaded_o[i] && !swapping[i] && free[i] &&
                               free[next_peer_o[i*PortWidth +: PortWidth]];
    end
    if (phases_i) swap = swap_all ? loaded_o | load : '0;
    else          swap = two_banks_i ? begins : '0;
    whole_d = (whole_q || (phases_i && done_o)) && !swap_all;
  end

  always_comb begin : take_offers
    offered_d = (offered_q & ~released) | offer_i;
    sent_d    = (sent_q | across_o) & ~released & ~offer_i;
    len_d     = len_q;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (offer_i[i]) len_d[i*Width +: Width] = len_i[i*Width +: Width];
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      offered_q <= '0;
      sent_q    <= '0;
      len_q     <= '0;
      whole_q   <= 1'b0;
    end else begin
      offered_q <= offered_d;
      sent_q    <= sent_d;
      len_q     <= len_d;
      whole_q   <= whole_d;
    end
  end

`ifndef SYNTHESIS
  // Links belong together only if the commands name every port once, and what a message costs and
  // how long it is stays told while it waits or is under way.
  localparam int ToldWidth = 5 * Width;
  logic [ToldWidth-1:0] told, told_q;
  logic [2*Width-1:0]   command_q;
  logic                 runs_q;
  assign told = {handshake_i, startup_i, cycles_per_word_i, whole_words_i, part_words_i};
  always_ff @(posedge clk_i) begin : witness
    told_q    <= told;
    command_q <= {beta_r_i, tau_r_i};
    runs_q    <= rst_ni;
  end
  PortsExist: assume property (@(posedge clk_i) disable iff (!rst_ni)
    entry_valid_i |-> 32'(entry_u_i) < Ports && 32'(entry_v_i) < Ports)
    else $error("a link of a port that is none");
  CommandsMatch: assume property (@(posedge clk_i) disable iff (!rst_ni)
    !err_o && !err_clash_o) else $error("commands name a port twice");
  StartWhenIdle: assume property (@(posedge clk_i) disable iff (!rst_ni)
    start_i |-> !busy_o || done_o) else $error("a command starts inside another one");
  CostsStay: assume property (@(posedge clk_i) disable iff (!rst_ni)
    runs_q |-> told == told_q) else $error("what a message costs changes");
  CommandStays: assume property (@(posedge clk_i) disable iff (!rst_ni)
    busy_o && !start_i |-> {beta_r_i, tau_r_i} == command_q)
    else $error("what a command costs changes inside it");
  SomethingToDo: assume property (@(posedge clk_i) disable iff (!rst_ni)
    start_i |-> n_links_i != '0 && tau_r_i != '0)
    else $error("a command without links, or links that take no time");
  OfferOnce: assume property (@(posedge clk_i) disable iff (!rst_ni)
    (offer_i & offered_q & ~released) == '0) else $error("a port offers while it offers");
  CostsAreSome: assume property (@(posedge clk_i) disable iff (!rst_ni)
    cycles_per_word_i != '0 && part_words_i < cycles_per_word_i &&
    (whole_words_i != '0 || part_words_i != '0) &&
    64'(handshake_i) + 64'(startup_i) < 64'({Width{1'b1}}) &&
    64'(cycles_per_word_i) + 64'(part_words_i) < 64'({Width{1'b1}}))
    else $error("words that never come, or more cycles than the counters hold");
  for (genvar i = 0; i < Ports; i++) begin : gen_port_contract
    logic [PortWidth-1:0] peer;
    assign peer = peer_o[i*PortWidth +: PortWidth];
    LengthFits: assume property (@(posedge clk_i) disable iff (!rst_ni)
      offer_i[i] |-> 64'(len_i[i*Width +: Width]) + 64'(whole_words_i) + 1 < 64'({Width{1'b1}}))
      else $error("a message of more words than the counters hold");
    SendsWhereJoined: assert property (@(posedge clk_i) disable iff (!rst_ni)
      sends_o[i] |-> joined_o[i]) else $error("a message goes where no link is");
    Arrives: assert property (@(posedge clk_i) disable iff (!rst_ni)
      sends_o[i] |-> valid_o[peer] && data_o[32'(peer)*Data +: Data] == data_i[i*Data +: Data])
      else $error("what is sent does not come in at the other end");
    ComesFromASender: assert property (@(posedge clk_i) disable iff (!rst_ni)
      valid_o[i] |-> joined_o[i] && sends_o[peer]) else $error("a message that nobody sends");
    AcrossIsSent: assert property (@(posedge clk_i) disable iff (!rst_ni)
      across_o[i] |-> sends_o[i]) else $error("a message is across that is not under way");
  end
  // What runs should meet: plexus coverage counts it.
  BothWays: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (sends_o & (sends_o - 1'b1)) != '0);
  WaitsForPeer: cover property (@(posedge clk_i) disable iff (!rst_ni) (offered_q & ~met) != '0);
  OtherBank: cover property (@(posedge clk_i) disable iff (!rst_ni) loaded_o != '0);
  Swaps: cover property (@(posedge clk_i) disable iff (!rst_ni) swap != '0);
  NothingToSay: cover property (@(posedge clk_i) disable iff (!rst_ni) (offer_i & ~sends_o) != '0);
`endif
endmodule
