#include <bit>

#include "hw/bus/tap_bus.hpp"
#include "rtl/channel/guard_twins.hpp"
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
struct Lane final : twin<Inputs, Outputs> {
  const port_guard* part = nullptr;
  std::uint64_t known = 0;  ///< channels by which the packet that comes is presented
};

/// Twins of the guards of nodes with arithmetic units, over links and taps of buses. A packet is
/// presented as long as its transfer lasts; that a link carries one both ways is no affair of this
/// guard.
class em_port_twins final : public guard_twins<Lane, alu_host_if>,
                            public tap_bus_observer_if,
                            public line_watch_if {
 public:
  em_port_twins(alu_host_if& host, const TwinSite& site)
      : guard_twins{host, host.alu_links(), site, parameters(host.alu_context().kinds.size()),
                    alu_names(host, "em_port")} {
    if (tap_bus_bank* const buses = host.alu_buses()) buses->observe(*this);
    host.add_watch(*this);
  }

  static Parameters parameters(std::size_t channels) {
    return {{"Ports", std::max<std::size_t>(8, std::bit_ceil(channels))}, {"Width", 64}};
  }

  void starts(NodeId sender, NodeId receiver, const Packet& packet) override {
    active_lane(sender);
    Lane& taker = active_lane(receiver);
    const std::uint64_t begun = taker.part->reads() & ~taker.known;
    taker.known |= begun;
    for (unsigned channel = 0; channel < taker.in.in_valid.width(); ++channel) {
      if ((begun >> channel & 1) != 0) taker.in.in_data.set(channel, packet.id());
    }
  }
  void leaves(alu_node& /*self*/, unsigned /*channel*/, const Packet& /*packet*/) override {}
  void arrives(alu_node& self, unsigned channel, Packet& /*packet*/) override {
    if (Lane* const lane = existing(self.id())) lane->known &= ~(std::uint64_t{1} << channel);
  }

 private:
  void made(Lane& lane) override {
    lane.part = &part.alu(static_cast<NodeId>(lane.number())).alu_ports::guard();
  }
  void begins(link& started) override {
    starts(started.source(), started.destination(), started.packet());
  }
  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.in.in_valid.set(lane.part->reads());
    lane.in.out_req.set(lane.part->writes());
  }
  void expect(Lane& lane, Cycles /*cycle*/) override {
    const std::uint64_t reads = lane.part->reads();
    const bool one = std::has_single_bit(reads);
    const auto channel = static_cast<unsigned>(one ? std::countr_zero(reads) : 0);
    put(lane.out, one, channel, one ? lane.in.in_data.get(channel) : 0, std::popcount(reads) > 1,
        std::popcount(lane.part->writes()) > 1);
  }
  [[nodiscard]] bool sees_breach(const Lane& lane) const override {
    const bool both_ways = (lane.part->reads() & lane.part->writes()) != 0;
    return both_ways || lane.seen.err_rx.on() || lane.seen.err_tx.on();
  }
};

constexpr auto kHasOnePort = [](const alu_host_if& host, const TwinSite&) {
  return host.alu_context().ports == 1;
};

TwinBlock em_port_block() { return block_of<em_port_twins, kHasOnePort>(8); }

}  // namespace plexus::em_port_adapter
