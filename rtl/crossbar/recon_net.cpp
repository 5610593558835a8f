#include "rtl/crossbar/command_twins.hpp"

namespace plexus::recon_net_adapter {

constexpr std::size_t kMostPorts = 256;

/// Pins of recon_net.sv.
struct Inputs {
  Pin phases{"phases"}, waits{"waits"}, two_banks{"two_banks"}, swap_cycles{"swap_cycles"};
  CommandInputs command;
  TransferInputs costs;
  Pin offer{"offer"}, len{"len", 64}, data{"data", kMessageWidth};
};
struct Outputs {
  CommandOutputs command;
  Pin joined{"joined", 1}, peer{"peer", "Ports"}, loaded{"loaded", 1};
  Pin next_peer{"next_peer", "Ports"}, sends{"sends", 1}, across{"across", 1}, valid{"valid", 1};
  Pin data{"data", kMessageWidth}, err{"err"};
};
using Lane = command_lane<Inputs, Outputs>;

/// Twin of a whole machine but its nodes: manager, crossbar and links. In their place links are set
/// and messages are across when the twin says so.
class recon_net_twin final : public command_twins<Lane>,
                             public crossbar_watch_if,
                             public message_clock_if {
 public:
  recon_net_twin(config_manager& of, const TwinSite& site)
      : command_twins{of, site, parameters(crossbar_of(of).ports()), crossbar_of(of).name()},
        links_{&crossbar_of(of)},
        ports_(crossbar_of(of).ports()) {
    links_->watch(*this);
    if (replaces()) stand_in_front(links_->clock, *this);
  }

  static Parameters parameters(std::size_t ports) {
    return {{"Ports", ports_of_twin(ports)}, {"Data", kMessageWidth}, {"Width", 64}};
  }

  /// In the clock's place: the message has been seen, and `end` tells when it is across.
  void start(std::uint32_t /*link*/, bool /*to_b*/, Cycles /*end*/) override {}
  void changes() override { active_lane(); }
  void offered(CrossbarPort end, std::uint32_t /*link*/) override {
    Lane& lane = active_lane();
    const std::size_t at = links_->index(end);
    ports_[at].packet = links_->message(end).id() & kMessageMask;
    lane.in.offer.set_bit(at);
    lane.in.len.set(at, links_->message(end).words());
    lane.in.data.set(at, ports_[at].packet);
  }
  void swap_begins(std::uint32_t /*link*/, Cycles swap) override {
    active_lane();
    swap_end_ = std::max(swap_end_, ClockPeriod{}.now() + swap);
  }
  void starts(std::uint32_t link, bool to_b, Cycles end) override {
    active_lane();
    const PhaseLink& joined = links_->link(link);
    Port& port = ports_[links_->index(to_b ? joined.a : joined.b)];
    port.crosses = {link, to_b};
    port.sends = true;
    port.end = end;
  }

 private:
  struct Port {
    crossbar::Ended crosses{};
    bool sends = false;  ///< in this cycle
    Cycles end{0};       ///< by the model
    std::uint64_t packet = 0;
  };

  void made(Lane& lane) override {
    lane.in.costs.tell(links_->timing());
    const SettingPolicy policy = part.policy();
    const bool fixed = !policy.dynamic;
    put(lane.in, fixed && policy.grain == Grain::kPhase, fixed && policy.grain == Grain::kLink,
        fixed && policy.banks == 2, policy.swap);
  }
  void hold(Lane& lane, Cycles cycle) override {
    command_twins::hold(lane, cycle);
    lane.in.offer.clear();
  }

  void expect(Lane& lane, Cycles cycle) override {
    command_twins::expect(lane, cycle);
    lane.out.err.clear();
    // A whole configuration is loaded link by link, and with one bank nobody else sees it.
    const bool whole = lane.in.phases.on();
    const bool shows_next = !whole || (lane.in.two_banks.on() && !lane.works);
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const Port& port = ports_[i];
      const Peer active = peer_of(*links_, links_->peer(links_->port_at(i)));
      const Peer next = peer_of(*links_, links_->next_peer(links_->port_at(i)));
      const bool comes = active && ports_[*active].sends;
      put_at(i, lane.out.joined, active.has_value(), active.value_or(0), kFree, kFree, port.sends,
             port.sends && port.end == cycle + 1_cycles, comes);
      if (shows_next) put_at(i, lane.out.loaded, next.has_value(), next.value_or(0));
      if (comes) lane.out.data.set(i, ports_[*active].packet);
    }
  }

  void follow(Lane& lane, Cycles /*cycle*/) override {
    const char* const what = mistake(lane);
    if (*what != 0) return wrong(lane, "{}", what);
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      if (!lane.seen.across.bit(i)) continue;
      if (!ports_[i].sends) {
        return wrong(lane, "ends a message of {}, which sends none",
                     links_->port_name(links_->port_at(i)));
      }
      if (ended_.empty()) at_next_cycle([this] { links_->end(std::exchange(ended_, {})); });
      ended_.push_back(ports_[i].crosses);
    }
    set_link(lane);
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    bool more = command_twins::goes_on(lane, cycle) || swap_end_ > cycle;
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      Port& port = ports_[i];
      if (!port.sends) continue;
      port.sends = replaces() ? !lane.seen.across.bit(i) : port.end > cycle + 1_cycles;
      more = more || port.sends;
    }
    return more;
  }

  crossbar* links_;
  std::vector<Port> ports_;
  Cycles swap_end_{0};
  std::vector<crossbar::Ended> ended_;  ///< with the next cycle
};

/// The block has one manager and links that carry something.
constexpr auto kIsCommon = [](const config_manager& part, const TwinSite& site) {
  if (part.wired() || part.per_node()) return false;
  require_a_cycle_per_link(part, site);
  const crossbar& links = crossbar_of(part);
  const bool empty = std::ranges::any_of(links.schedule().links(), [](const PhaseLink& link) {
    return link.to_a == 0_words && link.to_b == 0_words;
  });
  require_size(links.ports() <= kMostPorts && !empty, site,
               "up to {} ports and links that carry at least one word", kMostPorts);
  return true;
};

TwinBlock recon_net_block() {
  TwinBlock block = block_at_setup<recon_net_twin, kIsCommon>(32);
  block.yields_to = {"config_manager"};
  return block;
}

}  // namespace plexus::recon_net_adapter
