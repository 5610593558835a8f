/// Transmitters of a processor: what it puts on the couplers of its group in a slot. Twin:
/// hw/optical/coupler_bank.hpp. Combinational; the slot strobe registers it.
///
/// Single mode: one message on every lane of the mask. Multi mode: a word of its own on each.
module pops_tx #(
  parameter int Couplers = 4,
  parameter int Width    = 8
) (
  input  logic                      msg_valid_i,
  input  logic [Width-1:0]          msg_i,
  input  logic [Couplers-1:0]       mask_i,      /// couplers that are driven
  input  logic                      multi_tx_i,
  input  logic [Couplers*Width-1:0] lane_msg_i,  /// words of the lanes, in multi mode
  output logic [Couplers-1:0]       tx_valid_o,
  output logic [Couplers*Width-1:0] tx_data_o    /// 0 on lanes that are dark
);
  assign tx_valid_o = msg_valid_i ? mask_i : '0;
  always_comb begin : light
    tx_data_o = '0;
    for (int unsigned c = 0; c < Couplers; c++) begin
      if (tx_valid_o[c]) begin
        tx_data_o[c*Width +: Width] = multi_tx_i ? lane_msg_i[c*Width +: Width] : msg_i;
      end
    end
  end

`ifndef SYNTHESIS
  always_comb begin : contract
    NothingUnasked: assert ((tx_valid_o & ~mask_i) == '0) else $error("a lane lights unasked");
    AllOrNothing: assert (tx_valid_o == '0 || (msg_valid_i && tx_valid_o == mask_i))
      else $error("a message lights some of its lanes only");
    for (int unsigned c = 0; c < Couplers; c++) begin
      LaneCarries: assert (tx_data_o[c*Width +: Width] ==
          (!tx_valid_o[c] ? '0 : multi_tx_i ? lane_msg_i[c*Width +: Width] : msg_i))
        else $error("a lane carries another word, or a dark one carries any");
    end
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    OneMessage: cover (tx_valid_o != '0 && !multi_tx_i);
    Lanes: cover (tx_valid_o != '0 && multi_tx_i);
    SeveralLanes: cover ((tx_valid_o & (tx_valid_o - 1'b1)) != '0);
    Dark: cover (!msg_valid_i);
  end
`endif
endmodule
