#include "hw/router/router_bank.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "hw/data/construction_order.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

constexpr std::uint64_t kCyclesBetweenChecks = 1024;

}  // namespace

router_bank::router_bank(sc_core::sc_module_name name, const RouterSetting& setting,
                         const RouterWiring& wiring, channel_route_if& standard,
                         const std::vector<NodeId>& order, const ClockPeriod& clock)
    : sc_module{name},
      route{"route", standard},
      clock_{clock},
      setting_{setting},
      route_{&standard},
      lanes_{setting.lanes()},
      rounds_{setting.credit_delay == 0},
      filled_(setting.routers, 0),
      active_{setting.routers},
      inputs_done_(setting.routers, 0),
      outputs_done_(setting.routers, 0),
      again_{setting.routers},
      target_(std::size_t{setting.routers} * setting.ports, kNoChannel),
      feeder_(target_.size(), kNoChannel),
      out_(target_.size(), nullptr),
      in_(target_.size(), nullptr),
      free_(target_.size(), (1U << setting.channels) - 1),
      proposed_last_(target_.size(), static_cast<std::uint8_t>(setting.channels - 1)),
      won_last_(target_.size(), static_cast<std::uint8_t>(setting.ports - 1)),
      sent_(target_.size(), 0),
      queues_(target_.size() * setting.channels),
      places_(queues_.size() * setting.depth),
      credits_(queues_.size() + wiring.entries.size() * setting.channels,
               static_cast<std::uint16_t>(setting.depth)),
      interfaces_(wiring.entries.size()),
      sending_{wiring.entries.size()},
      landing_(setting.pipeline + 2),
      returns_(setting.credit_delay + 1),
      told_(setting.routers),
      tells_(setting.routers, false),
      routers_(setting.routers) {
  HW_PROCESSES(router_bank);
  SC_METHOD(begin_cycle);
  sensitive << next_;
  dont_initialize();
  sc_assert(lanes_ <= kMostLanes && setting.channels <= kMostChannels && setting.pipeline > 0);
  sc_assert(wiring.links.size() == target_.size() && wiring.exits.size() == interfaces_.size());
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    port_of_[lane] = static_cast<std::uint8_t>(lane / setting.channels);
  }
  for (const std::uint32_t number : numbers_in(order, setting.routers)) {
    routers_[number] =
        std::make_unique<vc_router>(("router_" + std::to_string(number)).c_str(), *this, number);
  }
  const auto first_channel = [this](std::size_t port) {
    return static_cast<std::uint32_t>(port * setting_.channels);
  };
  for (std::size_t output = 0; output < target_.size(); ++output) {
    const std::optional<RouterPort>& other = wiring.links[output];
    if (!other) continue;
    const std::size_t input = port_at(other->router, other->port);
    target_[output] = first_channel(input);
    feeder_[input] = first_channel(output);
    const auto router = static_cast<std::uint32_t>(output / setting.ports);
    const RouterPort from{router, static_cast<std::uint32_t>(output % setting.ports)};
    flit_link& link =
        links_.emplace_back(*this, from, *other, first_channel(output), first_channel(input));
    routers_[router]->outputs(link);
    routers_[other->router]->inputs(link);
  }
  for (NodeId node = 0; node < interfaces_.size(); ++node) {
    const std::size_t input = port_at(wiring.entries[node].router, wiring.entries[node].port);
    const auto face = static_cast<std::uint32_t>(credits_of_node(node));
    feeder_[input] = target_[port_at(wiring.exits[node].router, wiring.exits[node].port)] = face;
    entries_.push_back(first_channel(input));
  }
}

void router_bank::start_of_simulation() {
  if (!sleeps_) next_.notify(sc_core::SC_ZERO_TIME);
}

// ---- a cycle ------------------------------------------------------------------------------------

void router_bank::begin_cycle() {
  now_ = clock_.now();
  cycle_ = static_cast<std::uint64_t>(now_.count());
  if (std::exchange(asleep_, false)) checked_at_ = cycle_;
  land();
  tell_emptied();
  if (cycle_ - checked_at_ >= kCyclesBetweenChecks) check_progress();
  client->cycle(now_);
  if (halted_) return;
  if (rounds_) {
    decide_in_rounds();
  } else {
    active_.for_each([this](std::uint32_t router) { decide(router); });
  }
  client->send_packets(now_);
  send_from_nodes();
  if (!observers_.empty()) tell_of_entering();
  sleep_or_go_on();
}

/// Nothing has moved and nothing is on its way: nothing ever will until somebody comes, or somebody
/// who has the last word on a router's grants lets go what he has held back.
void router_bank::sleep_or_go_on() {
  const auto none = [](const auto& ring) {
    return std::ranges::all_of(ring, [](const auto& of_cycle) { return of_cycle.empty(); });
  };
  const bool all_open = std::ranges::find(closed_, true) == closed_.end();
  bool still = sleeps_ && moved_in_ != cycle_ && none(landing_) && none(returns_);
  for (std::size_t router = 0; still && all_open && router < judged_.size(); ++router) {
    still = !judged_[router] || filled_[router] == 0;
  }
  if (!still) return next_.notify(clock_.until_later_edge());
  asleep_ = true;
  if (inside_ > 0 && all_open) check_progress();
}

void router_bank::enter_cycle() {
  now_ = clock_.now();
  cycle_ = static_cast<std::uint64_t>(now_.count());
}

void router_bank::send_late() {
  send_from_nodes();
  if (!observers_.empty()) tell_of_entering();
  next_.notify(clock_.until_later_edge());
}

void router_bank::open(NodeId node) {
  closed_[node] = false;
  next_.notify(clock_.until_later_edge());
}

/// What was sent in earlier cycles arrives.
void router_bank::land() {
  if (setting_.credit_delay > 0) {
    std::vector<std::uint32_t>& returned = returns_[cycle_ % returns_.size()];
    for (const std::uint32_t output : returned) ++credits_[output];
    returned.clear();
  }
  std::vector<Landing>& landed = landing_[cycle_ % landing_.size()];
  for (const Landing& one : landed) land(one);
  landed.clear();
}

void router_bank::land(const Landing& landing) {
  const bool watched = sink_ != nullptr && landing.flit.tail;
  if (landing.queue >= queues_.size()) {
    --flits_inside_;
    if (landing.flit.tail) {
      deliver(landing.flit.packet, node_of(landing.queue));
    }
    return;
  }
  Queue& queue = queues_[landing.queue];
  const Flit& flit = landing.flit;
  if (flit.number != queue.next_number || (flit.number > 0 && flit.packet != queue.next_packet) ||
      queue.held == setting_.depth) {
    raise_mixed(landing);
  }
  queue.next_number = flit.tail ? 0 : static_cast<std::uint16_t>(flit.number + 1);
  queue.next_packet = flit.packet;
  std::uint32_t place = queue.first + std::uint32_t{queue.held};
  if (place >= setting_.depth) place -= setting_.depth;
  places_[landing.queue * std::size_t{setting_.depth} + place] = flit;
  ++queue.held;
  if (flit.tail) ++queue.tails;
  if (queue.held > most_held_) most_held_ = queue.held;
  const std::uint32_t router = landing.queue / lanes_;
  const std::uint32_t lane = landing.queue % lanes_;
  filled_[router] |= std::uint64_t{1} << lane;
  active_.add(router);
  if (watched) record(TraceKind::kReceive, port_at(router, port_of_[lane]), flit.packet, true);
}

void router_bank::deliver(std::uint32_t place, NodeId node) {
  const RouterPacket& packet = packets_[place];
  if (packet.header.destination != node) {
    raise("misrouted", name(), "{} comes out at node {}.", packet_name(packet), node);
  }
  ++delivered_;
  --inside_;
  client->delivered(packet, now_);
  packets_.free(place);
}

// ---- nodes --------------------------------------------------------------------------------------

/// The channel by which a packet may enter: of those with room enough the one with the most, of
/// equal ones the lowest.
std::uint32_t router_bank::entry(const RouterPacket& packet) const {
  const std::uint16_t* const credits = &credits_[credits_of_node(packet.header.source)];
  const std::uint32_t room = room_of(packet.words, false);
  std::uint32_t best = kNoChannel;
  std::uint32_t left = route_->entry(packet.header) & ((1U << setting_.channels) - 1);
  if (left == 0) {
    raise("program", routers_[entries_[packet.header.source] / lanes_]->name(),
          "The route function names no channel by which packet {} from {} to {} may enter.",
          packet.number, packet.header.source, packet.header.destination);
  }
  for (; left != 0; left &= left - 1) {
    const auto channel = static_cast<std::uint32_t>(std::countr_zero(left));
    if (credits[channel] < room) continue;
    if (best == kNoChannel || credits[channel] > credits[best]) best = channel;
  }
  return best;
}

void router_bank::send(const RouterPacket& packet) {
  const NodeId node = packet.header.source;
  const std::uint32_t channel = entry(packet);
  sc_assert(channel != kNoChannel && interfaces_[node].packet == kNoChannel);
  sc_assert(packet.words >= 1 && packet.words < kNone);
  const std::uint32_t place = packets_.add(packet);
  packets_[place].entered = now_;
  packets_[place].path = (channel + 1) * kPathFactor;
  interfaces_[node] = {place, 0, static_cast<std::uint8_t>(channel), interfaces_[node].sent_in};
  sending_.add(node);
  ++entered_;
  ++inside_;
}

/// Every interface sends a flit, if there is room for it.
void router_bank::send_from_nodes() {
  sending_.for_each([this](std::uint32_t node) {
    Interface& face = interfaces_[node];
    std::uint16_t& credits = credits_[credits_of_node(node) + face.channel];
    if (credits == 0 || face.sent_in == cycle_) return;
    face.sent_in = cycle_;
    --credits;
    const bool tail = face.sent + 1U == packets_[face.packet].words;
    put_on_way(entries_[node] + face.channel, {face.packet, face.sent, tail}, 1);
    ++face.sent;
    ++flits_inside_;
    moved_ = true;
    moved_in_ = cycle_;
    if (!tail) return;
    face.packet = kNoChannel;
    sending_.remove(node);
  });
}

/// Who looks on hears of what comes to routers in this cycle.
void router_bank::tell_of_entering() {
  BitSet reached{setting_.routers};
  for (const Landing& one : landing_[(cycle_ + 1) % landing_.size()]) {
    if (one.queue < queues_.size()) reached.add(one.queue / lanes_);
  }
  for (const std::uint32_t output : returns_[(cycle_ + 1) % returns_.size()]) {
    if (output < queues_.size()) reached.add(output / lanes_);
  }
  reached.for_each([this](std::uint32_t router) {
    for (network_observer_if* const one : observers_) one->entering(router);
  });
}

}  // namespace plexus
