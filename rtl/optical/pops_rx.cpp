#include <algorithm>
#include <string>

#include "rtl/frame/block.hpp"
#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_rx_adapter {

/// Pins of pops_rx.sv.
struct Inputs {
  Pin in_valid{"in_valid"};
  Pin in_data{"in_data", 32};
  Pin in_hit{"in_hit"};
  Pin multi_rx{"multi_rx"};
};

struct Outputs {
  Pin acc_valid{"acc_valid"};
  Pin acc_data{"acc_data"};
  Pin acc_group{"acc_group"};
  Pin conflict{"conflict"};
  Pin lane_valid{"lane_valid"};
};

/// The receivers of one processor.
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& twins, const std::string& machine, NodeId number)
      : twin{twins, machine + ".node_" + std::to_string(number) + ".rx"}, node{number} {}

  NodeId node;
  std::vector<std::size_t> shown;    ///< messages of the slot that its couplers show, by group
  std::vector<bool> is_shown;        ///< by group: there is one
  std::vector<std::size_t> taken;    ///< those that the bank accepts
  std::vector<std::uint64_t> beats;  ///< by group: beats of the slot that the twin accepted
};

class pops_rx_twins final : public slot_twins<Lane> {
 public:
  pops_rx_twins(coupler_bank& bank, const TwinSite& site)
      : slot_twins{bank, site, parameters(bank.groups())} {}

  static Parameters parameters(NodeId couplers) {
    return {{"Couplers", couplers}, {"Width", kWidth}};
  }

  void slot_begins() override {
    const auto messages = stars->messages();
    listening_.clear();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      if (refused(*messages[k])) continue;
      const NodeId from = messages[k]->source / stars->degree();
      for (const NodeId to : stars->groups_of(*messages[k])) {
        if (stars->shown(coupler(to, from)) != messages[k]) continue;
        for (NodeId j = 0; j < stars->degree(); ++j) {
          Lane& rx = receivers(to * stars->degree() + j);
          rx.shown[from] = k;
          rx.is_shown[from] = true;
        }
      }
    }
    for (const auto& [receiver, message] : stars->accepted()) {
      const auto number = std::ranges::find(messages, message) - messages.begin();
      receivers(receiver).taken.push_back(static_cast<std::size_t>(number));
    }
  }

  /// In the receivers' place: they have accepted the messages all of whose beats they took.
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces()) return;
    const auto beats =
        static_cast<std::uint64_t>(stars->rules().slot.beats(stars->slot_words()).count());
    accepted.clear();
    for (const NodeId node : listening_) {
      const Lane& rx = *existing(node);
      for (NodeId from = 0; from < stars->groups(); ++from) {
        if (rx.is_shown[from] && rx.beats[from] == beats) {
          accepted.push_back({node, stars->messages()[rx.shown[from]]});
        }
      }
    }
  }

 private:
  Lane& receiver_lane(NodeId node) { return lane(node, stars->get_parent_object()->name(), node); }
  /// Those of `node`, which listen in the present slot.
  Lane& receivers(NodeId node) {
    Lane& rx = receiver_lane(node);
    if (!listening_.insert(node).second) return rx;
    activate(rx);
    rx.shown.assign(stars->groups(), 0);
    rx.is_shown.assign(stars->groups(), false);
    rx.beats.assign(stars->groups(), 0);
    rx.taken.clear();
    return rx;
  }
  void make_all() override {
    for (NodeId node = 0; node < stars->nodes(); ++node) receiver_lane(node);
  }

  /// Messages that its filter hits: on its own couplers alone.
  [[nodiscard]] bool hit(const Lane& rx, NodeId from) const {
    return takes(*stars->messages()[rx.shown[from]], rx.node);
  }
  [[nodiscard]] bool listens(const Lane& rx) const { return listening_.contains(rx.node); }

  void present(Lane& rx, Cycles cycle) override {
    for (Pin* pin : {&rx.in.in_valid, &rx.in.in_data, &rx.in.in_hit}) pin->clear();
    rx.in.multi_rx.set(stars->rules().multi_rx);
    const Beat now = beat_in(cycle);
    if (!now.payload || !listens(rx)) return;
    for (NodeId from = 0; from < stars->groups(); ++from) {
      if (!rx.is_shown[from]) continue;
      rx.in.in_valid.set_bit(from);
      rx.in.in_data.set(from, word(rx.shown[from], now));
      if (hit(rx, from)) rx.in.in_hit.set_bit(from);
    }
  }

  void expect(Lane& rx, Cycles cycle) override {
    for (Pin* pin : {&rx.out.acc_valid, &rx.out.acc_data, &rx.out.acc_group, &rx.out.conflict,
                     &rx.out.lane_valid}) {
      pin->clear();
    }
    const Beat now = beat_in(cycle);
    if (!now.payload || !listens(rx)) return;
    std::vector<std::size_t> taken = rx.taken;
    if (std::ranges::binary_search(stars->conflicts().receivers, rx.node)) {
      taken.clear();  // what collided does not come this far: the rest may be one message
      for (NodeId from = 0; from < stars->groups(); ++from) {
        if (rx.is_shown[from] && hit(rx, from)) taken.push_back(rx.shown[from]);
      }
      if (taken.size() > 1) return rx.out.conflict.set(1);
    }
    for (const std::size_t k : taken) {
      const NodeId from = stars->messages()[k]->source / stars->degree();
      rx.out.lane_valid.set_bit(from);
      if (taken.size() > 1) continue;
      rx.out.acc_valid.set(1);
      rx.out.acc_data.set(word(k, now));
      rx.out.acc_group.set(from);
    }
  }

  void follow(Lane& rx, Cycles cycle) override {
    const Beat now = beat_in(cycle);
    for (NodeId from = 0; from < stars->groups(); ++from) {
      if (!rx.seen.lane_valid.bit(from)) continue;
      if (!now.payload || !listens(rx) || !rx.is_shown[from]) {
        return wrong(rx, "accepts a message that no coupler shows");
      }
      if (rx.beats[from] == now.number) ++rx.beats[from];
    }
    if (rx.seen.acc_valid.on() &&
        (!now.payload || rx.seen.acc_group.get() >= stars->groups() ||
         !rx.seen.lane_valid.bit(rx.seen.acc_group.get()) ||
         rx.seen.acc_data.get() != word(rx.shown[rx.seen.acc_group.get()], now))) {
      wrong(rx, "accepts a word that no coupler shows");
    }
  }

  std::set<NodeId> listening_;  ///< in the present slot
};

TwinBlock pops_rx_block() {
  return {.name = "pops_rx",
          .part = "hw/optical/coupler_bank.hpp",
          .sizes = "any number of couplers",
          .help = "Receivers of a processor: which message of its group's couplers it accepts",
          .built = pops_rx_twins::parameters(4),
          .attach = attach_to<coupler_bank, pops_rx_twins>};
}

}  // namespace plexus::pops_rx_adapter
