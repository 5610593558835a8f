#include "hw/switch/benes_setup.hpp"

#include <bit>
#include <deque>

#include "rtl/frame/block.hpp"

namespace plexus::benes_setup_adapter {

/// Pins of benes_setup.sv.
struct Inputs {
  Pin go{"go"}, perm{"perm", "Ports"};
};
struct Outputs {
  Pin busy{"busy"}, done{"done"}, state = Pin{"state", 1}.of({"straight", "exchange"});
};
struct Lane final : twin<Inputs, Outputs> {
  /// Empty: nothing is asked for.
  void tell(std::span<const NodeId> permutation) {
    in.go.set(!permutation.empty());
    for (std::size_t source = 0; source < permutation.size(); ++source) {
      in.perm.set(source, permutation[source]);
    }
  }
};

/// Twin of the set-up of a benes network. The settings are there in the cycle in which they are
/// asked for: what a set-up costs in a run is the run's own choice (`--setup`). The twin takes
/// (log2(ports) - 1) * ports / 2 + 1 cycles of its own clock, and must take no other number; a wave
/// shows them from the cycle of the request on, one set-up after another.
class benes_setup_twin final : public twins_before<Lane, benes_setup_if, const benes_setup> {
 public:
  benes_setup_twin(exchange_port<benes_setup_if>& port, const benes_setup& of, const TwinSite& site)
      : twins_before{port, of, site, parameters(of.ports()), of.name()} {}

  static Parameters parameters(NodeId ports) { return {{"Ports", ports}}; }

 private:
  [[nodiscard]] std::pair<std::string, std::string> place(const twin_lane& lane, const Pin& pin,
                                                          std::size_t field) const override {
    if (pin.name() != "state") return twin_bank::place(lane, pin, field);
    const std::size_t elements = part.ports() / 2;  // of a stage
    return {lane.name(), fmt::format("state_{}_{}", field / elements, field % elements)};
  }

  static constexpr std::uint64_t kAsked = 0;  // two lanes: the one that is asked,
  static constexpr std::uint64_t kShown = 1;  // and the same in the cycles of the wave

  BenesStates set_up(std::span<const NodeId> permutation) override {
    Lane& lane = this->lane(kAsked);
    if (clock().shows()) {
      to_show_.emplace_back(permutation.begin(), permutation.end());
      active_lane(kShown);
    }
    const auto digits = static_cast<NodeId>(std::countr_zero(part.ports()));
    const NodeId latency = (digits - 1) * part.ports() / 2 + 1;
    NodeId cycles = 0;
    do {
      lane.tell(cycles == 0 ? permutation : std::span<const NodeId>{});
      lane.step();
      ++cycles;
    } while (cycles < latency && !lane.seen.done.on());
    check_contract(lane, true);
    if (cycles != latency || !lane.seen.done.on()) {
      wrong_now(lane, "is not done after exactly {} cycles", latency);
    }
    const std::size_t elements = part.ports() / 2;
    if (!replaces()) {
      lane.out.busy.set(1);
      const BenesStates expected = model.set_up(permutation);
      lane.out.state.each([&](auto i) { return expected[i / elements][i % elements]; });
    }
    edge_over(lane);
    BenesStates states(lane.out.state.fields() / elements, std::vector<bool>(elements));
    for (std::size_t i = 0; i < lane.out.state.fields(); ++i) {
      states[i / elements][i % elements] = lane.seen.state.bit(i);
    }
    return states;
  }

  void make_all() override { lane(kShown); }
  void present(Lane& lane, Cycles /*cycle*/) override {
    lane.tell({});
    if (to_show_.empty() || (lane.seen.busy.on() && !lane.seen.done.on())) return;
    lane.tell(to_show_.front());
    to_show_.pop_front();
  }
  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return lane.seen.busy.on() || !to_show_.empty();
  }

  std::deque<std::vector<NodeId>> to_show_;  ///< set-ups that the wave does not show yet
};

TwinBlock benes_setup_block() { return block_of<benes_setup_twin>(8); }

}  // namespace plexus::benes_setup_adapter
