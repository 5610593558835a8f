/// A crossbar with two banks of a symmetric map of ports: what comes in at a port goes out at its
/// peer in the active bank, combinationally. Writes go to either bank; a swap makes the other bank
/// active after `swap_cycles_i` cycles. Twin: hw/crossbar/crossbar.hpp.
module xbar2 #(
  parameter  int unsigned Ports = 8,   /// of all nodes together
  parameter  int unsigned Data = 8,    /// bits of a word
  parameter  int unsigned Width = 32,  /// of the swap's counter
  localparam int unsigned PortWidth = $clog2(Ports)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [Ports-1:0]           valid_i,
  input  logic [Ports*Data-1:0]      data_i,
  output logic [Ports-1:0]           ready_o,
  output logic [Ports-1:0]           valid_o,
  output logic [Ports*Data-1:0]      data_o,
  input  logic [Ports-1:0]           ready_i,
  input  logic                       write_i,        /// joins the two ports in a bank
  input  logic                       write_shadow_i, /// in the one that is not active
  input  logic [PortWidth-1:0]       write_u_i,
  input  logic [PortWidth-1:0]       write_v_i,
  input  logic                       clear_i,        /// empties the bank that is written
  input  logic                       swap_i,
  input  logic [Width-1:0]           swap_cycles_i,  /// >= 1
  output logic [Ports*PortWidth-1:0] peer_o,         /// in the active bank
  output logic [Ports-1:0]           joined_o,
  output logic                       err_o           /// the map is no matching
);
  // Bank 1 above bank 0.
  logic [2*Ports*PortWidth-1:0] peer_d, peer_q;
  logic [2*Ports-1:0]           joined_d, joined_q;
  logic                       active_d, active_q, swapping_d, swapping_q, err_d, err_q;
  logic [Width-1:0]           count_d, count_q;
  logic                       bank;
  logic [31:0]                u_at, v_at;  // places of the written ports in their bank

  assign bank     = active_q ^ write_shadow_i;
  assign u_at     = 32'(bank) * Ports + 32'(write_u_i);
  assign v_at     = 32'(bank) * Ports + 32'(write_v_i);
  assign peer_o   = peer_q[active_q*Ports*PortWidth +: Ports*PortWidth];
  assign joined_o = joined_q[active_q*Ports +: Ports];
  assign err_o    = err_q;

  always_comb begin : forward
    valid_o = '0;
    data_o  = '0;
    ready_o = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (joined_o[i]) begin
        valid_o[i]              = valid_i[peer_o[i*PortWidth +: PortWidth]];
        data_o[i*Data +: Data]  = data_i[peer_o[i*PortWidth +: PortWidth]*Data +: Data];
        ready_o[i]              = ready_i[peer_o[i*PortWidth +: PortWidth]];
      end
    end
  end

  always_comb begin : next_map
    peer_d   = peer_q;
    joined_d = joined_q;
    err_d    = err_q;
    if (clear_i) joined_d[bank*Ports +: Ports] = '0;
    if (write_i) begin
      err_d = err_q || write_u_i == write_v_i ||
              (!clear_i && joined_q[u_at]) ||
              (!clear_i && joined_q[v_at]);
      peer_d[u_at*PortWidth +: PortWidth] = write_v_i;
      peer_d[v_at*PortWidth +: PortWidth] = write_u_i;
      joined_d[u_at] = 1'b1;
      joined_d[v_at] = 1'b1;
    end
  end

  always_comb begin : next_swap
    active_d   = active_q;
    swapping_d = swapping_q;
    count_d    = count_q;
    if (swap_i && !swapping_q) begin
      swapping_d = swap_cycles_i != Width'(1);
      count_d    = Width'(1);
      if (swap_cycles_i == Width'(1)) active_d = !active_q;
    end else if (swapping_q) begin
      count_d = count_q + 1'b1;
      if (count_q + 1'b1 == swap_cycles_i) begin
        swapping_d = 1'b0;
        active_d   = !active_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      peer_q     <= '0;
      joined_q   <= '0;
      active_q   <= 1'b0;
      swapping_q <= 1'b0;
      count_q    <= '0;
      err_q      <= 1'b0;
    end else begin
      peer_q     <= peer_d;
      joined_q   <= joined_d;
      active_q   <= active_d;
      swapping_q <= swapping_d;
      count_q    <= count_d;
      err_q      <= err_d;
    end
  end

`ifndef SYNTHESIS
  MapIsAMatching: assert property (@(posedge clk_i) disable iff (!rst_ni) !err_q)
    else $error("a port is joined twice");
`endif
endmodule
