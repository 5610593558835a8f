/// A crossbar with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module xbar2_faulty #(
  parameter  int unsigned Ports = 8,
  parameter  int unsigned Data = 8,
  parameter  int unsigned Width = 16,
  localparam int unsigned PortWidth = $clog2(Ports)
) (
  input  logic [2:0]                 fault_i,  /// 0 none, 1 and so on as below
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [Ports-1:0]           valid_i,
  input  logic [Ports*Data-1:0]      data_i,
  output logic [Ports-1:0]           ready_o,
  output logic [Ports-1:0]           valid_o,
  output logic [Ports*Data-1:0]      data_o,
  input  logic [Ports-1:0]           ready_i,
  input  logic [Ports-1:0]           clear_i,
  input  logic [Ports-1:0]           write_i,
  input  logic [Ports*PortWidth-1:0] write_peer_i,
  input  logic [Ports-1:0]           load_i,
  input  logic [Ports*PortWidth-1:0] load_peer_i,
  input  logic [Ports-1:0]           swap_i,
  input  logic [Width-1:0]           swap_cycles_i,
  output logic [Ports*PortWidth-1:0] peer_o,
  output logic [Ports-1:0]           joined_o,
  output logic [Ports*PortWidth-1:0] next_peer_o,
  output logic [Ports-1:0]           loaded_o,
  output logic [Ports-1:0]           swapping_o,
  output logic                       err_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    SwapLost = 3'd1,  // a swap never ends
    SwapEarly = 3'd2,  // or ends a cycle too soon
    NoMatching = 3'd3,  // breaks the assertion MapIsAMatching: port 0 leads to itself
    LoadDisturbs = 3'd4,  // what is loaded is written to the active bank, too
    DataTwisted = 3'd5   // the lowest bit of all that comes out is wrong
  } fault_e;

  fault_e fault;
  logic [Ports*Data-1:0] data_out;
  logic [Ports-1:0] write_in;
  logic [Ports*PortWidth-1:0] write_peer_in;
  logic [Ports-1:0] swap_in;
  logic [Width-1:0] swap_cycles_in;

  assign fault = fault_e'(fault_i);
  assign swap_in = fault == SwapLost ? '0 : swap_i;
  assign swap_cycles_in = fault == SwapEarly ? swap_cycles_i - 1'b1 : swap_cycles_i;
  assign write_in = fault == LoadDisturbs ? write_i | load_i : write_i;
  assign write_peer_in =
      fault == LoadDisturbs ? write_peer_i | load_peer_i :
      fault == NoMatching ? write_peer_i & ~(Ports*PortWidth)'((1 << PortWidth) - 1) : write_peer_i;
  assign data_o = fault == DataTwisted ? data_out ^ {Ports{Data'(1)}} : data_out;

  xbar2 #(
    .Ports(Ports),
    .Data(Data),
    .Width(Width)
  ) u_xbar2 (
    .clk_i,
    .rst_ni,
    .valid_i,
    .data_i,
    .ready_o,
    .valid_o,
    .data_o(data_out),
    .ready_i,
    .clear_i,
    .write_i(write_in),
    .write_peer_i(write_peer_in),
    .load_i,
    .load_peer_i,
    .swap_i(swap_in),
    .swap_cycles_i(swap_cycles_in),
    .peer_o,
    .joined_o,
    .next_peer_o,
    .loaded_o,
    .swapping_o,
    .err_o
  );
endmodule
