#include "hw/switch/benes_setup.hpp"

#include <bit>
#include <deque>

#include "rtl/frame/block.hpp"

namespace plexus::benes_setup_adapter {

namespace {

struct Lane final : twin_lane {
  Lane(twin_bank& bank, const benes_setup& part)
      : twin_lane{bank, part.name()},
        elements{part.ports() / 2},
        perm{*this, "perm", unsigned(std::countr_zero(part.ports()))} {}

  [[nodiscard]] std::pair<std::string, std::string> place(const Out& pin,
                                                          std::size_t field) const override {
    if (&pin != &state) return twin_lane::place(pin, field);
    return {name(),
            "state_" + std::to_string(field / elements) + '_' + std::to_string(field % elements)};
  }

  /// Empty: nothing is asked for.
  void tell(std::span<const NodeId> permutation) {
    go.set(!permutation.empty());
    for (std::size_t source = 0; source < permutation.size(); ++source) {
      perm.set(source, permutation[source]);
    }
  }

  std::size_t elements;  ///< of a stage
  In go{*this, "go"};
  In perm;
  Out busy{*this, "busy"};
  Out done{*this, "done"};
  Out state{*this, "state", 1, {"straight", "exchange"}};
};

/// Twin of the set-up of a benes network. The settings are there in the cycle in which they are
/// asked for: what a set-up costs in a run is the run's own choice (`--setup`). The twin takes
/// (log2(ports) - 1) * ports / 2 + 1 cycles of its own clock, and must take no other number; a wave
/// shows them from the cycle of the request on, one set-up after another.
class benes_setup_twin final : public twins_of<Lane>, public benes_setup_if {
 public:
  benes_setup_twin(exchange_port<benes_setup_if>& port, const benes_setup& part,
                   const TwinSite& site)
      : twins_of{site, parameters(part.ports())}, part_{&part}, model_{&port.in_front(*this)} {}

  static Parameters parameters(NodeId ports) { return {{"Ports", ports}}; }

 private:
  static constexpr std::uint64_t kAsked = 0;  // two lanes: the one that is asked,
  static constexpr std::uint64_t kShown = 1;  // and the same in the cycles of the wave

  BenesStates set_up(std::span<const NodeId> permutation) override {
    Lane& lane = twins_of::lane(kAsked, *part_);
    if (clock().shows()) {
      to_show_.emplace_back(permutation.begin(), permutation.end());
      active_lane(kShown, *part_);
    }
    const auto digits = static_cast<NodeId>(std::countr_zero(part_->ports()));
    const NodeId latency = (digits - 1) * part_->ports() / 2 + 1;
    NodeId cycles = 0;
    do {
      lane.tell(cycles == 0 ? permutation : std::span<const NodeId>{});
      lane.settle();
      lane.rise();
      lane.look();
      ++cycles;
    } while (cycles < latency && !lane.done.on());
    if (broken(lane)) wrong_now(lane, contract());
    if (cycles != latency || !lane.done.on()) {
      wrong_now(lane, "is not done after exactly " + std::to_string(latency) + " cycles");
    }
    if (!replaces()) {
      lane.busy.expect(1);
      const BenesStates expected = model_->set_up(permutation);
      for (std::size_t t = 0; t < expected.size(); ++t) {
        for (std::size_t e = 0; e < lane.elements; ++e) {
          lane.state.expect(t * lane.elements + e, expected[t][e]);
        }
      }
      compare_now(lane);
    }
    BenesStates states(lane.state.fields() / lane.elements, std::vector<bool>(lane.elements));
    for (std::size_t i = 0; i < lane.state.fields(); ++i) {
      states[i / lane.elements][i % lane.elements] = lane.state.seen(i) != 0;
    }
    return states;
  }

  void make_all() override { lane(kShown, *part_); }

  void present(Lane& lane, Cycles /*cycle*/) override {
    lane.tell({});
    if (to_show_.empty() || (lane.busy.get() != 0 && lane.done.get() == 0)) return;
    lane.tell(to_show_.front());
    to_show_.pop_front();
  }
  void expect(Lane& /*lane*/, Cycles /*cycle*/) override {}
  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return lane.busy.on() || !to_show_.empty();
  }

  const benes_setup* part_;
  benes_setup_if* model_;                    ///< stands behind the twin
  std::deque<std::vector<NodeId>> to_show_;  ///< set-ups that the wave does not show yet
};

}  // namespace

TwinBlock benes_setup_block() {
  return {.name = "benes_setup",
          .part = "hw/switch/benes_setup.hpp",
          .sizes = "any number of ports",
          .help = "Works out the settings of a benes network by the looping algorithm",
          .built = benes_setup_twin::parameters(8),
          .attach = attach_before<benes_setup_if, benes_setup, benes_setup_twin>};
}

}  // namespace plexus::benes_setup_adapter
