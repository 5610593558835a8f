#include "hw/switch/omega_element.hpp"

#include <algorithm>
#include <deque>

#include "hw/switch/combine_element.hpp"
#include "hw/switch/switch_fabric.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::omega_element_adapter {

constexpr unsigned kDataWidth = 64;     // packets are their numbers; merged ones the sum of both
constexpr unsigned kAddressWidth = 16;  // destinations modulo 65,536

/// Pins of omega_element.sv and combine_element.sv.
struct Inputs {
  Pin valid{"valid", 1}, tag{"tag", 1}, bcast{"bcast", 1}, data{"data", kDataWidth};
  Pin destination{"destination?", kAddressWidth};
};
struct Outputs {
  Pin valid{"valid"}, conflict{"conflict"};
  Pin state = Pin{"state"}.of({"straight", "exchange", "upper-broadcast", "lower-broadcast"});
  Pin data{"data", kDataWidth}, merge{"merge?"}, destination{"destination?", kAddressWidth};
};
struct Lane final : twin<Inputs, Outputs> {
  const omega_element* part = nullptr;
};

/// Twins of the elements of an unbuffered switch, plain or combining ones of radix 2, a lane each.
class element_twins final : public twins_of<Lane, switch_fabric> {
 public:
  element_twins(switch_fabric& fabric, const TwinSite& site)
      : twins_of{
            fabric,
            site,
            parameters(is_combining(fabric)),
            {fabric.wiring().stages * std::uint64_t{fabric.wiring().elements},
             [this](std::uint64_t number) { return std::string{places_[number].part->name()}; }}} {
    for (std::uint32_t t = 0; t < fabric.wiring().stages; ++t) {
      for (std::uint32_t e = 0; e < fabric.stage(t).size(); ++e) {
        places_.emplace_back(*this, fabric.stage(t)[e], places_.size());
      }
    }
  }

  static Parameters parameters(bool combining) {
    Parameters all{{"DataWidth", kDataWidth}};
    if (combining) all.emplace_back("AddressWidth", kAddressWidth);
    return all;
  }
  static bool is_combining(switch_fabric& fabric) {
    return dynamic_cast<const combine_element*>(&fabric.stage(0)[0]) != nullptr;
  }

 private:
  /// Where a twin stands: at the port of an element, in front of what sets it.
  struct Place final : element_setting_if {
    Place(element_twins& all, omega_element& one, std::uint64_t number)
        : twins{&all}, part{&one}, model{&one.setting.in_front(*this)}, key{number} {}
    void set(std::span<const ElementInput> inputs, ElementDecision& decision) override {
      Lane& lane = twins->active_lane(key);
      if (!twins->replaces()) return model->set(inputs, decision);
      twins->present(lane, {});
      lane.ask();
      twins->take(lane, inputs, decision);
    }

    element_twins* twins;
    const omega_element* part;
    element_setting_if* model;
    std::uint64_t key;
  };

  void made(Lane& lane) override { lane.part = places_[lane.number()].part; }

  void present(Lane& lane, Cycles /*cycle*/) override {
    const auto inputs = lane.part->messages();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const ElementInput& input = inputs[i];
      const bool broadcasts = input.valid && input.wants.multicast();
      const bool lower = input.wants == OutputSet::one(1) || input.wants == OutputSet::of_mask(2);
      put_at(i, lane.in.valid, input.valid, input.valid && !broadcasts && lower, broadcasts,
             input.valid ? input.packet : 0, input.valid ? input.destination : 0);
    }
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    const ElementDecision& decision = lane.part->decision();
    const auto inputs = lane.part->messages();
    const bool merges = decision.merges > 0;
    put(lane.out, 0, decision.conflicts > 0, lane.part->state(), kFree, merges);
    for (std::uint32_t o = 0; o < 2; ++o) {
      const std::uint32_t driver = decision.driver[o];
      if (driver == kNobody) continue;
      lane.out.valid.set_bit(o);
      lane.out.data.set(o, inputs[driver].packet + (merges ? inputs[1 - driver].packet : 0));
      lane.out.destination.set(o, inputs[driver].destination);
    }
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return std::ranges::any_of(lane.part->messages(), &ElementInput::valid);
  }

  /// Takes the decision that the twin shows.
  void take(Lane& lane, std::span<const ElementInput> inputs, ElementDecision& decision) {
    const auto state = lane.seen.state.as<std::uint32_t>();
    const bool merge = lane.seen.merge.on();
    for (std::uint32_t o = 0; o < 2; ++o) {
      if (!lane.seen.valid.bit(o)) continue;
      const std::uint32_t set = state < 2 ? state ^ o : state - 2;
      const std::uint64_t merged = inputs[0].packet + inputs[1].packet;
      for (const std::uint32_t i : {set, 1 - set}) {  // two packets may have the same number
        const bool carries = lane.seen.data.get(o) == (merge ? merged : inputs[i].packet);
        if (decision.driver[o] == kNobody && inputs[i].valid && carries) decision.driver[o] = i;
      }
      if (decision.driver[o] == kNobody) {
        wrong(lane, "shows at output {} a message that did not come in", o);
      } else {
        decision.winner[decision.driver[o]] = decision.driver[o];
      }
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (!inputs[i].valid || decision.winner[i] == i) continue;
      if (merge && decision.winner[1 - i] == 1 - i) decision.winner[i] = 1 - i;
    }
  }

  std::deque<Place> places_;  ///< by element, in data-flow order
};

/// A fabric whose elements are combining ones, or are not.
template <bool Combining>
constexpr auto kHas = [](switch_fabric& fabric, const TwinSite& site) {
  if (element_twins::is_combining(fabric) != Combining) return false;
  require_size(fabric.wiring().radix == 2, site,
               "elements with 2 inputs, not for those with {} of this switch",
               fabric.wiring().radix);
  return true;
};

TwinBlock omega_element_block() { return block_of<element_twins, kHas<false>>(false); }

TwinBlock combine_element_block() { return block_of<element_twins, kHas<true>>(true); }

}  // namespace plexus::omega_element_adapter
