/// Arbiter with the pins of pops_arbiter: the lowest one that asks. It starves the others.
module fixed_priority #(
  parameter  int Requesters = 4,
  localparam int IndexWidth = Requesters > 1 ? $clog2(Requesters) : 1
) (
  /* verilator lint_off UNUSEDSIGNAL */  // it keeps nothing
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requesters-1:0] req_i,
  input  logic                  advance_i,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [Requesters-1:0] grant_o,
  output logic [IndexWidth-1:0] grant_idx_o
);
  assign grant_o = req_i & (~req_i + 1'b1);
  always_comb begin : number
    grant_idx_o = '0;
    for (int unsigned i = 0; i < Requesters; i++) begin
      if (grant_o[i]) grant_idx_o = IndexWidth'(i);
    end
  end
endmodule
