/// Receivers of a processor: which of the messages of its group's couplers it accepts in a slot.
/// Twin: hw/optical/coupler_bank.hpp. Combinational.
///
/// One lane whose address filter hits is accepted. More are a conflict, and nothing is accepted,
/// but in multi mode, which takes all of them.
module pops_rx #(
  parameter  int Couplers   = 4,
  parameter  int Width      = 8,
  localparam int GroupWidth = Couplers > 1 ? $clog2(Couplers) : 1
) (
  input  logic [Couplers-1:0]       in_valid_i,
  input  logic [Couplers*Width-1:0] in_data_i,
  input  logic [Couplers-1:0]       in_hit_i,     /// address filter
  input  logic                      multi_rx_i,
  output logic                      acc_valid_o,
  output logic [Width-1:0]          acc_data_o,   /// 0 without acc_valid_o
  output logic [GroupWidth-1:0]     acc_group_o,  /// lane of acc_data_o
  output logic                      conflict_o,
  output logic [Couplers-1:0]       lane_valid_o  /// lanes that are accepted
);
  logic [Couplers-1:0] hits;
  logic                several;
  assign hits         = in_valid_i & in_hit_i;
  assign several      = (hits & (hits - 1'b1)) != '0;
  assign conflict_o   = several && !multi_rx_i;
  assign lane_valid_o = conflict_o ? '0 : hits;
  assign acc_valid_o  = hits != '0 && !several;
  always_comb begin : pick
    acc_data_o  = '0;
    acc_group_o = '0;
    for (int unsigned c = 0; c < Couplers; c++) begin
      if (acc_valid_o && hits[c]) begin
        acc_data_o  = in_data_i[c*Width +: Width];
        acc_group_o = GroupWidth'(c);
      end
    end
  end

`ifndef SYNTHESIS
  always_comb begin : contract
    OnlyHits: assert ((lane_valid_o & ~in_hit_i) == '0) else $error("a foreign message is taken");
    ConflictTakesNothing: assert (!conflict_o || lane_valid_o == '0)
      else $error("one of two messages is taken");
    ConflictOfTwo: assert (conflict_o ==
        (!multi_rx_i && $countones(in_valid_i & in_hit_i) > 1))
      else $error("a conflict without two messages, or two without a conflict");
    OneIsAccepted: assert (acc_valid_o == ($countones(in_valid_i & in_hit_i) == 1))
      else $error("a message alone is not accepted, or one of several is");
    AcceptedIsItsLane: assert (acc_valid_o ?
        lane_valid_o == Couplers'(1) << acc_group_o &&
        acc_data_o == in_data_i[32'(acc_group_o)*Width +: Width] : acc_data_o == '0)
      else $error("the word of another lane");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    Accepts: cover (acc_valid_o);
    Foreign: cover ((in_valid_i & ~in_hit_i) != '0);
    SeveralAccepted: cover (several && multi_rx_i);
    Conflict: cover (conflict_o);
  end
`endif
endmodule
