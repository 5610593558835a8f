/// 2x2 element of an unbuffered multistage switch: straight, exchange, upper broadcast, lower
/// broadcast, set by the messages themselves (destination tag). Twin: hw/switch/omega_element.hpp.
/// Latency: 0 cycles, 1 with OutputRegister.
///
/// Index 0 is the upper, 1 the lower line, on both sides. A message is forwarded whole or not at
/// all: where the two want a common output, the upper one wins, the lower one is dropped (a
/// broadcast drops or is dropped with both copies) and conflict_o rises. So the loser of a conflict
/// is always the lower input.
module omega_element #(
  parameter int DataWidth      = 32,   /// bits of one message
  parameter bit          OutputRegister = 1'b0  /// 1: valid_o and data_o come from a register
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [1:0]             valid_i,
  input  logic [1:0]             tag_i,       /// output wanted: 0 upper, 1 lower
  input  logic [1:0]             bcast_i,     /// both outputs wanted, tag_i ignored
  input  logic [2*DataWidth-1:0] data_i,
  output logic [1:0]             valid_o,
  output logic [2*DataWidth-1:0] data_o,      /// has a meaning only beside valid_o
  output logic                   conflict_o,  /// in the cycle of the inputs, never registered
  /// 0 straight, 1 exchange, 2 upper broadcast, 3 lower broadcast; as conflict_o
  output logic [1:0]             state_o
);

  logic [1:0] upper_wants, lower_wants, upper_takes, lower_takes;  // bit: output
  assign upper_wants = valid_i[0] ? (bcast_i[0] ? 2'b11 : {tag_i[0], !tag_i[0]}) : 2'b00;
  assign lower_wants = valid_i[1] ? (bcast_i[1] ? 2'b11 : {tag_i[1], !tag_i[1]}) : 2'b00;
  assign conflict_o  = |(upper_wants & lower_wants);
  assign upper_takes = upper_wants;
  assign lower_takes = conflict_o ? 2'b00 : lower_wants;

  logic [1:0] setting;  // plexus_pkg::setting_e; an element without messages stands straight
  always_comb begin : decode_setting
    setting = plexus_pkg::Straight;
    if (upper_takes == 2'b11)      setting = plexus_pkg::UpperBroadcast;
    else if (lower_takes == 2'b11) setting = plexus_pkg::LowerBroadcast;
    else if (upper_takes[1] || lower_takes[0]) setting = plexus_pkg::Exchange;
  end
  assign state_o = setting;

  logic [1:0]             valid;
  logic [2*DataWidth-1:0] data;
  assign valid = upper_takes | lower_takes;
  for (genvar o = 0; o < 2; o++) begin : gen_output
    assign data[o*DataWidth +: DataWidth] =
        lower_takes[o] ? data_i[DataWidth +: DataWidth] : data_i[0 +: DataWidth];
  end

  if (OutputRegister) begin : gen_register
    logic [1:0]             valid_q;
    logic [2*DataWidth-1:0] data_q;
    always_ff @(posedge clk_i) begin : output_register
      if (!rst_ni) valid_q <= '0;
      else         valid_q <= valid;
      data_q <= data;
    end
    assign valid_o = valid_q;
    assign data_o  = data_q;
  end else begin : gen_wires
    assign valid_o = valid;
    assign data_o  = data;
  end

`ifndef SYNTHESIS
  // The setting by name (ASCII); only the wave reads it.
  /*verilator lint_off UNUSEDSIGNAL*/ logic [63:0] setting_text; /*verilator lint_on UNUSEDSIGNAL*/
  always_comb begin : show_setting
    if (valid_i == '0) setting_text = "idle";
    else begin
      unique case (setting)
        plexus_pkg::Straight:       setting_text = "straight";
        plexus_pkg::Exchange:       setting_text = "exchange";
        plexus_pkg::UpperBroadcast: setting_text = "upper bc";
        plexus_pkg::LowerBroadcast: setting_text = "lower bc";
      endcase
    end
  end

  OneMessagePerOutput: assert property (
    @(posedge clk_i) disable iff (!rst_ni) (upper_takes & lower_takes) == '0)
    else $error("two messages on one output");
  UpperNeverLoses: assert property (
    @(posedge clk_i) disable iff (!rst_ni) valid_i[0] |-> upper_takes == upper_wants)
    else $error("the upper message lost");
  LoserHasMetAWinner: assert property (
    @(posedge clk_i) disable iff (!rst_ni)
    valid_i[1] && lower_takes == '0 |-> conflict_o && valid_i[0])
    else $error("a message vanished without a conflict");
  // What runs should meet: plexus coverage counts it.
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
