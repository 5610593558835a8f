/// A crossbar with two banks of a symmetric map of ports: what comes in at a port goes out at its
/// peer in the active bank, combinationally. Every port has its entry in each bank, as in a switch
/// whose columns are driven side by side. Twin: hw/crossbar/crossbar.hpp.
///
/// With an edge swaps end first: a port's shadow entry becomes its active one `swap_cycles_i`
/// cycles after `swap_i`, with the same edge if that is 0, and is empty from then on. Then active
/// entries are cleared, and entries of both banks written.
module xbar2 #(
  parameter  int Ports = 8,   /// of all nodes together
  parameter  int Data = 8,    /// bits of a word
  parameter  int Width = 16,  /// of the swap's counters
  localparam int PortWidth = $clog2(Ports)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [Ports-1:0]           valid_i,
  input  logic [Ports*Data-1:0]      data_i,
  output logic [Ports-1:0]           ready_o,
  output logic [Ports-1:0]           valid_o,
  output logic [Ports*Data-1:0]      data_o,
  input  logic [Ports-1:0]           ready_i,
  input  logic [Ports-1:0]           clear_i,        /// empties the active entry
  input  logic [Ports-1:0]           write_i,        /// writes the active entry
  input  logic [Ports*PortWidth-1:0] write_peer_i,
  input  logic [Ports-1:0]           load_i,         /// writes the entry of the other bank
  input  logic [Ports*PortWidth-1:0] load_peer_i,
  input  logic [Ports-1:0]           swap_i,         /// the port's swap begins
  input  logic [Width-1:0]           swap_cycles_i,
  output logic [Ports*PortWidth-1:0] peer_o,         /// in the active bank; 0 where there is none
  output logic [Ports-1:0]           joined_o,
  output logic [Ports*PortWidth-1:0] next_peer_o,    /// the same of the other bank
  output logic [Ports-1:0]           loaded_o,
  output logic [Ports-1:0]           swapping_o,
  output logic                       err_o           /// the active map is no matching
);
  logic [Ports*PortWidth-1:0] peer_d, peer_q, next_d, next_q;
  logic [Ports-1:0]           joined_d, joined_q, loaded_d, loaded_q, swapping_d, swapping_q;
  logic [Ports*Width-1:0]     count_d, count_q;  // cycles of the swap that are left
  logic [Ports-1:0]           stray;             // ports that their peer does not lead back to

  assign peer_o      = peer_q;
  assign joined_o    = joined_q;
  assign next_peer_o = next_q;
  assign loaded_o    = loaded_q;
  assign swapping_o  = swapping_q;
  assign err_o       = |stray;

  always_comb begin : match
    stray = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (joined_q[i]) begin
        stray[i] = !joined_q[peer_q[i*PortWidth +: PortWidth]] ||
                   peer_q[i*PortWidth +: PortWidth] == PortWidth'(i) ||
                   peer_q[peer_q[i*PortWidth +: PortWidth]*PortWidth +: PortWidth] != PortWidth'(i);
      end
    end
  end

  always_comb begin : forward
    valid_o = '0;
    data_o  = '0;
    ready_o = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (joined_q[i]) begin
        valid_o[i]             = valid_i[peer_q[i*PortWidth +: PortWidth]];
        data_o[i*Data +: Data] = data_i[peer_q[i*PortWidth +: PortWidth]*Data +: Data];
        ready_o[i]             = ready_i[peer_q[i*PortWidth +: PortWidth]];
      end
    end
  end

  always_comb begin : next_map
    peer_d     = peer_q;
    joined_d   = joined_q;
    next_d     = next_q;
    loaded_d   = loaded_q;
    swapping_d = swapping_q;
    count_d    = count_q;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (swapping_q[i]) count_d[i*Width +: Width] = count_q[i*Width +: Width] - 1'b1;
      if (swap_i[i]) begin
        swapping_d[i]             = 1'b1;
        count_d[i*Width +: Width] = swap_cycles_i;
      end
      if (swapping_d[i] && count_d[i*Width +: Width] == '0) begin
        peer_d[i*PortWidth +: PortWidth] = next_q[i*PortWidth +: PortWidth];
        joined_d[i]                      = loaded_q[i];
        next_d[i*PortWidth +: PortWidth] = '0;
        loaded_d[i]                      = 1'b0;
        swapping_d[i]                    = 1'b0;
      end
      if (clear_i[i]) begin
        peer_d[i*PortWidth +: PortWidth] = '0;
        joined_d[i]                      = 1'b0;
      end
      if (write_i[i]) begin
        peer_d[i*PortWidth +: PortWidth] = write_peer_i[i*PortWidth +: PortWidth];
        joined_d[i]                      = 1'b1;
      end
      if (load_i[i]) begin
        next_d[i*PortWidth +: PortWidth] = load_peer_i[i*PortWidth +: PortWidth];
        loaded_d[i]                      = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      peer_q     <= '0;
      joined_q   <= '0;
      next_q     <= '0;
      loaded_q   <= '0;
      swapping_q <= '0;
      count_q    <= '0;
    end else begin
      peer_q     <= peer_d;
      joined_q   <= joined_d;
      next_q     <= next_d;
      loaded_q   <= loaded_d;
      swapping_q <= swapping_d;
      count_q    <= count_d;
    end
  end

`ifndef SYNTHESIS
  MapIsAMatching: assume property (@(posedge clk_i) disable iff (!rst_ni) !err_o)
    else $error("a port is joined with one that is joined with another");
  for (genvar i = 0; i < Ports; i++) begin : gen_port_contract
    logic [PortWidth-1:0] peer;
    assign peer = peer_o[i*PortWidth +: PortWidth];
    PeersExist: assume property (@(posedge clk_i) disable iff (!rst_ni)
      (!write_i[i] || 32'(write_peer_i[i*PortWidth +: PortWidth]) < Ports) &&
      (!load_i[i] || 32'(load_peer_i[i*PortWidth +: PortWidth]) < Ports))
      else $error("write_peer_i or load_peer_i names a port that is none");
    ComesFromItsPeer: assert property (@(posedge clk_i) disable iff (!rst_ni)
      joined_o[i] |-> valid_o[i] == valid_i[peer] && ready_o[i] == ready_i[peer] &&
                      data_o[i*Data +: Data] == data_i[32'(peer)*Data +: Data])
      else $error("a port shows something else than its peer sends");
    NothingUnjoined: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !joined_o[i] |-> !valid_o[i] && !ready_o[i] && data_o[i*Data +: Data] == '0)
      else $error("a word at a port that is joined with none");
    NoPeerUnjoined: assert property (@(posedge clk_i) disable iff (!rst_ni)
      (joined_o[i] || peer == '0) &&
      (loaded_o[i] || next_peer_o[i*PortWidth +: PortWidth] == '0))
      else $error("an empty entry names a port");
  end
  EveryWordOnce: assert property (@(posedge clk_i) disable iff (!rst_ni)
    $countones(valid_o) == $countones(valid_i & joined_o))
    else $error("a word is lost or comes out twice");
  // What runs should meet: plexus coverage counts it.
  Carries: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_o != '0);
  HeldBack: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (valid_i & joined_o & ~ready_o) != '0);
  OtherBank: cover property (@(posedge clk_i) disable iff (!rst_ni) loaded_o != '0);
  SwapTakesTime: cover property (@(posedge clk_i) disable iff (!rst_ni) swapping_o != '0);
  Empties: cover property (@(posedge clk_i) disable iff (!rst_ni) clear_i != '0);
`endif
endmodule
