/// Arbiter with the pins of pops_arbiter: places in a row, from which the first one that asks wins;
/// when that has gone through, it goes to the end, and those behind it move up.
module least_recently_granted #(
  parameter  int Requesters = 4,
  localparam int IndexWidth = Requesters > 1 ? $clog2(Requesters) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requesters-1:0] req_i,
  input  logic                  advance_i,
  output logic [Requesters-1:0] grant_o,
  output logic [IndexWidth-1:0] grant_idx_o
);
  logic [Requesters*IndexWidth-1:0] row_d, row_q;  // who stands at each place
  logic [IndexWidth-1:0]            place;         // of the winner
  logic                             found;

  always_comb begin : choose
    found       = 1'b0;
    place       = '0;
    grant_idx_o = '0;
    for (int unsigned p = 0; p < Requesters; p++) begin
      if (!found && req_i[row_q[p*IndexWidth +: IndexWidth]]) begin
        found       = 1'b1;
        place       = IndexWidth'(p);
        grant_idx_o = row_q[p*IndexWidth +: IndexWidth];
      end
    end
    grant_o = '0;
    if (found) grant_o[grant_idx_o] = 1'b1;
  end

  always_comb begin : next_row
    row_d = row_q;
    if (advance_i && found) begin
      for (int unsigned p = 0; p + 1 < Requesters; p++) begin
        if (IndexWidth'(p) >= place) begin
          row_d[p*IndexWidth +: IndexWidth] = row_q[(p+1)*IndexWidth +: IndexWidth];
        end
      end
      row_d[(Requesters-1)*IndexWidth +: IndexWidth] = grant_idx_o;
    end
  end
  always_ff @(posedge clk_i) begin : row
    for (int unsigned p = 0; p < Requesters; p++) begin
      if (!rst_ni) row_q[p*IndexWidth +: IndexWidth] <= IndexWidth'(p);
      else         row_q[p*IndexWidth +: IndexWidth] <= row_d[p*IndexWidth +: IndexWidth];
    end
  end
endmodule
