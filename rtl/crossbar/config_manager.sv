/// A manager's command: beta_r cycles, then a link every tau_r cycles, each when both its ports are
/// idle. Twin: hw/crossbar/config_manager.hpp. A start presented before edge t counts from cycle t
/// on; the command is done with cycle t + beta_r + n tau_r - 1 if it never waits, and the next one
/// can start with the edge after it. n and tau_r >= 1, beta_r >= 0.
module config_manager #(
  parameter  int Ports = 8,   /// of all nodes together
  parameter  int Width = 32,  /// of the costs
  localparam int PortWidth = $clog2(Ports)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 start_i,       /// a command begins with this cycle
  input  logic [Width-1:0]     n_links_i,
  input  logic [Width-1:0]     beta_r_i,
  input  logic [Width-1:0]     tau_r_i,
  input  logic                 entry_valid_i,
  input  logic [PortWidth-1:0] entry_u_i,
  input  logic [PortWidth-1:0] entry_v_i,
  output logic                 entry_ready_o,
  input  logic [Ports-1:0]     port_idle_i,
  output logic                 set_valid_o,   /// this link is set with this cycle
  output logic [PortWidth-1:0] set_u_o,
  output logic [PortWidth-1:0] set_v_o,
  output logic                 busy_o,
  output logic                 done_o,        /// the last link is set with this cycle
  output logic                 err_clash_o    /// a port is named twice in the command
);
  typedef enum logic [1:0] {Idle, Fixed, Setting} state_e;

  state_e           state_d, state_q;
  logic [Width-1:0] count_d, count_q;  // cycles of the present part that have passed
  logic [Width-1:0] left_d, left_q;    // links that are not set
  logic [Ports-1:0] named_d, named_q;  // in this command
  logic             clash_d, clash_q;
  logic             may_set;
  logic             sets;
  logic             ends;

  assign may_set = entry_valid_i && port_idle_i[entry_u_i] && port_idle_i[entry_v_i];
  // A link that has been begun is not interrupted: its ports stay idle until it is set.
  assign sets          = state_q == Setting && may_set && count_q + 1'b1 == tau_r_i;
  assign entry_ready_o = sets;
  assign set_valid_o   = sets;
  assign set_u_o       = entry_u_i;
  assign set_v_o       = entry_v_i;
  assign busy_o        = state_q != Idle;
  assign ends          = sets && left_q == Width'(1);
  assign done_o        = ends;
  assign err_clash_o   = clash_q;

  always_comb begin : next_state
    state_d = state_q;
    count_d = count_q;
    left_d  = left_q;
    named_d = named_q;
    clash_d = clash_q;
    unique case (state_q)
      Idle: ;
      Fixed: begin
        count_d = count_q + 1'b1;
        if (count_q + 1'b1 == beta_r_i) begin
          state_d = Setting;
          count_d = '0;
        end
      end
      Setting: begin
        if (sets) begin
          count_d            = '0;
          left_d             = left_q - 1'b1;
          clash_d            = clash_q || named_q[entry_u_i] || named_q[entry_v_i];
          named_d[entry_u_i] = 1'b1;
          named_d[entry_v_i] = 1'b1;
          if (ends) state_d = Idle;
        end else if (may_set) begin
          count_d = count_q + 1'b1;
        end
      end
      default: state_d = Idle;
    endcase
    if (start_i && (state_q == Idle || ends)) begin
      if (beta_r_i == '0) state_d = Setting;
      else state_d = Fixed;
      count_d = '0;
      left_d  = n_links_i;
      named_d = '0;
      clash_d = clash_d && state_q != Idle;
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      state_q <= Idle;
      count_q <= '0;
      left_q  <= '0;
      named_q <= '0;
      clash_q <= 1'b0;
    end else begin
      state_q <= state_d;
      count_q <= count_d;
      left_q  <= left_d;
      named_q <= named_d;
      clash_q <= clash_d;
    end
  end

`ifndef SYNTHESIS
  PortsExist: assume property (@(posedge clk_i) disable iff (!rst_ni)
    entry_valid_i |-> 32'(entry_u_i) < Ports && 32'(entry_v_i) < Ports)
    else $error("a link of a port that is none");
  NoPortTwice: assume property (@(posedge clk_i) disable iff (!rst_ni) !err_clash_o)
    else $error("a port is named twice in one command");
  StartWhenIdle: assume property (
    @(posedge clk_i) disable iff (!rst_ni) start_i |-> !busy_o || done_o)
    else $error("a command starts inside another one");
  // Links that are still to be set, and what they and the command have cost, waiting apart.
  logic [Width-1:0] told_left_q, told_beta_q, told_tau_q, since_q;
  logic             fixed_q;
  always_ff @(posedge clk_i) begin : witness
    if (!rst_ni) begin
      told_left_q <= '0;
      since_q     <= '0;
      fixed_q     <= 1'b0;
    end else if (start_i) begin
      told_left_q <= n_links_i;
      since_q     <= '0;
      fixed_q     <= beta_r_i != '0;
    end else if (set_valid_o) begin
      told_left_q <= told_left_q - 1'b1;
      since_q     <= '0;
    end else if (fixed_q) begin
      since_q <= since_q + 1'b1 == told_beta_q ? '0 : since_q + 1'b1;
      fixed_q <= since_q + 1'b1 != told_beta_q;
    end else if (entry_valid_i && port_idle_i[entry_u_i] && port_idle_i[entry_v_i]) begin
      since_q <= since_q + 1'b1;
    end
    if (start_i) told_beta_q <= beta_r_i;
    if (start_i) told_tau_q <= tau_r_i;
  end
  SomethingToDo: assume property (@(posedge clk_i) disable iff (!rst_ni)
    start_i |-> n_links_i != '0 && tau_r_i != '0)
    else $error("a command without links, or links that take no time");
  CostsStay: assume property (@(posedge clk_i) disable iff (!rst_ni)
    busy_o && !start_i |-> beta_r_i == told_beta_q && tau_r_i == told_tau_q)
    else $error("what a command costs changes inside it");
  SetWhenIdle: assert property (@(posedge clk_i) disable iff (!rst_ni)
    set_valid_o |-> entry_valid_i && port_idle_i[set_u_o] && port_idle_i[set_v_o] &&
                    entry_ready_o && set_u_o == entry_u_i && set_v_o == entry_v_i)
    else $error("a link is set that is not told, or at a port that is not idle");
  SetAsPriced: assert property (@(posedge clk_i) disable iff (!rst_ni)
    set_valid_o && !start_i |-> !fixed_q && since_q + 1'b1 == told_tau_q)
    else $error("a link is set early or late");
  AllLinksSet: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o == (set_valid_o && told_left_q == Width'(1)))
    else $error("a command ends before its last link, or behind it");
  BusyWithLinks: assert property (@(posedge clk_i) disable iff (!rst_ni)
    busy_o == (told_left_q != '0)) else $error("busy without a link to set, or idle with one");
  // What runs should meet: plexus coverage counts it.
  SeveralLinks: cover property (@(posedge clk_i) disable iff (!rst_ni) set_valid_o && !done_o);
  WaitsForPorts: cover property (@(posedge clk_i) disable iff (!rst_ni)
    state_q == Setting && !may_set);
  NextCommand: cover property (@(posedge clk_i) disable iff (!rst_ni) start_i && done_o);
`endif
endmodule
