/// A benes_setup with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module benes_setup_faulty #(
  parameter  int unsigned Ports        = 8,
  localparam int unsigned AddressWidth = $clog2(Ports),
  localparam int unsigned Stages       = 2*AddressWidth - 1,
  localparam int unsigned Elements     = Ports/2
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [1:0]                    fault_i,  /// 0 none, 1 and so on as below
  input  logic                          go_i,
  input  logic [Ports*AddressWidth-1:0] perm_i,
  output logic [Stages*Elements-1:0]    state_o,
  output logic                          busy_o,
  output logic                          done_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    Inverted = 2'd1,      // element 1 of stage 2
    DoneLate = 2'd2,      // by a cycle
    NotPermutation = 2'd3 // input 0 asks for the output of input 1: breaks IsPermutation
  } fault_e;

  fault_e                        fault;
  logic                          done, done_q;
  logic [Stages*Elements-1:0]    state;
  logic [Ports*AddressWidth-1:0] perm;
  assign fault = fault_e'(fault_i);
  always_comb begin : lie_inside
    perm = perm_i;
    if (fault == NotPermutation) perm[0 +: AddressWidth] = perm_i[AddressWidth +: AddressWidth];
  end

  benes_setup #(
    .Ports(Ports)
  ) u_benes_setup (
    .clk_i,
    .rst_ni,
    .go_i,
    .perm_i (perm),
    .state_o(state),
    .busy_o,
    .done_o (done)
  );

  always_ff @(posedge clk_i) begin : remember
    done_q <= rst_ni && done;
  end
  assign done_o  = fault == DoneLate ? done_q : done;
  assign state_o = fault == Inverted ? state ^ (Stages*Elements)'(1) << (2*Elements + 1) : state;
endmodule
