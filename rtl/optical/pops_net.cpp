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

  void clock_starts(std::uint64_t count) override {
    slot_clock_twin::clock_starts(count);
    lit_ = false;
  }
  void slot_begins() override {
    lit_ = !stars->messages().empty() && presentable();
    accepted_.clear();
    beats_.clear();
  }
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces() || !lit_) return;
    accepted.clear();
    for (std::size_t i = 0; i < accepted_.size(); ++i) {
      if (beats_[i] == beats()) accepted.push_back(accepted_[i]);
    }
  }

 private:
  /// Can the pins show the slot? Not if a processor sends two messages and may not, or on one
  /// coupler.
  [[nodiscard]] bool presentable() const {
    if (!stars->conflicts().senders.empty()) return false;
    return std::ranges::none_of(stars->conflicts().couplers, [](const auto& entry) {
      std::set<NodeId> sources;
      for (const Message* const message : entry.second) sources.insert(message->source);
      return sources.size() < entry.second.size();
    });
  }

  void present(Lane& net, Cycles cycle) override {
    const bool multi = stars->rules().multi_tx;
    net.in.multi_tx.set(multi);
    net.in.multi_rx.set(stars->rules().multi_rx);
    const Beat now = beat_in(cycle);
    for (std::size_t k = 0; now.payload && lit_ && k < stars->messages().size(); ++k) {
      const Message& message = *stars->messages()[k];
      const auto send = [&](Pin& data, Pin& header, std::size_t place) {
        data.set(place, word(k, now));
        for (const NodeId receiver : message.receivers.nodes()) {
          header.set_bit(place * stars->nodes() + receiver);
        }
      };
      net.in.msg_valid.set_bit(message.source);
      if (!multi) send(net.in.msg, net.in.hdr, message.source);
      for (const NodeId to : stars->groups_of(message)) {
        const std::size_t lane = std::size_t{message.source} * stars->groups() + to;
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
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      for (const NodeId to : stars->groups_of(*messages[k])) {
        const std::uint64_t index = coupler(to, group_of(*messages[k]));
        if (stars->shown(index) != messages[k]) continue;
        net.out.out_valid.set_bit(index);
        net.out.out_data.set(index, word(k, now));
      }
    }
    for (const auto& [index, collided] : stars->conflicts().couplers) {
      net.out.collision.set_bit(index);
      for (const Message* const message : collided) {
        net.out.collision_mask.set_bit(index * stars->degree() + message->source % stars->degree());
      }
    }
    for (NodeId p = 0; p < stars->nodes(); ++p) {
      bool conflict = false;
      const std::vector<std::size_t> taken = taken_by(p, conflict);
      if (conflict) net.out.conflict.set_bit(p);
      for (const std::size_t k : taken) {
        const NodeId from = group_of(*messages[k]);
        net.out.lane_valid.set_bit(std::size_t{p} * stars->groups() + from);
        if (taken.size() > 1) continue;
        net.out.acc_valid.set_bit(p);
        net.out.acc_data.set(p, word(k, now));
        net.out.acc_group.set(p, from);
      }
    }
  }

  void follow(Lane& net, Cycles cycle) override {
    slot_clock_twin::follow(net, cycle);
    const Beat now = beat_in(cycle);
    for (NodeId p = 0; p < stars->nodes(); ++p) {
      for (NodeId from = 0; from < stars->groups(); ++from) {
        if (!net.seen.lane_valid.bit(std::size_t{p} * stars->groups() + from)) continue;
        take(net, now, p, net.seen.out_data.get(coupler(p / stars->degree(), from)));
      }
    }
  }
  /// Processor p accepts a word in this cycle.
  void take(Lane& net, const Beat& now, NodeId p, std::uint64_t word) {
    const Message* const message = lit_ ? message_of(word, now) : nullptr;
    if (message == nullptr) {
      return wrong(net, "gives node " + std::to_string(p) + " a word that nobody has sent");
    }
    const Acceptance one{p, message};
    const auto found = std::ranges::find(accepted_, one) - accepted_.begin();
    if (found == std::ssize(accepted_)) {
      accepted_.push_back(one);
      beats_.push_back(0);
    }
    ++beats_[static_cast<std::size_t>(found)];
  }

  bool lit_ = false;  ///< the pins show messages in the present slot
  std::vector<Acceptance> accepted_;
  std::vector<std::uint64_t> beats_;  ///< that came of each
};

constexpr auto kIsSmall = [](const coupler_bank& bank, const TwinSite&) {
  if (bank.nodes() <= kMostNodes) return true;
  throw SizeMissing{"The twin of pops_net has up to " + std::to_string(kMostNodes) +
                    " processors, and this machine has " + std::to_string(bank.nodes()) +
                    ": choose a smaller --d or --g, or the twins of its parts."};
};

TwinBlock pops_net_block() {
  return {.built = pops_net_twin::parameters(4, 2),
          .attach = attach_to<coupler_bank, pops_net_twin, kIsSmall>};
}

}  // namespace plexus::pops_net_adapter
