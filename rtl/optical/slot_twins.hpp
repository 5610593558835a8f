#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/optical/coupler_bank.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

/// A packet that crosses a part in a slot.
struct SlotCrossing {
  std::size_t number = 0;   ///< of the packet in its slot
  std::uint64_t beats = 0;  ///< in the part's place: that have come, from the first one on
};
/// A lane of such a part.
template <typename Inputs, typename Outputs>
struct slot_lane : twin<Inputs, Outputs> {
  Cycles slot{-1};                      ///< in which some crossed it last: its first cycle
  std::vector<SlotCrossing> crossings;  ///< in that one
};

/// Twins of the parts that packets cross in a slot. In every payload cycle, a beat, a packet is a
/// word on the pins: its number and the beat, both modulo their bits.
template <typename Lane>
class slot_twins : public twins_of<Lane, coupler_bank>, public slot_watch_if {
 public:
  slot_twins(coupler_bank& bank, const TwinSite& site, const Parameters& size, PartNames names)
      : twins_of<Lane, coupler_bank>{bank, site, size, std::move(names)} {
    bank.watch(*this);
  }

  static constexpr unsigned kWidth = 32;  ///< bits of a word

 protected:
  using twins_of<Lane, coupler_bank>::part;

  /// What is on the pins in one cycle.
  struct Beat {
    bool payload = false;      ///< of the present slot; otherwise nothing is lit
    std::uint64_t number = 0;  ///< of the beat in its slot
  };
  [[nodiscard]] Beat beat_in(Cycles cycle) const {
    const Cycles first = part.slot_begin() + part.rules().slot.startup;
    if (cycle < first || cycle >= part.slot_end() || part.packets().empty()) return {};
    return {true, static_cast<std::uint64_t>((cycle - first).count())};
  }
  /// The same where packets cross the lane's part.
  [[nodiscard]] Beat beat_in(const Lane& lane, Cycles cycle) const {
    return lane.slot == part.slot_begin() ? beat_in(cycle) : Beat{};
  }
  /// The slot begins: its packet `number` crosses part `key`.
  void crosses(std::uint64_t key, std::size_t number) {
    Lane& lane = this->active_lane(key);
    if (std::exchange(lane.slot, part.slot_begin()) != part.slot_begin()) lane.crossings.clear();
    lane.crossings.push_back({number});
  }
  /// Where that packet of the slot crosses the lane's part; null: not at all.
  [[nodiscard]] SlotCrossing* crossing(Lane* lane, const Packet* packet) const {
    if (lane == nullptr || lane->slot != part.slot_begin()) return nullptr;
    const auto one = std::ranges::find_if(lane->crossings, [&](const SlotCrossing& crossing) {
      return part.packets()[crossing.number] == packet;
    });
    return one == lane->crossings.end() ? nullptr : &*one;
  }
  /// In the part's place: have all beats of the packet come?
  [[nodiscard]] bool has_crossed(Lane* lane, const Packet* packet) const {
    const SlotCrossing* const one = crossing(lane, packet);
    return one != nullptr && one->beats == beats();
  }
  /// `visit(k, packet, to)` for each packet of the slot, number k, and each group to which it goes.
  void for_each_way(const auto& visit) const {
    for (std::size_t k = 0; k < part.packets().size(); ++k) {
      const Packet& packet = *part.packets()[k];
      for (const NodeId to : part.grid().groups_of(packet)) visit(k, packet, to);
    }
  }
  /// The word of packet `number` of the slot in a beat; not 0.
  [[nodiscard]] std::uint64_t word(std::size_t number, const Beat& beat) const {
    return ((part.first_number() + number + 1) << 8 | (beat.number & 0xff)) & 0xffff'ffff;
  }
  /// The number of one of the packets of the slot.
  [[nodiscard]] std::size_t number_of(const Packet* packet) const {
    return static_cast<std::size_t>(std::ranges::find(part.packets(), packet) -
                                    part.packets().begin());
  }
  /// The packet of the slot whose word that is; null: nobody's.
  [[nodiscard]] const Packet* packet_of(std::uint64_t word, const Beat& beat) const {
    const auto packets = part.packets();
    for (std::size_t k = 0; beat.payload && k < packets.size(); ++k) {
      if (this->word(k, beat) == word) return packets[k];
    }
    return nullptr;
  }
  /// A sender of two packets, without multi_tx, gets neither of them out.
  [[nodiscard]] bool refused(const Packet& packet) const {
    return std::ranges::binary_search(part.conflicts().senders, packet.source());
  }
  [[nodiscard]] NodeId group_of(const Packet& packet) const {  ///< of its source
    return packet.source() / part.degree();
  }
  [[nodiscard]] std::uint64_t coupler(NodeId to, NodeId from) const {
    return std::uint64_t{to} * part.groups() + from;
  }
  /// Packets of the slot that processor `node` takes. Where several come and it may take one only,
  /// it takes none, and `conflict` says so; what collided has not come.
  [[nodiscard]] std::vector<std::size_t> taken_by(NodeId node, bool& conflict) const {
    std::vector<std::size_t> taken;
    for (const auto& [receiver, packet] : part.accepted()) {
      if (receiver == node) taken.push_back(number_of(packet));
    }
    conflict = false;
    if (!std::ranges::binary_search(part.conflicts().receivers, node)) return taken;
    taken.clear();
    for (NodeId from = 0; from < part.groups(); ++from) {
      const Packet* const shown = part.shown(coupler(node / part.degree(), from));
      if (shown != nullptr && shown->is_for(node)) taken.push_back(number_of(shown));
    }
    conflict = taken.size() > 1;
    return conflict ? std::vector<std::size_t>{} : taken;
  }
  /// Do two packets of one processor meet in a star, for which it has one transmitter? They are no
  /// words side by side on the pins.
  [[nodiscard]] bool has_twofold_source(std::uint64_t index) const {
    const auto collided = part.conflicts().couplers.find(index);
    if (collided == part.conflicts().couplers.end()) return false;
    std::set<NodeId> sources;
    for (const Packet* const packet : collided->second) sources.insert(packet->source());
    return sources.size() < collided->second.size();
  }
  /// What star `index` shows in a beat, as number `at` of those on the pins `out`.
  template <typename Pins>
  void show_star(Pins& out, std::size_t at, std::uint64_t index, const Beat& now) const {
    if (const Packet* const shown = part.shown(index)) {
      return put_at(at, out.out_valid, 1, word(number_of(shown), now));
    }
    const auto collided = part.conflicts().couplers.find(index);
    if (collided == part.conflicts().couplers.end()) return;
    out.collision.set_bit(at);
    for (const Packet* const packet : collided->second) {
      out.collision_mask.set_bit(at * part.degree() + packet->source() % part.degree());
    }
  }
  /// What the receivers of `node` do, likewise.
  template <typename Pins>
  void show_receivers(Pins& out, std::size_t at, NodeId node, const Beat& now) const {
    bool conflict = false;
    const std::vector<std::size_t> taken = taken_by(node, conflict);
    if (conflict) out.conflict.set_bit(at);
    for (const std::size_t k : taken) {
      const NodeId from = group_of(*part.packets()[k]);
      out.lane_valid.set_bit(at * part.groups() + from);
      if (taken.size() > 1) continue;
      put_at(at, out.acc_valid, 1, word(k, now), from);
    }
  }
  /// Beats of the slot.
  [[nodiscard]] std::uint64_t beats() const {
    return static_cast<std::uint64_t>(part.rules().slot.beats(part.slot_words()).count());
  }

  /// Clocked up to the slot's end, and a cycle more: what it lit goes dark.
  bool goes_on(Lane& /*lane*/, Cycles cycle) override { return cycle < part.slot_end(); }
};

/// Pins of the clock of the slots.
struct SlotClockInputs {
  Pin start = Pin{"start"}.once(), startup{"startup"};
  Pin payload_cycles{"payload_cycles"}, n_slots{"n_slots"};
};
struct SlotClockOutputs {
  Pin slot_strobe{"slot_strobe"}, guard{"guard"}, payload{"payload"}, done{"done"};
};

/// The twin of something that has the clock of the slots: one slot in which somebody does
/// something, or several in which nobody does.
template <typename Lane>
class slot_clock_twin : public slot_twins<Lane>, public slot_clock_if {
 public:
  slot_clock_twin(coupler_bank& bank, const TwinSite& site, const Parameters& size,
                  const std::string& name)
      : slot_twins<Lane>{bank, site, size, {name}},
        model_{this->stand_in_front(bank.clock, *this)} {}

  /// In the clock's place `finish` ends the slots; another twin of them may stand behind.
  void start(std::uint64_t count, Cycles end) override {
    const LinkTiming& slot = this->part.rules().slot;
    put(this->active_lane().in.clock, 1, slot.startup, slot.beats(this->part.slot_words()), count);
    running_ = true;
    if (!this->replaces() || &model_ != &this->part.clock.standard()) model_.start(count, end);
  }

 protected:
  void expect(Lane& lane, Cycles cycle) override {
    const Cycles end = this->part.slot_end();
    if (cycle >= end) return put(lane.out.clock, 0, 0, 0, 0);
    const bool guard = gone(cycle) % slot_cycles() < this->part.rules().slot.startup.count();
    put(lane.out.clock, gone(cycle) % slot_cycles() == 0, guard, !guard, cycle + 1_cycles == end);
  }
  /// The number of the slot.
  [[nodiscard]] std::int64_t slot_number(Cycles cycle) const {
    return cycle >= this->part.slot_end() ? 0 : gone(cycle) / slot_cycles();
  }
  /// In the clock's place.
  void follow(Lane& lane, Cycles cycle) override {
    const SlotClockOutputs& seen = lane.seen.clock;
    const bool busy = seen.guard.on() || seen.payload.on();
    if (busy != running_) {
      this->wrong(lane, "{}", busy ? "goes on after a slot" : "stops within a slot");
    } else if (cycle > this->part.slot_end() + kPatience) {
      this->wrong(lane, "does not end a slot");
    }
    if (!seen.done.on()) return;
    running_ = false;
    this->at_next_cycle([this] { this->part.finish(); });
  }
  bool goes_on(Lane& /*lane*/, Cycles cycle) override {
    return this->replaces() ? running_ : cycle < this->part.slot_end();
  }

 private:
  [[nodiscard]] std::int64_t gone(Cycles cycle) const {
    return (cycle - this->part.slot_begin()).count();
  }
  [[nodiscard]] std::int64_t slot_cycles() const {
    return this->part.rules().slot.hop(this->part.slot_words()).count();
  }

  slot_clock_if& model_;
  bool running_ = false;  ///< slots have not ended
};

}  // namespace plexus
