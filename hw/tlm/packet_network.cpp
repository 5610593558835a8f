#include "hw/tlm/packet_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/channel/bindings.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

/// What stands at a port. All that its two sides see of each other changes in the update phase.
class packet_network::Port final : public network_port_if {
 public:
  Port(packet_network& network, NodeId number)
      : network_{&network},
        number_{number},
        room_event_{("room_" + std::to_string(number)).c_str()},
        arrival_event_{("arrival_" + std::to_string(number)).c_str()} {}

  [[nodiscard]] std::string full_name() const override { return network_->port[number_].name(); }
  [[nodiscard]] NodeId number() const override { return number_; }
  [[nodiscard]] NodeId ports() const override { return network_->ports(); }
  [[nodiscard]] const ClockPeriod& clock() const override { return network_->clock_; }
  [[nodiscard]] Words most_words() const override { return network_->most_words_; }

  [[nodiscard]] bool has_room() const override { return room_; }
  bool try_send(const NetworkPacket& packet) override {
    check(packet);
    if (!room_) return false;
    room_ = false;
    slot = packet;
    slot.source = number_;
    if (slot.offered < 0_cycles) slot.offered = clock().next_edge();
    stands = true;
    ++network_->sent_;
    network_->ask(*this);
    return true;
  }
  [[nodiscard]] const sc_core::sc_event& room_event() const override { return room_event_; }

  [[nodiscard]] const NetworkPacket* arrived() const override {
    return here_.empty() ? nullptr : &here_.front();
  }
  NetworkPacket take() override {
    if (here_.empty()) refuse("A packet is taken, but none has come.");
    NetworkPacket packet = std::move(here_.front());
    here_.pop_front();
    ++given;
    network_->ask(*this);
    return packet;
  }
  [[nodiscard]] const sc_core::sc_event& arrival_event() const override { return arrival_event_; }
  [[nodiscard]] const sc_core::sc_event& default_event() const override { return arrival_event_; }

  /// Two that stand here would take each other's packets.
  void register_port(sc_core::sc_port_base& bound, const char* /*type*/) override {
    if (user_ != nullptr) {
      report_wiring(full_name() + " has two users: " + user_->name() + ", and " + bound.name() +
                    " is bound to it as well. Bind one of them.");
    }
    user_ = &bound;
  }

  /// Update phase: shows what has happened.
  void show() {
    changed = false;
    if (!stands && !room_) {
      room_ = true;
      room_event_.notify(sc_core::SC_ZERO_TIME);
    }
    if (!come.empty()) {
      for (NetworkPacket& packet : come) here_.push_back(std::move(packet));
      come.clear();
      arrival_event_.notify(sc_core::SC_ZERO_TIME);
    }
  }

  NetworkPacket slot;
  bool stands = false;              ///< a packet, in the slot
  bool waits = false;               ///< it is listed as one that may enter
  bool asks = false;                ///< it is listed in asking_
  bool changed = false;             ///< it is listed in changed_
  std::vector<NetworkPacket> come;  ///< not shown yet
  std::uint64_t coming = 0;
  std::uint64_t held = 0;   ///< packets that have come and have not been given up
  std::uint64_t given = 0;  ///< of them taken, not yet told to the network

 private:
  void check(const NetworkPacket& packet) const {
    if (packet.destination >= ports()) {
      refuse("A packet is for port " + std::to_string(packet.destination) +
             ", but the network has ports 0 .. " + std::to_string(ports() - 1) + '.');
    }
    if (packet.words < 1_words || packet.words > most_words()) {
      refuse("A packet has " + std::to_string(packet.words.count()) + " words: it needs 1 .. " +
             std::to_string(most_words().count()) + " here.");
    }
    if (packet.offered > clock().next_edge()) {
      refuse("A packet is offered in cycle " + std::to_string(packet.offered.count()) +
             ", which is still to come: wait for it, and offer it then.");
    }
  }
  [[noreturn]] void refuse(const std::string& sentence) const {
    raise("program", full_name(), "{}: {}", full_name(), sentence);
  }

  packet_network* network_;
  NodeId number_;
  const sc_core::sc_port_base* user_ = nullptr;  ///< who stands here
  bool room_ = true;
  std::deque<NetworkPacket> here_;
  sc_core::sc_event room_event_;
  sc_core::sc_event arrival_event_;
};

packet_network::packet_network(sc_core::sc_module_name name, NodeId ports, const ClockPeriod& clock,
                               Words most_words, std::uint64_t places)
    : sc_module{name},
      port{"port", ports},
      clock_{clock},
      most_words_{most_words},
      places_{std::max<std::uint64_t>(places, 1)},
      update_{"ports", [this] { show(); }} {
  if (ports < 1)
    throw std::invalid_argument{std::string{this->name()} + " has no ports: give it one or more."};
  HW_PROCESSES(packet_network);
  SC_METHOD(edge);
  sensitive << edge_;
  dont_initialize();
  SC_METHOD(settle);
  sensitive << soon_;
  dont_initialize();
  for (NodeId number = 0; number < ports; ++number) {
    at_ports_.emplace_back(*this, number);
    port[number].bind(at_ports_.back());
  }
}

packet_network::~packet_network() = default;

/// Something has been offered at a port, or taken: from the next edge on it counts.
void packet_network::ask(Port& one) {
  if (!one.asks) asking_.push_back(one.number());
  one.asks = true;
  if (clock_.at_edge()) {
    soon_.notify(sc_core::SC_ZERO_TIME);
  } else {
    edge_.notify(clock_.until_edge());
  }
}

void packet_network::change(Port& one) {
  if (!one.changed) changed_.push_back(one.number());
  one.changed = true;
  update_.request();
}

/// At an edge, in a later delta cycle than the first: what the network does by its clock it has
/// done.
void packet_network::settle() {
  if (!changed_.empty()) update_.request();  // of an update phase
  if (!clock_.at_edge()) return;             // asked at an edge before, and again behind it
  std::ranges::sort(asking_);
  for (const NodeId number : std::exchange(asking_, {})) {
    Port& one = at_ports_[number];
    one.asks = false;
    if (one.given > 0) {
      const bool was_full = full(number);
      taken_ += one.given;
      one.held -= std::exchange(one.given, 0);
      if (was_full && !full(number)) go_on(number);
    }
    if (one.stands && !one.waits) {
      one.waits = true;
      waiting_.insert(std::ranges::lower_bound(waiting_, number), number);
      offered(number);
    }
  }
}

/// Update phase.
void packet_network::show() {
  for (const NodeId number : std::exchange(changed_, {})) at_ports_[number].show();
}

const NetworkPacket* packet_network::offer(NodeId number) const {
  return at_ports_[number].waits ? &at_ports_[number].slot : nullptr;
}

NetworkPacket packet_network::accept(NodeId number) {
  Port& one = at_ports_[number];
  one.stands = one.waits = false;
  waiting_.erase(std::ranges::lower_bound(waiting_, number));
  ++entered_;
  for (network_watch_if* const watch : watches_) watch->entered(one.slot, clock_.now());
  change(one);
  soon_.notify(sc_core::SC_ZERO_TIME);  // where this is an update phase, another must follow
  return std::move(one.slot);
}

void packet_network::coming(NodeId number) { ++at_ports_[number].coming; }

bool packet_network::full(NodeId number) const {
  const Port& one = at_ports_[number];
  return one.coming + one.held >= places_;
}

void packet_network::arrive(NetworkPacket packet) {
  Port& one = at_ports_[packet.destination];
  --one.coming;
  ++one.held;
  for (network_watch_if* const watch : watches_) watch->arrived(packet, clock_.now());
  one.come.push_back(std::move(packet));
  change(one);
}

}  // namespace plexus
