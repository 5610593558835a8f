/// A port guard with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module port_guard_faulty #(
  parameter int unsigned Channels   = 8,
  parameter int unsigned DimWidth   = 3,
  parameter int unsigned CycleWidth = 64
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic [2:0]                   fault_i,  /// 0 none, 1 and so on as below
  input  logic [CycleWidth-1:0]        cycle_i,
  input  logic [Channels-1:0]          rd_i,
  input  logic [Channels-1:0]          wr_i,
  input  logic [Channels*DimWidth-1:0] dim_i,
  input  logic [2:0]                   rule_i,
  output logic                         breach_o,
  output logic                         sticky_o,
  output logic [CycleWidth-1:0]        first_cycle_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    WriteUnseen = 3'd1,    // that of channel 0
    BreachLost = 3'd2,     // is never told
    BreachInvented = 3'd3, // two reads are told as one
    StickyEarly = 3'd4,    // whatever was read before
    NoSuchRule = 3'd5      // breaks the assertion RuleExists
  } fault_e;

  fault_e fault;
  logic   breach, sticky, invented, read_q;

  assign fault = fault_e'(fault_i);

  port_guard #(
    .Channels  (Channels),
    .DimWidth  (DimWidth),
    .CycleWidth(CycleWidth)
  ) u_port_guard (
    .clk_i,
    .rst_ni,
    .cycle_i,
    .rd_i,
    .wr_i    (fault == WriteUnseen ? wr_i & ~Channels'(1) : wr_i),
    .dim_i,
    .rule_i  (fault == NoSuchRule ? 3'd7 : rule_i),
    .breach_o(breach),
    .sticky_o(sticky),
    .first_cycle_o
  );

  always_ff @(posedge clk_i) begin : remember
    read_q <= rst_ni && rd_i != '0;
  end
  assign invented = fault == BreachInvented && (rd_i & (rd_i - 1'b1)) != '0;
  assign breach_o = (breach || invented) && fault != BreachLost;
  assign sticky_o = sticky || (fault == StickyEarly && read_q);
endmodule
