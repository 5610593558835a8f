/// The one-port guard of a node with several links: at most one packet arrives and at most one is
/// sent in a cycle. Part: hw/rule/port_guard.hpp, rule one-in-one-out. Combinational.
module em_port #(
  parameter  int Ports       = 8,
  parameter  int Width       = 64,
  localparam int SelectWidth = Ports > 1 ? $clog2(Ports) : 1
) (
  input  logic [Ports-1:0]       in_valid_i,
  input  logic [Ports*Width-1:0] in_data_i,   /// port p: bits p Width and up
  input  logic [Ports-1:0]       out_req_i,
  output logic                   rx_valid_o,  /// exactly one packet arrives
  output logic [SelectWidth-1:0] rx_sel_o,    /// its port
  output logic [Width-1:0]       rx_data_o,
  output logic                   err_rx_o,    /// more than one arrives
  output logic                   err_tx_o     /// more than one send is asked for
);
  logic [Ports-1:0] more_in, more_out;

  assign more_in    = in_valid_i & (in_valid_i - 1'b1);
  assign more_out   = out_req_i & (out_req_i - 1'b1);
  assign err_rx_o   = more_in != '0;
  assign err_tx_o   = more_out != '0;
  assign rx_valid_o = in_valid_i != '0 && !err_rx_o;

  always_comb begin : select
    rx_sel_o  = '0;
    rx_data_o = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (rx_valid_o && in_valid_i[p]) begin
        rx_sel_o  = SelectWidth'(p);
        rx_data_o = in_data_i[p*Width +: Width];
      end
    end
  end

`ifndef SYNTHESIS
  always_comb begin : contract
    OneOrError: assert final (!(rx_valid_o && err_rx_o))
      else $error("a packet is taken while several arrive");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Receives: cover (rx_valid_o);
    Sends: cover (out_req_i != '0);
    AnotherPort: cover (rx_valid_o && rx_sel_o != '0);
  end
`endif
endmodule
