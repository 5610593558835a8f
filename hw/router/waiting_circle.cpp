// What in a network of routers waits for what: who can never move again, and why.

#include <algorithm>
#include <bit>
#include <string>

#include "hw/router/router_bank.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

/// What is on its way, who holds which channel, and which queues will be emptier some day.
struct router_bank::Waits {
  std::vector<std::uint16_t> returning;  ///< credits on their way, as credits_
  std::vector<std::uint16_t> arriving;   ///< flits on their way, by queue
  std::vector<std::uint32_t> holder;     ///< by channel of an output: lane of the queue that has it
  std::vector<bool> moves;               ///< by queue
};

/// The queue, or none if it is a node's interface, that sends the rest of a packet of which `queue`
/// has got a part.
std::size_t router_bank::sender_to(std::size_t queue, const Waits& waits) const {
  const std::uint32_t lane = static_cast<std::uint32_t>(queue % lanes_);
  const std::uint32_t feeder =
      feeder_[port_at(static_cast<std::uint32_t>(queue / lanes_), port_of_[lane])];
  if (feeder >= queues_.size()) return queues_.size();
  const std::uint32_t output = feeder + lane % setting_.channels;
  const std::uint32_t holder = waits.holder[output];
  return holder == kNoChannel ? queues_.size() : lane_at(output / lanes_, holder);
}

ChannelOptions router_bank::options_of(std::size_t queue) const {
  ChannelOptions options;
  const auto router = static_cast<std::uint32_t>(queue / lanes_);
  const auto lane = static_cast<std::uint32_t>(queue % lanes_);
  RouteHeader header = packets_[first_of(queue).packet].header;
  route_->route(router, port_of_[lane], lane % setting_.channels, header, options);
  return options;
}

/// Will the first flit of a queue move some day, if the queues of `waits.moves` do?
bool router_bank::can_move(std::size_t queue, const Waits& waits) const {
  const Queue& state = queues_[queue];
  if (waits.arriving[queue] > 0) return true;
  const auto rest_comes = [&] {
    const std::size_t sender = sender_to(queue, waits);
    return sender == queues_.size() || waits.moves[sender];
  };
  if (state.held == 0) return state.next_number == 0 || rest_comes();
  const auto router = static_cast<std::uint32_t>(queue / lanes_);
  const auto room_comes = [&](std::uint32_t way, std::uint32_t room) {
    const std::size_t output = lane_at(router, way);
    const std::uint32_t port = port_of_[way];
    if (is_exit(port_at(router, port))) return true;
    return credits_[output] + std::uint32_t{waits.returning[output]} >= room ||
           waits.moves[target_[port_at(router, port)] + way % setting_.channels];
  };
  if (state.taken != kNone) return room_comes(state.taken, 1);
  if (setting_.switching == PacketSwitching::kStoreAndForward && state.tails == 0)
    return rest_comes();
  const RouterPacket& packet = packets_[first_of(queue).packet];
  const ChannelOptions options = options_of(queue);
  for (const ChannelOption& option : options.all()) {
    for (std::uint32_t channel = 0; channel < setting_.channels; ++channel) {
      if ((option.channels >> channel & 1) == 0) continue;
      const std::uint32_t way = option.port * setting_.channels + channel;
      const std::uint32_t holder = waits.holder[lane_at(router, way)];
      if (holder != kNoChannel && !waits.moves[lane_at(router, holder)]) continue;
      if (room_comes(way, room_of(packet.words, option.spare))) return true;
    }
  }
  return false;
}

/// A queue that has to move before `queue` can, which never will.
std::size_t router_bank::blocker(std::size_t queue, const Waits& waits) const {
  const Queue& state = queues_[queue];
  const bool incomplete =
      state.held == 0 || (setting_.switching == PacketSwitching::kStoreAndForward &&
                          state.tails == 0 && state.taken == kNone);
  if (incomplete) return sender_to(queue, waits);
  const auto router = static_cast<std::uint32_t>(queue / lanes_);
  const auto behind = [&](std::uint32_t way) {
    return std::size_t{target_[port_at(router, port_of_[way])] + way % setting_.channels};
  };
  if (state.taken != kNone) return behind(state.taken);
  const ChannelOptions options = options_of(queue);
  const ChannelOption& option = options.all().front();
  const std::uint32_t way = option.port * setting_.channels +
                            static_cast<std::uint32_t>(std::countr_zero(option.channels));
  const std::uint32_t holder = waits.holder[lane_at(router, way)];
  if (holder != kNoChannel && !waits.moves[lane_at(router, holder)]) {
    return lane_at(router, holder);
  }
  return behind(way);
}

router_bank::Waits router_bank::on_the_way() const {
  Waits waits{std::vector<std::uint16_t>(credits_.size(), 0),
              std::vector<std::uint16_t>(queues_.size(), 0),
              std::vector<std::uint32_t>(queues_.size(), kNoChannel),
              std::vector<bool>(queues_.size(), false)};
  for (const auto& returned : returns_) {
    for (const std::uint32_t output : returned) ++waits.returning[output];
  }
  for (const auto& landed : landing_) {
    for (const Landing& one : landed) {
      if (one.queue < queues_.size()) ++waits.arriving[one.queue];
    }
  }
  for (std::size_t queue = 0; queue < queues_.size(); ++queue) {
    if (queues_[queue].taken == kNone) continue;
    waits.holder[queue / lanes_ * lanes_ + queues_[queue].taken] =
        static_cast<std::uint32_t>(queue % lanes_);
  }
  return waits;
}

router_bank::Waits router_bank::waits() const {
  Waits waits = on_the_way();
  // Whatever moves may let others move: those before it, those beside it, and those behind it that
  // wait for the rest of its packet.
  std::vector<std::uint32_t> routers;
  std::vector<bool> listed(setting_.routers, true);
  for (std::uint32_t router = setting_.routers; router-- > 0;) routers.push_back(router);
  const auto look_again = [&](std::uint32_t router) {
    if (!listed[router]) routers.push_back(router);
    listed[router] = true;
  };
  while (!routers.empty()) {
    const std::uint32_t router = routers.back();
    routers.pop_back();
    listed[router] = false;
    for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
      const std::size_t queue = lane_at(router, lane);
      if (waits.moves[queue] || !can_move(queue, waits)) continue;
      waits.moves[queue] = true;
      look_again(router);
      const std::uint32_t feeder = feeder_[port_at(router, port_of_[lane])];
      if (feeder < queues_.size()) look_again(feeder / lanes_);
      if (queues_[queue].taken == kNone) continue;
      const std::uint32_t behind = target_[port_at(router, port_of_[queues_[queue].taken])];
      if (behind < queues_.size()) look_again(behind / lanes_);
    }
  }
  return waits;
}

std::vector<WaitingChannel> router_bank::waiting_circle() const {
  const Waits waits = this->waits();
  const auto stuck = std::ranges::find(waits.moves, false);
  if (stuck == waits.moves.end()) return {};
  auto at = static_cast<std::size_t>(stuck - waits.moves.begin());
  std::vector<bool> seen(queues_.size(), false);
  for (; !seen[at]; at = blocker(at, waits)) seen[at] = true;
  std::vector<std::size_t> circle;
  const std::size_t first = at;
  do {
    circle.push_back(at);
    at = blocker(at, waits);
  } while (at != first);
  std::rotate(circle.begin(), std::ranges::min_element(circle), circle.end());
  std::vector<WaitingChannel> list;
  for (const std::size_t queue : circle) {
    const Queue& state = queues_[queue];
    const RouterPacket& packet =
        packets_[state.held > 0 ? first_of(queue).packet : state.next_packet];
    const auto lane = static_cast<std::uint32_t>(queue % lanes_);
    list.push_back({static_cast<std::uint32_t>(queue / lanes_), port_of_[lane],
                    lane % setting_.channels, packet.number, packet.header.source,
                    packet.header.destination});
  }
  return list;
}

/// Now and then: is all there, and does all go on?
void router_bank::check_progress() {
  check_conservation();
  const std::vector<WaitingChannel> circle = waiting_circle();
  if (!circle.empty()) raise_deadlock(circle);
  if (!moved_ && inside_ > 0) raise_starved();
  moved_ = false;
  checked_at_ = cycle_;
}

void router_bank::check_conservation() const {
  const Waits waits = this->on_the_way();
  std::uint64_t flits = 0;
  for (std::size_t queue = 0; queue < queues_.size(); ++queue) flits += queues_[queue].held;
  for (const auto& landed : landing_) flits += landed.size();
  if (flits != flits_inside_ || entered_ != delivered_ + inside_) {
    raise("conservation", name(),
          Figures{{"entered", entered_}, {"delivered", delivered_}, {"inside", flits}},
          "{} flits went in and did not come out, but {} are inside.", flits_inside_, flits);
  }
  for (std::size_t queue = 0; queue < queues_.size(); ++queue) {
    const auto lane = static_cast<std::uint32_t>(queue % lanes_);
    const std::uint32_t feeder =
        feeder_[port_at(static_cast<std::uint32_t>(queue / lanes_), port_of_[lane])];
    if (feeder == kNoChannel) continue;
    const std::size_t before = feeder + lane % setting_.channels;
    const std::uint32_t places = std::uint32_t{credits_[before]} + waits.returning[before] +
                                 waits.arriving[queue] + queues_[queue].held;
    if (places == setting_.depth) continue;
    raise("conservation", routers_[queue / lanes_]->name(),
          Figures{{"places", places}, {"depth", setting_.depth}},
          "Of the {} places of {}, {} are left: a credit has been lost or made.", setting_.depth,
          place_name(queue), places);
  }
}

void router_bank::raise_deadlock(const std::vector<WaitingChannel>& circle) const {
  constexpr std::size_t kMostNamed = 16;
  std::string text;
  std::string json;
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const auto& [router, input, channel, number, source, destination] = circle[i];
    const std::string port = route_->port_name(input);
    if (i < kMostNamed) {
      text += fmt::format("{}router {}, input '{}', channel {}: packet {} from {} to {}",
                          i > 0 ? "; " : "", router, port, channel, number, source, destination);
    }
    json +=
        fmt::format(R"({}{{"router": {}, "port": "{}", "channel": {}, "packet": {}, "source": {}, )"
                    R"("destination": {}}})",
                    i > 0 ? ", " : "", router, port, channel, number, source, destination);
  }
  if (circle.size() > kMostNamed) text += fmt::format("; and {} more", circle.size() - kMostNamed);
  raise("deadlock", routers_[circle.front().router]->name(),
        Figures{{"waiting", JsonText{'[' + json + ']'}}},
        "Packets in {} queues wait for each other in a circle, so none of them ever moves again: "
        "{}. Each waits for the next one, the last one for the first.",
        circle.size(), text);
}

/// Nothing has moved for long, though nothing is in the way.
void router_bank::raise_starved() const {
  for (std::size_t queue = 0; queue < queues_.size(); ++queue) {
    if (queues_[queue].held == 0) continue;
    raise("starvation", routers_[queue / lanes_]->name(),
          "{} waits in {} since cycle {} or before: nothing is in its way, but it is never chosen.",
          packet_name(packets_[first_of(queue).packet]), place_name(queue), checked_at_);
  }
}

}  // namespace plexus
