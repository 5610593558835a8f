/// 2x2 element of a combining switch: omega_element that merges two messages for the same
/// destination into one.
/// Twin: hw/switch/combine_element.hpp. Latency: 0 cycles, 1 with OutputRegister.
///
/// Index 0 is the upper, 1 the lower line, on both sides. Two messages with equal destination_i,
/// none of them a broadcast, leave as one on the output that both want: data = upper op lower (the
/// upper one is the left operand), and merge_o rises. Two that want a common output but differ in
/// destination clash: the upper one wins, the lower one is dropped, conflict_o rises.
module combine_element #(
  parameter int DataWidth      = 32,   /// bits of one operand
  parameter int AddressWidth   = 3,    /// bits of a destination
  /// 1: valid_o, destination_o and data_o come from a register
  parameter bit          OutputRegister = 1'b0
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// 0 sum (modulo 2^DataWidth), 1 unsigned minimum, 2 unsigned maximum, 3 bitwise or
  input  logic [1:0]                op_i,
  input  logic [1:0]                valid_i,
  /// output wanted: 0 upper, 1 lower; equal where the destinations are
  input  logic [1:0]                tag_i,
  input  logic [1:0]                bcast_i,        /// both outputs wanted, tag_i ignored
  input  logic [2*AddressWidth-1:0] destination_i,
  input  logic [2*DataWidth-1:0]    data_i,
  output logic [1:0]                valid_o,
  output logic [2*AddressWidth-1:0] destination_o,  /// has a meaning only beside valid_o, as data_o
  output logic [2*DataWidth-1:0]    data_o,
  /// in the cycle of the inputs, never registered; as the next two
  output logic                      merge_o,
  output logic                      conflict_o,
  /// 0 straight, 1 exchange, 2 upper broadcast, 3 lower broadcast; merging: the upper input's way
  output logic [1:0]                state_o
);

  logic [1:0] upper_wants, lower_wants, upper_takes, lower_takes;  // bit: output
  logic       meet, same;
  assign upper_wants = valid_i[0] ? (bcast_i[0] ? 2'b11 : {tag_i[0], !tag_i[0]}) : 2'b00;
  assign lower_wants = valid_i[1] ? (bcast_i[1] ? 2'b11 : {tag_i[1], !tag_i[1]}) : 2'b00;
  assign meet        = |(upper_wants & lower_wants);
  assign same        = destination_i[0 +: AddressWidth] ==
                       destination_i[AddressWidth +: AddressWidth];
  assign merge_o     = meet && same && bcast_i == '0;
  assign conflict_o  = meet && !merge_o;
  assign upper_takes = upper_wants;
  assign lower_takes = meet ? 2'b00 : lower_wants;

  logic [1:0] setting;  // plexus_pkg::setting_e; an element without messages stands straight
  always_comb begin : decode_setting
    setting = plexus_pkg::Straight;
    if (upper_takes == 2'b11)      setting = plexus_pkg::UpperBroadcast;
    else if (lower_takes == 2'b11) setting = plexus_pkg::LowerBroadcast;
    else if (upper_takes[1] || lower_takes[0]) setting = plexus_pkg::Exchange;
  end
  assign state_o = setting;

  logic [DataWidth-1:0] left, right, combined, upper_data;
  assign left  = data_i[0 +: DataWidth];
  assign right = data_i[DataWidth +: DataWidth];
  always_comb begin : combine
    unique case (op_i)
      plexus_pkg::Sum:       combined = left + right;
      plexus_pkg::Minimum:   combined = right < left ? right : left;
      plexus_pkg::Maximum:   combined = right > left ? right : left;
      plexus_pkg::BitwiseOr: combined = left | right;
    endcase
  end
  assign upper_data = merge_o ? combined : left;

  logic [1:0]                valid;
  logic [2*AddressWidth-1:0] destination;
  logic [2*DataWidth-1:0]    data;
  assign valid = upper_takes | lower_takes;
  for (genvar o = 0; o < 2; o++) begin : gen_output
    assign destination[o*AddressWidth +: AddressWidth] =
        lower_takes[o] ? destination_i[AddressWidth +: AddressWidth] :
                         destination_i[0 +: AddressWidth];
    assign data[o*DataWidth +: DataWidth] = lower_takes[o] ? right : upper_data;
  end

  if (OutputRegister) begin : gen_register
    logic [1:0]                valid_q;
    logic [2*AddressWidth-1:0] destination_q;
    logic [2*DataWidth-1:0]    data_q;
    always_ff @(posedge clk_i) begin : output_register
      if (!rst_ni) valid_q <= '0;
      else         valid_q <= valid;
      destination_q <= destination;
      data_q        <= data;
    end
    assign valid_o       = valid_q;
    assign destination_o = destination_q;
    assign data_o        = data_q;
  end else begin : gen_wires
    assign valid_o       = valid;
    assign destination_o = destination;
    assign data_o        = data;
  end

`ifndef SYNTHESIS
  // The setting by name (ASCII); only the wave reads it.
  /*verilator lint_off UNUSEDSIGNAL*/ logic [63:0] setting_text; /*verilator lint_on UNUSEDSIGNAL*/
  always_comb begin : show_setting
    if (valid_i == '0) setting_text = "idle";
    else if (merge_o)  setting_text = "merge";
    else begin
      unique case (setting)
        plexus_pkg::Straight:       setting_text = "straight";
        plexus_pkg::Exchange:       setting_text = "exchange";
        plexus_pkg::UpperBroadcast: setting_text = "upper bc";
        plexus_pkg::LowerBroadcast: setting_text = "lower bc";
      endcase
    end
  end

  SameDestinationSameTag: assume property (
    @(posedge clk_i) disable iff (!rst_ni)
    valid_i == 2'b11 && bcast_i == '0 && same |-> tag_i[0] == tag_i[1])
    else $error("equal destinations with different tags");
  MergeOrConflict: assert property (
    @(posedge clk_i) disable iff (!rst_ni) !(merge_o && conflict_o))
    else $error("merged and clashed at once");
  NothingVanishes: assert property (
    @(posedge clk_i) disable iff (!rst_ni)
    valid_i[1] && lower_takes == '0 |-> (merge_o || conflict_o) && valid_i[0])
    else $error("a message vanished without a merge or a conflict");
  // What runs should meet: plexus coverage counts it.
  Merges: cover property (@(posedge clk_i) disable iff (!rst_ni) merge_o);
  Conflict: cover property (@(posedge clk_i) disable iff (!rst_ni) conflict_o);
  SetStraight: cover property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i != '0 && state_o == 2'd0);
  SetExchange: cover property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i != '0 && state_o == 2'd1);
  SetUpperBroadcast: cover property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i != '0 && state_o == 2'd2);
  SetLowerBroadcast: cover property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i != '0 && state_o == 2'd3);
`endif
endmodule
