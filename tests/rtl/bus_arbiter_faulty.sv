/// A bus arbiter with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module bus_arbiter_faulty #(
  parameter  int unsigned Processors = 8,
  localparam int unsigned CountWidth = $clog2(Processors + 1)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [2:0]                       fault_i,  /// 0 none, 1 and so on as below
  input  logic [CountWidth-1:0]            k_star_i,
  input  logic [Processors-1:0]            req_i,
  input  logic [Processors*Processors-1:0] readers_i,
  input  logic [Processors-1:0]            release_i,
  output logic [Processors-1:0]            start_o,
  output logic [Processors-1:0]            grant_o,
  output logic [Processors-1:0]            busy_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    HighestFirst = 3'd1,   // the wrong one wins a tie
    GrantLost = 3'd2,      // processor 2 never gets one
    ChannelTooMany = 3'd3,
    BusyLonger = 3'd4,     // by one cycle
    OwnReader = 3'd5       // processor 1 breaks the assertion OwnReader
  } fault_e;

  fault_e                           fault;
  logic [Processors-1:0]            req, released, start, grant, busy, busy_q;
  logic [Processors*Processors-1:0] readers;

  assign fault = fault_e'(fault_i);

  // HighestFirst: processor p is Processors - 1 - p inside.
  always_comb begin : lie_inside
    req      = req_i;
    released = release_i;
    readers  = readers_i;
    if (fault == GrantLost) req[2] = 1'b0;
    if (fault == OwnReader) readers[Processors + 1] = 1'b1;
    for (int unsigned p = 0; p < Processors; p++) begin
      if (fault == HighestFirst) begin
        req[p]      = req_i[Processors-1-p];
        released[p] = release_i[Processors-1-p];
        for (int unsigned q = 0; q < Processors; q++)
          readers[p*Processors + q] = readers_i[(Processors-1-p)*Processors + Processors-1-q];
      end
    end
  end

  bus_arbiter #(
    .Processors(Processors)
  ) u_bus_arbiter (
    .clk_i,
    .rst_ni,
    .k_star_i (fault == ChannelTooMany ? k_star_i + 1'b1 : k_star_i),
    .req_i    (req),
    .readers_i(readers),
    .release_i(released),
    .start_o  (start),
    .grant_o  (grant),
    .busy_o   (busy)
  );

  always_ff @(posedge clk_i) begin : remember
    busy_q <= rst_ni ? busy : '0;
  end
  always_comb begin : lie_outside
    start_o = start;
    grant_o = grant;
    busy_o  = fault == BusyLonger ? busy | busy_q : busy;
    for (int unsigned p = 0; p < Processors; p++) begin
      if (fault == HighestFirst) begin
        start_o[p] = start[Processors-1-p];
        grant_o[p] = grant[Processors-1-p];
        busy_o[p]  = busy[Processors-1-p];
      end
    end
  end
endmodule
