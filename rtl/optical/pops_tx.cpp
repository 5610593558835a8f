#include <algorithm>
#include <string>

#include "rtl/frame/block.hpp"
#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_tx_adapter {

/// Pins of pops_tx.sv.
struct Inputs {
  Pin msg_valid{"msg_valid"};
  Pin msg{"msg"};
  Pin mask{"mask"};
  Pin multi_tx{"multi_tx"};
  Pin lane_msg{"lane_msg", 32};
};

struct Outputs {
  Pin tx_valid{"tx_valid"};
  Pin tx_data{"tx_data", 32};
};

/// The transmitters of one processor.
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& twins, const std::string& machine, NodeId number)
      : twin{twins, machine + ".node_" + std::to_string(number) + ".tx"}, node{number} {}

  NodeId node;
  std::vector<std::size_t> sent;  ///< messages of the slot
};

class pops_tx_twins final : public slot_twins<Lane>, public coupler_lights_if {
 public:
  pops_tx_twins(coupler_bank& bank, const TwinSite& site)
      : slot_twins{bank, site, parameters(bank.groups())} {
    if (replaces()) bank.lights.in_front(*this);
  }

  static Parameters parameters(NodeId couplers) {
    return {{"Couplers", couplers}, {"Width", kWidth}};
  }

  /// In the transmitters' place, at the strobe of the slot.
  [[nodiscard]] std::span<const NodeId> lights(const Message& message) override {
    Lane& tx = transmitters(message.source);
    dark(tx);
    put(tx, message, 1);
    tx.ask();
    lit_.clear();
    for (NodeId to = 0; to < stars->groups(); ++to) {
      if (tx.seen.tx_valid.bit(to)) lit_.push_back(to);
    }
    dark(tx);
    return lit_;
  }

  void slot_begins() override {
    for (const NodeId node : senders_) existing(node)->sent.clear();
    senders_.clear();
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      if (refused(*messages[k])) continue;
      Lane& tx = transmitters(messages[k]->source);
      activate(tx);
      tx.sent.push_back(k);
      senders_.push_back(tx.node);
    }
  }

 private:
  Lane& transmitters(NodeId node) { return lane(node, stars->get_parent_object()->name(), node); }
  void make_all() override {
    for (NodeId node = 0; node < stars->nodes(); ++node) transmitters(node);
  }

  static void dark(Lane& tx) {
    for (Pin* pin : {&tx.in.msg_valid, &tx.in.msg, &tx.in.mask, &tx.in.multi_tx, &tx.in.lane_msg})
      pin->clear();
  }
  /// One message: on all lanes of its mask, or with multi_tx a word on each.
  void put(Lane& tx, const Message& message, std::uint64_t word) {
    tx.in.msg_valid.set(1);
    tx.in.multi_tx.set(stars->rules().multi_tx);
    if (!stars->rules().multi_tx) tx.in.msg.set(word);
    for (const NodeId to : stars->groups_of(message)) {
      tx.in.mask.set_bit(to);
      if (stars->rules().multi_tx) tx.in.lane_msg.set(to, word);
    }
  }

  void present(Lane& tx, Cycles cycle) override {
    dark(tx);
    const Beat now = beat_in(cycle);
    if (!now.payload) return;
    for (const std::size_t k : tx.sent) put(tx, *stars->messages()[k], word(k, now));
  }

  /// What its couplers show; on a collided one, what it was told to send.
  void expect(Lane& tx, Cycles cycle) override {
    tx.out.tx_valid.clear();
    tx.out.tx_data.clear();
    const Beat now = beat_in(cycle);
    if (!now.payload) return;
    const auto messages = stars->messages();
    for (const std::size_t k : tx.sent) {
      for (const NodeId to : stars->groups_of(*messages[k])) {
        const Message* const shown = stars->shown(coupler(to, tx.node / stars->degree()));
        if (shown != nullptr && shown != messages[k]) continue;
        tx.out.tx_valid.set_bit(to);
        tx.out.tx_data.set(to, word(k, now));
      }
    }
  }

  std::vector<NodeId> senders_;  ///< of the present slot
  std::vector<NodeId> lit_;
};

TwinBlock pops_tx_block() {
  return {.name = "pops_tx",
          .part = "hw/optical/coupler_bank.hpp",
          .sizes = "any number of couplers",
          .help = "Transmitters of a processor: its message on any of its group's couplers",
          .built = pops_tx_twins::parameters(4),
          .attach = attach_to<coupler_bank, pops_tx_twins>};
}

}  // namespace plexus::pops_tx_adapter
