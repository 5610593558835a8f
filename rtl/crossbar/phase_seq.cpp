#include "hw/crossbar/phase_setter.hpp"
#include "rtl/crossbar/crossbar_pins.hpp"

namespace plexus::phase_seq_adapter {

constexpr std::size_t kMostPorts = 1024;

/// Pins of phase_seq.sv.
struct Inputs {
  Pin go{"go"}, phases{"phases"}, config_done{"config_done"}, port_done{"port_done"};
  Pin port_used{"port_used"};
};
struct Outputs {
  Pin start_config = Pin{"start_config"}.before(), start_comm = Pin{"start_comm"}.before();
  Pin phase{"phase"}, over{"over"}, cycles{"cycles"}, manager_cycles{"manager_cycles"};
  Pin exposed_cycles{"exposed_cycles"};
};
using Lane = twin<Inputs, Outputs>;

/// Twin of the barrier of a manager that sets phase after phase, with one bank.
class phase_seq_twin final : public twins_before<Lane, phase_barrier_if, phase_setter> {
 public:
  phase_seq_twin(phase_setter& of, const TwinSite& site)
      : twins_before{of.phases, of, site, parameters(crossbar_of(of).ports()),
                     std::string{of.name()} + ".barrier"},
        links_{crossbar_of(of)} {}

  static Parameters parameters(std::size_t ports) {
    return {{"Ports", ports_of_twin(ports)}, {"Width", 64}};
  }

  void setting_begins(std::size_t phase) override {
    Lane& lane = told();
    if (!replaces()) model.setting_begins(phase);
    if (phase == 0) lane.in.go.set(1);
    config_starts_ = sets_ = true;
    phase_ = phase;
    setting_since_ = ClockPeriod{}.now();
  }
  [[nodiscard]] bool opens(std::size_t phase) override {
    Lane& lane = told();
    lane.in.config_done.set(1);
    lane.in.port_used.clear();
    for (const PhaseLink& link : links_.schedule().phase(phase)) mark(lane.in.port_used, link);
    comm_starts_ = true;
    sets_ = false;
    managed_ += ClockPeriod{}.now() - setting_since_;
    lane.settle();
    return replaces() ? lane.seen.start_comm.on() : model.opens(phase);
  }
  [[nodiscard]] bool is_over(std::uint32_t link, bool last) override {
    Lane& lane = told();
    mark(lane.in.port_done, links_.link(link));
    over_ = last && phase_ + 1 == links_.schedule().phases();
    lane.settle();
    return replaces() ? lane.seen.start_config.on() || over_ : model.is_over(link, last);
  }

 private:
  Lane& told() {
    quiet_ = 0_cycles;
    return active_lane();
  }
  void mark(Pin& pin, const PhaseLink& link) const {
    pin.set_bit(links_.index(link.a));
    pin.set_bit(links_.index(link.b));
  }

  void made(Lane& lane) override { lane.in.phases.set(links_.schedule().phases()); }
  void hold(Lane& lane, Cycles /*cycle*/) override {
    for (Pin* pin : {&lane.in.go, &lane.in.config_done, &lane.in.port_done}) pin->clear();
  }
  void expect(Lane& lane, Cycles cycle) override {
    put(lane.out, config_starts_, comm_starts_, over_ ? phase_ + 1 : phase_, over_, cycle,
        managed_ + (sets_ ? cycle - setting_since_ : 0_cycles));
    if (over_) lane.out.exposed_cycles.set(links_.exposed());
  }
  bool goes_on(Lane& /*lane*/, Cycles /*cycle*/) override {
    config_starts_ = comm_starts_ = false;
    quiet_ += 1_cycles;
    return !over_ && quiet_ < kPatience + part.timing().fixed;
  }

  const crossbar& links_;
  std::size_t phase_ = 0;
  bool config_starts_ = false;  ///< the setting of a phase, at this cycle's edge
  bool comm_starts_ = false;    ///< its messages
  bool sets_ = false;
  bool over_ = false;
  Cycles setting_since_{0};
  Cycles managed_{0};  ///< cycles of settings that have ended
  Cycles quiet_{0};
};

constexpr auto kHasOneBank = [](const phase_setter& part, const TwinSite& site) {
  if (part.policy().banks != 1) return false;
  require_size(crossbar_of(part).ports() <= kMostPorts && part.timing().command(1) >= 1_cycles,
               site, "up to {} ports and settings of at least a cycle", kMostPorts);
  return true;
};

TwinBlock phase_seq_block() { return block_at_setup<phase_seq_twin, kHasOneBank>(32); }

}  // namespace plexus::phase_seq_adapter
