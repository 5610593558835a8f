#include "hw/rule/port_guard.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/bus/tap_bus.hpp"
#include "rtl/node/alu_twins.hpp"

namespace plexus::port_guard_adapter {

/// Twins of guards at the ends of a bank's links, a lane per node, each with its `part`. In both
/// modes the verdict falls when all that begins in the cycle has begun.
template <typename Lane>
class guard_twins : public twins_of<Lane>, public port_judge_if, public link_observer_if {
 public:
  guard_twins(link_bank& links, const TwinSite& site, const Parameters& size, PartNames names)
      : twins_of<Lane>{site, size, std::move(names)}, links_{&links} {
    links.observe(*this);
    links.judge.in_front(*this);
  }
  void judge() override {}
  void begun(std::uint32_t number) override {
    link& started = links_->links()[number];
    begins(started);
    started_.push_back(&started);
  }

 protected:
  virtual void begins(link& started) = 0;
  [[nodiscard]] virtual bool sees_breach(const Lane& lane) const = 0;
  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return (lane.part->reads() | lane.part->writes()) != 0;
  }
  void looked(Cycles /*cycle*/) override {
    const auto violated = [this](const port_guard& guard) {
      return std::ranges::any_of(this->active(), [&](twin_lane* one) {
        return this->of(*one).part == &guard && sees_breach(this->of(*one));
      });
    };
    for (twin_lane* const one : this->active()) {
      if (!sees_breach(this->of(*one))) continue;
      links_->raise_violation(started_, violated);
      this->wrong(*one, "sees a broken rule in a cycle in which nothing begins there");
    }
    started_.clear();
  }

  link_bank* links_;
  std::vector<link*> started_;  ///< in this cycle
};

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

class port_guard_twins final : public guard_twins<Lane> {
 public:
  port_guard_twins(link_bank& links, const TwinSite& site)
      : guard_twins{links, site, parameters(links.channels()),
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

TwinBlock port_guard_block() {
  return {.built = port_guard_twins::parameters(8),
          .attach = attach_to<link_bank, port_guard_twins, kIsGuarded>};
}

/// Pins of em_port.sv.
struct EmInputs {
  Pin in_valid{"in_valid"}, in_data{"in_data", 64}, out_req{"out_req"};
};
struct EmOutputs {
  Pin rx_valid{"rx_valid"}, rx_sel{"rx_sel"}, rx_data{"rx_data"}, err_rx{"err_rx"};
  Pin err_tx{"err_tx"};
};
struct EmLane final : twin<EmInputs, EmOutputs> {
  const port_guard* part = nullptr;
  std::uint64_t known = 0;  ///< channels by which the packet that comes is presented
};

/// Twins of the guards of nodes with arithmetic units, over links and taps of buses. A packet is
/// presented as long as its transfer lasts; that a link carries one both ways is no affair of this
/// guard.
class em_port_twins final : public guard_twins<EmLane>,
                            public tap_bus_observer_if,
                            public line_watch_if {
 public:
  em_port_twins(alu_host_if& host, const TwinSite& site)
      : guard_twins{host.alu_links(), site, parameters(host.alu_context().kinds.size()),
                    alu_names(host, "em_port")},
        host_{&host} {
    if (tap_bus_bank* const buses = host.alu_buses()) buses->observe(*this);
    host.add_watch(*this);
  }

  static Parameters parameters(std::size_t channels) {
    return {{"Ports", std::max<std::size_t>(8, std::bit_ceil(channels))}, {"Width", 64}};
  }

  void starts(NodeId sender, NodeId receiver, const Packet& packet) override {
    active_lane(sender);
    EmLane& taker = active_lane(receiver);
    const std::uint64_t begun = taker.part->reads() & ~taker.known;
    taker.known |= begun;
    for (unsigned channel = 0; channel < taker.in.in_valid.width(); ++channel) {
      if ((begun >> channel & 1) != 0) taker.in.in_data.set(channel, packet.id());
    }
  }
  void leaves(alu_node& /*self*/, unsigned /*channel*/, const Packet& /*packet*/) override {}
  void arrives(alu_node& self, unsigned channel, Packet& /*packet*/) override {
    if (EmLane* const lane = existing(self.id())) lane->known &= ~(std::uint64_t{1} << channel);
  }

 private:
  void made(EmLane& lane) override {
    lane.part = &host_->alu(static_cast<NodeId>(lane.number())).guard();
  }
  void begins(link& started) override {
    starts(started.source(), started.destination(), started.packet());
  }
  void hold(EmLane& lane, Cycles /*cycle*/) override {
    lane.in.in_valid.set(lane.part->reads());
    lane.in.out_req.set(lane.part->writes());
  }
  void expect(EmLane& lane, Cycles /*cycle*/) override {
    const std::uint64_t reads = lane.part->reads();
    const bool one = std::has_single_bit(reads);
    const auto channel = static_cast<unsigned>(one ? std::countr_zero(reads) : 0);
    put(lane.out, one, channel, one ? lane.in.in_data.get(channel) : 0, std::popcount(reads) > 1,
        std::popcount(lane.part->writes()) > 1);
  }
  [[nodiscard]] bool sees_breach(const EmLane& lane) const override {
    const bool both_ways = (lane.part->reads() & lane.part->writes()) != 0;
    return both_ways || lane.seen.err_rx.on() || lane.seen.err_tx.on();
  }

  alu_host_if* host_;
};

constexpr auto kHasOnePort = [](const alu_host_if& host, const TwinSite&) {
  return host.alu_context().ports == 1;
};

TwinBlock em_port_block() {
  return {.built = em_port_twins::parameters(8),
          .attach = attach_to<alu_host_if, em_port_twins, kHasOnePort>};
}

}  // namespace plexus::port_guard_adapter
