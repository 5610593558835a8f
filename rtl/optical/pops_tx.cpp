#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_tx_adapter {

/// Pins of pops_tx.sv.
struct Inputs {
  Pin msg_valid{"msg_valid"}, msg{"msg"}, mask{"mask"}, multi_tx{"multi_tx"};
  Pin lane_msg{"lane_msg", 32};
};
struct Outputs {
  Pin tx_valid{"tx_valid"}, tx_data{"tx_data", 32};
};
using Lane = slot_lane<Inputs, Outputs>;

/// Twins of the transmitters, a lane per processor.
class pops_tx_twins final : public slot_twins<Lane>, public coupler_lights_if {
 public:
  pops_tx_twins(coupler_bank& bank, const TwinSite& site)
      : slot_twins{bank, site, parameters(bank.groups()),
                   in_nodes(machine_name(bank), bank.nodes(), "tx")} {
    if (replaces()) stand_in_front(bank.lights, *this);
  }

  static Parameters parameters(NodeId couplers) {
    return {{"Couplers", couplers}, {"Width", kWidth}};
  }

  /// In the transmitters' place, at the strobe of the slot.
  [[nodiscard]] std::span<const NodeId> lights(const Packet& message) override {
    Lane& tx = lane(message.source());
    clear(tx.in);
    put(tx, message, 1);
    tx.ask();
    lit_.clear();
    for (NodeId to = 0; to < part.groups(); ++to) {
      if (tx.seen.tx_valid.bit(to)) lit_.push_back(to);
    }
    clear(tx.in);
    return lit_;
  }

  void slot_begins() override {
    const auto messages = part.packets();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      if (!refused(*messages[k])) crosses(messages[k]->source(), k);
    }
  }

 private:
  /// One message: on all lanes of its mask, or with multi_tx a word on each.
  void put(Lane& tx, const Packet& message, std::uint64_t word) {
    const bool multi = part.rules().multi_tx;
    tx.in.msg_valid.set(1);
    tx.in.multi_tx.set(multi);
    if (!multi) tx.in.msg.set(word);
    for (const NodeId to : part.grid().groups_of(message)) {
      tx.in.mask.set_bit(to);
      if (multi) tx.in.lane_msg.set(to, word);
    }
  }

  void present(Lane& tx, Cycles cycle) override {
    clear(tx.in);
    const Beat now = beat_in(tx, cycle);
    if (!now.payload) return;
    for (const auto& [k, beats] : tx.crossings) put(tx, *part.packets()[k], word(k, now));
  }

  /// What its couplers show; on a collided one, what it was told to send.
  void expect(Lane& tx, Cycles cycle) override {
    clear(tx.out);
    const Beat now = beat_in(tx, cycle);
    if (!now.payload) return;
    for (const auto& [k, beats] : tx.crossings) {
      const Packet& message = *part.packets()[k];
      for (const NodeId to : part.grid().groups_of(message)) {
        const Packet* const shown = part.shown(coupler(to, group_of(message)));
        if (shown != nullptr && shown != &message) continue;
        put_at(to, tx.out.tx_valid, 1, word(k, now));
      }
    }
  }

  std::vector<NodeId> lit_;
};

TwinBlock pops_tx_block() { return block_of<pops_tx_twins>(4); }

}  // namespace plexus::pops_tx_adapter
