#include "models/direct/direct_traffic.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hw/data/mixed.hpp"
#include "hw/rule/fault.hpp"
#include "models/catalogue/json.hpp"
#include "models/traffic/series.hpp"

namespace plexus {

namespace {

const Statistic kFlitHops{"flit_hops", "flits", "words over links between routers, all together"};
const Statistic kHopsMean{"hops_mean", "links", "crossed by a packet that arrived"};
const Statistic kZeroLoad{"zero_load_latency_mean", "cycles",
                          "that the same packets take with nothing in their way"};
const Statistic kDirectTrafficUtilisation{"link_utilisation", "",
                                          "busy share of all links and cycles"};
const Statistic kBusiest{"busiest_links", "", "the eight that most words crossed, as FROM -> TO"};
const Statistic kBusiestShare{"busiest_link_utilisation", "",
                              "share of cycles in which words crossed the first"};
const Statistic kQueueMax{"queue_depth_max", "words", "most in the queue of a channel"};

}  // namespace

RouterWiring wiring_of(const DirectNetwork& network) {
  const DirectWiring& wires = network.wiring;
  return RouterWiring::with_nodes(
      wires.nodes + network.inner_routers, wires.channels + 1,
      [&](std::uint32_t router, std::uint32_t port) -> std::optional<RouterPort> {
        const auto other = wires.neighbour(router, port);
        if (!other) return std::nullopt;
        return RouterPort{other->node, other->channel};
      });
}

std::uint64_t zero_load_latency(const RouterSetting& routers, std::uint64_t hops,
                                std::uint64_t words) {
  const std::uint64_t others = words - 1;
  const bool waits = routers.switching == PacketSwitching::kStoreAndForward;
  return 1 + (hops + 1) * (routers.pipeline + (waits ? others : 0)) + others;
}

// ---- order --------------------------------------------------------------------------------------

path_order_check::path_order_check(NodeId nodes) {
  constexpr std::size_t kMostWays = 1 << 15;
  ways_.resize(std::min(kMostWays, std::bit_ceil(std::size_t{nodes} * 64)));
}

void path_order_check::deliver(const RouterPacket& packet, const char* part) {
  const RouteHeader& header = packet.header;
  const std::uint64_t pair = std::uint64_t{header.source} << 32 | header.destination;
  const std::uint64_t key = mixed(mixed(pair) ^ packet.path);
  Way& way = ways_[key & (ways_.size() - 1)];
  if (way.key == key && packet.number < way.next) {
    raise({"order",
           {},
           part,
           fmt::format("Packet {} from node {} to node {} comes out behind packet {}, which took "
                       "the same channels.",
                       packet.number, header.source, header.destination, way.next - 1),
           {}});
  }
  way = {key, packet.number + 1};
}

// ---- the machine --------------------------------------------------------------------------------

direct_traffic::direct_traffic(sc_core::sc_module_name name, const DirectTrafficCase& at,
                               const ConstructionOrder& order)
    : traffic_machine{name, at.setting, at.network.wiring.nodes},
      layout_{at.network.wiring.layout},
      queue_group_{at.network.queue_group},
      steps_{at.network.steps()},
      routing_{at.routing},
      channels_{*steps_, at.routing, at.way_out, at.routers.channels},
      network{"network", at.routers, wiring_of(at.network), channels_, order} {
  constexpr std::uint32_t kMostChecked = 4096;  // 64 MiB
  const NodeId nodes = queues_.nodes();
  if (!channels_.ordered()) {
    ways_.emplace(nodes);
  } else if (nodes <= kMostChecked) {
    check_.emplace(nodes);
  }
  network.client(*this);
}

void direct_traffic::listen(trace_sink_if& sink) {
  machine::listen(sink);
  network.listen(sink);
}

LightPart::Ends direct_traffic::at_source(const std::string& number) const {
  return {{"router", std::string{network.name()} + ".router_" + number}};
}

void direct_traffic::cycle(Cycles now) {
  if (goes_on(now)) {
    for (WatchedQueues& group : groups_) {
      for (const auto& [router, lane] : group.queues)
        group.words += network.router(router).held(lane);
    }
    return;
  }
  network.halt();
  network.check_conservation();
}

/// Links on the shortest ways from every node to `node`.
std::vector<std::uint32_t> direct_traffic::hops_from(NodeId node) const {
  constexpr std::uint32_t kFar = 0xffff'ffff;
  std::vector<std::uint32_t> hops(network.setting().routers, kFar);
  std::vector<std::uint32_t> reached{node};
  hops[node] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (std::uint32_t port = 0; port < network.setting().ports; ++port) {
      const auto other = network.behind(reached[i], port);  // links join both ways
      if (!other || hops[other->router] != kFar) continue;
      hops[other->router] = hops[reached[i]] + 1;
      reached.push_back(other->router);
    }
  }
  return hops;
}

std::vector<QueueGroup> direct_traffic::queue_groups() {
  const RouterSetting& of = network.setting();
  std::function<std::size_t(std::uint32_t router, std::uint32_t port)> group_of;
  if (!setting_.recorded && setting_.pattern.kind == TrafficPattern::Kind::kHotspot) {
    constexpr std::size_t kMostGroups = 8;
    const std::vector<std::uint32_t> hops = hops_from(setting_.pattern.hot);
    const std::size_t distances = *std::ranges::max_element(hops) + std::size_t{1};
    const std::size_t count = std::min(distances, kMostGroups);
    for (std::size_t group = 0; group < count; ++group) {
      const std::size_t first = (group * distances + count - 1) / count;
      const std::size_t last = ((group + 1) * distances + count - 1) / count - 1;
      groups_.push_back({first == last ? fmt::format("{} hop{} away", first, first == 1 ? "" : "s")
                                       : fmt::format("{} to {} hops away", first, last)});
    }
    group_of = [=](std::uint32_t router, std::uint32_t) {
      return hops[router] * count / distances;
    };
  } else if (queue_group_) {
    group_of = [this, known = std::map<std::string, std::size_t>{}](std::uint32_t router,
                                                                    std::uint32_t port) mutable {
      const auto [group, added] = known.emplace(queue_group_(router, port), groups_.size());
      if (added) groups_.push_back({group->first});
      return group->second;
    };
  } else {
    for (std::uint32_t port = 0; port < of.ports; ++port) {
      groups_.push_back({"from " + channels_.port_name(port)});
    }
    group_of = [](std::uint32_t, std::uint32_t port) { return port; };
  }
  for (std::uint32_t router = 0; router < of.routers; ++router) {
    for (std::uint32_t port = 0; port < of.ports; ++port) {
      const bool wired = network.leads_to_node(router, port)
                             ? router < queues_.nodes()
                             : network.behind(router, port).has_value();
      if (!wired) continue;
      auto& queues = groups_[group_of(router, port)].queues;
      for (std::uint32_t channel = 0; channel < of.channels; ++channel) {
        queues.emplace_back(router, port * of.channels + channel);
      }
    }
  }
  std::vector<QueueGroup> shown;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    shown.push_back({groups_[i].name, groups_[i].queues.size(),
                     [this, i](Cycles) { return groups_[i].words; }, "words"});
  }
  return shown;
}

RouterPacket direct_traffic::packet_of(NodeId node, const Offer& offer) const {
  RouterPacket packet;
  packet.born = offer.born;
  packet.header.source = node;
  packet.header.destination = offer.destination;
  packet.words = offer.words;
  packet.number = queues_.left(node);
  if (routing_ == Routing::kValiant) {  // the same node however often it is asked
    const std::uint64_t drawn =
        mixed(mixed(setting_.seed) + (std::uint64_t{node} << 32) + packet.number) >> 32;
    packet.header.via = static_cast<NodeId>(drawn * queues_.nodes() >> 32);
  }
  return packet;
}

void direct_traffic::send_packets(Cycles now) {
  offer(now, [this](NodeId node, const Offer* head) {
    if (head == nullptr) return false;
    const RouterPacket packet = packet_of(node, *head);
    if (!network.ready(packet)) return false;
    network.send(packet);
    return true;
  });
}

void direct_traffic::delivered(const RouterPacket& packet, Cycles now) {
  if (check_) {
    check_->deliver(packet.header.source, packet.header.destination, packet.number,
                    packet.header.destination, network.name());
  }
  if (ways_) ways_->deliver(packet, network.name());
  log_.arrived(now, packet.born, packet.entered, packet.words);
  if (now <= log_.first()) return;
  ++packets_;
  hops_ += packet.hops;
  zero_load_ += zero_load_latency(packet);
}

std::uint64_t direct_traffic::zero_load_latency(const RouterPacket& packet) const {
  return plexus::zero_load_latency(network.setting(), packet.hops, packet.words);
}

void direct_traffic::report(Cycles cycles, Statistics& statistics) const {
  traffic_machine::report(cycles, statistics);
  const auto mean = [this](std::uint64_t sum) {
    return packets_ == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(packets_);
  };
  struct Link {
    std::uint64_t flits;
    std::uint32_t from;
    std::uint32_t to;
  };
  std::vector<Link> links;
  std::uint64_t flits = 0;
  for (std::uint32_t router = 0; router < network.setting().routers; ++router) {
    for (std::uint32_t port = 0; port < network.setting().ports; ++port) {
      const auto other = network.behind(router, port);
      if (!other) continue;
      links.push_back({network.sent(router, port), router, other->router});
      flits += links.back().flits;
    }
  }
  constexpr std::size_t kShown = 8;
  const std::size_t shown = std::min(kShown, links.size());
  std::ranges::partial_sort(
      links, links.begin() + static_cast<std::ptrdiff_t>(shown), [](const Link& a, const Link& b) {
        return std::tuple{b.flits, a.from, a.to} < std::tuple{a.flits, b.from, b.to};
      });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shown; ++i) {
    names.push_back(fmt::format("{} -> {}", links[i].from, links[i].to));
  }
  const auto share = [&](std::uint64_t sent, std::size_t of) {
    const double all = static_cast<double>(of) * static_cast<double>(cycles.count());
    return all > 0 ? rounded(static_cast<double>(sent) / all) : 0;
  };
  statistics.set(kHopsMean, rounded(mean(hops_)));
  statistics.set(kZeroLoad, rounded(mean(zero_load_)));
  statistics.set(kFlitHops, flits);
  statistics.set(kDirectTrafficUtilisation, share(flits, links.size()));
  statistics.set(kBusiest, names);
  statistics.set(kBusiestShare, shown > 0 ? share(links.front().flits, 1) : 0.0);
  statistics.set(kQueueMax, network.most_held());
}

// ---- the algorithm ------------------------------------------------------------------------------

namespace {

constexpr std::int64_t kMostDepth = 4096;  ///< words in a queue

constexpr std::array<std::pair<const char*, PacketSwitching>, 3> kSwitchingWords{
    {{"store-and-forward", PacketSwitching::kStoreAndForward},
     {"cut-through", PacketSwitching::kCutThrough},
     {"wormhole", PacketSwitching::kWormhole}}};

template <typename Words>
std::vector<std::string> texts(const Words& kinds) {
  std::vector<std::string> all;
  for (const auto kind : kinds) all.emplace_back(to_string(kind));
  return all;
}

/// Of a network that leaves no choice: the only way, and no circle.
Routing routing_of(const Values& values) {
  return values.has("routing") ? *parse_routing(values.word("routing")) : Routing::kDimensionOrder;
}
WayOut way_out_of(const Values& values) {
  return values.has("deadlock") ? *parse_way_out(values.word("deadlock")) : WayOut::kDateline;
}

/// Parameters of the routers. `network`: of the machine.
std::vector<Parameter> router_parameters(
    const std::function<DirectNetwork(const Values&)>& network) {
  const auto needed = [network](const Values& values) {
    return channels_needed(routing_of(values), way_out_of(values), network(values).rings);
  };
  return joined(
      {{word("routing", texts(kRoutings), "dimension-order", "which way packets take"),
        word("switching", switching_words(), "wormhole",
             "when a packet leaves a router: whole, when there is room for it, or for its head"),
        word("deadlock", texts(kWaysOut), "dateline",
             "what keeps packets from waiting in a circle: classes of channels, room left in "
             "rings")},
       channel_parameters(needed, Json("as few as the routing needs"))});
}

DirectTrafficCase read_case(const std::string& machine, const Values& values,
                            const std::function<DirectNetwork(const Values&)>& network) {
  DirectTrafficCase at;
  at.machine = machine;
  at.network = network(values);
  at.setting = traffic_setting(values, [&](const Values& these) { return network(these).sides; });
  at.routing = routing_of(values);
  at.way_out = way_out_of(values);
  for (const auto& [text, kind] : kSwitchingWords) {
    if (values.word("switching") == text) at.routers.switching = kind;
  }
  at.routers.routers = at.network.wiring.nodes + at.network.inner_routers;
  at.routers.ports = at.network.wiring.channels + 1;
  at.routers.channels = static_cast<std::uint32_t>(values.number("virtual_channels"));
  at.routers.depth = static_cast<std::uint32_t>(values.number("fifo_depth"));
  at.routers.arbitration = *parse_arbitration(values.word("arbitration"));
  at.routers.pipeline = static_cast<std::uint32_t>(values.number("pipeline"));
  at.routers.credit_delay =
      values.has("credit_delay") ? static_cast<std::uint32_t>(values.number("credit_delay")) : 0;
  at.routers.empty_channels = needs_empty_channels(at.routing, at.way_out, at.routers.switching);
  at.routers.seed = at.setting.seed;
  return at;
}

/// Refuses what no router can do.
void prepare(DirectTrafficCase& at) {
  const bool rings = at.network.rings;
  const RouterSetting& routers = at.routers;
  const bool whole = routers.switching != PacketSwitching::kWormhole;
  if (at.way_out == WayOut::kBubble && !rings) {
    throw Refusal{RefusalClass::kFeature,
                  "--deadlock bubble leaves room in rings, and this network has none: choose "
                  "--deadlock dateline."};
  }
  if (at.way_out == WayOut::kBubble && !whole) {
    throw Refusal{RefusalClass::kFeature,
                  "--deadlock bubble counts whole packets: choose --switching cut-through or "
                  "store-and-forward."};
  }
  const std::uint32_t needed = channels_needed(at.routing, at.way_out, rings);
  if (routers.channels < needed) {
    throw Refusal{
        RefusalClass::kRange,
        fmt::format("--virtual-channels {}: --routing {} with --deadlock {} needs {} "
                    "here; --deadlock none takes any number.",
                    routers.channels, to_string(at.routing), to_string(at.way_out), needed)};
  }
  if (routers.lanes() > router_bank::kMostLanes) {
    throw Refusal{
        RefusalClass::kSize,
        fmt::format("--virtual-channels {}: a router with {} ports can have {} at most.",
                    routers.channels, routers.ports, router_bank::kMostLanes / routers.ports)};
  }
  const std::uint32_t words = longest_packet(at.setting);
  const std::uint32_t room = !whole ? 1 : at.way_out == WayOut::kBubble ? 2 * words : words;
  if (routers.depth < room) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--fifo-depth {}: packets of {} words need queues of {} here.",
                              routers.depth, words, room)};
  }
  if (words >= 0xffff) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--words {}: a packet has at most 65,534 words here.", words)};
  }
}

double memory(const DirectTrafficCase& at) {
  const double nodes = at.network.wiring.nodes;
  const double routers = at.routers.routers;
  const double queues = routers * at.routers.lanes();
  const double pairs = nodes <= 4096 ? 5 * nodes * nodes : 0;
  return routers * 2500 + pairs + queues * (sizeof(Flit) * at.routers.depth + 40.0);
}

}  // namespace

std::vector<std::string> switching_words() {
  std::vector<std::string> words;
  for (const auto& [text, kind] : kSwitchingWords) words.emplace_back(text);
  return words;
}

std::vector<Parameter> channel_parameters(const std::function<std::uint32_t(const Values&)>& needed,
                                          const Json& shown) {
  const auto whole = [](const Values& values) {
    return values.word("switching") != "wormhole" && values.has("words");
  };
  const auto depth = [whole](const Values& values) {
    const std::int64_t packets = way_out_of(values) == WayOut::kBubble ? 2 : 1;
    const std::int64_t words = whole(values) ? packets * values.number("words") : 0;
    return Json(std::clamp<std::int64_t>(words, 4, kMostDepth));
  };
  const auto registered = [](const Values& values) { return values.word("flow") == "registered"; };
  return {
      with_default(integer("virtual_channels", 1, router_bank::kMostChannels, 1,
                           "queues of each input of a router"),
                   shown, [needed](const Values& values) { return Json(needed(values)); }),
      with_default(integer("fifo_depth", 1, kMostDepth, 4, "words that each queue has room for"),
                   Json("4, or what the switching needs"), depth),
      integer("pipeline", 1, 64, 1, "cycles of a hop: router and link"),
      word("flow", {"registered", "bypass"}, "registered",
           "a place that becomes free: usable when the credit has come, or in the same cycle"),
      only_with(integer("credit_delay", 1, 64, 1, "cycles until the place may be used again"),
                "--flow registered", registered),
      word("arbitration", texts(kArbitrations), "alternating",
           "who wins what several packets want")};
}

CatalogueEntry direct_traffic_entry(const std::string& machine,
                                    const std::vector<Parameter>& parameters,
                                    const std::function<DirectNetwork(const Values&)>& network) {
  Catalogue own;
  MachineKind<DirectTrafficCase> kind;
  kind.name = machine;
  kind.read = [machine, network](const Values& values) {
    return read_case(machine, values, network);
  };
  kind.build = [](const DirectTrafficCase& at, const Operation&, const ConstructionOrder& order) {
    std::string name = at.machine;
    std::ranges::replace(name, '-', '_');
    return std::make_unique<direct_traffic>(name.c_str(), at, order);
  };
  kind.memory = memory;
  kind.blocks = {"vc_router"};
  kind.declared = TrafficLog::declared({kHopsMean, kZeroLoad, kFlitHops, kDirectTrafficUtilisation,
                                        kBusiest, kBusiestShare, kQueueMax});
  kind.layout = [](const DirectTrafficCase& at) { return at.network.wiring.layout(); };
  const MachineList<DirectTrafficCase> add{own, std::move(kind)};

  Algorithm<DirectTrafficCase> algorithm;
  algorithm.operation = "traffic";
  algorithm.name = "synthetic";
  algorithm.summary = "every node offers packets with probability --load per cycle";
  algorithm.is_default = true;
  algorithm.parameters = parameters;
  algorithm.prepare = prepare;
  algorithm.equations = {
      {.label = "T = 1 + (h + 1) r + (L - 1)",
       .place = "h hops, pipeline r, L words alone; store-and-forward: r + L - 1 for r"}};
  add(std::move(algorithm));
  return own.algorithms.front();
}

void add_direct_traffic(Catalogue& catalogue, const std::string& machine,
                        const std::vector<Parameter>& shape,
                        const std::function<DirectNetwork(const Values&)>& network) {
  const SidesOf sides = [network](const Values& these) { return network(these).sides; };
  enter(catalogue,
        direct_traffic_entry(
            machine, joined({shape, traffic_parameters(0.1, sides), router_parameters(network)}),
            network));
  add_traffic_series(catalogue, machine, watch_traffic);
}

}  // namespace plexus
