/// A terminal of Algorithm 4: keeps the partial values of the rows of its submesh apart as sets
/// (phase 1b), combines set k with the set k that comes over the express link from the right and
/// sends it on in the next cycle (phase 2); in column 0 it folds all sets and sends the result in
/// the chain of phase 3. h = x = 1. Part: models/express-mesh/sets.cpp on hw/node/alu_node.hpp.
module em_overlap #(
  parameter  int Width      = 64,
  parameter  int Sets       = 4,         /// lr: most rows of a submesh
  parameter  logic [4:0]  Operators  = 5'b11111,  /// of its arithmetic units, em_alu
  localparam int IndexWidth = Sets > 1 ? $clog2(Sets) : 1,
  localparam int CountWidth = $clog2(Sets + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            op_i,
  input  logic                  clear_i,        /// forgets all sets
  input  logic                  row_valid_i,    /// phase 1b: the next set, the own one first
  input  logic [Width-1:0]      row_data_i,
  input  logic                  last_column_i,  /// nothing comes from the right
  input  logic                  first_column_i, /// nothing goes to the left
  input  logic                  go_i,           /// phase 2 begins: the last column sends
  input  logic                  right_valid_i,
  input  logic [Width-1:0]      right_data_i,
  output logic                  left_valid_o,
  output logic [Width-1:0]      left_data_o,
  output logic [CountWidth-1:0] held_o,         /// sets held
  output logic                  done_o,         /// all sets have been combined or sent
  output logic [Width-1:0]      folded_o        /// column 0: the combined sets so far, in order
);
  logic [Sets*Width-1:0] sets_q;  // set k: bits k Width and up
  logic [CountWidth-1:0] held_q, next_q;
  logic                  sending_q, left_valid_q;
  logic [Width-1:0]      left_data_q, folded_q, merged, longer, set;
  logic                  step;
  logic [IndexWidth-1:0] next_index;

  assign next_index = IndexWidth'(next_q);
  assign set    = sets_q[32'(next_index)*Width +: Width];
  assign step   = next_q != held_q && (last_column_i ? go_i || sending_q : right_valid_i);

  // In the last column the set itself leaves at once; elsewhere the merged one in the next cycle.
  assign left_valid_o = last_column_i ? step && !first_column_i : left_valid_q;
  assign left_data_o  = !left_valid_o ? '0 : last_column_i ? set : left_data_q;
  assign held_o       = held_q;
  assign done_o       = held_q != '0 && next_q == held_q;

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
      sending_q    <= 1'b0;
      left_valid_q <= 1'b0;
      left_data_q  <= '0;
      folded_q     <= '0;
    end else begin
      if (row_valid_i) held_q <= held_q + 1'b1;
      if (step) next_q <= next_q + 1'b1;
      sending_q    <= last_column_i && (go_i || sending_q) && !done_o;
      left_valid_q <= step && !last_column_i && !first_column_i;
      left_data_q  <= merged;
      if (step && first_column_i) folded_q <= next_q == '0 ? merged : longer;
    end
  end

  always_ff @(posedge clk_i) begin : memory
    for (int unsigned k = 0; k < Sets; k++) begin
      if (row_valid_i && held_q == CountWidth'(k)) begin
        sets_q[k*Width +: Width] <= row_data_i;
      end else if (step && !last_column_i && next_q == CountWidth'(k)) begin
        sets_q[k*Width +: Width] <= merged;
      end
    end
  end

`ifndef SYNTHESIS
  RoomForSets: assert property (@(posedge clk_i) disable iff (!rst_ni)
      row_valid_i && !clear_i |-> held_q < CountWidth'(Sets))
    else $error("more sets than the memory has room for");
  SetInTime: assert property (@(posedge clk_i) disable iff (!rst_ni)
      right_valid_i && !last_column_i |-> next_q < held_q)
    else $error("a set arrives that has no namesake here");
`endif
endmodule
