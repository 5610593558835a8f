/// Unbuffered omega network with its pass controller: log2(Ports) stages of (perfect shuffle,
/// column of omega_element), routed by destination tag. Twin: hw/switch/omega_net.hpp. Latency: a
/// pass keeps it busy startup + ceil(words / bandwidth) cycles.
///
/// load_i takes one pass: the requests of all inputs, and what it costs. It is obeyed when the
/// network is idle or in the last busy cycle (done_o), so passes follow each other without a gap; a
/// pass of no words costs nothing and is no pass. The requests stand at the inputs of stage 0 for
/// the whole pass. At stage t a message takes the upper output if bit Stages-1-t of its destination
/// is 0; where two clash, the upper input's wins. A broadcast takes both outputs of every element.
/// In the last busy cycle delivered_o and lost_o tell the sources what became of their messages: an
/// acknowledge runs back along the set path (a broadcast is delivered if none of its copies was
/// dropped).
/// Element e of stage t joins links 2e (upper) and 2e+1 behind the shuffle; its flattened index is
/// t*Ports/2 + e.
module omega_net #(
  parameter  int Ports         = 8,     /// a power of two, at least 2
  parameter  int DataWidth     = 32,    /// bits of one message
  parameter  int CostWidth     = 16,    /// bits of startup, words and bandwidth
  /// 1: a register behind every stage; every pass must cost more than Stages cycles
  parameter  bit          StageRegister = 1'b0,
  localparam int AddressWidth  = $clog2(Ports),
  localparam int Stages        = AddressWidth,
  localparam int Elements      = Stages*Ports/2
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          load_i,
  input  logic [CostWidth-1:0]          startup_i,      /// cycles, 0 or more
  input  logic [CostWidth-1:0]          words_i,        /// of the pass's largest message
  input  logic [CostWidth-1:0]          bandwidth_i,    /// words per cycle, 1 or more
  input  logic [Ports-1:0]              valid_i,
  /// to all outputs, the destination does not matter
  input  logic [Ports-1:0]              bcast_i,
  input  logic [Ports*AddressWidth-1:0] destination_i,
  input  logic [Ports*DataWidth-1:0]    data_i,
  output logic                          busy_o,
  output logic                          done_o,         /// last busy cycle
  output logic [Ports-1:0]              valid_o,        /// per output, during the pass
  output logic [Ports*DataWidth-1:0]    data_o,         /// has a meaning only beside valid_o
  output logic [Ports-1:0]              delivered_o,    /// per source, with done_o, else 0
  /// per source, with done_o, else 0: to be tried again
  output logic [Ports-1:0]              lost_o,
  /// one dropped message (or broadcast copy) each
  output logic [Elements-1:0]           conflict_o,
  output logic [2*Elements-1:0]         state_o         /// per element as omega_element's state_o
);
  localparam int MessageWidth = 1 + AddressWidth + DataWidth;  // bcast in front

  // Pass controller: start-up counts down to 0, then the words by the bandwidth.
  logic                 accept, done, busy_d, busy_q;
  logic [CostWidth-1:0] startup_d, startup_q, words_d, words_q, bandwidth_d, bandwidth_q;
  assign done   = busy_q && startup_q == '0 && words_q <= bandwidth_q;
  assign accept = load_i && (!busy_q || done) && words_i != '0;
  always_comb begin : next_pass
    busy_d      = busy_q && !done;
    startup_d   = startup_q;
    words_d     = words_q;
    bandwidth_d = bandwidth_q;
    if (accept) begin
      busy_d      = 1'b1;
      startup_d   = startup_i;
      words_d     = words_i;
      bandwidth_d = bandwidth_i;
    end else if (busy_q && !done) begin
      if (startup_q != '0) startup_d = startup_q - 1'b1;
      else                 words_d   = words_q - bandwidth_q;
    end
  end

  logic [Ports-1:0]              request_q;
  logic [Ports*MessageWidth-1:0] message_d, message_q;
  for (genvar s = 0; s < Ports; s++) begin : gen_source
    assign message_d[s*MessageWidth +: MessageWidth] =
        {bcast_i[s], destination_i[s*AddressWidth +: AddressWidth],
         data_i[s*DataWidth +: DataWidth]};
  end
  always_ff @(posedge clk_i) begin : pass
    if (!rst_ni) begin
      busy_q    <= 1'b0;
      request_q <= '0;
    end else begin
      busy_q <= busy_d;
      if (accept)    request_q <= valid_i;
      else if (done) request_q <= '0;
    end
    startup_q   <= startup_d;
    words_q     <= words_d;
    bandwidth_q <= bandwidth_d;
    if (accept) message_q <= message_d;
  end

  // Links in front of stage t, before its shuffle, start at t*Ports; those at Stages*Ports are the
  // outputs. They are split link by link in simulation: as whole vectors they would look like loops
  // through the stages. The acknowledge `arrived` runs against the data's direction.
  logic [(Stages+1)*Ports-1:0]              valid /*verilator split_var*/;
  logic [(Stages+1)*Ports*MessageWidth-1:0] message /*verilator split_var*/;
  logic [(Stages+1)*Ports-1:0]              arrived /*verilator split_var*/;
  logic                                     stage_rst_n;
  // Nothing of this pass is left in the stages' registers after it.
  assign stage_rst_n                      = rst_ni && !done;
  assign valid[0 +: Ports]                = request_q;
  assign message[0 +: Ports*MessageWidth] = message_q;

  for (genvar t = 0; t < Stages; t++) begin : gen_stage
    for (genvar e = 0; e < Ports/2; e++) begin : gen_element
      // The link that the shuffle (rotate left) brings to 2e, 2e+1: rotate right.
      localparam int Upper  = t*Ports + e;
      localparam int Lower  = t*Ports + e + Ports/2;
      localparam int Behind = (t+1)*Ports + 2*e;
      localparam int Index  = t*Ports/2 + e;
      localparam int TagBit = DataWidth + Stages - 1 - t;
      logic [MessageWidth-1:0]   upper, lower;
      logic [1:0]                out_valid, out_arrived;
      logic [2*MessageWidth-1:0] out_message;
      logic [1:0]                setting;
      logic                      conflict;
      assign upper = message[Upper*MessageWidth +: MessageWidth];
      assign lower = message[Lower*MessageWidth +: MessageWidth];
      omega_element #(
        .DataWidth     (MessageWidth),
        .OutputRegister(StageRegister)
      ) u_element (
        .clk_i,
        .rst_ni    (stage_rst_n),
        .valid_i   ({valid[Lower], valid[Upper]}),
        .tag_i     ({lower[TagBit], upper[TagBit]}),
        .bcast_i   ({lower[MessageWidth-1], upper[MessageWidth-1]}),
        .data_i    ({lower, upper}),
        .valid_o   (out_valid),
        .data_o    (out_message),
        .conflict_o(conflict),
        .state_o   (setting)
      );
      assign valid[Behind]   = out_valid[0];
      assign valid[Behind+1] = out_valid[1];
      assign message[Behind*MessageWidth +: MessageWidth] = out_message[0 +: MessageWidth];
      assign message[(Behind+1)*MessageWidth +: MessageWidth] =
          out_message[MessageWidth +: MessageWidth];
      assign conflict_o[Index]     = conflict;
      assign state_o[2*Index +: 2] = setting;

      // States: 0 straight, 1 exchange, 2 and 3 both outputs carry the same message. A loser is
      // always the lower one.
      assign out_arrived = {arrived[Behind+1], arrived[Behind]};
      assign arrived[Upper] = valid[Upper] &&
                              (setting[1] ? &out_arrived : out_arrived[setting[0]]);
      assign arrived[Lower] = valid[Lower] && !conflict &&
                              (setting[1] ? &out_arrived : out_arrived[!setting[0]]);
    end
  end
  assign valid_o                        = valid[Stages*Ports +: Ports];
  assign arrived[Stages*Ports +: Ports] = valid[Stages*Ports +: Ports];
  for (genvar d = 0; d < Ports; d++) begin : gen_destination
    assign data_o[d*DataWidth +: DataWidth] = message[(Stages*Ports + d)*MessageWidth +: DataWidth];
  end

  assign busy_o      = busy_q;
  assign done_o      = done;
  assign delivered_o = done ? request_q & arrived[0 +: Ports] : '0;
  assign lost_o      = done ? request_q & ~arrived[0 +: Ports] : '0;

`ifndef SYNTHESIS
  NoLoadWhileBusy: assume property (
    @(posedge clk_i) disable iff (!rst_ni) load_i |-> !busy_o || done_o)
    else $error("load_i in the middle of a pass");
  SomeBandwidth: assume property (
    @(posedge clk_i) disable iff (!rst_ni) load_i |-> bandwidth_i != '0)
    else $error("a bandwidth of 0 words per cycle");
  AllAnswered: assert property (
    @(posedge clk_i) disable iff (!rst_ni) done |-> (delivered_o ^ lost_o) == request_q)
    else $error("a source without an answer, or with two");
  if (StageRegister) begin : gen_registered_contract
    logic [CostWidth-1:0] age_q;
    always_ff @(posedge clk_i) begin : age
      if (!rst_ni || accept)   age_q <= '0;
      else if (age_q != '1) age_q <= age_q + 1'b1;
    end
    LongEnough: assume property (
      @(posedge clk_i) disable iff (!rst_ni) done |-> age_q >= CostWidth'(Stages))
      else $error("the pass ends before its messages are through the registered stages");
  end
  for (genvar d = 0; d < Ports; d++) begin : gen_destination_contract
    logic [AddressWidth:0] header;  // {bcast, destination}
    assign header = message[(Stages*Ports + d)*MessageWidth + DataWidth +: AddressWidth + 1];
    RightOutput: assert property (
      @(posedge clk_i) disable iff (!rst_ni)
      valid_o[d] |-> header[AddressWidth] || header[AddressWidth-1:0] == AddressWidth'(d))
      else $error("message for output %0d at output %0d", header[AddressWidth-1:0], d);
  end
  logic [Ports-1:0] bcast_q;
  for (genvar s = 0; s < Ports; s++) begin : gen_bcast
    assign bcast_q[s] = message_q[s*MessageWidth + MessageWidth - 1];
  end
  Conservation: assert property (
    @(posedge clk_i) disable iff (!rst_ni) done && (request_q & bcast_q) == '0 |->
      $countones(valid_o) == $countones(delivered_o))
    else $error("more or fewer messages came out than were delivered");
  // What runs should meet: plexus coverage counts it.
  AllArrive: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && lost_o == '0);
  SomeLost: cover property (@(posedge clk_i) disable iff (!rst_ni) lost_o != '0);
  Broadcast: cover property (@(posedge clk_i) disable iff (!rst_ni)
    load_i && (valid_i & bcast_i) != '0);
  NextPass: cover property (@(posedge clk_i) disable iff (!rst_ni) load_i && done_o);
`endif
endmodule
