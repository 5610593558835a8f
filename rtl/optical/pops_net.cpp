#include <algorithm>
#include <bit>
#include <set>
#include <string>

#include "rtl/frame/block.hpp"
#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_net_adapter {

/// Cycles beside those of the slots after which a twin that is still busy will never end.
constexpr Cycles kPatience{1'000'000};

/// Processors of the largest machine that the block is made for: its headers grow with their cube.
constexpr NodeId kMostNodes = 32;

/// Pins of pops_net.sv.
struct Inputs {
  Pin start{"start"};
  Pin startup{"startup"};
  Pin payload_cycles{"payload_cycles"};
  Pin n_slots{"n_slots"};
  Pin multi_tx{"multi_tx"};
  Pin multi_rx{"multi_rx"};
  Pin msg_valid{"msg_valid"};
  Pin msg{"msg", 32};
  Pin hdr{"hdr", "msg_valid"};
  Pin mask{"mask"};
  Pin lane_msg{"lane_msg", 32};
  Pin lane_hdr{"lane_hdr", "mask"};
};

struct Outputs {
  Pin slot_strobe{"slot_strobe"};
  Pin guard{"guard"};
  Pin payload{"payload"};
  Pin done{"done"};
  Pin out_valid{"out_valid"};
  Pin out_data{"out_data", 32};
  Pin collision{"collision"};
  Pin collision_mask{"collision_mask", "collision"};
  Pin acc_valid{"acc_valid"};
  Pin acc_data{"acc_data", 32};
  Pin acc_group{"acc_group", "acc_valid"};
  Pin conflict{"conflict"};
  Pin lane_valid{"lane_valid", "acc_valid"};
};

/// The whole machine.
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& twins, const coupler_bank& bank) : twin{twins, bank.name()} {}

  static unsigned ceil_log2(NodeId groups) {
    return static_cast<unsigned>(std::bit_width(groups - 1));
  }
};

class pops_net_twin final : public slot_twins<Lane>, public slot_clock_if {
 public:
  pops_net_twin(coupler_bank& bank, const TwinSite& site)
      : slot_twins{bank, site, parameters(bank.degree(), bank.groups())} {
    if (replaces()) bank.clock.in_front(*this);
  }

  static Parameters parameters(NodeId degree, NodeId groups) {
    return {{"D", degree}, {"G", groups}, {"Width", kWidth}, {"CycleWidth", 32}};
  }

  void clock_starts(std::uint64_t count) override {
    Lane& net = active_lane(0, *stars);
    const LinkTiming& slot = stars->rules().slot;
    net.in.start.set(1);
    net.in.startup.set(slot.startup);
    net.in.payload_cycles.set(slot.beats(stars->slot_words()));
    net.in.n_slots.set(count);
    running_ = true;
    lit_ = false;
  }
  /// In the clock's place: what starts it has been seen, and `finish` ends the slots.
  void start(std::uint64_t /*count*/, Cycles /*end*/) override {}

  void slot_begins() override {
    lit_ = !stars->messages().empty() && presentable();
    accepted_.clear();
    beats_.clear();
  }

  /// In the machine's place: processors have accepted the messages all of whose beats they took.
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces() || !lit_) return;
    const auto beats =
        static_cast<std::uint64_t>(stars->rules().slot.beats(stars->slot_words()).count());
    accepted.clear();
    for (std::size_t i = 0; i < accepted_.size(); ++i) {
      if (beats_[i] == beats) accepted.push_back(accepted_[i]);
    }
  }

 private:
  void make_all() override { lane(0, *stars); }

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
    for (Pin* pin : {&net.in.msg_valid, &net.in.msg, &net.in.hdr, &net.in.mask, &net.in.lane_msg,
                     &net.in.lane_hdr}) {
      pin->clear();
    }
    const bool multi = stars->rules().multi_tx;
    net.in.multi_tx.set(multi);
    net.in.multi_rx.set(stars->rules().multi_rx);
    const Beat now = beat_in(cycle);
    if (!now.payload || !lit_) return;
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      const NodeId p = messages[k]->source;
      net.in.msg_valid.set_bit(p);
      if (!multi) {
        net.in.msg.set(p, word(k, now));
        for (const NodeId receiver : messages[k]->receivers.nodes()) {
          net.in.hdr.set_bit(std::size_t{p} * stars->nodes() + receiver);
        }
      }
      for (const NodeId to : stars->groups_of(*messages[k])) {
        const std::size_t lane = std::size_t{p} * stars->groups() + to;
        net.in.mask.set_bit(lane);
        if (!multi) continue;
        net.in.lane_msg.set(lane, word(k, now));
        for (const NodeId receiver : messages[k]->receivers.nodes()) {
          net.in.lane_hdr.set_bit(lane * stars->nodes() + receiver);
        }
      }
    }
  }

  void expect(Lane& net, Cycles cycle) override {
    expect_clock(net, cycle);
    for (Pin* pin : {&net.out.out_valid, &net.out.out_data, &net.out.collision,
                     &net.out.collision_mask, &net.out.acc_valid, &net.out.acc_data,
                     &net.out.acc_group, &net.out.conflict, &net.out.lane_valid}) {
      pin->clear();
    }
    const Beat now = beat_in(cycle);
    if (!now.payload || !lit_) return;
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      for (const NodeId to : stars->groups_of(*messages[k])) {
        const std::uint64_t index = coupler(to, messages[k]->source / stars->degree());
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
    expect_acceptances(net, now);
  }

  void expect_clock(Lane& net, Cycles cycle) const {
    for (Pin* pin : {&net.out.slot_strobe, &net.out.guard, &net.out.payload, &net.out.done})
      pin->clear();
    if (cycle >= stars->slot_end()) return;
    const auto phase = (cycle - stars->slot_begin()).count() %
                       stars->rules().slot.hop(stars->slot_words()).count();
    const bool guard = phase < stars->rules().slot.startup.count();
    net.out.slot_strobe.set(phase == 0);
    net.out.guard.set(guard);
    net.out.payload.set(!guard);
    net.out.done.set(cycle + 1_cycles == stars->slot_end());
  }

  void expect_acceptances(Lane& net, const Beat& now) const {
    const NodeId groups = stars->groups();
    const auto messages = stars->messages();
    std::vector<std::vector<std::size_t>> taken(stars->nodes());
    for (const auto& [receiver, message] : stars->accepted()) {
      const auto number = std::ranges::find(messages, message) - messages.begin();
      taken[receiver].push_back(static_cast<std::size_t>(number));
    }
    for (NodeId p = 0; p < stars->nodes(); ++p) {
      if (std::ranges::binary_search(stars->conflicts().receivers, p)) {
        taken[p].clear();  // what collided does not come this far: the rest may be one message
        for (std::size_t k = 0; k < messages.size(); ++k) {
          const NodeId from = messages[k]->source / stars->degree();
          const bool shown = stars->shown(coupler(p / stars->degree(), from)) != nullptr;
          if (shown && takes(*messages[k], p)) taken[p].push_back(k);
        }
        if (taken[p].size() > 1) {
          net.out.conflict.set_bit(p);
          continue;
        }
      }
      for (const std::size_t k : taken[p]) {
        const NodeId from = messages[k]->source / stars->degree();
        net.out.lane_valid.set_bit(std::size_t{p} * groups + from);
        if (taken[p].size() > 1) continue;
        net.out.acc_valid.set_bit(p);
        net.out.acc_data.set(p, word(k, now));
        net.out.acc_group.set(p, from);
      }
    }
  }

  void follow(Lane& net, Cycles cycle) override {
    const bool busy = net.seen.guard.on() || net.seen.payload.on();
    if (cycle > stars->slot_end() + kPatience) wrong(net, "does not end a slot");
    if (busy != running_) wrong(net, running_ ? "stops within a slot" : "goes on after a slot");
    const Beat now = beat_in(cycle);
    for (NodeId p = 0; p < stars->nodes(); ++p) {
      for (NodeId from = 0; from < stars->groups(); ++from) {
        if (!net.seen.lane_valid.bit(std::size_t{p} * stars->groups() + from)) continue;
        take(net, now, p, net.seen.out_data.get(coupler(p / stars->degree(), from)));
      }
    }
    if (!net.seen.done.on()) return;
    running_ = false;
    call_next_cycle();
  }

  /// Processor p accepts a word in this cycle.
  void take(Lane& net, const Beat& now, NodeId p, std::uint64_t word) {
    const Message* const message = now.payload && lit_ ? message_of(word, now) : nullptr;
    if (message == nullptr) {
      return wrong(net, "gives node " + std::to_string(p) + " a word that nobody has sent");
    }
    const Acceptance one{p, message};
    const auto found = std::ranges::find(accepted_, one);
    if (found == accepted_.end()) {
      accepted_.push_back(one);
      beats_.push_back(1);
    } else {
      ++beats_[static_cast<std::size_t>(found - accepted_.begin())];
    }
  }

  void next_cycle() override { stars->finish(); }

  bool goes_on(Lane& net, Cycles cycle) override {
    net.in.start.set(0);
    return replaces() ? running_ : cycle < stars->slot_end();
  }

  bool running_ = false;  ///< slots have not ended
  bool lit_ = false;      ///< the pins show messages in the present slot
  std::vector<Acceptance> accepted_;
  std::vector<std::uint64_t> beats_;  ///< that came of each
};

TwinBlock pops_net_block() {
  return {
      .name = "pops_net",
      .part = "hw/optical/coupler_bank.hpp",
      .sizes = "up to 32 processors, any d and g",
      .help = "A whole POPS(d, g): transmitters, couplers, receivers, slot clock",
      .built = pops_net_twin::parameters(4, 2),
      .attach = [](sc_core::sc_object& object, const TwinSite& site) -> std::unique_ptr<twin_bank> {
        auto* const bank = dynamic_cast<coupler_bank*>(&object);
        if (bank == nullptr) return nullptr;
        if (bank->nodes() > kMostNodes) {
          throw SizeMissing{"The twin of pops_net has up to " + std::to_string(kMostNodes) +
                            " processors, and this machine has " + std::to_string(bank->nodes()) +
                            ": choose a smaller --d or --g, or the twins of its parts."};
        }
        return std::make_unique<pops_net_twin>(*bank, site);
      }};
}

}  // namespace plexus::pops_net_adapter
