#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/optical/coupler_bank.hpp"
#include "rtl/frame/bank.hpp"

namespace plexus {

/// Twins of the parts that messages cross in a slot. In every payload cycle, a beat, a message is a
/// word on the pins: its packet number and the beat, both modulo their bits.
template <typename Lane>
class slot_twins : public twins_of<Lane>, public slot_watch_if {
 public:
  slot_twins(coupler_bank& bank, const TwinSite& site, const Parameters& size, PartNames names)
      : twins_of<Lane>{site, size, std::move(names)}, stars{&bank} {
    bank.watch(*this);
  }

  static constexpr unsigned kWidth = 32;  ///< bits of a word

 protected:
  /// What is on the pins in one cycle.
  struct Beat {
    bool payload = false;      ///< of the present slot; otherwise nothing is lit
    std::uint64_t number = 0;  ///< of the beat in its slot
  };
  [[nodiscard]] Beat beat_in(Cycles cycle) const {
    const Cycles first = stars->slot_begin() + stars->rules().slot.startup;
    if (cycle < first || cycle >= stars->slot_end() || stars->messages().empty()) return {};
    return {true, static_cast<std::uint64_t>((cycle - first).count())};
  }
  /// The word of message `number` of the slot in a beat; not 0.
  [[nodiscard]] std::uint64_t word(std::size_t number, const Beat& beat) const {
    return ((stars->first_packet() + number + 1) << 8 | (beat.number & 0xff)) & 0xffff'ffff;
  }
  /// The number of one of the messages of the slot.
  [[nodiscard]] std::size_t number_of(const Message* message) const {
    return static_cast<std::size_t>(std::ranges::find(stars->messages(), message) -
                                    stars->messages().begin());
  }
  /// The message of the slot whose word that is; null: nobody's.
  [[nodiscard]] const Message* message_of(std::uint64_t word, const Beat& beat) const {
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      if (this->word(k, beat) == word) return messages[k];
    }
    return nullptr;
  }
  /// A sender of two messages, without multi_tx, gets neither of them out.
  [[nodiscard]] bool refused(const Message& message) const {
    return std::ranges::binary_search(stars->conflicts().senders, message.source);
  }
  [[nodiscard]] std::uint64_t coupler(NodeId to, NodeId from) const {
    return std::uint64_t{to} * stars->groups() + from;
  }
  /// Messages of the slot that processor `node` takes. Where several come and it may take one only,
  /// it takes none, and `conflict` says so; what collided has not come.
  [[nodiscard]] std::vector<std::size_t> taken_by(NodeId node, bool& conflict) const {
    std::vector<std::size_t> taken;
    for (const auto& [receiver, message] : stars->accepted()) {
      if (receiver == node) taken.push_back(number_of(message));
    }
    conflict = false;
    if (!std::ranges::binary_search(stars->conflicts().receivers, node)) return taken;
    taken.clear();
    const NodeId to = node / stars->degree();
    for (NodeId from = 0; from < stars->groups(); ++from) {
      const Message* const shown = stars->shown(coupler(to, from));
      if (shown != nullptr && takes(*shown, node)) taken.push_back(number_of(shown));
    }
    conflict = taken.size() > 1;
    return conflict ? std::vector<std::size_t>{} : taken;
  }
  /// Beats of the slot.
  [[nodiscard]] std::uint64_t beats() const {
    return static_cast<std::uint64_t>(stars->rules().slot.beats(stars->slot_words()).count());
  }
  [[nodiscard]] static bool takes(const Message& message, NodeId receiver) {
    return std::ranges::find(message.receivers.nodes(), receiver) !=
           message.receivers.nodes().end();
  }

  /// Clocked up to the slot's end, and a cycle more: what it lit goes dark.
  bool goes_on(Lane& /*lane*/, Cycles cycle) override { return cycle < stars->slot_end(); }

  coupler_bank* stars;
};

}  // namespace plexus
