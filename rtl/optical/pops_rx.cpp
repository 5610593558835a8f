#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_rx_adapter {

/// Pins of pops_rx.sv.
struct Inputs {
  Pin in_valid{"in_valid"}, in_data{"in_data", 32}, in_hit{"in_hit"}, multi_rx{"multi_rx"};
};
struct Outputs {
  Pin acc_valid{"acc_valid"}, acc_data{"acc_data", 32}, acc_group{"acc_group", "acc_valid"};
  Pin conflict{"conflict"}, lane_valid{"lane_valid"};
};
/// The receivers of one processor.
struct Lane final : twin<Inputs, Outputs> {
  std::vector<const Packet*> shown;  ///< of the slot, by its couplers; null: none
  std::vector<std::uint64_t> beats;  ///< likewise: beats that the twin accepted
};

class pops_rx_twins final : public slot_twins<Lane> {
 public:
  pops_rx_twins(coupler_bank& bank, const TwinSite& site)
      : slot_twins{bank, site, parameters(bank.groups()),
                   in_nodes(machine_name(bank), bank.nodes(), "rx")} {}

  static Parameters parameters(NodeId couplers) {
    return {{"Couplers", couplers}, {"Width", kWidth}};
  }

  void slot_begins() override {
    listening_.clear();
    for (const Packet* const message : part.packets()) {
      if (refused(*message)) continue;
      const NodeId from = group_of(*message);
      for (const NodeId to : part.grid().groups_of(*message)) {
        if (part.shown(coupler(to, from)) != message) continue;
        for (NodeId j = 0; j < part.degree(); ++j) {
          receivers(to * part.degree() + j).shown[from] = message;
        }
      }
    }
  }

  /// In the receivers' place: they have accepted the messages all of whose beats they took.
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces()) return;
    accepted.clear();
    for (const NodeId node : listening_) {
      const Lane& rx = *existing(node);
      for (NodeId from = 0; from < part.groups(); ++from) {
        if (rx.shown[from] != nullptr && rx.beats[from] == beats()) {
          accepted.push_back({node, rx.shown[from]});
        }
      }
    }
  }

 private:
  /// Those of `node`, which listen in the present slot.
  Lane& receivers(NodeId node) {
    Lane& rx = lane(node);
    if (!listening_.insert(node).second) return rx;
    activate(rx);
    rx.shown.assign(part.groups(), nullptr);
    rx.beats.assign(part.groups(), 0);
    return rx;
  }
  static NodeId node_of(const Lane& rx) { return static_cast<NodeId>(rx.number()); }
  [[nodiscard]] bool listens(const Lane& rx) const { return listening_.contains(node_of(rx)); }

  void present(Lane& rx, Cycles cycle) override {
    clear(rx.in);
    rx.in.multi_rx.set(part.rules().multi_rx);
    const Beat now = beat_in(cycle);
    if (!now.payload || !listens(rx)) return;
    for (NodeId from = 0; from < part.groups(); ++from) {
      if (rx.shown[from] == nullptr) continue;
      put_at(from, rx.in.in_valid, 1, word(number_of(rx.shown[from]), now),
             rx.shown[from]->is_for(node_of(rx)));
    }
  }

  void expect(Lane& rx, Cycles cycle) override {
    clear(rx.out);
    const Beat now = beat_in(cycle);
    if (!now.payload || !listens(rx)) return;
    show_receivers(rx.out, 0, node_of(rx), now);
  }

  void follow(Lane& rx, Cycles cycle) override {
    const Beat now = beat_in(cycle);
    for (NodeId from = 0; from < part.groups(); ++from) {
      if (!rx.seen.lane_valid.bit(from)) continue;
      if (!now.payload || !listens(rx) || rx.shown[from] == nullptr) {
        return wrong(rx, "accepts a message that no coupler shows");
      }
      if (rx.beats[from] == now.number) ++rx.beats[from];
    }
    if (!rx.seen.acc_valid.on()) return;
    const std::uint64_t from = rx.seen.acc_group.get();
    if (!now.payload || from >= part.groups() || !rx.seen.lane_valid.bit(from) ||
        rx.seen.acc_data.get() != word(number_of(rx.shown[from]), now)) {
      wrong(rx, "accepts a word that no coupler shows");
    }
  }

  std::set<NodeId> listening_;  ///< in the present slot
};

TwinBlock pops_rx_block() { return block_of<pops_rx_twins>(4); }

}  // namespace plexus::pops_rx_adapter
