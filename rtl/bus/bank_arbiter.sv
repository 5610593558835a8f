/// Gives each memory bank to one access per cycle: of those that ask for it, the one of the
/// lowest-numbered processor. Twin: hw/bus/bank_arbiter.hpp. Latency: combinational, one chunk per
/// bank and cycle.
///
/// An access that asks and is not granted stalls and asks again in the next cycle.
module bank_arbiter #(
  parameter  int Processors = 4,
  parameter  int Banks      = 4,  /// 1 or more
  localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1
) (
  input  logic [Processors-1:0]           req_i,   /// asks for a chunk in this cycle
  input  logic [Processors*BankWidth-1:0] bank_i,  /// that holds the chunk; where req_i
  input  logic [Processors-1:0]           slot_i,  /// the access is one of the k* active ones
  output logic [Processors-1:0]           gnt_o,
  output logic [Processors-1:0]           stall_o  /// active, asks, and the bank is taken
);
  logic [Processors-1:0] active;
  assign active = req_i & slot_i;

  always_comb begin : arbitrate
    gnt_o = active;
    for (int unsigned p = 1; p < Processors; p++) begin
      for (int unsigned lower = 0; lower < p; lower++) begin
        if (active[lower] &&
            bank_i[p*BankWidth +: BankWidth] == bank_i[lower*BankWidth +: BankWidth])
          gnt_o[p] = 1'b0;
      end
    end
  end
  assign stall_o = active & ~gnt_o;

`ifndef SYNTHESIS
  logic [Banks-1:0] asked, served;
  logic             twice;
  always_comb begin : account
    asked  = '0;
    served = '0;
    twice  = 1'b0;
    for (int unsigned p = 0; p < Processors; p++) begin
      if (active[p]) asked[bank_i[p*BankWidth +: BankWidth]] = 1'b1;
      if (gnt_o[p]) begin
        twice = twice || served[bank_i[p*BankWidth +: BankWidth]];
        served[bank_i[p*BankWidth +: BankWidth]] = 1'b1;
      end
    end
  end
  always_comb begin : contract
    for (int unsigned p = 0; p < Processors; p++) begin
      BankExists: assume (!active[p] || 32'(bank_i[p*BankWidth +: BankWidth]) < Banks)
        else $error("bank_i names no bank");
    end
    OneGrantPerBank: assert (!twice) else $error("two grants for one bank");
    AskedIsServed: assert (asked == served) else $error("a bank is asked for and stands idle");
    GrantActive: assert ((gnt_o & ~active) == '0) else $error("a grant nobody asked for");
    StallsAreTheRest: assert ((gnt_o ^ stall_o) == active && (gnt_o & stall_o) == '0)
      else $error("an access is neither granted nor stalled, or both");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Stalls: cover (stall_o != '0);
    SeveralServed: cover ((gnt_o & (gnt_o - 1'b1)) != '0);
    WithoutSlot: cover ((req_i & ~slot_i) != '0);
  end
`endif
endmodule
