#include "models/traffic/pattern.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/number.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/values.hpp"

namespace plexus {

namespace {

[[noreturn]] void refuse(RefusalClass kind, std::string_view word, const std::string& complaint) {
  throw Refusal{kind, fmt::format("--pattern '{}' {}", word, complaint)};
}

TrafficPattern hotspot(std::string_view word, std::string_view figures, NodeId nodes) {
  const std::size_t comma = std::min(figures.find(','), figures.size());
  const auto node = number_of<std::int64_t>(figures.substr(0, comma));
  const auto share =
      comma == figures.size() ? std::nullopt : number_of<double>(figures.substr(comma + 1));
  if (!node || *node < 0 || *node >= std::int64_t{nodes} || !share || !(*share >= 0) ||
      !(*share <= 1)) {
    refuse(RefusalClass::kRange, word,
           fmt::format("is out of range: write hotspot:NODE,SHARE with a node in 0 .. {} and a "
                       "share in 0 .. 1, such as hotspot:0,0.1.",
                       nodes - 1));
  }
  TrafficPattern pattern;
  pattern.kind = TrafficPattern::Kind::kHotspot;
  pattern.hot = static_cast<NodeId>(*node);
  pattern.share = *share;
  return pattern;
}

/// Every node's destination.
TrafficPattern fixed(NodeId nodes, const std::function<NodeId(NodeId)>& destination) {
  TrafficPattern pattern;
  pattern.kind = TrafficPattern::Kind::kFixed;
  for (NodeId node = 0; node < nodes; ++node) pattern.destinations.push_back(destination(node));
  return pattern;
}

/// Every node's destination, from its coordinate in each dimension.
TrafficPattern along_sides(const TrafficSides& sides,
                           const std::function<std::int64_t(std::int64_t, std::int64_t)>& move) {
  return fixed(nodes_along(sides), [&](NodeId node) {
    std::int64_t weight = 1;
    std::int64_t destination = 0;
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
      destination += move(node / weight % *side, *side) * weight;
      weight *= *side;
    }
    return static_cast<NodeId>(destination);
  });
}

/// Bits of a node's number, where there are 2^n nodes.
unsigned bits_of(std::string_view word, NodeId nodes) {
  if (!std::has_single_bit(nodes)) {
    refuse(RefusalClass::kSize, word,
           fmt::format("moves the bits of node numbers and needs 2^n nodes: {} are none.", nodes));
  }
  return static_cast<unsigned>(std::countr_zero(nodes));
}

TrafficPattern bit_reversal(std::string_view word, NodeId nodes) {
  const unsigned bits = bits_of(word, nodes);
  return fixed(nodes, [bits](NodeId node) {
    NodeId reversed = 0;
    for (unsigned b = 0; b < bits; ++b) reversed = reversed << 1U | (node >> b & 1U);
    return reversed;
  });
}

TrafficPattern transpose(std::string_view word, const TrafficSides& sides) {
  const NodeId nodes = nodes_along(sides);
  if (sides.size() == 1) {
    const unsigned bits = bits_of(word, nodes);
    const unsigned by = bits / 2;
    return fixed(nodes,
                 [=](NodeId node) { return (node << by | node >> (bits - by)) & (nodes - 1); });
  }
  if (!std::ranges::equal(sides, TrafficSides{sides.rbegin(), sides.rend()})) {
    refuse(RefusalClass::kSize, word,
           "exchanges dimensions and needs sides that read the same from both ends.");
  }
  return fixed(nodes, [&](NodeId node) {
    std::int64_t destination = 0;
    std::int64_t rest = node;
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
      destination = destination * *side + rest % *side;
      rest /= *side;
    }
    return static_cast<NodeId>(destination);
  });
}

}  // namespace

NodeId nodes_along(const TrafficSides& sides) {
  std::int64_t nodes = 1;
  for (const std::int64_t side : sides) nodes *= side;
  return static_cast<NodeId>(nodes);
}

TrafficPattern parse_traffic_pattern(std::string_view word, const TrafficSides& sides) {
  const NodeId nodes = nodes_along(sides);
  const std::size_t colon = std::min(word.find(':'), word.size());
  const std::string_view name = word.substr(0, colon);
  const std::string_view figures = word.substr(std::min(colon + 1, word.size()));
  if (name == "hotspot") return hotspot(word, figures, nodes);
  if (name == "shift") {
    const auto distance = number_of<std::int64_t>(figures);
    if (!distance || *distance < 0 || *distance >= std::int64_t{nodes}) {
      refuse(RefusalClass::kRange, word,
             fmt::format("is out of range: write shift:DISTANCE with 0 .. {}.", nodes - 1));
    }
    return fixed(nodes, [&](NodeId node) {
      return static_cast<NodeId>((std::int64_t{node} + *distance) % nodes);
    });
  }
  if (word == "uniform") return {};
  if (word == "permutation") {
    TrafficPattern pattern;
    pattern.kind = TrafficPattern::Kind::kFixed;
    return pattern;
  }
  if (word == "complement") return fixed(nodes, [=](NodeId node) { return nodes - 1 - node; });
  if (word == "transpose") return transpose(word, sides);
  if (word == "bit-reversal") return bit_reversal(word, nodes);
  if (word == "tornado") {
    return along_sides(
        sides, [](std::int64_t at, std::int64_t side) { return (at + (side + 1) / 2 - 1) % side; });
  }
  if (word == "neighbour") {
    return along_sides(sides, [](std::int64_t at, std::int64_t side) { return (at + 1) % side; });
  }
  const std::string near =
      nearest(std::string{name}, {"uniform", "hotspot", "permutation", "shift", "transpose",
                                  "complement", "bit-reversal", "tornado", "neighbour"});
  refuse(
      RefusalClass::kUsage, word,
      fmt::format("is no pattern:{} choose {}.",
                  near.empty() ? "" : fmt::format(" did you mean '{}'?", near), kTrafficPatterns));
}

}  // namespace plexus
