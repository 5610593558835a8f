/// A pops_slot_ctrl with a fault planted in it, so that tests can see that it is found. `fault_i`
/// chooses the fault and is stable during a run.
module pops_slot_ctrl_faulty #(
  parameter int unsigned CycleWidth = 16,
  parameter int unsigned SlotWidth  = 16
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [1:0]            fault_i,  /// 0 none, 1 and so on as below
  input  logic                  start_i,
  input  logic [CycleWidth-1:0] startup_i,
  input  logic [CycleWidth-1:0] payload_cycles_i,
  input  logic [SlotWidth-1:0]  n_slots_i,
  output logic                  slot_strobe_o,
  output logic                  guard_o,
  output logic                  payload_o,
  output logic [SlotWidth-1:0]  slot_no_o,
  output logic                  done_o
);
  typedef enum logic [1:0] {
    None = 2'd0,
    NoGuard = 2'd1,
    OneMore = 2'd2,     // payload lasts a cycle longer
    OneSlot = 2'd3      // of several
  } fault_e;

  fault_e fault;
  assign fault = fault_e'(fault_i);

  pops_slot_ctrl #(
    .CycleWidth(CycleWidth),
    .SlotWidth (SlotWidth)
  ) u_pops_slot_ctrl (
    .clk_i,
    .rst_ni,
    .start_i,
    .startup_i       (fault == NoGuard ? '0 : startup_i),
    .payload_cycles_i(fault == OneMore ? payload_cycles_i + 1'b1 : payload_cycles_i),
    .n_slots_i       (fault == OneSlot ? SlotWidth'(1) : n_slots_i),
    .slot_strobe_o,
    .guard_o,
    .payload_o,
    .slot_no_o,
    .done_o
  );
endmodule
