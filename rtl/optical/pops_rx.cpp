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
using Lane = slot_lane<Inputs, Outputs>;

/// Twins of the receivers, a lane per processor.
class pops_rx_twins final : public slot_twins<Lane> {
 public:
  pops_rx_twins(coupler_bank& bank, const TwinSite& site)
      : slot_twins{bank, site, parameters(bank.groups()),
                   in_nodes(machine_name(bank), bank.nodes(), "rx")} {}

  static Parameters parameters(NodeId couplers) {
    return {{"Couplers", couplers}, {"Width", kWidth}};
  }

  void slot_begins() override {
    for_each_way([this](std::size_t k, const Packet& packet, NodeId to) {
      if (refused(packet) || part.shown(coupler(to, group_of(packet))) != &packet) return;
      for (NodeId j = 0; j < part.degree(); ++j) crosses(to * part.degree() + j, k);
    });
  }

  /// In the receivers' place: they have accepted the messages all of whose beats they took.
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces()) return;
    accepted.clear();
    for (NodeId node = 0; node < part.nodes(); ++node) {
      Lane* const rx = existing(node);
      for (NodeId from = 0; rx != nullptr && from < part.groups(); ++from) {
        const Packet* const shown = shown_to(node, from);
        if (has_crossed(rx, shown)) accepted.push_back({node, shown});
      }
    }
  }

 private:
  static NodeId node_of(const Lane& rx) { return static_cast<NodeId>(rx.number()); }
  [[nodiscard]] const Packet* shown_to(NodeId node, NodeId from) const {
    return part.shown(coupler(node / part.degree(), from));
  }

  void present(Lane& rx, Cycles cycle) override {
    clear(rx.in);
    rx.in.multi_rx.set(part.rules().multi_rx);
    const Beat now = beat_in(rx, cycle);
    if (!now.payload) return;
    for (const auto& [k, beats] : rx.crossings) {
      const Packet& packet = *part.packets()[k];
      put_at(group_of(packet), rx.in.in_valid, 1, word(k, now), packet.is_for(node_of(rx)));
    }
  }

  void expect(Lane& rx, Cycles cycle) override {
    clear(rx.out);
    const Beat now = beat_in(rx, cycle);
    if (now.payload) show_receivers(rx.out, 0, node_of(rx), now);
  }

  void follow(Lane& rx, Cycles cycle) override {
    const Beat now = beat_in(rx, cycle);
    for (NodeId from = 0; from < part.groups(); ++from) {
      if (!rx.seen.lane_valid.bit(from)) continue;
      SlotCrossing* const one = crossing(&rx, shown_to(node_of(rx), from));
      if (!now.payload || one == nullptr) {
        return wrong(rx, "accepts a message that no coupler shows");
      }
      if (one->beats == now.number) ++one->beats;
    }
    if (!rx.seen.acc_valid.on()) return;
    const auto from = rx.seen.acc_group.as<NodeId>();
    if (!now.payload || from >= part.groups() || !rx.seen.lane_valid.bit(from) ||
        rx.seen.acc_data.get() != word(number_of(shown_to(node_of(rx), from)), now)) {
      wrong(rx, "accepts a word that no coupler shows");
    }
  }
};

TwinBlock pops_rx_block() { return block_of<pops_rx_twins>(4); }

}  // namespace plexus::pops_rx_adapter
