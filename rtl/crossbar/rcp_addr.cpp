#include <deque>
#include <optional>
#include <string>

#include "hw/crossbar/rcp_addresses.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::rcp_addr_adapter {

namespace {

constexpr unsigned kWidth = 16;  // of node numbers
constexpr int kUsualSteps = 4;

/// The highest power of the radix that the twin's table holds, or more than fits.
std::int64_t highest_power(std::int64_t k, int steps) {
  std::int64_t power = 1;
  for (int i = 1; i < steps && power < std::int64_t{1} << kWidth; ++i) power *= k + 1;
  return power;
}

bool fits(std::int64_t k, int steps) { return highest_power(k, steps) < std::int64_t{1} << kWidth; }

/// Steps of the twin: the usual ones where their powers are narrow enough.
int steps_of(const rcp_addresses& part) {
  if (part.steps() <= kUsualSteps && fits(part.k(), kUsualSteps)) return kUsualSteps;
  return std::max(1, part.steps());
}

/// A child that a node has asked for.
struct Question {
  int step = 0;
  std::uint32_t index = 0;
};

struct Lane final : twin_lane {
  Lane(twin_bank& bank, const rcp_addresses& part, std::int64_t of)
      : twin_lane{bank, std::string{part.name()} + ".node_" + std::to_string(part.node_of(of))},
        number{of} {
    k.set(static_cast<std::uint64_t>(part.k()));
    node.set(static_cast<std::uint64_t>(of));
    back_node.set(static_cast<std::uint64_t>(of));
  }

  In k{*this, "k"};
  In valid_in{*this, "valid"};
  In step{*this, "step"};
  In node{*this, "node"};
  In child{*this, "child"};
  In back_valid_in{*this, "back_valid"};
  In back_node{*this, "back_node"};
  Out valid{*this, "valid"};
  Out child_id{*this, "child_id"};
  Out back_valid{*this, "back_valid"};
  Out back_step{*this, "back_step"};
  Out back_parent{*this, "back_parent"};
  Out back_child{*this, "back_child"};
  Out digits{*this, "digits", kWidth};

  std::int64_t number;             ///< of the node in the RCP
  std::deque<Question> questions;  ///< that have not been put
  std::optional<Question> put;     ///< with this cycle's edge
  bool asks_way = false;           ///< with the next edge
  std::optional<Cycles> way_due;   ///< when the way back has been walked
};

/// Twins of the nodes' address units, a lane per node: one child per cycle, and the way back bit by
/// bit; who asks for it again on the way is not heard. In their place what they say must be where
/// the links lead.
class rcp_addr_twins final : public twins_of<Lane>, public address_watch_if {
 public:
  rcp_addr_twins(rcp_addresses& part, const TwinSite& site)
      : twins_of{site, parameters(steps_of(part))}, part_{&part}, steps_{steps_of(part)} {
    part.watch(*this);
  }

  static Parameters parameters(int steps) {
    return {{"Steps", static_cast<std::uint64_t>(steps)}, {"Width", kWidth}};
  }

  void asked_for_child(int step, std::int64_t node, std::uint32_t index) override {
    lane_of(node).questions.push_back({step, index});
  }
  void asked_for_way(std::int64_t node) override { lane_of(node).asks_way = true; }

 private:
  Lane& lane_of(std::int64_t number) {
    return active_lane(static_cast<std::uint64_t>(number), *part_, number);
  }
  void make_all() override {
    for (std::int64_t number = 0; number < std::int64_t{part_->nodes()}; ++number) {
      lane(static_cast<std::uint64_t>(number), *part_, number);
    }
  }

  void present(Lane& lane, Cycles cycle) override {
    lane.put.reset();
    if (!lane.questions.empty()) {
      lane.put = lane.questions.front();
      lane.questions.pop_front();
      lane.step.set(static_cast<std::uint64_t>(lane.put->step));
      lane.child.set(lane.put->index);
    }
    lane.valid_in.set(lane.put.has_value());
    lane.back_valid_in.set(lane.asks_way);
    const bool walks = lane.way_due && *lane.way_due >= cycle;
    if (lane.asks_way && !walks) lane.way_due = cycle + Cycles{steps_ * (int{kWidth} + 1)};
    lane.asks_way = false;
  }

  void expect(Lane& lane, Cycles cycle) override {
    lane.valid.expect(lane.put.has_value());
    if (lane.put) lane.child_id.expect(child(lane));
    lane.back_valid.expect(lane.way_due == cycle);
    if (lane.way_due != cycle) return;
    const rcp_addresses::Way way = part_->way(lane.number);
    lane.back_step.expect(static_cast<std::uint64_t>(way.step));
    lane.back_parent.expect(static_cast<std::uint64_t>(way.parent));
    lane.back_child.expect(static_cast<std::uint64_t>(way.index));
    lane.digits.expect(0);
    for (std::size_t l = 0; l < way.digits.size(); ++l) {
      lane.digits.expect(l, static_cast<std::uint64_t>(way.digits[l]));
    }
  }

  void follow(Lane& lane, Cycles cycle) override {
    if (lane.put && (!lane.valid.on() || lane.child_id.seen() != child(lane))) {
      wrong(lane, "names node " + std::to_string(lane.child_id.seen()) + " as child " +
                      std::to_string(lane.put->index) + " of step " +
                      std::to_string(lane.put->step) + ", and the link leads to node " +
                      std::to_string(child(lane)));
    }
    if (lane.way_due != cycle) return;
    const rcp_addresses::Way way = part_->way(lane.number);
    if (!lane.back_valid.on() ||
        lane.back_parent.seen() != static_cast<std::uint64_t>(way.parent)) {
      wrong(lane, "names node " + std::to_string(lane.back_parent.seen()) +
                      " as its parent, and the link leads to node " + std::to_string(way.parent));
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    return !lane.questions.empty() || (lane.way_due && *lane.way_due > cycle);
  }

  [[nodiscard]] std::uint64_t child(const Lane& lane) const {
    return static_cast<std::uint64_t>(part_->child(lane.put->step, lane.number, lane.put->index));
  }

  rcp_addresses* part_;
  int steps_;
};

constexpr auto kIsSmall = [](const rcp_addresses& part, const TwinSite& site) {
  require_size(part.nodes() <= NodeId{1} << kWidth && fits(part.k(), steps_of(part)), site,
               "up to 65536 nodes");
  return true;
};

}  // namespace

TwinBlock rcp_addr_block() {
  return {.name = "rcp_addr",
          .part = "hw/crossbar/rcp_addresses.hpp",
          .sizes = "node numbers of 16 bits",
          .help = "Numbers of the RCP: a node's children, and its own way from node 0",
          .built = rcp_addr_twins::parameters(kUsualSteps),
          .attach = attach_to<rcp_addresses, rcp_addr_twins, kIsSmall>};
}

}  // namespace plexus::rcp_addr_adapter
