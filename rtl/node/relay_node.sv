/// Store and forward: a packet that is whole starts on every child channel whose transmitter is
/// idle and is kept for the others. Twin: hw/node/relay_node.hpp. Latency: 1 cycle from the last
/// word in to the first word out.
///
/// Valid/ready on both sides, and valid never waits for ready: a word moves in a cycle with both.
/// A word received in cycle t - 1 is stored at edge t; with the last one the packet is whole, and
/// in cycle t its first word is offered on every channel of its child mask, until it is taken. So a
/// hop of m words costs m cycles, and s + m if the transmitter is busy for s cycles before it takes
/// the first. `rx_ready_o` comes from registers: room that becomes free in a cycle can be filled in
/// the next one; a packet of more than Depth words never becomes whole. Each channel sends its
/// packets in order of arrival, however far the others have come. Reception goes on meanwhile; its
/// room comes back when a packet and all older ones have left everywhere.
module relay_node #(
  parameter  int Channels  = 4,
  parameter  int DataWidth = 32,
  parameter  int Depth     = 16,  /// words of the buffer; a power of two, 2 or more
  parameter  int Slots     = 4,   /// whole packets it can hold; a power of two, 2 or more
  localparam int AddrWidth = $clog2(Depth),
  localparam int SlotWidth = $clog2(Slots)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [Channels-1:0]           rx_valid_i,    /// one channel at a time
  output logic [Channels-1:0]           rx_ready_o,    /// inside a packet: its channel alone
  input  logic [Channels*DataWidth-1:0] rx_data_i,
  input  logic [Channels-1:0]           rx_last_i,
  input  logic [Channels-1:0]           child_mask_i,  /// sampled with the last word; 0: a leaf
  output logic [Channels-1:0]           tx_valid_o,
  /// has a meaning only beside tx_valid_o, as tx_last_o
  output logic [Channels*DataWidth-1:0] tx_data_o,
  output logic [Channels-1:0]           tx_last_o,
  input  logic [Channels-1:0]           tx_ready_i,    /// takes a word in this cycle
  output logic [AddrWidth:0]            words_o,       /// words stored
  output logic [SlotWidth:0]            packets_o      /// whole packets stored
);
  // Reception. Addresses have one bit more than the buffer needs, so that full differs from empty.
  logic                 receive, whole, keep;
  logic [DataWidth-1:0] rx_data;
  logic [AddrWidth:0]   write_d, write_q;  // where the next word goes
  logic [AddrWidth:0]   begin_d, begin_q;  // where the packet that is arriving begins
  logic [DataWidth:0]   store_q [Depth];   // {last, data}
  logic [Channels-1:0]  parent_d, parent_q;  // of the packet that is arriving; 0 between packets
  logic                 room;                // for a word, of a packet that can be kept
  logic [Channels-1:0]  taken;

  assign room       = words_o != (AddrWidth+1)'(Depth) && packets_o != (SlotWidth+1)'(Slots);
  assign rx_ready_o = room ? (parent_q == '0 ? '1 : parent_q) : '0;
  assign taken   = rx_valid_i & rx_ready_o;
  assign receive = taken != '0;
  assign whole   = (taken & rx_last_i) != '0;
  assign keep    = whole && child_mask_i != '0;

  always_comb begin : select_parent
    rx_data = '0;
    for (int unsigned p = 0; p < Channels; p++) begin
      if (taken[p]) rx_data = rx_data | rx_data_i[p*DataWidth +: DataWidth];
    end
  end
  always_comb begin : next_write
    write_d  = write_q;
    begin_d  = begin_q;
    parent_d = parent_q;
    if (receive) parent_d = whole ? '0 : taken;
    if (receive) write_d = write_q + 1'b1;
    if (keep) begin_d = write_q + 1'b1;
    else if (whole) write_d = begin_q;  // nobody to send it to: forget it
  end
  always_ff @(posedge clk_i) begin : store
    if (receive) store_q[write_q[AddrWidth-1:0]] <= {whole, rx_data};
  end

  // Whole packets, in order of arrival from slot head_q on; a bit for each channel still to serve.
  logic [Slots*Channels-1:0] pending_d, pending_q;
  logic [AddrWidth:0]        first_q [Slots];  // address of the packet's first word
  logic [SlotWidth-1:0]      head_d, head_q, tail_q;
  logic [SlotWidth:0]        count_d, count_q;
  logic [SlotWidth:0]        kept;  // of count_q, once those that leave in this cycle are gone

  // Transmission: each channel serves the oldest packet that waits for it.
  logic [Channels-1:0]           take, leave;  // a word, a packet
  logic [Channels*SlotWidth-1:0] slot;

  for (genvar p = 0; p < Channels; p++) begin : gen_tx
    logic [SlotWidth-1:0] candidate;
    logic [AddrWidth-1:0] offset_d, offset_q;  // words of the packet that have left here
    logic [AddrWidth-1:0] address;
    logic [DataWidth:0]   word;

    always_comb begin : oldest
      tx_valid_o[p] = 1'b0;
      slot[p*SlotWidth +: SlotWidth] = head_q;
      candidate = head_q;
      for (int unsigned age = Slots; age > 0; age--) begin
        candidate = head_q + SlotWidth'(age - 1);
        if (pending_q[32'(candidate)*Channels + p]) begin
          tx_valid_o[p] = 1'b1;
          slot[p*SlotWidth +: SlotWidth] = candidate;
        end
      end
    end
    assign address  = AddrWidth'(first_q[slot[p*SlotWidth +: SlotWidth]]) + offset_q;
    assign word     = store_q[address];
    assign tx_data_o[p*DataWidth +: DataWidth] = word[DataWidth-1:0];
    assign tx_last_o[p] = tx_valid_o[p] && word[DataWidth];
    assign take[p]  = tx_valid_o[p] && tx_ready_i[p];
    assign leave[p] = take[p] && tx_last_o[p];

    always_comb begin : next_word
      offset_d = offset_q;
      if (take[p]) offset_d = tx_last_o[p] ? '0 : offset_q + 1'b1;
    end
    always_ff @(posedge clk_i) begin : progress
      if (!rst_ni) offset_q <= '0;
      else         offset_q <= offset_d;
    end
  end

  always_comb begin : next_packets
    pending_d = pending_q;
    for (int unsigned p = 0; p < Channels; p++) begin
      if (leave[p]) pending_d[32'(slot[p*SlotWidth +: SlotWidth])*Channels + p] = 1'b0;
    end
    head_d = head_q;
    kept   = count_q;
    for (int unsigned age = 0; age < Slots; age++) begin
      if (kept != '0 && pending_d[32'(head_d)*Channels +: Channels] == '0) begin
        head_d = head_d + 1'b1;
        kept   = kept - 1'b1;
      end
    end
    count_d = kept;
    if (keep) begin
      pending_d[32'(tail_q)*Channels +: Channels] = child_mask_i;
      count_d = kept + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin : packets
    if (!rst_ni) begin
      write_q   <= '0;
      begin_q   <= '0;
      parent_q  <= '0;
      pending_q <= '0;
      head_q    <= '0;
      tail_q    <= '0;
      count_q   <= '0;
    end else begin
      write_q   <= write_d;
      begin_q   <= begin_d;
      parent_q  <= parent_d;
      pending_q <= pending_d;
      head_q    <= head_d;
      count_q   <= count_d;
      if (keep) begin
        tail_q          <= tail_q + 1'b1;
        first_q[tail_q] <= begin_q;
      end
    end
  end
  assign packets_o = count_q;
  assign words_o   = write_q - (count_q == '0 ? begin_q : first_q[head_q]);

`ifndef SYNTHESIS
  always_comb begin : sizes
    SizesArePowersOfTwo: assert (Depth >= 2 && Slots >= 2 && Depth == 1 << AddrWidth &&
                                 Slots == 1 << SlotWidth)
      else $error("Depth and Slots must be powers of two, 2 or more");
  end
  OneParent: assume property (
    @(posedge clk_i) disable iff (!rst_ni) $onehot0(rx_valid_i))
    else $error("two channels deliver a word in the same cycle");
  NeverOverfull: assert property (
    @(posedge clk_i) disable iff (!rst_ni) 32'(words_o) <= Depth && 32'(packets_o) <= Slots)
    else $error("more is stored than there is room for");
  for (genvar p = 0; p < Channels; p++) begin : gen_contract
    logic                 held_q, held_last_q;
    logic [DataWidth-1:0] held_data_q;
    always_ff @(posedge clk_i) begin : witness
      held_q      <= rst_ni && tx_valid_o[p] && !tx_ready_i[p];
      held_last_q <= tx_last_o[p];
      held_data_q <= tx_data_o[p*DataWidth +: DataWidth];
    end
    WordWaits: assert property (
      @(posedge clk_i) disable iff (!rst_ni) held_q |-> tx_valid_o[p] &&
        tx_last_o[p] == held_last_q && tx_data_o[p*DataWidth +: DataWidth] == held_data_q)
      else $error("a word changed while it waited");
    OnlyWholePackets: assert property (
      @(posedge clk_i) disable iff (!rst_ni) tx_valid_o[p] |-> count_q != '0)
      else $error("a word is offered and no packet is whole");
    // What comes in for this channel goes out, once, unchanged and in order: any word may be the
    // one that is watched.
`ifdef FORMAL
    (* anyseq *) logic watch;
`else
    logic watch;
    assign watch = 1'b1;
`endif
    logic                 marks, marked_q, watching_q;  // while it arrives; while it waits
    logic [AddrWidth:0]   due_q, after;                 // words that the channel has to send
    logic [AddrWidth:0]   length_q, place, place_q, ahead_q;
    logic [DataWidth:0]   watched_q;
    assign marks = watch && receive && !marked_q && !watching_q;
    assign place = marks ? length_q : place_q;
    assign after = due_q - (AddrWidth+1)'(take[p]);
    always_ff @(posedge clk_i) begin : follow
      if (!rst_ni) begin
        due_q      <= '0;
        length_q   <= '0;
        marked_q   <= 1'b0;
        watching_q <= 1'b0;
      end else begin
        due_q    <= after + (keep && child_mask_i[p] ? length_q + 1'b1 : '0);
        length_q <= whole ? '0 : length_q + (AddrWidth+1)'(receive);
        marked_q <= (marked_q || marks) && !whole;
        if ((marked_q || marks) && keep && child_mask_i[p]) begin
          watching_q <= 1'b1;
          ahead_q    <= after + place;
        end else if (take[p]) begin
          watching_q <= watching_q && ahead_q != '0;
          ahead_q    <= ahead_q - 1'b1;
        end
      end
      if (marks) place_q   <= length_q;
      if (marks) watched_q <= {whole, rx_data};
    end
    NothingLost: assert property (
      @(posedge clk_i) disable iff (!rst_ni) tx_valid_o[p] == (due_q != '0))
      else $error("a word is lost or made");
    InOrder: assert property (
      @(posedge clk_i) disable iff (!rst_ni) watching_q && take[p] && ahead_q == '0 |->
        {tx_last_o[p], tx_data_o[p*DataWidth +: DataWidth]} == watched_q)
      else $error("another word than the one whose turn it is, or a changed one");
  end
  // What runs should meet: plexus coverage counts it.
  ToSeveral: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (rx_valid_i & rx_last_i) != '0 && (child_mask_i & (child_mask_i - 1'b1)) != '0);
  Leaf: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (rx_valid_i & rx_last_i) != '0 && child_mask_i == '0);
  NoRoom: cover property (@(posedge clk_i) disable iff (!rst_ni) (rx_valid_i & ~rx_ready_o) != '0);
  ChannelBusy: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (tx_valid_o & ~tx_ready_i) != '0);
  InAndOut: cover property (@(posedge clk_i) disable iff (!rst_ni)
    (rx_valid_i & rx_ready_o) != '0 && (tx_valid_o & tx_ready_i) != '0);
`endif
endmodule
