#include <algorithm>
#include <bit>
#include <vector>

#include "hw/bus/tap_bus.hpp"
#include "rtl/node/alu_twins.hpp"

namespace plexus::em_port_adapter {

/// Pins of em_port.sv.
struct Inputs {
  Pin in_valid{"in_valid"}, in_data{"in_data", 64}, out_req{"out_req"};
};

struct Outputs {
  Pin rx_valid{"rx_valid"}, rx_sel{"rx_sel"}, rx_data{"rx_data"}, err_rx{"err_rx"};
  Pin err_tx{"err_tx"};
};

/// The guard of one node.
struct Lane final : twin<Inputs, Outputs> {
  const port_guard* part = nullptr;
  std::uint64_t known = 0;  ///< channels by which the packet that comes is presented
};

/// Twins of the guards of nodes with arithmetic units, over links and taps of buses, a lane per
/// node. A packet is presented as long as its transfer lasts. In both modes the verdict falls when
/// all that begins in the cycle has begun; that a link carries a packet both ways is no affair of
/// this guard.
class em_port_twins final : public twins_of<Lane>,
                            public port_judge_if,
                            public link_observer_if,
                            public tap_bus_observer_if,
                            public line_watch_if {
 public:
  em_port_twins(alu_host_if& host, const TwinSite& site)
      : twins_of{site, parameters(host.alu_context().kinds.size()), alu_names(host, "em_port")},
        host_{&host},
        links_{&host.alu_links()} {
    links_->observe(*this);
    links_->judge.in_front(*this);
    if (tap_bus_bank* const buses = host.alu_buses()) buses->observe(*this);
    host.add_watch(*this);
  }

  static Parameters parameters(std::size_t channels) {
    return {{"Ports", std::max<std::size_t>(8, std::bit_ceil(channels))}, {"Width", 64}};
  }

  /// The twins judge in the middle of the cycle.
  void judge() override {}
  void begun(std::uint32_t number) override {
    link& started = links_->links()[number];
    begins(started.source(), started.destination(), started.packet());
    started_.push_back(&started);
  }
  void starts(NodeId sender, NodeId receiver, const Packet& packet) override {
    begins(sender, receiver, packet);
  }
  void leaves(alu_node& /*self*/, unsigned /*channel*/, const Packet& /*packet*/) override {}
  void arrives(alu_node& self, unsigned channel, Packet& /*packet*/) override {
    if (Lane* const lane = existing(self.id())) lane->known &= ~(std::uint64_t{1} << channel);
  }

 private:
  void made(Lane& lane) override {
    lane.part = &host_->alu(static_cast<NodeId>(lane.number())).guard();
  }

  void begins(NodeId sender, NodeId receiver, const Packet& packet) {
    active_lane(sender);
    Lane& taker = active_lane(receiver);
    const std::uint64_t begun = taker.part->reads() & ~taker.known;
    taker.known |= begun;
    for (unsigned channel = 0; channel < taker.in.in_valid.width(); ++channel) {
      if ((begun >> channel & 1) != 0) taker.in.in_data.set(channel, packet.id());
    }
  }

  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.in.in_valid.set(lane.part->reads());
    lane.in.out_req.set(lane.part->writes());
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    const std::uint64_t reads = lane.part->reads();
    const bool one = std::has_single_bit(reads);
    const auto channel = static_cast<unsigned>(one ? std::countr_zero(reads) : 0);
    lane.out.rx_valid.set(one);
    lane.out.rx_sel.set(channel);
    lane.out.rx_data.set(one ? lane.in.in_data.get(channel) : 0);
    lane.out.err_rx.set(std::popcount(reads) > 1);
    lane.out.err_tx.set(std::popcount(lane.part->writes()) > 1);
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return (lane.part->reads() | lane.part->writes()) != 0;
  }

  void looked(Cycles /*cycle*/) override {
    const auto errs = [](const Lane& lane) {
      return lane.seen.err_rx.on() || lane.seen.err_tx.on();
    };
    const auto both_ways = [](const port_guard& guard) {
      return (guard.reads() & guard.writes()) != 0;
    };
    const auto violated = [&](const port_guard& guard) {
      return both_ways(guard) || std::ranges::any_of(active(), [&](const twin_lane* one) {
               const auto& lane = static_cast<const Lane&>(*one);
               return lane.part == &guard && errs(lane);
             });
    };
    for (twin_lane* const one : active()) {
      auto& lane = static_cast<Lane&>(*one);
      if (!violated(*lane.part)) continue;
      links_->raise_violation(started_, violated);
      wrong(lane, "sees a broken rule in a cycle in which nothing begins there");
    }
    started_.clear();
  }

  alu_host_if* host_;
  link_bank* links_;
  std::vector<link*> started_;  ///< in this cycle
};

constexpr auto kHasOnePort = [](const alu_host_if& host, const TwinSite&) {
  return host.alu_context().ports == 1;
};

TwinBlock em_port_block() {
  return {.part = "hw/rule/port_guard.hpp",
          .sizes = "up to 64 channels, one port",
          .help = "Watches the one port of a node with several links and buses",
          .built = em_port_twins::parameters(8),
          .attach = attach_to<alu_host_if, em_port_twins, kHasOnePort>};
}

}  // namespace plexus::em_port_adapter
