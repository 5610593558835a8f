/// A router of a fat tree without queues, with a fault planted in it, so that tests can see that it
/// is found: links that lie. For branches of one link. `fault_i` chooses the fault and is stable.
module ft_router_qf_faulty #(
  parameter  int unsigned Arity       = 2,
  parameter  int unsigned Levels      = 3,
  parameter  int unsigned UpLinks     = 1,
  parameter  int unsigned DownLinks   = 1,
  parameter  int unsigned TagWidth    = 32,
  parameter  int unsigned Sets        = 0,
  localparam int unsigned Ports       = Arity + 1,
  localparam int unsigned Lanes       = UpLinks + Arity * DownLinks,
  localparam int unsigned PlaceWidth  = Levels * $clog2(Arity),
  localparam int unsigned HeaderWidth = Sets != 0 ? Arity ** Levels : PlaceWidth,
  localparam int unsigned LevelWidth  = $clog2(Levels + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic [2:0]                   fault_i,  /// 0 none, 1 and so on as below
  input  logic                         step_en_i,
  input  logic [LevelWidth-1:0]        level_i,
  input  logic [PlaceWidth-1:0]        index_i,
  input  logic [Lanes-1:0]             valid_i,
  input  logic [2*Lanes-1:0]           kind_i,
  input  logic [HeaderWidth*Lanes-1:0] header_i,
  input  logic [TagWidth*Lanes-1:0]    tag_i,
  output logic [Lanes-1:0]             valid_o,
  output logic [2*Lanes-1:0]           kind_o,
  output logic [HeaderWidth*Lanes-1:0] header_o,
  output logic [TagWidth*Lanes-1:0]    tag_o,
  output logic [Ports-1:0]             conflict_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    CopyLost = 3'd1,         // that for child 1
    ChildrenSwapped = 3'd2,  // what goes down
    CopyTwice = 3'd3,        // the parent gets it in the next step, too
    WrongHeader = 3'd4,      // towards the parent
    FalseAlarm = 3'd5        // two packets come in, and no output wants both
  } fault_e;

  fault_e fault;
  assign fault = fault_e'(fault_i);

  logic [Lanes-1:0]             valid, again_q;
  logic [2*Lanes-1:0]           kind;
  logic [HeaderWidth*Lanes-1:0] header;
  logic [TagWidth*Lanes-1:0]    tag;
  logic [Ports-1:0]             conflict;

  ft_router_qf #(
    .Arity(Arity), .Levels(Levels), .UpLinks(UpLinks), .DownLinks(DownLinks), .TagWidth(TagWidth),
    .Sets(Sets)
  ) u_ft_router_qf (
    .clk_i, .rst_ni, .step_en_i, .level_i, .index_i, .valid_i, .kind_i, .header_i, .tag_i,
    .valid_o(valid), .kind_o(kind), .header_o(header), .tag_o(tag), .conflict_o(conflict));

  always_ff @(posedge clk_i) begin : remember
    again_q <= rst_ni ? valid : '0;
  end

  always_comb begin : lie
    valid_o    = valid;
    kind_o     = kind;
    header_o   = header;
    tag_o      = tag;
    conflict_o = conflict;
    if (fault == CopyLost) valid_o[2] = 1'b0;
    if (fault == ChildrenSwapped) begin
      valid_o[2:1] = {valid[1], valid[2]};
      tag_o[TagWidth +: TagWidth]   = tag[2*TagWidth +: TagWidth];
      tag_o[2*TagWidth +: TagWidth] = tag[TagWidth +: TagWidth];
    end
    if (fault == CopyTwice && again_q[0]) valid_o[0] = 1'b1;
    if (fault == WrongHeader) header_o[0] = !header[0];
    if (fault == FalseAlarm && valid[2:1] == 2'b11) conflict_o[1] = 1'b1;
  end
endmodule
