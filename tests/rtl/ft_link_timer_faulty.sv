/// A link timer with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module ft_link_timer_faulty #(
  parameter int Width = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [2:0]       fault_i,  /// 0 none, 1 and so on as below
  input  logic             start_i,
  input  logic [Width-1:0] words_i,
  input  logic [Width-1:0] startup_i,
  input  logic [Width-1:0] bandwidth_i,
  output logic             busy_o,
  output logic             done_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    WordMore = 3'd1,
    NoStartup = 3'd2,
    NeverDone = 3'd3
  } fault_e;

  fault_e fault;
  logic   done;
  assign fault = fault_e'(fault_i);

  ft_link_timer #(.Width(Width)) u_ft_link_timer (
    .clk_i, .rst_ni, .start_i, .words_i(fault == WordMore ? words_i + 1'b1 : words_i),
    .startup_i(fault == NoStartup ? '0 : startup_i), .bandwidth_i, .busy_o, .done_o(done));
  assign done_o = done && fault != NeverDone;
endmodule
