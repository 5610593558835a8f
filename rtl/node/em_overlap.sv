/// A terminal of Algorithm 4: keeps the partial values of the rows of its submesh apart as sets
/// (phase 1b), combines set k with the set k that comes from the right and sends it on in the next
/// cycle (phase 2); in column 0 it folds all sets and sends the result in the chain of phase 3.
/// Part: models/express-mesh/sets.cpp on hw/node/alu_node.hpp.
///
/// Several chains may follow each other on the sets that it has by then: `begin_i` marks the first
/// cycle of each. What a hop takes is told: in the last column a set leaves with every hop.
module em_overlap #(
  parameter  int Width      = 64,
  parameter  int Sets       = 4,         /// lr: most rows of a submesh
  parameter  int HopWidth   = 8,
  parameter  logic [4:0]  Operators  = 5'b11111,  /// of its arithmetic units, em_alu
  localparam int IndexWidth = Sets > 1 ? $clog2(Sets) : 1,
  localparam int CountWidth = $clog2(Sets + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            op_i,
  input  logic                  clear_i,        /// forgets all sets
  input  logic                  row_valid_i,    /// phase 1b: a set
  input  logic [IndexWidth-1:0] row_index_i,    /// which
  input  logic [Width-1:0]      row_data_i,
  input  logic                  begin_i,        /// a chain begins: the last column sends set 0
  input  logic [CountWidth-1:0] count_i,        /// its sets; those not held are neutral elements
  input  logic [HopWidth-1:0]   hop_i,          /// cycles of its hops, 1 or more
  input  logic                  last_column_i,  /// nothing comes from the right
  input  logic                  first_column_i, /// nothing goes to the left
  input  logic                  right_valid_i,
  input  logic [Width-1:0]      right_data_i,
  output logic                  left_valid_o,
  output logic [Width-1:0]      left_data_o,
  output logic [CountWidth-1:0] held_o,         /// sets held
  output logic                  done_o,         /// all sets have been combined or sent
  output logic [Width-1:0]      folded_o        /// column 0: the combined sets so far, in order
);
  logic [Sets*Width-1:0] sets_q;  // set k: bits k Width and up
  logic [Sets-1:0]       kept_q;  // set k is held
  logic [CountWidth-1:0] held_q, next_q, next;
  logic [HopWidth-1:0]   wait_q;  // last column: cycles before the next set leaves
  logic                  running_q, left_valid_q;
  logic [Width-1:0]      left_data_q, folded_q, neutral, merged, longer, set;
  logic                  runs, step;
  logic [IndexWidth-1:0] next_index;

  always_comb begin : choose_neutral
    neutral = '0;
    if (op_i == 3'd2) neutral = '1;
    if (op_i == 3'd4) neutral = Width'(64'h0001_0000_0000_0001);
  end

  assign runs       = begin_i || running_q;
  assign next       = begin_i ? '0 : next_q;
  assign next_index = IndexWidth'(next);
  assign set        = kept_q[next_index] ? sets_q[32'(next_index)*Width +: Width] : neutral;
  assign step       = runs && next != count_i &&
      (last_column_i ? begin_i || wait_q == '0 : right_valid_i);

  // In the last column the set itself leaves at once; elsewhere the merged one in the next cycle.
  assign left_valid_o = last_column_i ? step && !first_column_i : left_valid_q;
  assign left_data_o  = !left_valid_o ? '0 : last_column_i ? set : left_data_q;
  assign held_o       = held_q;
  assign done_o       = runs && next == count_i;

  em_alu #(
    .Width    (Width),
    .Operators(Operators)
  ) alu (
    .op_i,
    .a_i(set),
    .b_i(right_data_i),
    .y_o(merged)
  );

  // In column 0 every combined set goes on the right of those before it.
  em_alu #(
    .Width    (Width),
    .Operators(Operators)
  ) fold (
    .op_i,
    .a_i(folded_q),
    .b_i(merged),
    .y_o(longer)
  );
  assign folded_o = folded_q;

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni || clear_i) begin
      held_q       <= '0;
      next_q       <= '0;
      wait_q       <= '0;
      running_q    <= 1'b0;
      left_valid_q <= 1'b0;
      left_data_q  <= '0;
      folded_q     <= '0;
    end else begin
      if (row_valid_i) held_q <= held_q + 1'b1;
      next_q       <= step ? next + 1'b1 : next;
      wait_q       <= step ? hop_i - 1'b1 : wait_q == '0 ? '0 : wait_q - 1'b1;
      running_q    <= runs;
      left_valid_q <= step && !last_column_i && !first_column_i;
      left_data_q  <= merged;
      if (step && first_column_i) folded_q <= next == '0 ? merged : longer;
    end
  end

  always_ff @(posedge clk_i) begin : memory
    for (int unsigned k = 0; k < Sets; k++) begin
      if (row_valid_i && row_index_i == IndexWidth'(k)) begin
        sets_q[k*Width +: Width] <= row_data_i;
      end else if (step && !last_column_i && next == CountWidth'(k)) begin
        sets_q[k*Width +: Width] <= merged;
      end
      if (!rst_ni || clear_i) begin
        kept_q[k] <= 1'b0;
      end else if ((row_valid_i && row_index_i == IndexWidth'(k)) ||
          (step && !last_column_i && next == CountWidth'(k))) begin
        kept_q[k] <= 1'b1;
      end
    end
  end

`ifndef SYNTHESIS
  RoomForSets: assume property (@(posedge clk_i) disable iff (!rst_ni)
      row_valid_i && !clear_i |-> held_q < CountWidth'(Sets))
    else $error("more sets than the memory has room for");
  SetOnce: assume property (@(posedge clk_i) disable iff (!rst_ni)
      row_valid_i && !clear_i |-> !kept_q[row_index_i])
    else $error("a set comes a second time");
  logic [CountWidth-1:0] count_q;
  always_ff @(posedge clk_i) count_q <= count_i;
  CountFits: assume property (@(posedge clk_i) disable iff (!rst_ni)
      32'(count_i) <= Sets && (!running_q || begin_i || count_i == count_q))
    else $error("a chain of more sets than there is room for, or of another number inside it");
  SetInTime: assume property (@(posedge clk_i) disable iff (!rst_ni)
      right_valid_i && !last_column_i |-> runs && next < count_i)
    else $error("a set arrives that has no namesake here");
  NeverOverfull: assert property (@(posedge clk_i) disable iff (!rst_ni)
      32'(held_o) <= Sets) else $error("more sets are held than there is room for");
  NothingBesideASet: assert property (@(posedge clk_i) disable iff (!rst_ni)
      left_valid_o || left_data_o == '0) else $error("data without a set");
  SetAtOnceInTheLastColumn: assert property (@(posedge clk_i) disable iff (!rst_ni)
      begin_i && last_column_i && !first_column_i |-> left_valid_o == (count_i != '0))
    else $error("a chain does not begin with its set 0");
  DoneInAChain: assert property (@(posedge clk_i) disable iff (!rst_ni)
      done_o |-> begin_i ? count_i == '0 : running_q)
    else $error("a chain is done that was not begun, or has sets left");
  // What runs should meet: plexus coverage counts it.
  Row: cover property (@(posedge clk_i) disable iff (!rst_ni) row_valid_i);
  ChainBegins: cover property (@(posedge clk_i) disable iff (!rst_ni) begin_i && last_column_i);
  PassesOn: cover property (@(posedge clk_i) disable iff (!rst_ni)
    right_valid_i && !first_column_i);
  Folds: cover property (@(posedge clk_i) disable iff (!rst_ni) right_valid_i && first_column_i);
  Done: cover property (@(posedge clk_i) disable iff (!rst_ni) done_o);
`endif
endmodule
