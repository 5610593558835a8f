#include "hw/router/router_bank.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "hw/data/mixed.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

constexpr std::uint32_t kAskAgain = 0xffff'ffff;
constexpr std::uint64_t kCyclesBetweenChecks = 1024;
constexpr std::uint64_t kPathFactor = 0x9e3779b97f4a7c15U;  // odd: no two paths become one

/// 0 .. count - 1, those first that `order` names.
std::vector<std::uint32_t> numbers_in(const std::vector<NodeId>& order, std::uint32_t count) {
  std::vector<std::uint32_t> numbers;
  std::vector<bool> there(count, false);
  const auto add = [&](std::uint32_t number) {
    if (!there[number]) numbers.push_back(number);
    there[number] = true;
  };
  for (const NodeId number : order) add(number % count);
  for (std::uint32_t number = 0; number < count; ++number) add(number);
  return numbers;
}

}  // namespace

router_bank::router_bank(sc_core::sc_module_name name, const RouterSetting& setting,
                         const Wiring& wiring, channel_route_if& standard,
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
      free_(target_.size(), (1U << setting.channels) - 1),
      proposed_last_(target_.size(), static_cast<std::uint8_t>(setting.channels - 1)),
      won_last_(target_.size(), static_cast<std::uint8_t>(setting.ports - 1)),
      sent_(target_.size(), 0),
      queues_(target_.size() * setting.channels),
      places_(queues_.size() * setting.depth),
      credits_(queues_.size() + std::size_t{setting.routers} * setting.channels,
               static_cast<std::uint16_t>(setting.depth)),
      interfaces_(setting.routers),
      sending_{setting.routers},
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
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    port_of_[lane] = static_cast<std::uint8_t>(lane / setting.channels);
  }
  for (const std::uint32_t number : numbers_in(order, setting.routers)) {
    routers_[number] =
        std::make_unique<vc_router>(("router_" + std::to_string(number)).c_str(), *this, number);
  }
  for (std::uint32_t router = 0; router < setting.routers; ++router) {
    for (std::uint32_t port = 0; port < node_port(); ++port) {
      const auto other = wiring(router, port);
      if (!other) continue;
      target_[port_at(router, port)] =
          static_cast<std::uint32_t>(lane_at(other->router, other->port * setting.channels));
      feeder_[port_at(other->router, other->port)] =
          static_cast<std::uint32_t>(lane_at(router, port * setting.channels));
      flit_link& link = links_.emplace_back(*this, RouterPort{router, port}, *other);
      routers_[router]->outputs(link);
      routers_[other->router]->inputs(link);
    }
    target_[port_at(router, node_port())] = static_cast<std::uint32_t>(queues_.size() + router);
    feeder_[port_at(router, node_port())] = static_cast<std::uint32_t>(credits_of_node(router));
  }
}

router_bank::~router_bank() {
  while (!routers_.empty()) routers_.pop_back();  // the kernel finds at once what was made last
}

void router_bank::start_of_simulation() {
  if (client->counts_cycles()) next_.notify(sc_core::SC_ZERO_TIME);
}

// ---- a cycle ------------------------------------------------------------------------------------

void router_bank::begin_cycle() {
  now_ = clock_.now();
  cycle_ = static_cast<std::uint64_t>(now_.count());
  if (std::exchange(asleep_, false)) checked_at_ = cycle_;
  land();
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
  if (!judged_.empty()) tell_of_entering();
  sleep_or_go_on();
}

/// Nothing has moved and nothing is on its way: nothing ever will until somebody comes.
void router_bank::sleep_or_go_on() {
  const auto none = [](const auto& ring) {
    return std::ranges::all_of(ring, [](const auto& of_cycle) { return of_cycle.empty(); });
  };
  const bool still =
      !client->counts_cycles() && moved_in_ != cycle_ && none(landing_) && none(returns_);
  if (!still) return next_.notify(clock_.until_later_edge());
  asleep_ = true;
  const bool all_open = std::ranges::find(closed_, true) == closed_.end();
  if (inside_ > 0 && all_open) check_progress();
}

void router_bank::enter_cycle() {
  now_ = clock_.now();
  cycle_ = static_cast<std::uint64_t>(now_.count());
}

void router_bank::send_late() {
  send_from_nodes();
  if (!judged_.empty()) tell_of_entering();
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
      deliver(landing.flit.packet, static_cast<NodeId>(landing.queue - queues_.size()));
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
  places_free_.push_back(place);
}

/// All routers decide; those whose outputs gain room by that decide again, with what has done
/// nothing yet.
void router_bank::decide_in_rounds() {
  active_.for_each([this](std::uint32_t router) {
    inputs_done_[router] = outputs_done_[router] = 0;
    decide(router);
  });
  while (!returned_now_.empty()) {
    for (const std::uint32_t output : returned_now_) {
      ++credits_[output];
      if (output < queues_.size()) again_.add(output / lanes_);
    }
    returned_now_.clear();
    again_.take_all([this](std::uint32_t router) {
      if (filled_[router] != 0) decide(router);
    });
  }
}

/// One round of one router: inputs propose, outputs grant, what is granted moves.
void router_bank::decide(std::uint32_t router) {
  const std::uint32_t channels = setting_.channels;
  std::array<Proposal, kMostLanes> proposals;     // by input
  std::array<std::uint64_t, kMostLanes> asked;    // by output: inputs
  std::array<std::uint32_t, kMostChannels> ways;  // by channel of the present input
  std::uint64_t outputs = 0;
  if (watched_) skipped_.fill(0);
  for (std::uint64_t waiting = filled_[router]; waiting != 0;) {
    const std::uint32_t input = port_of_[static_cast<std::size_t>(std::countr_zero(waiting))];
    const std::uint32_t base = input * channels;
    auto mine = static_cast<std::uint32_t>(waiting >> base) & ((1U << channels) - 1);
    waiting &= ~(std::uint64_t{mine} << base);
    if ((inputs_done_[router] >> input & 1) != 0) continue;
    std::uint32_t contenders = 0;
    for (; mine != 0; mine &= mine - 1) {
      const auto channel = static_cast<std::uint32_t>(std::countr_zero(mine));
      const std::uint32_t way = wanted(router, base + channel);
      if (way == kNoChannel) continue;
      contenders |= 1U << channel;
      ways[channel] = way;
    }
    if (contenders == 0) continue;
    const std::uint32_t chosen =
        choose(contenders, proposed_last_[port_at(router, input)], router, input,
               [&](std::uint32_t channel) { return born(lane_at(router, base + channel)); });
    const std::uint32_t output = port_of_[ways[chosen]];
    proposals[input] = {chosen, ways[chosen]};
    if ((outputs >> output & 1) == 0) asked[output] = 0;
    outputs |= std::uint64_t{1} << output;
    asked[output] |= std::uint64_t{1} << input;
  }
  const auto grant_of = [&](std::uint32_t output) {
    const std::uint32_t input =
        choose(asked[output], won_last_[port_at(router, output)], router, setting_.ports + output,
               [&](std::uint32_t one) {
                 return born(lane_at(router, one * channels + proposals[one].channel));
               });
    const std::uint32_t channel = proposals[input].output - output * channels;
    return ChannelGrant{input, proposals[input].channel, channel, channel, true};
  };
  if (watched_) {
    decide_watched(router, outputs, grant_of);
    return;
  }
  for (; outputs != 0; outputs &= outputs - 1) {
    const auto output = static_cast<std::uint32_t>(std::countr_zero(outputs));
    move(router, output, grant_of(output));
  }
}

/// The same where somebody has the last word, or a trace looks on.
template <typename GrantOf>
void router_bank::decide_watched(std::uint32_t router, std::uint64_t outputs,
                                 const GrantOf& grant_of) {
  std::array<ChannelGrant, kMostLanes> grants{};
  for (; outputs != 0; outputs &= outputs - 1) {
    const auto output = static_cast<std::uint32_t>(std::countr_zero(outputs));
    grants[output] = grant_of(output);
  }
  const std::span<ChannelGrant> shown{grants.data(), setting_.ports};
  if (!judged_.empty() && judged_[router]) {
    routers_[router]->grants->decide(*routers_[router], shown);
    for (std::uint32_t output = 0; output < setting_.ports; ++output) {
      if (grants[output].input != kNoChannel) check_grant(router, output, grants[output]);
    }
  }
  if (tells_[router]) tell(router, shown);
  for (std::uint32_t output = 0; output < setting_.ports; ++output) {
    if (grants[output].input != kNoChannel) move(router, output, grants[output]);
  }
}

/// Is a grant that comes from elsewhere one that the router could have given?
void router_bank::check_grant(std::uint32_t router, std::uint32_t output,
                              const ChannelGrant& grant) {
  if (grant.input >= setting_.ports || grant.from >= setting_.channels ||
      grant.to >= setting_.channels) {
    raise("channel", routers_[router]->name(),
          "Output '{}' grants channel {} of input {} for channel {}: there are {} ports with {} "
          "channels.",
          route_->port_name(output), grant.from, grant.input, grant.to, setting_.ports,
          setting_.channels);
  }
  const std::uint32_t lane = grant.input * setting_.channels + grant.from;
  const std::uint32_t way = output * setting_.channels + grant.to;
  const std::size_t at = lane_at(router, lane);
  const Queue& queue = queues_[at];
  bool good = queue.held > 0 && credits_[lane_at(router, way)] > 0;
  if (good && queue.taken != kNone) {
    good = queue.taken == way;
  } else if (good) {
    const RouterPacket& packet = packets_[first_of(at).packet];
    const ChannelOptions options = options_of(at);
    good = std::ranges::any_of(options.all(), [&](const ChannelOption& option) {
      const ChannelOption alone{option.port, option.channels & 1U << grant.to, option.spare};
      return option.port == output && best_of(router, alone, packet, kNoChannel) == way;
    });
  }
  if (good) return;
  raise("channel", routers_[router]->name(),
        "A flit goes from {} to channel {} of output '{}', which it may not take.", place_name(at),
        grant.to, route_->port_name(output));
}

/// The channel of an output, counted through, by which the first flit of a queue could leave now.
std::uint32_t router_bank::wanted(std::uint32_t router, std::uint32_t lane) {
  const std::size_t at = lane_at(router, lane);
  Queue& queue = queues_[at];
  if (queue.taken != kNone) {
    const bool goes = credits_[lane_at(router, queue.taken)] > 0 &&
                      (outputs_done_[router] >> port_of_[queue.taken] & 1) == 0;
    return goes ? queue.taken : kNoChannel;
  }
  if (setting_.switching == PacketSwitching::kStoreAndForward && queue.tails == 0)
    return kNoChannel;
  RouterPacket& packet = packets_[first_of(at).packet];
  if (queue.channels == 0 || queue.channels == kAskAgain) {
    options_.clear();
    const RouteHeader before = packet.header;
    route_->route(router, port_of_[lane], lane - port_of_[lane] * setting_.channels, packet.header,
                  options_);
    if (packet.header.source != before.source || packet.header.destination != before.destination) {
      raise("program", routers_[router]->name(),
            "The route function has turned packet {} from {} to {} into one from {} to {}.",
            packet.number, before.source, before.destination, packet.header.source,
            packet.header.destination);
    }
    check_options(router);
    const auto all = options_.all();
    if (all.size() > 1) {
      queue.channels = kAskAgain;
      std::uint32_t best = kNoChannel;
      for (const ChannelOption& option : all) best = best_of(router, option, packet, best);
      return best;
    }
    queue.port = static_cast<std::uint8_t>(all[0].port);
    queue.channels = all[0].channels;
    queue.spare = all[0].spare;
  }
  return best_of(router, {queue.port, queue.channels, queue.spare}, packet, kNoChannel);
}

/// The channel with the most room, of equal ones the lowest: among `best` and those of `option`
/// that are free and have room enough for `packet`.
std::uint32_t router_bank::best_of(std::uint32_t router, const ChannelOption& option,
                                   const RouterPacket& packet, std::uint32_t best) const {
  if ((outputs_done_[router] >> option.port & 1) != 0) return best;
  if (option.port == node_port() && closed(router)) return best;
  const std::uint32_t room = room_of(packet.words, option.spare);
  const std::uint32_t base = option.port * setting_.channels;
  std::uint32_t left = option.channels & free_[port_at(router, option.port)];
  for (; left != 0; left &= left - 1) {
    const std::uint32_t lane = base + static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint32_t credits = credits_[lane_at(router, lane)];
    if (credits < room) continue;
    if (best != kNoChannel) {
      const std::uint32_t most = credits_[lane_at(router, best)];
      if (credits < most || (credits == most && lane > best)) continue;
    }
    best = lane;
  }
  return best;
}

void router_bank::check_options(std::uint32_t router) const {
  for (const ChannelOption& option : options_.all()) {
    if (option.port < setting_.ports && target_[port_at(router, option.port)] != kNoChannel &&
        option.channels >> setting_.channels == 0) {
      continue;
    }
    raise("conservation", name(),
          "The route function sends a packet to port {} of router {}, where no link is.",
          option.port, router);
  }
  if (options_.all().empty()) {
    raise("conservation", name(), "The route function knows no way for a packet in router {}.",
          router);
  }
}

template <typename Born>
std::uint32_t router_bank::choose(std::uint64_t contenders, std::uint32_t won_last,
                                  std::uint32_t router, std::uint32_t arbiter, Born&& born) const {
  auto first = static_cast<std::uint32_t>(std::countr_zero(contenders));
  if ((contenders & (contenders - 1)) == 0) return first;
  switch (setting_.arbitration) {
    case Arbitration::kFixed:
      break;
    case Arbitration::kAlternating: {
      const std::uint64_t behind = contenders & ~((std::uint64_t{2} << won_last) - 1);
      if (behind != 0) first = static_cast<std::uint32_t>(std::countr_zero(behind));
      break;
    }
    case Arbitration::kOldest:
      for (std::uint64_t left = contenders & (contenders - 1); left != 0; left &= left - 1) {
        const auto other = static_cast<std::uint32_t>(std::countr_zero(left));
        if (born(other) < born(first)) first = other;
      }
      break;
    case Arbitration::kRandom: {
      std::uint32_t skipped =
          coin(router, arbiter, static_cast<std::uint32_t>(std::popcount(contenders)));
      skipped_[arbiter] = static_cast<std::uint8_t>(skipped);
      for (; skipped > 0; --skipped) contenders &= contenders - 1;
      first = static_cast<std::uint32_t>(std::countr_zero(contenders));
      break;
    }
  }
  return first;
}

std::uint32_t router_bank::coin(std::uint32_t router, std::uint32_t arbiter,
                                std::uint32_t contenders) const {
  const std::uint64_t bits =
      mixed(mixed(mixed(setting_.seed) + cycle_) + (std::uint64_t{router} << 8) + arbiter);
  return static_cast<std::uint32_t>((bits >> 32) * contenders >> 32);
}

void router_bank::move(std::uint32_t router, std::uint32_t output, const ChannelGrant& grant) {
  const std::uint32_t lane = grant.input * setting_.channels + grant.from;
  const std::uint32_t way = output * setting_.channels + grant.to;
  const std::size_t at = lane_at(router, lane);
  const std::size_t port = port_at(router, output);
  Queue& queue = queues_[at];
  const Flit flit = first_of(at);
  queue.first = queue.first + 1U == setting_.depth ? std::uint16_t{0}
                                                   : static_cast<std::uint16_t>(queue.first + 1);
  if (--queue.held == 0) {
    filled_[router] &= ~(std::uint64_t{1} << lane);
    if (filled_[router] == 0) active_.remove(router);
  }
  if (flit.head()) {
    RouterPacket& packet = packets_[flit.packet];
    packet.hops += output == node_port() ? 0 : 1;
    packet.path = (packet.path ^ (way + 1)) * kPathFactor;
    queue.channels = 0;
    if (!flit.tail) {
      queue.taken = static_cast<std::uint16_t>(way);
      free_[port] &= ~(1U << grant.to);
    }
    if (sink_ != nullptr && output != node_port()) {
      record(TraceKind::kSend, port, flit.packet, false);
    }
    if (!closed_.empty() && output == node_port()) client->coming(router);
  }
  if (flit.tail) {
    --queue.tails;
    queue.taken = kNone;
    free_[port] |= 1U << grant.to;
  }
  const bool to_node = output == node_port();
  if (!to_node) --credits_[lane_at(router, way)];
  if (grant.shown != kNoChannel) {
    put_on_way(target_[port] + (to_node ? 0 : grant.shown), flit, setting_.pipeline);
  }
  if (grant.credit) give_back(feeder_[port_at(router, grant.input)] + grant.from);
  proposed_last_[port_at(router, grant.input)] = static_cast<std::uint8_t>(grant.from);
  won_last_[port] = static_cast<std::uint8_t>(grant.input);
  inputs_done_[router] |= rounds_ ? std::uint64_t{1} << grant.input : 0;
  outputs_done_[router] |= rounds_ ? std::uint64_t{1} << output : 0;
  ++sent_[port];
  moved_ = true;
  moved_in_ = cycle_;
}

void router_bank::put_on_way(std::uint32_t queue, const Flit& flit, std::uint32_t delay) {
  landing_[(cycle_ + delay) % landing_.size()].push_back({queue, flit});
}

void router_bank::give_back(std::uint32_t output) {
  if (rounds_) {
    returned_now_.push_back(output);
  } else {
    returns_[(cycle_ + setting_.credit_delay) % returns_.size()].push_back(output);
  }
}

std::uint32_t router_bank::known(std::uint32_t router) const {
  if (router < routers_.size()) return router;
  throw std::invalid_argument{
      fmt::format("{} has {} routers: there is no router {}.", name(), routers_.size(), router)};
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
    raise("program", routers_[packet.header.source]->name(),
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
  if (places_free_.empty()) {
    places_free_.push_back(static_cast<std::uint32_t>(packets_.size()));
    packets_.emplace_back();
  }
  const std::uint32_t place = places_free_.back();
  places_free_.pop_back();
  packets_[place] = packet;
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
    const std::uint32_t channel = node_port() * setting_.channels + face.channel;
    put_on_way(static_cast<std::uint32_t>(lane_at(node, channel)), {face.packet, face.sent, tail},
               1);
    ++face.sent;
    ++flits_inside_;
    moved_ = true;
    moved_in_ = cycle_;
    if (!tail) return;
    face.packet = kNoChannel;
    sending_.remove(node);
  });
}

// ---- figures and names --------------------------------------------------------------------------

std::optional<RouterPort> router_bank::behind(std::uint32_t router, std::uint32_t port) const {
  const std::uint32_t queue = target_[port_at(router, port)];
  if (queue >= queues_.size()) return std::nullopt;
  return RouterPort{queue / lanes_, port_of_[queue % lanes_]};
}

std::uint32_t router_bank::held(std::uint32_t router) const {
  std::uint32_t flits = 0;
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) flits += queues_[lane_at(router, lane)].held;
  return flits;
}

Cycles router_bank::born(std::size_t queue) const { return packets_[first_of(queue).packet].born; }

std::string router_bank::packet_name(const RouterPacket& packet) {
  return fmt::format("Packet {} from node {} to node {}", packet.number, packet.header.source,
                     packet.header.destination);
}

std::string router_bank::place_name(std::size_t queue) const {
  const auto router = static_cast<std::uint32_t>(queue / lanes_);
  const auto lane = static_cast<std::uint32_t>(queue % lanes_);
  return fmt::format("{}, input '{}', channel {}", routers_[router]->name(),
                     route_->port_name(port_of_[lane]), lane % setting_.channels);
}

void router_bank::raise_mixed(const Landing& landing) const {
  const Queue& queue = queues_[landing.queue];
  const RouterPacket& packet = packets_[landing.flit.packet];
  const std::string why = queue.held == setting_.depth
                              ? "no place is free"
                              : fmt::format("flit {} of another is due", queue.next_number);
  raise("channel", routers_[landing.queue / lanes_]->name(),
        Figures{{"packet", packet.number}, {"source", packet.header.source}},
        "{}: its flit {} comes to {}, where {}.", packet_name(packet), landing.flit.number,
        place_name(landing.queue), why);
}

// ---- traces -------------------------------------------------------------------------------------

void router_bank::listen(trace_sink_if& sink) {
  link_names_.assign(target_.size(), {});
  for (std::uint32_t router = 0; router < setting_.routers; ++router) {
    tells_[router] = sink.wants(routers_[router]->name());
  }
  for (const flit_link& link : links_) {
    const std::string name = link.full_name();
    if (sink.wants(name)) link_names_[port_at(link.from().router, link.from().port)] = name;
  }
  sink_ = &sink;
  watched_ = true;
}

void router_bank::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  std::string last;  // several links between two routers have one name, in waves and traces too
  for (const flit_link& link : links_) {
    const std::string name = link.full_name();
    if (name == last) continue;
    last = name;
    visit({name,
           "link",
           {{"sender", routers_[link.from().router]->name()},
            {"receiver", routers_[link.to().router]->name()}}});
  }
  for (std::uint32_t router = 0; router < routers_.size(); ++router) {
    for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
      visit({routers_[router]->queue_name(lane), "queue", {}});
    }
  }
}

/// A packet sets out over a link (`at`: its output) or has come over it (`at`: its input).
void router_bank::record(TraceKind kind, std::size_t at, std::uint32_t place, bool input) const {
  if (input) {
    const std::uint32_t feeder = feeder_[at];
    if (feeder >= queues_.size()) return;
    at = feeder / setting_.channels;
  }
  if (link_names_[at].empty()) return;
  const RouterPacket& packet = packets_[place];
  sink_->record({.cycle = now_,
                 .kind = kind,
                 .rank = at,
                 .part = link_names_[at],
                 .packet = id_of(packet),
                 .source = static_cast<NodeId>(at / setting_.ports),
                 .destination = target_[at] / lanes_,
                 .words = Words{packet.words},
                 .startup = Cycles{setting_.pipeline - 1}});
}

/// `packet 3 > +x; packet 7 waits`: what comes first in the queues.
void router_bank::tell(std::uint32_t router, std::span<const ChannelGrant> grants) {
  std::string text;
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    const std::size_t at = lane_at(router, lane);
    if (queues_[at].held == 0) continue;
    const RouterPacket& packet = packets_[first_of(at).packet];
    std::string way = " waits";
    for (std::uint32_t output = 0; output < grants.size(); ++output) {
      if (grants[output].input * setting_.channels + grants[output].from == lane) {
        way = " > " + route_->port_name(output);
      }
    }
    text += fmt::format("{}packet {}{}", text.empty() ? "" : "; ", id_of(packet), way);
  }
  if (text == told_[router]) return;
  told_[router] = text;
  sink_->record(set_row(now_, router, routers_[router]->name(), std::move(text)));
}

// ---- routers as modules -------------------------------------------------------------------------

/// Twins hear of what comes to their parts in this cycle.
void router_bank::tell_of_entering() {
  BitSet reached{setting_.routers};
  for (const Landing& one : landing_[(cycle_ + 1) % landing_.size()]) {
    if (one.queue < queues_.size()) reached.add(one.queue / lanes_);
  }
  for (const std::uint32_t output : returns_[(cycle_ + 1) % returns_.size()]) {
    if (output < queues_.size()) reached.add(output / lanes_);
  }
  reached.for_each([this](std::uint32_t router) {
    if (judged_[router]) routers_[router]->grants->entering(*routers_[router]);
  });
}

std::size_t vc_router::place_of(std::uint32_t channel) const {
  if (channel >= bank_->lanes_) {
    raise("program", name(), "It was asked for channel {}: it has {}, counted through its ports.",
          channel, bank_->lanes_);
  }
  return bank_->lane_at(number_, channel);
}

std::uint32_t vc_router::held(std::uint32_t queue) const {
  return bank_->queues_[place_of(queue)].held;
}

const Flit& vc_router::first(std::uint32_t queue) const {
  const std::size_t place = place_of(queue);
  if (bank_->queues_[place].held == 0) {
    raise("program", name(), "It was asked for the first flit of queue {}, which is empty.", queue);
  }
  return bank_->first_of(place);
}

Cycles vc_router::born(std::uint32_t queue) const {
  static_cast<void>(first(queue));  // there must be one
  return bank_->born(place_of(queue));
}

const RouterPacket& vc_router::packet(std::uint32_t queue) const {
  return bank_->packets_[first(queue).packet];
}

std::uint32_t vc_router::taken(std::uint32_t queue) const {
  const std::uint16_t taken = bank_->queues_[place_of(queue)].taken;
  return taken == router_bank::kNone ? kNoChannel : taken;
}

std::uint32_t vc_router::need(std::uint32_t queue) const {
  return bank_->room_of(packet(queue).words, false);
}

void vc_router::route(std::uint32_t queue, ChannelOptions& options) const {
  RouteHeader header = packet(queue).header;
  options.clear();
  bank_->route_->route(number_, queue / bank_->setting_.channels, queue % bank_->setting_.channels,
                       header, options);
  const auto to_node = [this](const ChannelOption& option) {
    return option.port == bank_->node_port();
  };
  if (bank_->closed(number_) && std::ranges::any_of(options.all(), to_node)) options.clear();
}

std::uint32_t vc_router::credits(std::uint32_t output) const {
  return bank_->credits_[place_of(output)];
}

std::uint32_t vc_router::skipped(std::uint32_t arbiter) const {
  const std::uint32_t arbiters = 2 * bank_->lanes_ / bank_->setting_.channels;
  if (arbiter >= arbiters) {
    raise("program", name(), "It was asked for arbiter {}: it has {}.", arbiter, arbiters);
  }
  return bank_->skipped_[arbiter];
}

std::optional<ArrivingFlit> vc_router::arriving(std::uint32_t port) const {
  for (int i = 0; i < inputs.size(); ++i) {
    if (inputs[i]->receiver_port() == port) return inputs[i]->arriving();
  }
  return port == bank_->node_port() ? bank_->arriving({number_, port}) : std::nullopt;
}

std::uint64_t vc_router::returning() const {
  const std::uint32_t channels = bank_->setting_.channels;
  const auto at = [&](std::uint32_t port, std::uint64_t back) { return back << port * channels; };
  std::uint64_t all = at(bank_->node_port(), bank_->returning({number_, bank_->node_port()}));
  for (int i = 0; i < outputs.size(); ++i) {
    all |= at(outputs[i]->sender_port(), outputs[i]->returning());
  }
  return all;
}

void vc_router::end_of_elaboration() {
  const auto check = [this](const auto& ports) {
    for (int i = 0; i < ports.size(); ++i) {
      const auto* const bound = dynamic_cast<const flit_link*>(ports[i]);
      if (bound != nullptr && bound->is_of(*bank_)) continue;
      report_wiring(
          "{} is bound to {}, which is no link of {}: a router's flits go by links of its "
          "network.",
          ports.name(), name_of(*ports[i]), bank_->name());
    }
  };
  check(inputs);
  check(outputs);
  if (!grants.exchanged()) return;
  bank_->judged_.resize(bank_->routers_.size(), false);
  bank_->judged_[number_] = true;
  bank_->watched_ = true;
}

std::string vc_router::queue_name(std::uint32_t queue) const {
  const std::uint32_t channels = bank_->setting_.channels;
  return fmt::format("{}.input_{}_channel_{}", name(), queue / channels, queue % channels);
}

void vc_router::trace(sc_core::sc_trace_file* file) const {
  for (std::uint32_t lane = 0; lane < bank_->lanes_; ++lane) {
    sc_core::sc_trace(file, bank_->queues_[bank_->lane_at(number_, lane)].held,
                      queue_name(lane) + ".held");
  }
}

// ---- links --------------------------------------------------------------------------------------

std::optional<ArrivingFlit> router_bank::arriving(RouterPort at) const {
  const std::size_t first = lane_at(at.router, at.port * setting_.channels);
  for (const Landing& one : landing_[(cycle_ + 1) % landing_.size()]) {
    if (one.queue >= first && one.queue < first + setting_.channels) {
      return ArrivingFlit{one.flit, static_cast<std::uint32_t>(one.queue - first),
                          packets_[one.flit.packet].born};
    }
  }
  return std::nullopt;
}

/// Channels of an output whose credits come back.
std::uint32_t router_bank::returning(RouterPort at) const {
  std::uint32_t back = 0;
  const std::size_t first = lane_at(at.router, at.port * setting_.channels);
  for (const std::uint32_t output : returns_[(cycle_ + 1) % returns_.size()]) {
    if (output >= first && output < first + setting_.channels) back |= 1U << (output - first);
  }
  return back;
}

std::uint32_t flit_link::returning() const { return bank_->returning(from_); }

std::optional<ArrivingFlit> flit_link::arriving() const { return bank_->arriving(to_); }

std::string flit_link::full_name() const {
  return fmt::format("{}.link_{}_to_{}", bank_->name(), from_.router, to_.router);
}

}  // namespace plexus
