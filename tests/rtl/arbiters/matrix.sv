/// Arbiter with the pins of pops_arbiter: a matrix of who comes before whom. The winner of a grant
/// that has gone through comes behind all others.
module matrix #(
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
  logic [Requesters*Requesters-1:0] before_d, before_q;  // bit i*Requesters + j: i comes before j

  for (genvar i = 0; i < Requesters; i++) begin : gen_grant
    logic [Requesters-1:0] beaten;  // by i, or nobody who asks
    for (genvar j = 0; j < Requesters; j++) begin : gen_other
      assign beaten[j] = i == j || !req_i[j] || before_q[i*Requesters + j];
    end
    assign grant_o[i] = req_i[i] && beaten == '1;
  end

  always_comb begin : number
    grant_idx_o = '0;
    for (int unsigned i = 0; i < Requesters; i++) begin
      if (grant_o[i]) grant_idx_o = IndexWidth'(i);
    end
  end

  always_comb begin : next_order
    before_d = before_q;
    for (int unsigned i = 0; i < Requesters; i++) begin
      for (int unsigned j = 0; j < Requesters; j++) begin
        if (advance_i && grant_o[i]) before_d[i*Requesters + j] = 1'b0;
        if (advance_i && grant_o[j]) before_d[i*Requesters + j] = 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin : order
    for (int unsigned i = 0; i < Requesters; i++) begin
      for (int unsigned j = 0; j < Requesters; j++) begin
        if (!rst_ni) before_q[i*Requesters + j] <= i < j;
        else         before_q[i*Requesters + j] <= before_d[i*Requesters + j];
      end
    end
  end
endmodule
