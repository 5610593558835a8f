#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_coupler_adapter {

/// Pins of pops_coupler.sv.
struct Inputs {
  Pin src_valid{"src_valid"}, src_data{"src_data", 32};
};
struct Outputs {
  Pin out_valid{"out_valid"}, out_data{"out_data", 32}, collision{"collision"};
  Pin collision_mask{"collision_mask"};
};
/// One star.
struct Lane final : twin<Inputs, Outputs> {
  std::vector<std::size_t> lit;  ///< messages of the slot that light it
  std::uint64_t beats = 0;       ///< of the slot in which its message came out
  const Packet* came = nullptr;  ///< that message
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
    const auto messages = part.packets();
    for (std::size_t k = 0; k < messages.size(); ++k) {
      for (const NodeId to : part.grid().groups_of(*messages[k])) {
        const std::uint64_t index = coupler(to, group_of(*messages[k]));
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
      const NodeId to = one.receiver / part.degree();
      const Lane* const star = existing(coupler(to, group_of(*one.packet)));
      return star == nullptr || star->came != one.packet || star->beats != beats();
    });
  }

 private:
  void present(Lane& star, Cycles cycle) override {
    clear(star.in);
    const Beat now = beat_in(cycle);
    if (!now.payload || star.lit.empty() || has_twofold_source(star.number())) return;
    for (const std::size_t k : star.lit) {
      const NodeId source = part.packets()[k]->source() % part.degree();
      put_at(source, star.in.src_valid, 1, word(k, now));
    }
  }

  void expect(Lane& star, Cycles cycle) override {
    clear(star.out);
    const Beat now = beat_in(cycle);
    if (!now.payload || star.lit.empty() || has_twofold_source(star.number())) return;
    show_star(star.out, 0, star.number(), now);
  }

  void follow(Lane& star, Cycles cycle) override {
    if (!star.seen.out_valid.on()) return;
    const Beat now = beat_in(cycle);
    const Packet* const out = packet_of(star.seen.out_data.get(), now);
    if (out == nullptr) return wrong(star, "shows a word that nobody has sent");
    if (now.number == 0) star.came = out;
    if (star.came == out && star.beats == now.number) ++star.beats;
  }

  std::set<std::uint64_t> lit_;  ///< couplers, in the present slot
};

TwinBlock pops_coupler_block() { return block_of<pops_coupler_twins>(4); }

}  // namespace plexus::pops_coupler_adapter
