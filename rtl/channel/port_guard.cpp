#include "hw/rule/port_guard.hpp"

#include <algorithm>
#include <bit>

#include "hw/link/link.hpp"
#include "models/express-mesh/line_watch.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::port_guard_adapter {

/// Pins of port_guard.sv.
struct Inputs {
  Pin cycle{"cycle"};
  Pin rd{"rd"};
  Pin wr{"wr"};
  Pin rule = Pin{"rule"}.of(
      {"ring-strict", "all-half", "all-full", "uniform", "one-in-one-out", "one-port"});
  Pin dim{"dim", "Channels"};
};

struct Outputs {
  Pin breach{"breach"};
  Pin sticky{"sticky"};
  Pin first_cycle{"first_cycle"};
};

/// The guard of one node.
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& bank, std::string name, const port_guard& guard)
      : twin{bank, std::move(name)}, part{&guard} {
    in.rule.set(static_cast<std::uint64_t>(guard.rule()));
    const DimensionMasks& dimensions = guard.dimensions();
    for (std::size_t dimension = 0; dimension < dimensions.size(); ++dimension) {
      for (unsigned channel = 0; channel < in.rd.width(); ++channel) {
        if ((dimensions[dimension] >> channel & 1) != 0) in.dim.set(channel, dimension);
      }
    }
  }

  const port_guard* part;

 private:
  static unsigned dim_width(const Lane& lane) {
    return static_cast<unsigned>(std::bit_width(lane.in.rd.width() - 1));
  }
};

/// Twins of the guards at the ends of a bank's links, a lane per node. In both modes the verdict
/// falls when all that begins in the cycle has begun.
class port_guard_twins final : public twins_of<Lane>,
                               public port_judge_if,
                               public link_observer_if {
 public:
  port_guard_twins(link_bank& links, const TwinSite& site)
      : twins_of{site, parameters(links.channels())}, links_{&links} {
    links.observe(*this);
    links.judge.in_front(*this);
    const sc_core::sc_object* machine = links.get_parent_object();
    if (machine != nullptr) machine_ = std::string{machine->name()} + '.';
  }

  static Parameters parameters(unsigned channels) {
    const unsigned room = std::max(8U, std::bit_ceil(channels));
    return {{"Channels", room}, {"DimWidth", std::bit_width(room - 1)}, {"CycleWidth", 64}};
  }

  /// The twins judge in the middle of the cycle.
  void judge(link_bank& /*links*/) override {}
  void begun(link& started) override {
    active_lane(started.source(), name_of(started.source()), started.sender_guard());
    active_lane(started.destination(), name_of(started.destination()), started.receiver_guard());
    started_.push_back(&started);
  }

 private:
  [[nodiscard]] std::string name_of(NodeId node) const {
    return machine_ + "node_" + std::to_string(node) + ".port_guard";
  }

  void make_all() override {
    for (link& one : links_->links()) {
      lane(one.source(), name_of(one.source()), one.sender_guard());
      lane(one.destination(), name_of(one.destination()), one.receiver_guard());
    }
  }

  void hold(Lane& lane, Cycles cycle) override {
    lane.in.cycle.set(cycle);
    lane.in.rd.set(lane.part->reads());
    lane.in.wr.set(lane.part->writes());
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    lane.out.breach.set(lane.part->violation());
    lane.out.sticky.clear();  // the first breach ends the run
    lane.out.first_cycle.clear();
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return (lane.part->reads() | lane.part->writes()) != 0;
  }

  void looked(Cycles cycle) override {
    const auto violated = [this](const port_guard& guard) {
      return std::ranges::any_of(active(), [&](const twin_lane* one) {
        const auto& lane = static_cast<const Lane&>(*one);
        return lane.part == &guard && lane.seen.breach.on();
      });
    };
    for (twin_lane* const one : active()) {
      auto& lane = static_cast<Lane&>(*one);
      if (!lane.seen.breach.on()) continue;
      links_->raise_violation(started_, cycle, violated);
      wrong(lane, "sees a broken rule in a cycle in which nothing begins there");
    }
    started_.clear();
  }

  link_bank* links_;
  std::string machine_;
  std::vector<link*> started_;  ///< in this cycle
};

constexpr auto kIsGuarded = [](const link_bank& links, const TwinSite&) {
  const auto* const host = dynamic_cast<const alu_host_if*>(links.get_parent_object());
  return host == nullptr || host->alu_context().ports == 1;
};

TwinBlock port_guard_block() {
  return {.name = "port_guard",
          .part = "hw/rule/port_guard.hpp",
          .sizes = "up to 64 channels",
          .help = "Watches the port rule of one node",
          .built = port_guard_twins::parameters(8),
          .attach = attach_to<link_bank, port_guard_twins, kIsGuarded>};
}

}  // namespace plexus::port_guard_adapter
