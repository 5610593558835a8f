#include <algorithm>
#include <string>

#include "rtl/frame/block.hpp"
#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_coupler_adapter {

/// Pins of pops_coupler.sv.
struct Inputs {
  Pin src_valid{"src_valid"}, src_data{"src_data", 32};
};

struct Outputs {
  Pin out_valid{"out_valid"}, out_data{"out_data"}, collision{"collision"};
  Pin collision_mask{"collision_mask"};
};

/// One star.
struct Lane final : twin<Inputs, Outputs> {
  std::vector<std::size_t> lit;   ///< messages of the slot that light it
  std::uint64_t beats = 0;        ///< of the slot in which its message came out
  const Message* came = nullptr;  ///< that message
};

class pops_coupler_twins final : public slot_twins<Lane> {
 public:
  pops_coupler_twins(coupler_bank& bank, const TwinSite& site)
      : slot_twins{
            bank, site, parameters(bank.degree()), {bank.couplers(), [&](std::uint64_t star) {
                                                      return bank.coupler_name(star);
                                                    }}} {}

  static Parameters parameters(NodeId sources) { return {{"Sources", sources}, {"Width", kWidth}}; }

  void slot_begins() override {
    for (const std::uint64_t index : lit_) existing(index)->lit.clear();
    lit_.clear();
    const auto messages = stars->messages();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      for (const NodeId to : stars->groups_of(*messages[k])) {
        const std::uint64_t index = coupler(to, messages[k]->source / stars->degree());
        Lane& star = active_lane(index);
        if (lit_.insert(index).second) star.beats = 0;
        star.lit.push_back(k);
      }
    }
  }

  /// In the couplers' place: a message arrives if all of its beats have come out.
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces()) return;
    std::erase_if(accepted, [&](const Acceptance& one) {
      const Lane* const star =
          existing(coupler(one.receiver / stars->degree(), one.message->source / stars->degree()));
      return star == nullptr || star->came != one.message || star->beats != beats();
    });
  }

 private:
  /// Two messages of one source in a slot, which has one transmitter for the coupler, are no words
  /// side by side.
  [[nodiscard]] bool one_source(const Lane& star) const {
    for (std::size_t i = 1; i < star.lit.size(); ++i) {
      if (stars->messages()[star.lit[i]]->source == stars->messages()[star.lit[0]]->source) {
        return true;
      }
    }
    return false;
  }

  void present(Lane& star, Cycles cycle) override {
    clear(star.in);
    const Beat now = beat_in(cycle);
    if (!now.payload || one_source(star)) return;
    for (const std::size_t k : star.lit) {
      const NodeId source = stars->messages()[k]->source % stars->degree();
      star.in.src_valid.set_bit(source);
      star.in.src_data.set(source, word(k, now));
    }
  }

  void expect(Lane& star, Cycles cycle) override {
    clear(star.out);
    const Beat now = beat_in(cycle);
    if (!now.payload || one_source(star) || star.lit.empty()) return;
    if (const Message* const shown = stars->shown(star.number())) {
      star.out.out_valid.set(1);
      star.out.out_data.set(word(number_of(shown), now));
      return;
    }
    star.out.collision.set(1);
    for (const Message* const message : stars->conflicts().couplers.at(star.number())) {
      star.out.collision_mask.set_bit(message->source % stars->degree());
    }
  }

  void follow(Lane& star, Cycles cycle) override {
    if (!star.seen.out_valid.on()) return;
    const Beat now = beat_in(cycle);
    const Message* const out = now.payload ? message_of(star.seen.out_data.get(), now) : nullptr;
    if (out == nullptr) return wrong(star, "shows a word that nobody has sent");
    if (now.number == 0) star.came = out;
    if (star.came == out && star.beats == now.number) ++star.beats;
  }

  std::set<std::uint64_t> lit_;  ///< couplers, in the present slot
};

TwinBlock pops_coupler_block() {
  return {.part = "hw/optical/coupler_bank.hpp",
          .sizes = "any number of sources",
          .help = "Passive star coupler: one source in a slot, two are a collision",
          .built = pops_coupler_twins::parameters(4),
          .attach = attach_to<coupler_bank, pops_coupler_twins>};
}

}  // namespace plexus::pops_coupler_adapter
