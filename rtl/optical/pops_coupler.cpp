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
using Lane = slot_lane<Inputs, Outputs>;

/// Twins of the stars.
class pops_coupler_twins final : public slot_twins<Lane> {
 public:
  pops_coupler_twins(coupler_bank& bank, const TwinSite& site)
      : slot_twins{
            bank, site, parameters(bank.degree()),
            PartNames(bank.couplers(), std::bind_front(&coupler_bank::coupler_name, &bank))} {}

  static Parameters parameters(NodeId sources) { return {{"Sources", sources}, {"Width", kWidth}}; }

  void slot_begins() override {
    for_each_way([this](std::size_t k, const Packet& packet, NodeId to) {
      crosses(coupler(to, group_of(packet)), k);
    });
  }

  /// In the couplers' place: a message arrives if all of its beats have come out.
  void slot_ends(std::vector<Acceptance>& accepted) override {
    if (!replaces()) return;
    std::erase_if(accepted, [&](const Acceptance& one) {
      const NodeId to = one.receiver / part.degree();
      return !has_crossed(existing(coupler(to, group_of(*one.packet))), one.packet);
    });
  }

 private:
  void present(Lane& star, Cycles cycle) override {
    clear(star.in);
    const Beat now = beat_in(star, cycle);
    if (!now.payload || has_twofold_source(star.number())) return;
    for (const auto& [k, beats] : star.crossings) {
      const NodeId source = part.packets()[k]->source() % part.degree();
      put_at(source, star.in.src_valid, 1, word(k, now));
    }
  }

  void expect(Lane& star, Cycles cycle) override {
    clear(star.out);
    const Beat now = beat_in(star, cycle);
    if (!now.payload || has_twofold_source(star.number())) return;
    show_star(star.out, 0, star.number(), now);
  }

  void follow(Lane& star, Cycles cycle) override {
    if (!star.seen.out_valid.on()) return;
    const Beat now = beat_in(cycle);
    const Packet* const out = packet_of(star.seen.out_data.get(), now);
    if (out == nullptr) return wrong(star, "shows a word that nobody has sent");
    SlotCrossing* const one = crossing(&star, out);
    if (one != nullptr && one->beats == now.number) ++one->beats;
  }
};

TwinBlock pops_coupler_block() { return block_of<pops_coupler_twins>(4); }

}  // namespace plexus::pops_coupler_adapter
