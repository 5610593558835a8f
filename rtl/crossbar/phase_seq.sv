/// The barrier between configurations: the next one begins with the edge at which the last port is
/// done. Counts cycles, those of the manager and those in which no port works. Twin:
/// hw/crossbar/phase_setter.hpp. What ends in a cycle's beginning is presented before its edge.
module phase_seq #(
  parameter int Ports = 8,
  parameter int Width = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             go_i,              /// the run begins
  input  logic [Width-1:0] phases_i,          /// >= 1
  input  logic             config_done_i,     /// all links of the phase are set
  input  logic [Ports-1:0] port_done_i,       /// the port's link is done
  input  logic [Ports-1:0] port_used_i,       /// ports with a link in the phase
  output logic             start_config_o,
  output logic             start_comm_o,
  output logic [Width-1:0] phase_o,           /// that is set or at work, from 0 on
  output logic             over_o,
  output logic [Width-1:0] cycles_o,
  output logic [Width-1:0] manager_cycles_o,
  output logic [Width-1:0] exposed_cycles_o
);
  typedef enum logic [1:0] {Waiting, Setting, Working, Over} state_e;

  state_e           state_d, state_q;
  logic [Width-1:0] phase_d, phase_q, cycles_d, cycles_q;
  logic [Width-1:0] manager_d, manager_q, exposed_d, exposed_q;
  logic [Ports-1:0] done_d, done_q;
  logic             all_done;

  assign all_done         = ((done_q | port_done_i) & port_used_i) == port_used_i;
  assign start_config_o   = (state_q == Waiting && go_i) ||
                            (state_q == Working && all_done && phase_q + 1'b1 != phases_i);
  assign start_comm_o     = state_q == Setting && config_done_i;
  assign phase_o          = phase_q;
  assign over_o           = state_q == Over;
  assign cycles_o         = cycles_q;
  assign manager_cycles_o = manager_q;
  assign exposed_cycles_o = exposed_q;

  always_comb begin : next_state
    state_d   = state_q;
    phase_d   = phase_q;
    done_d    = done_q;
    cycles_d  = cycles_q;
    manager_d = manager_q;
    exposed_d = exposed_q;
    unique case (state_q)
      Waiting: if (go_i) state_d = Setting;
      Setting: begin
        cycles_d  = cycles_q + 1'b1;
        manager_d = manager_q + 1'b1;
        exposed_d = exposed_q + 1'b1;
        done_d    = config_done_i ? port_done_i : '0;
        if (config_done_i) state_d = Working;
      end
      Working: begin
        cycles_d = cycles_q + 1'b1;
        done_d   = done_q | port_done_i;
        if (all_done) begin
          phase_d = phase_q + 1'b1;
          if (phase_q + 1'b1 == phases_i) state_d = Over;
          else state_d = Setting;
        end
      end
      default: state_d = Over;
    endcase
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_ni) begin
      state_q   <= Waiting;
      phase_q   <= '0;
      done_q    <= '0;
      cycles_q  <= '0;
      manager_q <= '0;
      exposed_q <= '0;
    end else begin
      state_q   <= state_d;
      phase_q   <= phase_d;
      done_q    <= done_d;
      cycles_q  <= cycles_d;
      manager_q <= manager_d;
      exposed_q <= exposed_d;
    end
  end
`ifndef SYNTHESIS
  SomePhases: assume property (@(posedge clk_i) disable iff (!rst_ni)
    go_i |-> phases_i != '0) else $error("a run of no phases");
  OneThingAtATime: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(start_config_o && start_comm_o)) else $error("a phase is set and begins at once");
  CommAfterConfig: assert property (@(posedge clk_i) disable iff (!rst_ni)
    start_comm_o |-> config_done_i) else $error("a phase begins before its links are set");
  OverIsOver: assert property (@(posedge clk_i) disable iff (!rst_ni)
    over_o |=> over_o && !start_config_o && !start_comm_o)
    else $error("a run goes on behind its end");
  ManagerIsExposed: assert property (@(posedge clk_i) disable iff (!rst_ni)
    exposed_cycles_o == manager_cycles_o)
    else $error("a cycle of the manager in which a port works");
  // What runs should meet: plexus coverage counts it.
  LaterPhase: cover property (@(posedge clk_i) disable iff (!rst_ni) start_comm_o && phase_o != '0);
  SomeDone: cover property (@(posedge clk_i) disable iff (!rst_ni)
    port_done_i != '0 && !start_config_o);
  UnusedPort: cover property (@(posedge clk_i) disable iff (!rst_ni)
    start_comm_o && port_used_i != '1);
  AllPhases: cover property (@(posedge clk_i) disable iff (!rst_ni) over_o);
`endif
endmodule
