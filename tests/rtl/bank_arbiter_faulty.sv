/// A bank arbiter with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module bank_arbiter_faulty #(
  parameter  int unsigned Processors = 8,
  parameter  int unsigned Banks      = 8,
  localparam int unsigned BankWidth  = Banks > 1 ? $clog2(Banks) : 1
) (
  input  logic [2:0]                      fault_i,  /// 0 none, 1 and so on as below
  input  logic [Processors-1:0]           req_i,
  input  logic [Processors*BankWidth-1:0] bank_i,
  input  logic [Processors-1:0]           slot_i,
  output logic [Processors-1:0]           gnt_o,
  output logic [Processors-1:0]           stall_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    HighestFirst = 3'd1,  // the wrong one wins a tie
    GrantTwice = 3'd2,    // processor 1 gets its bank whoever else does
    StallSilent = 3'd3,   // a stall is not shown
    NoSuchBank = 3'd4     // processor 0 breaks the assertion BankExists, if there are 6 banks
  } fault_e;

  fault_e                          fault;
  logic [Processors-1:0]           req, slot, gnt, stall, twice;
  logic [Processors*BankWidth-1:0] bank;

  assign fault = fault_e'(fault_i);

  always_comb begin : lie_inside
    req  = req_i;
    slot = slot_i;
    bank = bank_i;
    for (int unsigned p = 0; p < Processors; p++) begin
      if (fault == HighestFirst) begin
        req[p]  = req_i[Processors-1-p];
        slot[p] = slot_i[Processors-1-p];
        bank[p*BankWidth +: BankWidth] = bank_i[(Processors-1-p)*BankWidth +: BankWidth];
      end
    end
    if (fault == NoSuchBank) bank[BankWidth-1:0] = '1;
  end

  bank_arbiter #(
    .Processors(Processors),
    .Banks     (Banks)
  ) u_bank_arbiter (
    .req_i  (req),
    .bank_i (bank),
    .slot_i (slot),
    .gnt_o  (gnt),
    .stall_o(stall)
  );

  assign twice = fault == GrantTwice ? stall & Processors'(2) : '0;

  always_comb begin : lie_outside
    gnt_o   = gnt | twice;
    stall_o = fault == StallSilent ? '0 : stall & ~twice;
    for (int unsigned p = 0; p < Processors; p++) begin
      if (fault == HighestFirst) begin
        gnt_o[p]   = gnt[Processors-1-p];
        stall_o[p] = stall[Processors-1-p];
      end
    end
  end
endmodule
