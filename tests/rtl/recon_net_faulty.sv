/// A small reconfigurable machine with a fault planted in it, so that tests can see that it is
/// found. `fault_i` chooses the fault and is stable during a run.
module recon_net_faulty #(
  parameter  int unsigned Ports = 8,
  parameter  int unsigned Data = 4,
  parameter  int unsigned Width = 8,
  localparam int unsigned PortWidth = $clog2(Ports)
) (
  input  logic [2:0]                 fault_i,  /// 0 none, 1 and so on as below
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       phases_i,
  input  logic                       waits_i,
  input  logic                       two_banks_i,
  input  logic [Width-1:0]           swap_cycles_i,
  input  logic                       start_i,
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
  input  logic [Ports-1:0]           offer_i,
  input  logic [Ports*Width-1:0]     len_i,
  input  logic [Ports*Data-1:0]      data_i,
  output logic [Ports-1:0]           joined_o,
  output logic [Ports*PortWidth-1:0] peer_o,
  output logic [Ports-1:0]           loaded_o,
  output logic [Ports*PortWidth-1:0] next_peer_o,
  output logic [Ports-1:0]           sends_o,
  output logic [Ports-1:0]           across_o,
  output logic [Ports-1:0]           valid_o,
  output logic [Ports*Data-1:0]      data_o,
  output logic                       err_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    GrantLate = 3'd1,  // a link takes one cycle more
    SwapLate = 3'd2,  // a swap takes one cycle more
    NoMatching = 3'd3,  // breaks the assertion MapIsAMatching: every link leads to port 0
    HandshakeShort = 3'd4,  // the handshake is one cycle short
    OfferLost = 3'd5   // port 0 never says that its node has come
  } fault_e;

  fault_e fault;
  logic [Width-1:0] swap_cycles_in;
  logic [Width-1:0] tau_r_in;
  logic [PortWidth-1:0] entry_v_in;
  logic [Width-1:0] handshake_in;
  logic [Ports-1:0] offer_in;

  assign fault = fault_e'(fault_i);
  assign tau_r_in = fault == GrantLate ? tau_r_i + 1'b1 : tau_r_i;
  assign swap_cycles_in = fault == SwapLate ? swap_cycles_i + 1'b1 : swap_cycles_i;
  assign entry_v_in = fault == NoMatching ? '0 : entry_v_i;
  assign handshake_in = fault == HandshakeShort ? handshake_i - 1'b1 : handshake_i;
  assign offer_in = fault == OfferLost ? offer_i & ~Ports'(1) : offer_i;

  recon_net #(
    .Ports(Ports),
    .Data(Data),
    .Width(Width)
  ) u_recon_net (
    .clk_i,
    .rst_ni,
    .phases_i,
    .waits_i,
    .two_banks_i,
    .swap_cycles_i(swap_cycles_in),
    .start_i,
    .n_links_i,
    .beta_r_i,
    .tau_r_i(tau_r_in),
    .entry_valid_i,
    .entry_u_i,
    .entry_v_i(entry_v_in),
    .entry_ready_o,
    .set_valid_o,
    .set_u_o,
    .set_v_o,
    .busy_o,
    .done_o,
    .err_clash_o,
    .handshake_i(handshake_in),
    .startup_i,
    .cycles_per_word_i,
    .whole_words_i,
    .part_words_i,
    .offer_i(offer_in),
    .len_i,
    .data_i,
    .joined_o,
    .peer_o,
    .loaded_o,
    .next_peer_o,
    .sends_o,
    .across_o,
    .valid_o,
    .data_o,
    .err_o
  );
endmodule
