#include <deque>
#include <optional>

#include "models/reconfigurable/rcp_addresses.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::rcp_addr_adapter {

constexpr unsigned kWidth = 16;  // of node numbers
constexpr int kUsualSteps = 4;

/// Does the twin's table hold the highest power of the radix?
bool fits(std::int64_t k, int steps) {
  std::int64_t power = 1;
  for (int i = 1; i < steps && power < std::int64_t{1} << kWidth; ++i) power *= k + 1;
  return power < std::int64_t{1} << kWidth;
}

/// Steps of the twin: the usual ones where their powers are narrow enough.
int steps_of(const rcp_addresses& part) {
  if (part.steps() <= kUsualSteps && fits(part.k(), kUsualSteps)) return kUsualSteps;
  return std::max(1, part.steps());
}

/// Pins of rcp_addr.sv.
struct Inputs {
  Pin k{"k"}, valid{"valid"}, step{"step"}, node{"node"}, child{"child"};
  Pin back_valid = Pin{"back_valid"}.once(), back_node{"back_node"};
};
struct Outputs {
  Pin valid{"valid"}, child_id{"child_id"}, back_valid{"back_valid"}, back_step{"back_step"};
  Pin back_parent{"back_parent"}, back_child{"back_child"}, digits{"digits", kWidth};
};
struct Lane final : twin<Inputs, Outputs> {
  std::deque<std::pair<int, std::uint32_t>> asked;  ///< steps and children that wait
  std::optional<Cycles> way_due;                    ///< when the way back has been walked
};

/// Twins of the nodes' address units, a lane per node, by its number in the RCP: one child per
/// cycle, and the way back bit by bit; who asks for it again on the way is not heard. In their
/// place what they say must be where the links lead.
class rcp_addr_twins final : public twins_of<Lane, rcp_addresses>, public address_watch_if {
 public:
  rcp_addr_twins(rcp_addresses& of, const TwinSite& site)
      : twins_of{
            of, site, parameters(steps_of(of)), PartNames(of.nodes(), [&of](std::uint64_t number) {
              return in_nodes(of.name(), 0).name(of.node_of(static_cast<std::int64_t>(number)));
            })} {
    of.watch(*this);
  }

  static Parameters parameters(int steps) { return {{"Steps", steps}, {"Width", kWidth}}; }

  void asked_for_child(int step, std::int64_t node, std::uint32_t index) override {
    active_lane(static_cast<std::uint64_t>(node)).asked.emplace_back(step, index);
  }
  void asked_for_way(std::int64_t node) override {
    active_lane(static_cast<std::uint64_t>(node)).in.back_valid.set(1);
  }

 private:
  static std::int64_t node_of(const Lane& lane) { return static_cast<std::int64_t>(lane.number()); }
  [[nodiscard]] std::uint64_t child(const Lane& lane) const {
    return static_cast<std::uint64_t>(
        part.child(lane.in.step.as<int>(), node_of(lane), lane.in.child.as<std::uint32_t>()));
  }

  void made(Lane& lane) override {
    const std::uint64_t own = lane.number();
    put(lane.in, part.k(), kFree, kFree, own, kFree, kFree, own);
  }
  void present(Lane& lane, Cycles cycle) override {
    lane.in.valid.set(!lane.asked.empty());
    if (!lane.asked.empty()) {
      const auto [step, index] = lane.asked.front();
      put(lane.in, kFree, kFree, step, kFree, index);
      lane.asked.pop_front();
    }
    const bool walks = lane.way_due && *lane.way_due >= cycle;
    if (lane.in.back_valid.on() && !walks) {
      lane.way_due = cycle + Cycles{steps_of(part) * (int{kWidth} + 1)};
    }
  }

  void expect(Lane& lane, Cycles cycle) override {
    lane.out.valid.set(lane.in.valid.on());
    if (lane.in.valid.on()) lane.out.child_id.set(child(lane));
    lane.out.back_valid.set(lane.way_due == cycle);
    if (lane.way_due != cycle) return;
    const rcp_addresses::Way way = part.way(node_of(lane));
    put(lane.out, kFree, kFree, 1, way.step, way.parent, way.index);
    lane.out.digits.each([&](auto l) { return l < way.digits.size() ? way.digits[l] : 0; });
  }

  void follow(Lane& lane, Cycles cycle) override {
    const std::uint64_t named = lane.seen.child_id.get();
    if (lane.in.valid.on() && (!lane.seen.valid.on() || named != child(lane))) {
      wrong(lane, "names node {} as child {} of step {}, and the link leads to node {}", named,
            lane.in.child.get(), lane.in.step.get(), child(lane));
    }
    expect(lane, cycle);
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    return !lane.asked.empty() || (lane.way_due && *lane.way_due > cycle);
  }
};

constexpr auto kIsSmall = [](const rcp_addresses& part, const TwinSite& site) {
  require_size(part.nodes() <= NodeId{1} << kWidth && fits(part.k(), steps_of(part)), site,
               "up to 65536 nodes");
  return true;
};

TwinBlock rcp_addr_block() { return block_of<rcp_addr_twins, kIsSmall>(kUsualSteps); }

}  // namespace plexus::rcp_addr_adapter
