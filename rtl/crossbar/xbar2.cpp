#include "rtl/crossbar/crossbar_pins.hpp"

namespace plexus::xbar2_adapter {

constexpr std::size_t kMostPorts = 1024;
constexpr Cycles kNever{-1};

/// Pins of xbar2.sv.
struct Inputs {
  Pin valid{"valid"}, data{"data", kMessageWidth}, ready{"ready"}, clear{"clear"}, write{"write"};
  Pin write_peer{"write_peer", "Ports"}, load{"load"}, load_peer{"load_peer", "Ports"};
  Pin swap{"swap"}, swap_cycles{"swap_cycles"};
};
struct Outputs {
  Pin joined{"joined", 1}, peer{"peer", "Ports"}, loaded{"loaded", 1};
  Pin next_peer{"next_peer", "Ports"}, swapping{"swapping", 1}, valid{"valid", 1};
  Pin ready{"ready", 1}, data{"data", kMessageWidth}, err{"err"};
};
using Lane = twin<Inputs, Outputs>;

/// Twin of a crossbar's two maps of ports, and of what goes through them. In the crossbar's place a
/// message goes to the port at which the twin shows it.
class xbar2_twin final : public twins_of<Lane, crossbar>,
                         public crossbar_watch_if,
                         public crossbar_path_if {
 public:
  xbar2_twin(crossbar& links, const TwinSite& site)
      : twins_of{links, site, parameters(links.ports()), links.name()}, ports_(links.ports()) {
    links.watch(*this);
    if (replaces()) stand_in_front(links.path, *this);
  }

  static Parameters parameters(std::size_t ports) {
    return {{"Ports", ports_of_twin(ports)}, {"Data", kMessageWidth}, {"Width", 64}};
  }

  void changes() override { active_lane(); }
  void swap_begins(std::uint32_t link, Cycles swap) override {
    active_lane();
    if (swap == 0_cycles) return;  // what has changed says it
    for (const CrossbarPort end : {part.link(link).a, part.link(link).b}) {
      Port& port = ports_[part.index(end)];
      port.begins = swap;
      port.swap_end = ClockPeriod{}.now() + swap;
    }
  }
  void starts(std::uint32_t link, bool to_b, Cycles end) override {
    active_lane();
    const PhaseLink& joined = part.link(link);
    const CrossbarPort from = to_b ? joined.a : joined.b;
    Port& port = ports_[part.index(from)];
    port.sends_until = end;
    port.packet = part.message(from).id() & kMessageMask;
  }

  /// In the place of the ways.
  [[nodiscard]] CrossbarPort leads_to(CrossbarPort from) override {
    Lane& lane = this->lane();
    const std::size_t at = part.index(from);
    const std::size_t to = lane.seen.peer.get(at);
    if (!lane.seen.joined.bit(at) || to >= part.ports()) {
      wrong_now(lane, "leads port {} of node {} to no port", from.port, from.node);
    }
    if (!lane.seen.valid.bit(to) || lane.seen.data.get(to) != ports_[at].packet) {
      wrong_now(lane, "does not show at its peer what port {} of node {} sends", from.port,
                from.node);
    }
    return part.port_at(to);
  }

 private:
  /// What the twin has been told of a port.
  struct Port {
    Peer active;
    Peer next;
    Cycles begins{0};  ///< a swap of so many cycles, in this instant
    Cycles swap_end = kNever;
    Cycles sends_until{0};
    std::uint64_t packet = 0;
  };

  /// What has become of every port in this instant, as one edge does it.
  void present(Lane& lane, Cycles cycle) override {
    Inputs& in = lane.in;
    for (Pin* pin : {&in.clear, &in.write, &in.load, &in.swap, &in.swap_cycles}) pin->clear();
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      Port& port = ports_[i];
      const CrossbarPort own = part.port_at(i);
      Peer now = std::exchange(port.active, peer_of(part, part.peer(own)));
      Peer before = std::exchange(port.next, peer_of(part, part.next_peer(own)));
      const bool swapped = port.swap_end == cycle;  // the twin knows
      const bool swaps_at_once = !swapped && before && before != port.next;
      if (swapped || swaps_at_once) now = std::exchange(before, std::nullopt);
      if (swapped) port.swap_end = kNever;
      if (now != port.active && !port.active) in.clear.set_bit(i);
      if (now != port.active && port.active) put_at(i, in.write, 1, *port.active);
      if (before != port.next) put_at(i, in.load, 1, *port.next);
      const Cycles swap = std::exchange(port.begins, 0_cycles);
      if (swap > 0_cycles || swaps_at_once) in.swap.set_bit(i);
      if (swap > 0_cycles) in.swap_cycles.set(swap);
    }
  }
  void hold(Lane& lane, Cycles cycle) override {
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const bool sends = ports_[i].sends_until > cycle;
      put_at(i, lane.in.valid, sends, sends ? ports_[i].packet : 0, 1);
    }
  }

  void expect(Lane& lane, Cycles cycle) override {
    lane.out.err.clear();
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const Port& port = ports_[i];
      const bool joined = port.active.has_value();
      const bool comes = joined && ports_[*port.active].sends_until > cycle;
      put_at(i, lane.out.joined, joined, port.active.value_or(0), port.next.has_value(),
             port.next.value_or(0), port.swap_end > cycle, comes, joined,
             comes ? ports_[*port.active].packet : 0);
    }
  }
  void follow(Lane& lane, Cycles /*cycle*/) override {
    if (lane.seen.err.on()) wrong(lane, "joins ports that do not lead back to each other");
  }
  bool goes_on(Lane& /*lane*/, Cycles cycle) override {
    return std::ranges::any_of(ports_, [&](const Port& port) { return port.swap_end > cycle; });
  }

  std::vector<Port> ports_;
};

constexpr auto kIsSmall = [](const crossbar& links, const TwinSite& site) {
  require_size(links.ports() <= kMostPorts, site, "up to {} ports, not for the {} of this machine",
               kMostPorts, links.ports());
  return true;
};

TwinBlock xbar2_block() { return block_of<xbar2_twin, kIsSmall>(32); }

}  // namespace plexus::xbar2_adapter
