#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/omega/case.hpp"

namespace plexus {

namespace {

Permutation permutation_from(const Json& value, NodeId nodes) {
  constexpr double kPort = 150;  // bytes of a machine that an image is the least part of
  require_memory(kPort * nodes);
  if (value.is_string()) return named_permutation(value.get<std::string>(), nodes);
  const auto whole = [](const Json& entry) { return entry.is_number_integer(); };
  if (!value.is_array() || !std::all_of(value.begin(), value.end(), whole)) {
    throw Refusal{RefusalClass::kRange,
                  "--permutation: write a name or a list of destinations, separated by commas."};
  }
  return listed_permutation(value.get<std::vector<std::int64_t>>(), nodes);
}

std::vector<std::string> network_names() {
  std::vector<std::string> names;
  for (const NetworkKind kind : all_network_kinds()) names.emplace_back(to_string(kind));
  return names;
}

}  // namespace

Parameter switch_nodes_parameter() {
  return integer("nodes", 2, kMostNodes, 8,
                 "processors at the switch; a power of two, any number "
                 "on a crossbar",
                 RefusalClass::kSize);
}

Parameter network_parameter() {
  return word("network", network_names(), "omega", "how the elements of the switch are joined");
}

Parameter setup_parameter() {
  return word("setup", {"none", "sequential", "parallel"}, "none",
              "cycles to set the switch anew: none, nodes * log2(nodes), log2(nodes)^2");
}

Parameter radix_parameter() {
  return integer("radix", 2, 2, "inputs of a switch element; nodes is a power of it");
}

Parameter permutation_parameter() {
  const std::string range =
      fmt::format("{}, or the destination of every node", fmt::join(permutation_patterns(), ", "));
  const auto check = [](const Json& value, const Values& before) {
    constexpr std::int64_t kLarge = 1 << 22;  // the case looks at it, if there is room at all
    if (value.is_string() && before.number("nodes") > kLarge) return;
    static_cast<void>(permutation_from(value, before.node("nodes")));
  };
  return list_or_word("permutation", "word or list of integers", range, "bit-reversal",
                      "who sends to whom", check);
}

Parameter fifo_depth_parameter(std::int64_t fallback) {
  return integer("fifo_depth", 1, 1'000'000, fallback, "packets that each queue has room for");
}

Parameter arbitration_parameter() {
  std::vector<std::string> names;
  for (const Arbitration kind : kArbitrations) names.emplace_back(to_string(kind));
  return word("arbitration", names, names.front(), "who wins an output that several packets want");
}

Parameter switch_seed_parameter() { return integer("seed", 0, 1, "seed of the random generator"); }

NetworkShape network_of(const Values& values) {
  const NetworkKind kind =
      values.has("network") ? parse_network_kind(values.word("network")) : NetworkKind::kOmega;
  const auto radix = values.has("radix") ? values.number("radix") : 2;
  if (radix > values.number("nodes")) {
    throw Refusal{RefusalClass::kSize, fmt::format("--radix {} is more than the {} nodes.", radix,
                                                   values.number("nodes"))};
  }
  const NodeId nodes = values.node("nodes");
  try {
    return NetworkShape{kind, nodes, static_cast<std::uint32_t>(radix)};
  } catch (const Refusal& refusal) {  // in the words of the command line
    const RefusalClass what = refusal.kind();
    throw Refusal{
        what, what == RefusalClass::kFeature
                  ? fmt::format("--network {} has elements of radix 2, not {}; only omega takes "
                                "others",
                                to_string(kind), radix)
                  : fmt::format("--network {} needs a power of {} --nodes, not {}: choose such a "
                                "number, or --network crossbar",
                                to_string(kind), radix, nodes)};
  }
}

Permutation permutation_of(const Values& values) {
  return permutation_from(values.at("permutation"), values.node("nodes"));
}

FifoSetting fifos_of(const Values& values) {
  return {static_cast<std::uint32_t>(values.number("fifo_depth")),
          *parse_arbitration(values.word("arbitration")),
          static_cast<std::uint64_t>(values.number("seed"))};
}

std::vector<Parameter> on_omega_alone(std::vector<Parameter> parameters, const std::string& what) {
  Parameter& last = parameters.back();
  last = with_check(last, last.range, [what](const Json&, const Values& before) {
    const std::string network = before.word("network");
    if (network == to_string(NetworkKind::kOmega)) return;
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("--network {} cannot do {}: choose --network omega.", network, what)};
  });
  return parameters;
}

}  // namespace plexus
