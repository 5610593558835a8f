#include "models/traffic/setting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/number.hpp"
#include "models/traffic/recording.hpp"

namespace plexus {

namespace {

bool is_recorded(const Values& values) {
  return values.has("recorded") && values.at("recorded") != Json("none");
}

Parameter unless_recorded(Parameter parameter) {
  const std::function<bool(const Values&)> before = parameter.applies;
  const std::string condition = parameter.condition;
  return only_with(std::move(parameter),
                   condition.empty() ? "--recorded none" : condition + " and --recorded none",
                   [before](const Values& values) {
                     return !is_recorded(values) && (!before || before(values));
                   });
}

/// A link that leaves a node and comes back to it is on a switch alone.
void refuse_packets_to_themselves(const RecordedTraffic& traffic) {
  for (std::size_t node = 0; node < traffic.size(); ++node) {
    const auto own = std::ranges::find(traffic[node], node, &Offer::destination);
    if (own == traffic[node].end()) continue;
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--recorded has the packet [{}, {}, {}, {}], and no node of this "
                              "machine sends to itself: leave such packets out.",
                              own->born.count(), node, node, own->words)};
  }
}

}  // namespace

std::uint32_t longest_packet(const TrafficSetting& setting) {
  if (!setting.recorded) return setting.words;
  std::uint32_t most = 1;
  for (const std::vector<Offer>& of_node : *setting.recorded) {
    for (const Offer& packet : of_node) most = std::max(most, packet.words);
  }
  return most;
}

TrafficSides one_side(const Values& values) { return {values.number("nodes")}; }

Parameter recorded_parameter(const SidesOf& sides, bool to_itself) {
  Parameter parameter =
      free_text("recorded", "word", "none, FILE.csv, FILE.json", "none",
                "packets from a file: a trace, or [cycle, source, destination, words] each");
  parameter.check = [=](const Json& value, const Values& before) {
    if (value == Json("none")) return;
    const RecordedTraffic traffic = read_recording(value, nodes_along(sides(before)));
    if (!to_itself) refuse_packets_to_themselves(traffic);
  };
  return parameter;
}

Parameter pattern_parameter(const SidesOf& sides) {
  Parameter parameter =
      free_text("pattern", "word", kTrafficPatterns, "uniform",
                "where packets go; a share of them to one node, the rest uniformly");
  parameter.check = [sides](const Json& value, const Values& before) {
    static_cast<void>(parse_traffic_pattern(plain_text(value), sides(before)));
  };
  return unless_recorded(std::move(parameter));
}

Parameter traffic_permutation_parameter(const SidesOf& sides) {
  Parameter parameter = integers("permutation", 0, Json("identity"), "destination of every node");
  parameter.check = [sides, listed = parameter.check](const Json& value, const Values& before) {
    if (value == Json("identity")) return;
    listed(value, before);
    const NodeId nodes = nodes_along(sides(before));
    std::vector<bool> named(nodes, false);
    for (const auto& one : value) {
      const auto node = one.get<std::int64_t>();
      if (node < nodes) named[static_cast<std::size_t>(node)] = true;
    }
    if (value.size() != nodes || std::ranges::count(named, false) > 0) {
      throw Refusal{RefusalClass::kRange,
                    fmt::format("--permutation must name each of 0 .. {} once.", nodes - 1)};
    }
  };
  return only_with(std::move(parameter), "--pattern permutation", [](const Values& values) {
    return values.has("pattern") && values.at("pattern") == Json("permutation");
  });
}

Parameter load_parameter(double fallback) {
  return unless_recorded(
      decimal("load", 0, 1, fallback, "probability with which a node offers a packet in a cycle"));
}

Parameter burst_parameter() {
  Parameter parameter =
      decimal("burst", 1, 1e6, 1, "mean length of bursts with a packet in every cycle; 1: none");
  parameter.check = [in_range = parameter.check](const Json& value, const Values& before) {
    in_range(value, before);
    const double load = before.has("load") ? before.at("load").get<double>() : 0;
    const double burst = value.get<double>();
    // Between two bursts there is a cycle at least; 0.9 / (1 - 0.9) is a little more than 9.
    constexpr double kRounding = 1e-9;
    if (burst > 1 && load < 1 && burst * (1 - load) < load * (1 - kRounding)) {
      const double shortest = std::ceil(load / (1 - load) * 1e4 * (1 - kRounding)) / 1e4;
      throw Refusal{RefusalClass::kRange,
                    fmt::format("--burst {} is too short for --load {}: with a cycle between two "
                                "bursts it must be {} or more.",
                                burst, load, shortest)};
    }
  };
  return unless_recorded(std::move(parameter));
}

Parameter traffic_words_parameter() {
  return unless_recorded(integer("words", 1, kMostPacketWords, 1, "words of a packet"));
}

Parameter source_queue_parameter() {
  return word("source_queue", {"unlimited", "none"}, "unlimited",
              "what cannot leave at once waits at its source, or is dropped");
}

std::vector<Parameter> measured_cycles_parameters() {
  const auto unless = [](std::int64_t number, std::int64_t recorded) {
    return [=](const Values& values) { return Json(is_recorded(values) ? recorded : number); };
  };
  return {with_default(
              integer("warmup", 0, kMostTrafficCycles, 1000, "cycles before the measured ones"),
              Json(1000), unless(1000, 0)),
          integer("measure", 1, kMostTrafficCycles, 10000, "cycles that are measured")};
}

std::vector<Parameter> traffic_parameters(double load, const SidesOf& sides) {
  return joined(
      {{recorded_parameter(sides), pattern_parameter(sides), traffic_permutation_parameter(sides),
        load_parameter(load), burst_parameter(), traffic_words_parameter(),
        source_queue_parameter(), integer("seed", 0, 1, "of the random numbers")},
       measured_cycles_parameters()});
}

TrafficSetting traffic_setting(const Values& values, const SidesOf& sides) {
  TrafficSetting setting;
  const TrafficSides of_machine = sides(values);
  if (is_recorded(values)) {
    setting.recorded = std::make_shared<const RecordedTraffic>(
        read_recording(values.at("recorded"), nodes_along(of_machine)));
  } else {
    setting.pattern = parse_traffic_pattern(plain_text(values.at("pattern")), of_machine);
    setting.load = values.at("load").get<double>();
  }
  if (values.has("permutation") && values.at("permutation").is_array()) {
    for (const auto& node : values.at("permutation")) {
      setting.pattern.destinations.push_back(node.get<NodeId>());
    }
  } else if (values.has("permutation")) {
    for (NodeId node = 0; node < nodes_along(of_machine); ++node) {
      setting.pattern.destinations.push_back(node);
    }
  }
  if (values.has("burst")) setting.burst = values.at("burst").get<double>();
  if (values.has("words") && values.at("words").is_number()) {
    setting.words = static_cast<std::uint32_t>(values.number("words"));
  }
  if (values.has("source_queue")) setting.source_queue = values.word("source_queue") == "unlimited";
  setting.seed = static_cast<std::uint64_t>(values.number("seed"));
  setting.warmup = Cycles{values.number("warmup")};
  setting.measure = Cycles{values.number("measure")};
  return setting;
}

}  // namespace plexus
