#include "models/fat-tree/channel_traffic.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/fat-tree/case.hpp"
#include "models/fat-tree/channel_tree.hpp"
#include "models/fat-tree/module.hpp"

namespace plexus {

namespace {

constexpr const char* kPackets = "packets";

bool in_channels(const Values& values) { return values.word("switching") != kPackets; }

/// The parameter, where it applies only if `condition` holds beside its own.
Parameter further(Parameter parameter, const std::string& condition, bool channels) {
  const bool first = parameter.condition.empty();
  parameter.help += (first ? "; only with " : " and ") + condition;
  parameter.condition += (first ? "" : " and ") + condition;
  parameter.applies = [channels, before = parameter.applies](const Values& values) {
    return in_channels(values) == channels && (!before || before(values));
  };
  return parameter;
}

Parameter of_packets(Parameter parameter) {
  return further(std::move(parameter), "--switching packets", false);
}
Parameter of_channels(Parameter parameter) {
  return further(std::move(parameter), "--switching store-and-forward, cut-through or wormhole",
                 true);
}

/// Blocks of several lengths are one machine's, queues without an end the other's.
Parameter with_words_of_both(const Parameter& words) {
  return with_check(words, words.range, [](const Json& value, const Values& before) {
    if (value.is_number() || !in_channels(before)) return;
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("--words {} goes with --switching packets alone: choose a number.",
                              value.get<std::string>())};
  });
}

/// Places of packets, or words of a channel.
Parameter depth_of_both(Parameter packets, const Parameter& channels) {
  packets.help += "; words with other than --switching packets";
  *packets.shown_default = "unlimited; in words " + channels.shown_default->get<std::string>();
  packets.fallback = [of_packets = packets.fallback,
                      of_channels = channels.fallback](const Values& values) {
    return in_channels(values) ? of_channels(values) : of_packets(values);
  };
  return with_check(packets, packets.range,
                    [check = channels.check](const Json& value, const Values& before) {
                      if (!in_channels(before)) return;
                      if (value.is_number()) return check(value, before);
                      throw Refusal{RefusalClass::kFeature,
                                    fmt::format("--fifo-depth {} goes with --switching packets "
                                                "alone: choose a number of words.",
                                                value.get<std::string>())};
                    });
}

std::vector<Parameter> parameters_of_both(const std::vector<Parameter>& packets) {
  const std::vector<std::string> left_out{"startup",  "bandwidth", "router",     "duplex",
                                          "priority", "links",     "queue_depth"};
  std::vector<std::string> words{kPackets};
  for (const std::string& one : switching_words()) words.push_back(one);
  std::vector<Parameter> all;
  Parameter depth;
  for (const Parameter& parameter : packets) {
    if (parameter.name == "recorded") {
      all.push_back(word("switching", words, kPackets,
                         "packets: routers pass on whole ones, in --startup + words / --bandwidth "
                         "cycles; else: virtual channels, a word per cycle"));
    }
    if (parameter.name == "fifo_depth") {
      depth = parameter;
    } else if (parameter.name == "words") {
      all.push_back(with_words_of_both(parameter));
    } else {
      const bool out = std::ranges::count(left_out, parameter.name) > 0;
      all.push_back(out ? of_packets(parameter) : parameter);
    }
  }
  const auto one = [](const Values&) { return std::uint32_t{1}; };
  for (const Parameter& parameter : channel_parameters(one, Json(1))) {
    all.push_back(parameter.name == "fifo_depth" ? depth_of_both(depth, parameter)
                                                 : of_channels(parameter));
  }
  return all;
}

/// Places as `layout` has them, for the names of routers with channels.
Layout channel_layout(const FatTreeShape& tree) {
  Layout drawing = layout(tree);
  if (tree.nodes() > kMostNodesDrawn) return drawing;  // its lowest levels are not in it
  std::uint32_t number = 0;                            // leaves come first, then the levels
  for (Layout::Place& place : drawing.places) {
    if (number >= tree.nodes()) place.part = fmt::format("network.router_{}", number);
    ++number;
  }
  for (Layout::Wire& wire : drawing.wires) {
    wire.part = fmt::format("network.link_{}_to_{}", wire.from, wire.to);
  }
  return drawing;
}

}  // namespace

DirectNetwork channel_network(const FatTreeShape& tree) {
  const std::int64_t links = tree_steps::most_ports(tree);
  constexpr std::int64_t kMostLinks = router_bank::kMostLanes - 1;
  if (links > kMostLinks) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("A router of this tree has {} links, one with virtual channels {} at "
                              "most: choose smaller --capacities or --arity, or --switching "
                              "packets.",
                              links, kMostLinks)};
  }
  const auto steps = std::make_shared<const tree_steps>(tree);
  DirectNetwork network;
  network.wiring.nodes = tree.nodes();
  network.wiring.channels = static_cast<unsigned>(links);
  network.wiring.neighbour = [steps](NodeId router, unsigned port) {
    return steps->neighbour(router, port);
  };
  network.wiring.layout = [tree] { return channel_layout(tree); };
  network.steps = [tree] { return std::make_unique<tree_steps>(tree); };
  network.sides = {tree.nodes()};
  network.inner_routers = tree.routers();
  network.queue_group = [steps](std::uint32_t router, std::uint32_t port) {
    return steps->queue_group(router, port);
  };
  return network;
}

void add_channel_switching(CatalogueEntry& entry) {
  const CatalogueEntry channels = direct_traffic_entry(entry.machine, {}, [](const Values& values) {
    return channel_network(fat_tree::shape_of(values));
  });
  entry.parameters = parameters_of_both(entry.parameters);
  entry.equations.insert(entry.equations.end(), channels.equations.begin(),
                         channels.equations.end());
  for (const Statistic& figure : channels.statistics) {
    const bool known = std::ranges::any_of(
        entry.statistics, [&](const Statistic& one) { return one.name == figure.name; });
    if (!known) entry.statistics.push_back(figure);
  }
  entry.prepare = [packets = entry.prepare, channels = channels.prepare](const Values& values) {
    return in_channels(values) ? channels(values) : packets(values);
  };
}

}  // namespace plexus
