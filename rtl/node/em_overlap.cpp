#include <algorithm>
#include <bit>
#include <vector>

#include "rtl/node/alu_twins.hpp"

namespace plexus::em_overlap_adapter {

/// Pins of em_overlap.sv.
struct Inputs {
  Pin op = Pin{"op"}.of(kOperatorWords), row_valid = Pin{"row_valid"}.once(),
      row_index{"row_index"};
  Pin row_data{"row_data"}, begin{"begin"}, count{"count"}, hop{"hop"};
  Pin last_column{"last_column"}, first_column{"first_column"};
  Pin right_valid = Pin{"right_valid"}.once(), right_data{"right_data"};
};
struct Outputs {
  Pin left_valid{"left_valid"}, left_data{"left_data"}, held{"held"}, done{"done"};
  Pin folded{"folded"};
};
/// A terminal that keeps sets.
struct Lane final : twin<Inputs, Outputs> {
  OverlapRole role;
  std::vector<Operand> sets;  ///< what the part holds
  std::size_t held = 0;       ///< how many it has kept apart
  std::size_t sent = 0;       ///< sets that have left
  std::size_t ended = 0;      ///< sets combined; in the last column, sent before this cycle
  Operand fold;               ///< of those combined
  Cycles begins{-1};          ///< the present chain, or the last one
  Cycles last_event{-1};
  PinDeparture left;  ///< in this cycle
};

/// Twins of terminals in overlapped chains over sets, a lane per terminal. In their place terminals
/// send what the twins send.
class em_overlap_twins final : public alu_twins<Lane> {
 public:
  em_overlap_twins(alu_host_if& host, const TwinSite& site)
      : alu_twins{host, site, parameters(host.most_sets()), alu_names(host, "em_overlap")} {}

  static Parameters parameters(std::uint32_t sets) {
    return {{"Width", 64}, {"Sets", std::max(4U, std::bit_ceil(sets))}, {"HopWidth", kHopWidth}};
  }

  void set_kept(alu_node& self, std::uint32_t index, const Operand& set) override {
    Lane& lane = event(this->lane(self.id()));
    if (lane.sets.size() <= index) lane.sets.resize(index + std::size_t{1});
    lane.sets[index] = set;
    ++lane.held;
    put(lane.in, op(), 1, index, bits_of(op(), set));
  }

  void overlap_begins(alu_node& self, const OverlapRole& role) override {
    Lane* const lane = existing(self.id());
    if (lane == nullptr) return;
    event(*lane);
    lane->role = role;
    lane->begins = now();
    lane->sent = lane->ended = 0;
    lane->fold = {};
    lane->sets.resize(role.sets);  // those that it does not have are empty
  }

  void leaves(alu_node& self, unsigned channel, const Packet& packet) override {
    Lane* const lane = playing(self);
    if (lane == nullptr || lane->role.first || channel != lane->role.left) return;
    if (lane->sent == lane->sets.size()) return;
    ++lane->sent;
    event(*lane);
    lane->left = departure(op(), packet);
  }

  void arrives(alu_node& self, unsigned channel, Packet& packet) override {
    Lane* const lane = playing(self);
    if (lane == nullptr || lane->role.last || channel != lane->role.right) return;
    if (lane->ended == lane->sets.size()) return;
    const Operand set = lane->sets[lane->ended];
    take(lane->in.right_valid, op(), packet);
    const Operand merged =
        combine(op(), set, static_cast<const Record&>(*packet.payload()).operand);
    lane->sets[lane->ended++] = merged;
    lane->fold = combine(op(), lane->fold, merged);
    event(*lane);
  }

 private:
  [[nodiscard]] Operator op() const { return part.alu_context().op; }

  /// The node's lane, if its sets are being combined or have been.
  [[nodiscard]] Lane* playing(const alu_node& self) const {
    Lane* const lane = existing(self.id());
    return lane != nullptr && overlaps(*lane) ? lane : nullptr;
  }
  Lane& event(Lane& lane) {
    activate(lane);
    lane.last_event = now();
    return lane;
  }

  /// A chain may begin in the cycle in which the last packet of the one before arrives.
  void hold(Lane& lane, Cycles cycle) override {
    lane.in.begin.set(lane.begins == cycle);
    if (lane.begins != cycle) return;
    const OverlapRole& role = lane.role;
    put(lane.in, kFree, kFree, kFree, kFree, 1, role.sets, role.hop, role.last, role.first);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    put(lane.out, lane.left.now, lane.left.bits, lane.held, is_done(lane));
    if (lane.role.first && lane.ended > 0) lane.out.folded.set(bits_of(op(), lane.fold));
  }

  static bool overlaps(const Lane& lane) { return lane.begins >= 0_cycles; }
  static bool is_done(const Lane& lane) { return overlaps(lane) && lane.ended == lane.sets.size(); }

  void follow(Lane& lane, Cycles cycle) override {
    take_sent(lane.left, lane.seen.left_data);
    expect(lane, cycle);
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    if (lane.role.last && lane.left.now) ++lane.ended;
    lane.left = {};
    return cycle < lane.last_event + 2_cycles || (lane.role.last && !is_done(lane));
  }
};

TwinBlock em_overlap_block() { return block_of<em_overlap_twins, kPlays>(4); }

}  // namespace plexus::em_overlap_adapter
