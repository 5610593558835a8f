/// Chooses one of the inputs that ask. Latency: combinational. Who has won last, and what counts as
/// having won, is kept by the block that has the arbiter.
module arbiter #(
  parameter  int Inputs     = 4,   /// at least 1
  parameter  int AgeWidth   = 16,  /// bits of a time stamp, at least 2
  localparam int IndexWidth = Inputs > 1 ? $clog2(Inputs) : 1
) (
  /// 0 alternating: the next one behind last_i; 1 the lowest; 2 the oldest, of equal ones the
  /// lowest; 3 by skip_i
  input  logic [1:0]                 arbitration_i,
  input  logic [Inputs-1:0]          req_i,
  /// time stamps, smaller is older, modulo 2^AgeWidth: those that meet are less than
  /// 2^(AgeWidth-1) apart
  input  logic [Inputs*AgeWidth-1:0] age_i,
  input  logic [IndexWidth-1:0]      last_i,
  /// so many of those that ask are passed over
  input  logic [IndexWidth-1:0]      skip_i,
  output logic [Inputs-1:0]          grant_o,  /// one hot, or none where none asks
  output logic [IndexWidth-1:0]      winner_o  /// has a meaning only where one asks
);
  logic [IndexWidth-1:0] lowest, behind, oldest, skipped;
  logic                  any_behind, any_old;
  logic [AgeWidth-1:0]   least, younger_by;
  logic [IndexWidth:0]   left;

  always_comb begin : find_lowest
    lowest     = '0;
    behind     = '0;
    any_behind = 1'b0;
    for (int i = Inputs - 1; i >= 0; i--) begin
      if (req_i[i]) lowest = IndexWidth'(i);
      if (req_i[i] && IndexWidth'(i) > last_i) begin
        behind     = IndexWidth'(i);
        any_behind = 1'b1;
      end
    end
  end

  always_comb begin : find_oldest
    oldest     = '0;
    any_old    = 1'b0;
    least      = '0;
    younger_by = '0;
    for (int i = 0; i < Inputs; i++) begin
      younger_by = age_i[i*AgeWidth +: AgeWidth] - least;
      if (req_i[i] && (!any_old || younger_by[AgeWidth-1])) begin
        oldest  = IndexWidth'(i);
        any_old = 1'b1;
        least   = age_i[i*AgeWidth +: AgeWidth];
      end
    end
  end

  always_comb begin : find_skipped
    skipped = '0;
    left    = {1'b0, skip_i};
    for (int i = 0; i < Inputs; i++) begin
      if (req_i[i]) begin
        if (left == '0) skipped = IndexWidth'(i);
        left = left - 1'b1;
      end
    end
  end

  assign winner_o = arbitration_i == plexus_pkg::Alternating ? (any_behind ? behind : lowest) :
                    arbitration_i == plexus_pkg::UpperFirst  ? lowest :
                    arbitration_i == plexus_pkg::OldestFirst ? oldest : skipped;
  for (genvar i = 0; i < Inputs; i++) begin : gen_grant
    assign grant_o[i] = req_i[i] && winner_o == IndexWidth'(i);
  end
`ifndef SYNTHESIS
  always_comb begin : contract
    GrantIsAsked: assert ((grant_o & ~req_i) == '0) else $error("a grant nobody asked for");
    OneGrant: assert ((grant_o & (grant_o - 1'b1)) == '0) else $error("two grants");
    WinnerIsGranted: assert (grant_o == '0 || grant_o == Inputs'(1) << winner_o)
      else $error("winner_o is not the one that is granted");
    AskedIsServed: assert ((req_i != '0) == (grant_o != '0) ||
                           (arbitration_i == plexus_pkg::Coin && 32'(skip_i) >= $countones(req_i)))
      else $error("requests and no grant");
    LowestFirst: assert (arbitration_i != plexus_pkg::UpperFirst ||
                         grant_o == (req_i & (~req_i + 1'b1)))
      else $error("not the lowest one that asks");
    NextBehindLast: assert (arbitration_i != plexus_pkg::Alternating || req_i == '0 ||
                            (winner_o > last_i) == ((req_i >> last_i >> 1) != '0))
      else $error("somebody behind the last winner asks, and is passed over");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    SeveralAsk: cover ((req_i & (req_i - 1'b1)) != '0);
    LowestLoses: cover (req_i != '0 && winner_o != lowest);
  end
`endif
endmodule
