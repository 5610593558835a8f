/// A one-port guard with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module em_port_faulty #(
  parameter  int unsigned Ports       = 8,
  parameter  int unsigned Width       = 64,
  localparam int unsigned SelectWidth = Ports > 1 ? $clog2(Ports) : 1
) (
  input  logic [2:0]             fault_i,  /// 0 none, 1 and so on as below
  input  logic [Ports-1:0]       in_valid_i,
  input  logic [Ports*Width-1:0] in_data_i,
  input  logic [Ports-1:0]       out_req_i,
  output logic                   rx_valid_o,
  output logic [SelectWidth-1:0] rx_sel_o,
  output logic [Width-1:0]       rx_data_o,
  output logic                   err_rx_o,
  output logic                   err_tx_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    NotTaken = 3'd1,    // what arrives at port 1 is not taken
    WrongPort = 3'd2,   // and is told of port 0
    Changed = 3'd3,     // its lowest bit is another
    Invented = 3'd4,    // one send is told as two
    SendsUnseen = 3'd5, // two sends are not told
    BothUnseen = 3'd6   // nor two arrivals
  } fault_e;

  fault_e                 fault;
  logic                   rx_valid, err_rx, err_tx;
  logic [SelectWidth-1:0] rx_sel;
  logic [Width-1:0]       rx_data;

  assign fault = fault_e'(fault_i);

  em_port #(
    .Ports(Ports),
    .Width(Width)
  ) u_port (
    .in_valid_i,
    .in_data_i,
    .out_req_i,
    .rx_valid_o(rx_valid),
    .rx_sel_o  (rx_sel),
    .rx_data_o (rx_data),
    .err_rx_o  (err_rx),
    .err_tx_o  (err_tx)
  );

  assign rx_valid_o = rx_valid && !(fault == NotTaken && rx_sel == SelectWidth'(1));
  assign rx_sel_o   = fault == WrongPort ? '0 : rx_sel;
  assign rx_data_o  = fault == Changed && rx_valid ? rx_data ^ Width'(1) : rx_data;
  assign err_rx_o   = err_rx && fault != BothUnseen;
  assign err_tx_o   = (err_tx && fault != SendsUnseen && fault != BothUnseen) ||
      (fault == Invented && out_req_i != '0);
endmodule
