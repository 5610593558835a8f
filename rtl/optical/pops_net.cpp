#include <algorithm>
#include <bit>
#include <set>
#include <string>

#include "rtl/frame/block.hpp"
#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_net_adapter {

namespace {

/// Cycles beside those of the slots after which a twin that is still busy will never end.
constexpr Cycles kPatience{1'000'000};

/// Processors of the largest machine that the block is made for: its headers grow with their cube.
constexpr NodeId kMostNodes = 32;

/// The whole machine.
struct Lane final : twin_lane {
  Lane(twin_bank& twins, const coupler_bank& bank)
      : twin_lane{twins, bank.name()},
        hdr{*this, "hdr", bank.nodes()},
        lane_hdr{*this, "lane_hdr", bank.nodes()},
        collision_mask{*this, "collision_mask", bank.degree()},
        acc_group{*this, "acc_group", std::max(1U, ceil_log2(bank.groups()))},
        lane_valid{*this, "lane_valid", bank.groups()} {}

  static unsigned ceil_log2(NodeId groups) {
    return static_cast<unsigned>(std::bit_width(groups - 1));
  }

  In start{*this, "start"};
  In startup{*this, "startup"};
  In payload_cycles{*this, "payload_cycles"};
  In n_slots{*this, "n_slots"};
  In multi_tx{*this, "multi_tx"};
  In multi_rx{*this, "multi_rx"};
  In msg_valid{*this, "msg_valid"};
  In msg{*this, "msg", 32};
  In hdr;
  In mask{*this, "mask"};
  In lane_msg{*this, "lane_msg", 32};
  In lane_hdr;
  Out slot_strobe{*this, "slot_strobe"};
  Out guard{*this, "guard"};
  Out payload{*this, "payload"};
  Out done{*this, "done"};
  Out out_valid{*this, "out_valid"};
  Out out_data{*this, "out_data", 32};
  Out collision{*this, "collision"};
  Out collision_mask;
  Out acc_valid{*this, "acc_valid"};
  Out acc_data{*this, "acc_data", 32};
  Out acc_group;
  Out conflict{*this, "conflict"};
  Out lane_valid;
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
    net.start.set(1);
    net.startup.set(slot.startup);
    net.payload_cycles.set(slot.beats(stars->slot_words()));
    net.n_slots.set(count);
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
    for (In* pin : {&net.msg_valid, &net.msg, &net.hdr, &net.mask, &net.lane_msg, &net.lane_hdr}) {
      pin->clear();
    }
    const bool multi = stars->rules().multi_tx;
    net.multi_tx.set(multi);
    net.multi_rx.set(stars->rules().multi_rx);
    const Beat now = beat_in(cycle);
    if (!now.payload || !lit_) return;
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      const NodeId p = messages[k]->source;
      net.msg_valid.set_bit(p);
      if (!multi) {
        net.msg.set(p, word(k, now));
        for (const NodeId receiver : messages[k]->receivers.nodes()) {
          net.hdr.set_bit(std::size_t{p} * stars->nodes() + receiver);
        }
      }
      for (const NodeId to : stars->groups_of(*messages[k])) {
        const std::size_t lane = std::size_t{p} * stars->groups() + to;
        net.mask.set_bit(lane);
        if (!multi) continue;
        net.lane_msg.set(lane, word(k, now));
        for (const NodeId receiver : messages[k]->receivers.nodes()) {
          net.lane_hdr.set_bit(lane * stars->nodes() + receiver);
        }
      }
    }
  }

  void expect(Lane& net, Cycles cycle) override {
    expect_clock(net, cycle);
    for (Out* pin :
         {&net.out_valid, &net.out_data, &net.collision, &net.collision_mask, &net.acc_valid,
          &net.acc_data, &net.acc_group, &net.conflict, &net.lane_valid}) {
      pin->expect(0);
    }
    const Beat now = beat_in(cycle);
    if (!now.payload || !lit_) return;
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      for (const NodeId to : stars->groups_of(*messages[k])) {
        const std::uint64_t index = coupler(to, messages[k]->source / stars->degree());
        if (stars->shown(index) != messages[k]) continue;
        net.out_valid.expect_bit(index);
        net.out_data.expect(index, word(k, now));
      }
    }
    for (const auto& [index, collided] : stars->conflicts().couplers) {
      net.collision.expect_bit(index);
      for (const Message* const message : collided) {
        net.collision_mask.expect_bit(index * stars->degree() + message->source % stars->degree());
      }
    }
    expect_acceptances(net, now);
  }

  void expect_clock(Lane& net, Cycles cycle) const {
    for (Out* pin : {&net.slot_strobe, &net.guard, &net.payload, &net.done}) pin->expect(0);
    if (cycle >= stars->slot_end()) return;
    const auto phase = (cycle - stars->slot_begin()).count() %
                       stars->rules().slot.hop(stars->slot_words()).count();
    const bool guard = phase < stars->rules().slot.startup.count();
    net.slot_strobe.expect(phase == 0);
    net.guard.expect(guard);
    net.payload.expect(!guard);
    net.done.expect(cycle + 1_cycles == stars->slot_end());
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
        expect_conflict(net, p);
        continue;
      }
      for (const std::size_t k : taken[p]) {
        const NodeId from = messages[k]->source / stars->degree();
        net.lane_valid.expect_bit(std::size_t{p} * groups + from);
        if (taken[p].size() > 1) continue;
        net.acc_valid.expect_bit(p);
        net.acc_data.expect(p, word(k, now));
        net.acc_group.expect(p, from);
      }
    }
  }
  /// Two messages for processor p, of which those that collided do not come this far.
  void expect_conflict(Lane& net, NodeId p) const {
    std::vector<std::size_t> hits;
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      const NodeId from = messages[k]->source / stars->degree();
      if (takes(*messages[k], p) && stars->shown(coupler(p / stars->degree(), from)) != nullptr) {
        hits.push_back(k);
      }
    }
    if (hits.size() > 1) return net.conflict.expect_bit(p);
    if (hits.empty()) return;
    if (net.acc_valid.seen_bit(p)) net.acc_valid.expect_bit(p);
    net.acc_data.expect(p, net.acc_data.seen(p));
    net.acc_group.expect(p, net.acc_group.seen(p));
    net.lane_valid.expect(p, net.lane_valid.seen(p));
  }

  void follow(Lane& net, Cycles cycle) override {
    const bool busy = net.guard.on() || net.payload.on();
    if (cycle > stars->slot_end() + kPatience) wrong(net, "does not end a slot");
    if (busy != running_) wrong(net, running_ ? "stops within a slot" : "goes on after a slot");
    const Beat now = beat_in(cycle);
    for (NodeId p = 0; p < stars->nodes(); ++p) {
      for (NodeId from = 0; from < stars->groups(); ++from) {
        if (!net.lane_valid.seen_bit(std::size_t{p} * stars->groups() + from)) continue;
        take(net, now, p, net.out_data.seen(coupler(p / stars->degree(), from)));
      }
    }
    if (!net.done.on()) return;
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
    net.start.set(0);
    return replaces() ? running_ : cycle < stars->slot_end();
  }

  bool running_ = false;  ///< slots have not ended
  bool lit_ = false;      ///< the pins show messages in the present slot
  std::vector<Acceptance> accepted_;
  std::vector<std::uint64_t> beats_;  ///< that came of each
};

}  // namespace

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
