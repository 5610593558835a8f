/// A whole fat tree with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module ft_tree_faulty #(
  parameter  int unsigned Levels      = 3,
  parameter  int unsigned Exponential = 0,
  parameter  int unsigned QueueFree   = 0,
  parameter  int unsigned Depth       = 4,
  parameter  int unsigned TagWidth    = 16,
  parameter  int unsigned Sets        = 0,
  localparam int unsigned Leaves      = 1 << Levels,
  localparam int unsigned HeaderWidth = Sets != 0 ? Leaves : Levels
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [2:0]                 fault_i,  /// 0 none, 1 and so on as below
  input  logic                       step_en_i,
  input  logic [Leaves-1:0]          valid_i,
  input  logic [2*Leaves-1:0]        kind_i,
  input  logic [HeaderWidth*Leaves-1:0] header_i,
  input  logic [TagWidth*Leaves-1:0] tag_i,
  output logic [Leaves-1:0]          valid_o,
  output logic [2*Leaves-1:0]        kind_o,
  output logic [HeaderWidth*Leaves-1:0] header_o,
  output logic [TagWidth*Leaves-1:0] tag_o,
  output logic                       trouble_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    LeavesSwapped = 3'd1,  // 0 and 1 get each other's packets
    PacketLost = 3'd2,     // on the way to leaf 7
    StepLate = 3'd3,       // leaf 3 sends a step too late
    Trouble = 3'd4         // is told once something comes out
  } fault_e;

  fault_e                     fault;
  logic [Leaves-1:0]          valid_in, valid;
  logic [TagWidth*Leaves-1:0] tag;
  logic                       trouble, late_q;
  assign fault = fault_e'(fault_i);

  always_comb begin : delay
    valid_in = valid_i;
    if (fault == StepLate) valid_in[3] = late_q;
  end
  always_ff @(posedge clk_i) begin : remember
    if (!rst_ni) late_q <= 1'b0;
    else if (step_en_i) late_q <= valid_i[3];
  end

  ft_tree #(
    .Levels(Levels), .Exponential(Exponential), .QueueFree(QueueFree), .Depth(Depth),
    .TagWidth(TagWidth), .Sets(Sets)
  ) u_ft_tree (
    .clk_i, .rst_ni, .step_en_i, .valid_i(valid_in), .kind_i, .header_i, .tag_i, .valid_o(valid),
    .kind_o, .header_o, .tag_o(tag), .trouble_o(trouble));

  always_comb begin : lie
    valid_o = valid;
    tag_o   = tag;
    if (fault == LeavesSwapped) begin
      valid_o[1:0] = {valid[0], valid[1]};
      tag_o[TagWidth-1:0]         = tag[TagWidth +: TagWidth];
      tag_o[TagWidth +: TagWidth] = tag[TagWidth-1:0];
    end
    if (fault == PacketLost) valid_o[7] = 1'b0;
  end
  assign trouble_o = trouble || (fault == Trouble && valid != '0);
endmodule
