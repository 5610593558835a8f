#include "hw/rule/port_guard.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/link/link.hpp"
#include "models/express-mesh/line_watch.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::port_guard_adapter {

/// Pins of port_guard.sv.
struct Inputs {
  Pin cycle{"cycle"}, rd{"rd"}, wr{"wr"};
  Pin rule = Pin{"rule"}.of(
      {"ring-strict", "all-half", "all-full", "uniform", "one-in-one-out", "one-port"});
  Pin dim{"dim", "Channels"};
};

struct Outputs {
  Pin breach{"breach"}, sticky{"sticky"}, first_cycle{"first_cycle"};
};

/// The guard of one node.
struct Lane final : twin<Inputs, Outputs> {
  const port_guard* part = nullptr;
};

/// Twins of the guards at the ends of a bank's links, a lane per node. In both modes the verdict
/// falls when all that begins in the cycle has begun.
class port_guard_twins final : public twins_of<Lane>,
                               public port_judge_if,
                               public link_observer_if {
 public:
  port_guard_twins(link_bank& links, const TwinSite& site)
      : twins_of{site, parameters(links.channels()),
                 in_nodes(machine_name(links), 0, "port_guard")},
        links_{&links} {
    links.observe(*this);
    links.judge.in_front(*this);
  }

  static Parameters parameters(unsigned channels) {
    const unsigned room = std::max(8U, std::bit_ceil(channels));
    return {{"Channels", room}, {"DimWidth", std::bit_width(room - 1)}, {"CycleWidth", 64}};
  }

  /// The twins judge in the middle of the cycle.
  void judge() override {}
  void begun(std::uint32_t number) override {
    link& started = links_->links()[number];
    activate(guard(started.source(), started.sender_guard()));
    activate(guard(started.destination(), started.receiver_guard()));
    started_.push_back(&started);
  }

 private:
  Lane& guard(NodeId node, const port_guard& part) {
    Lane& one = lane(node);
    if (std::exchange(one.part, &part) != nullptr) return one;
    one.in.rule.set(part.rule());
    for (std::size_t dimension = 0; dimension < part.dimensions().size(); ++dimension) {
      for (unsigned channel = 0; channel < one.in.rd.width(); ++channel) {
        const bool has = (part.dimensions()[dimension] >> channel & 1) != 0;
        if (has) one.in.dim.set(channel, dimension);
      }
    }
    return one;
  }
  void make_all() override {
    for (link& one : links_->links()) {
      guard(one.source(), one.sender_guard());
      guard(one.destination(), one.receiver_guard());
    }
  }

  void hold(Lane& lane, Cycles cycle) override {
    lane.in.cycle.set(cycle);
    lane.in.rd.set(lane.part->reads());
    lane.in.wr.set(lane.part->writes());
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    clear(lane.out);  // the first breach ends the run: `sticky`, `first_cycle` stay 0
    lane.out.breach.set(lane.part->violation());
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return (lane.part->reads() | lane.part->writes()) != 0;
  }

  void looked(Cycles /*cycle*/) override {
    const auto violated = [this](const port_guard& guard) {
      return std::ranges::any_of(active(), [&](const twin_lane* one) {
        const auto& lane = static_cast<const Lane&>(*one);
        return lane.part == &guard && lane.seen.breach.on();
      });
    };
    for (twin_lane* const one : active()) {
      auto& lane = static_cast<Lane&>(*one);
      if (!lane.seen.breach.on()) continue;
      links_->raise_violation(started_, violated);
      wrong(lane, "sees a broken rule in a cycle in which nothing begins there");
    }
    started_.clear();
  }

  link_bank* links_;
  std::vector<link*> started_;  ///< in this cycle
};

constexpr auto kIsGuarded = [](const link_bank& links, const TwinSite&) {
  const auto* const host = dynamic_cast<const alu_host_if*>(links.get_parent_object());
  return host == nullptr || host->alu_context().ports == 1;
};

TwinBlock port_guard_block() {
  return {.part = "hw/rule/port_guard.hpp",
          .sizes = "up to 64 channels",
          .help = "Watches the port rule of one node",
          .built = port_guard_twins::parameters(8),
          .attach = attach_to<link_bank, port_guard_twins, kIsGuarded>};
}

}  // namespace plexus::port_guard_adapter
