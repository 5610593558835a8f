#include <algorithm>
#include <array>
#include <bit>

#include "hw/data/mixed.hpp"
#include "hw/router/router_bank.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

constexpr std::uint32_t kAskAgain = 0xffff'ffff;

}  // namespace

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
  if (closed(port_at(router, option.port))) return best;
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
    if (option.port >= setting_.ports || target_[port_at(router, option.port)] == kNoChannel) {
      raise("conservation", name(),
            "The route function sends a packet to port {} of router {}, where no link is.",
            option.port, router);
    }
    if (option.channels >> setting_.channels == 0) continue;
    raise("conservation", name(),
          "The route function sends a packet to channel {} of port {} of router {}, which has {}.",
          std::bit_width(option.channels) - 1, option.port, router, setting_.channels);
  }
  if (options_.all().empty()) {
    raise("conservation", name(), "The route function knows no way for a packet in router {}.",
          router);
  }
}

template <typename Born>
std::uint32_t router_bank::choose(std::uint64_t contenders, std::uint32_t won_last,
                                  std::uint32_t router, std::uint32_t arbiter, Born&& born) const {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(contenders));
  if ((contenders & (contenders - 1)) == 0) return first;
  const auto behind = [contenders](std::uint32_t one) {
    const std::uint64_t left = contenders & ~((std::uint64_t{2} << one) - 1);
    return left == 0 ? kNoContender : static_cast<std::uint32_t>(std::countr_zero(left));
  };
  const auto coin = [&] {
    const std::uint64_t bits =
        mixed(mixed(mixed(setting_.seed) + cycle_) + (std::uint64_t{router} << 8) + arbiter);
    const auto count = static_cast<std::uint32_t>(std::popcount(contenders));
    return skipped_[arbiter] = static_cast<std::uint8_t>((bits >> 32) * count >> 32);
  };
  return winner_of(setting_.arbitration, first, won_last, behind, born, coin);
}

void router_bank::move(std::uint32_t router, std::uint32_t output, const ChannelGrant& grant) {
  const std::uint32_t lane = grant.input * setting_.channels + grant.from;
  const std::uint32_t way = output * setting_.channels + grant.to;
  const std::size_t at = lane_at(router, lane);
  const std::size_t port = port_at(router, output);
  const bool to_node = out_[port] == nullptr;
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
    packet.hops += to_node ? 0 : 1;
    packet.path = (packet.path ^ (way + 1)) * kPathFactor;
    queue.channels = 0;
    if (!flit.tail) {
      queue.taken = static_cast<std::uint16_t>(way);
      free_[port] &= ~(1U << grant.to);
    }
    if (sink_ != nullptr && !to_node) record(TraceKind::kSend, port, flit.packet, false);
    if (!closed_.empty() && to_node) client->coming(node_of(target_[port]));
  }
  if (flit.tail) {
    --queue.tails;
    queue.taken = kNone;
    free_[port] |= 1U << grant.to;
  }
  if (!to_node) --credits_[lane_at(router, way)];
  if (grant.shown != kNoChannel) {
    to_node ? put_on_way(target_[port] + grant.to, flit, setting_.pipeline)
            : out_[port]->send(flit, grant.shown);
  }
  if (grant.credit) {
    const std::size_t input = port_at(router, grant.input);
    flit_rx_if* const link = in_[input];
    link == nullptr ? give_back(feeder_[input] + grant.from) : link->give_back(grant.from);
  }
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

void flit_link::send(const Flit& flit, std::uint32_t channel) {
  bank_->put_on_way(queue_ + channel, flit, bank_->setting_.pipeline);
}

void flit_link::give_back(std::uint32_t channel) { bank_->give_back(credits_ + channel); }

void router_bank::give_back(std::uint32_t output) {
  if (rounds_) {
    returned_now_.push_back(output);
  } else {
    returns_[(cycle_ + setting_.credit_delay) % returns_.size()].push_back(output);
  }
}

}  // namespace plexus
