/// A pops_coupler with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module pops_coupler_faulty #(
  parameter int unsigned Sources = 4,
  parameter int unsigned Width   = 8
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [2:0]               fault_i,  /// 0 none, 1 and so on as below
  input  logic [Sources-1:0]       src_valid_i,
  input  logic [Sources*Width-1:0] src_data_i,
  output logic                     out_valid_o,
  output logic [Width-1:0]         out_data_o,
  output logic                     collision_o,
  output logic [Sources-1:0]       collision_mask_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    OrOfWords = 3'd1,     // two words come out as one
    LowestWins = 3'd2,    // of two words the lower source's comes out
    MaskSilent = 3'd3,    // a collision names nobody
    WordStolen = 3'd4,    // a word of source 0 does not come out
    BitFlipped = 3'd5     // the lowest bit of a word
  } fault_e;

  fault_e             fault;
  logic               valid, collision, merged_q, zero_q;
  logic [Width-1:0]   data, merged, lowest, other_q;
  logic [Sources-1:0] mask;
  assign fault = fault_e'(fault_i);

  pops_coupler #(
    .Sources(Sources),
    .Width  (Width)
  ) u_pops_coupler (
    .clk_i,
    .rst_ni,
    .src_valid_i,
    .src_data_i,
    .out_valid_o     (valid),
    .out_data_o      (data),
    .collision_o     (collision),
    .collision_mask_o(mask)
  );

  always_comb begin : merge
    merged = '0;
    lowest = '0;
    for (int unsigned s = Sources; s > 0; s--) begin
      if (src_valid_i[s-1]) begin
        merged = merged | src_data_i[(s-1)*Width +: Width];
        lowest = src_data_i[(s-1)*Width +: Width];
      end
    end
  end
  always_ff @(posedge clk_i) begin : keep
    other_q  <= fault == LowestWins ? lowest : merged;
    merged_q <= rst_ni && (fault == OrOfWords || fault == LowestWins);
    zero_q   <= src_valid_i[0];
  end

  always_comb begin : lie
    out_valid_o      = valid;
    out_data_o       = data;
    collision_o      = collision;
    collision_mask_o = fault == MaskSilent ? '0 : mask;
    if (merged_q && collision) begin
      out_valid_o      = 1'b1;
      out_data_o       = other_q;
      collision_o      = 1'b0;
      collision_mask_o = '0;
    end
    if (fault == WordStolen && zero_q) begin
      out_valid_o = 1'b0;
      out_data_o  = '0;
    end
    if (fault == BitFlipped && valid) out_data_o = data ^ Width'(1);
  end
endmodule
