#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_net_adapter {

/// Processors of the largest machine that the block is made for: its headers grow with their cube.
constexpr NodeId kMostNodes = 32;

/// Pins of pops_net.sv.
struct Inputs {
  SlotClockInputs clock;
  Pin multi_tx{"multi_tx"}, multi_rx{"multi_rx"};
  Pin msg_valid = Pin{"msg_valid"}.once(), msg = Pin{"msg", 32}.once();
  Pin hdr = Pin{"hdr", "msg_valid"}.once(), mask = Pin{"mask"}.once();
  Pin lane_msg = Pin{"lane_msg", 32}.once(), lane_hdr = Pin{"lane_hdr", "mask"}.once();
};
struct Outputs {
  SlotClockOutputs clock;
  Pin out_valid{"out_valid"}, out_data{"out_data", 32};
  Pin collision{"collision"}, collision_mask{"collision_mask", "collision"};
  Pin acc_valid{"acc_valid"}, acc_data{"acc_data", 32}, acc_group{"acc_group", "acc_valid"};
  Pin conflict{"conflict"}, lane_valid{"lane_valid", "acc_valid"};
};
using Lane = twin<Inputs, Outputs>;

/// Twin of the whole machine. In its place processors have accepted the messages all of whose beats
/// they took.
class pops_net_twin final : public slot_clock_twin<Lane> {
 public:
  pops_net_twin(coupler_bank& bank, const TwinSite& site)
      : slot_clock_twin{bank, site, parameters(bank.degree(), bank.groups()), bank.name()} {}

  static Parameters parameters(NodeId degree, NodeId groups) {
    return {{"D", degree}, {"G", groups}, {"Width", kWidth}, {"CycleWidth", 32}};
  }

  void slot_begins() override {
    // Not if a processor sends two messages and may not, or on one coupler.
    lit_ = part.conflicts().senders.empty() &&
           std::ranges::none_of(part.conflicts().couplers, [this](const auto& collided) {
             return has_twofold_source(collided.first);
           });
    came_.clear();
  }
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces() || !lit_) return;
    accepted.clear();
    for (const auto& [one, came] : came_) {
      if (came == beats()) accepted.push_back(one);
    }
  }

 private:
  void present(Lane& net, Cycles cycle) override {
    const bool multi = part.rules().multi_tx;
    net.in.multi_tx.set(multi);
    net.in.multi_rx.set(part.rules().multi_rx);
    const Beat now = beat_in(cycle);
    for (std::size_t k = 0; now.payload && lit_ && k < part.packets().size(); ++k) {
      const Packet& message = *part.packets()[k];
      const auto send = [&](Pin& data, Pin& header, std::size_t place) {
        data.set(place, word(k, now));
        message.for_each_receiver(
            [&](NodeId receiver) { header.set_bit(place * part.nodes() + receiver); });
      };
      net.in.msg_valid.set_bit(message.source());
      if (!multi) send(net.in.msg, net.in.hdr, message.source());
      for (const NodeId to : part.grid().groups_of(message)) {
        const std::size_t lane = std::size_t{message.source()} * part.groups() + to;
        net.in.mask.set_bit(lane);
        if (multi) send(net.in.lane_msg, net.in.lane_hdr, lane);
      }
    }
  }

  void expect(Lane& net, Cycles cycle) override {
    clear(net.out);
    slot_clock_twin::expect(net, cycle);
    const Beat now = beat_in(cycle);
    if (!now.payload || !lit_) return;
    for_each_way([&](std::size_t /*k*/, const Packet& message, NodeId to) {
      const std::uint64_t index = coupler(to, group_of(message));
      show_star(net.out, index, index, now);
    });
    for (NodeId p = 0; p < part.nodes(); ++p) show_receivers(net.out, p, p, now);
  }

  void follow(Lane& net, Cycles cycle) override {
    slot_clock_twin::follow(net, cycle);
    const Beat now = beat_in(cycle);
    for (NodeId p = 0; p < part.nodes(); ++p) {
      for (NodeId from = 0; from < part.groups(); ++from) {
        if (!net.seen.lane_valid.bit(std::size_t{p} * part.groups() + from)) continue;
        const std::uint64_t word = net.seen.out_data.get(coupler(p / part.degree(), from));
        const Acceptance one{p, lit_ ? packet_of(word, now) : nullptr};
        if (one.packet == nullptr) wrong(net, "gives node {} a word that nobody has sent", p);
        auto came = std::ranges::find(came_, one, [](const auto& known) { return known.first; });
        if (came == came_.end()) came = came_.insert(came, {one, 0});
        ++came->second;
      }
    }
  }

  bool lit_ = false;  ///< the pins show messages in the present slot
  std::vector<std::pair<Acceptance, std::uint64_t>> came_;  ///< with beats, in that order
};

constexpr auto kIsSmall = [](const coupler_bank& bank, const TwinSite&) {
  if (bank.nodes() <= kMostNodes) return true;
  throw SizeMissing{fmt::format(
      "The twin of pops_net has up to {} processors, and this machine has {}: choose a smaller --d "
      "or --g, or the twins of its parts.",
      kMostNodes, bank.nodes())};
};

TwinBlock pops_net_block() { return block_of<pops_net_twin, kIsSmall>(4, 2); }

}  // namespace plexus::pops_net_adapter
