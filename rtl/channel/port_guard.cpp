#include <bit>

#include "models/express-mesh/line_watch.hpp"
#include "rtl/channel/guard_twins.hpp"

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
struct Lane final : twin<Inputs, Outputs> {
  const port_guard* part = nullptr;
};

class port_guard_twins final : public guard_twins<Lane, link_bank> {
 public:
  port_guard_twins(link_bank& links, const TwinSite& site)
      : guard_twins{links, links, site, parameters(links.channels()),
                    in_nodes(machine_name(links), 0, "port_guard")} {}

  static Parameters parameters(unsigned channels) {
    const unsigned room = std::max(8U, std::bit_ceil(channels));
    return {{"Channels", room}, {"DimWidth", std::bit_width(room - 1)}, {"CycleWidth", 64}};
  }

 private:
  void begins(link& started) override {
    activate(guard(started.source(), started.sender_guard()));
    activate(guard(started.destination(), started.receiver_guard()));
  }
  Lane& guard(NodeId node, const port_guard& of) {
    Lane& one = lane(node);
    if (std::exchange(one.part, &of) != nullptr) return one;
    one.in.rule.set(of.rule());
    for (std::size_t dimension = 0; dimension < of.dimensions().size(); ++dimension) {
      for (unsigned channel = 0; channel < one.in.rd.width(); ++channel) {
        const bool has = (of.dimensions()[dimension] >> channel & 1) != 0;
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
    put(lane.in, cycle, lane.part->reads(), lane.part->writes());
  }
  /// The first breach ends the run: `sticky` and `first_cycle` stay 0.
  void expect(Lane& lane, Cycles /*cycle*/) override {
    put(lane.out, lane.part->violation(), 0, 0);
  }
  [[nodiscard]] bool sees_breach(const Lane& lane) const override { return lane.seen.breach.on(); }
};

constexpr auto kIsGuarded = [](const link_bank& links, const TwinSite&) {
  const auto* const host = dynamic_cast<const alu_host_if*>(links.get_parent_object());
  return host == nullptr || host->alu_context().ports == 1;
};

TwinBlock port_guard_block() { return block_of<port_guard_twins, kIsGuarded>(8); }

}  // namespace plexus::port_guard_adapter
