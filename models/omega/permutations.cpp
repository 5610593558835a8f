#include "models/omega/permutations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <functional>
#include <optional>
#include <string>

#include "models/catalogue/refusal.hpp"

namespace plexus {
namespace {

constexpr std::array<const char*, 9> kPatterns = {
    "identity",        "shift:A",      "xor:A",     "complement", "shuffle",
    "inverse-shuffle", "bit-reversal", "transpose", "butterfly",
};

[[noreturn]] void refuse(RefusalClass why, std::string_view text, const std::string& complaint) {
  throw Refusal{why, "--permutation '" + std::string{text} + "': " + complaint};
}

/// A list as it was given, or how it begins.
std::string shortened(std::span<const std::int64_t> numbers) {
  constexpr std::size_t kMost = 16;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, numbers.size()); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(numbers[i]);
  }
  return numbers.size() > kMost ? text + ",..." : text;
}

/// n of k = 2^n; refuses other k.
std::uint32_t address_bits(std::string_view name, NodeId ports) {
  if (!std::has_single_bit(ports)) {
    refuse(RefusalClass::kSize, name, "needs a power of two nodes, not " + std::to_string(ports));
  }
  return static_cast<std::uint32_t>(std::bit_width(ports)) - 1;
}

NodeId rotate_left(NodeId node, std::uint32_t by, std::uint32_t bits) {
  by %= bits;
  return (node << by | node >> (bits - by)) & ((1U << bits) - 1U);
}

NodeId reverse_bits(NodeId node, std::uint32_t bits) {
  NodeId reversed = 0;
  for (std::uint32_t bit = 0; bit < bits; ++bit) {
    reversed |= (node >> bit & 1U) << (bits - 1 - bit);
  }
  return reversed;
}

NodeId swap_ends(NodeId node, std::uint32_t bits) {
  const NodeId differ = (node ^ node >> (bits - 1)) & 1U;
  return bits == 1 ? node : node ^ (differ | differ << (bits - 1));
}

Permutation build(NodeId ports, const std::function<NodeId(NodeId)>& destination) {
  Permutation permutation(ports);
  for (NodeId v = 0; v < ports; ++v) permutation[v] = destination(v);
  return permutation;
}

/// The whole of `text` as a number, or nothing.
std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A of `shift:A` and `xor:A`.
NodeId amount(std::string_view name, std::string_view digits, NodeId ports) {
  const auto value = number(digits);
  if (!value || *value < 0 || *value >= std::int64_t{ports}) {
    refuse(RefusalClass::kRange, name,
           "the number behind the colon must be 0.." + std::to_string(ports - 1));
  }
  return static_cast<NodeId>(*value);
}

std::vector<std::int64_t> parse_list(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  std::vector<std::int64_t> list;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    std::string_view item = rest.substr(0, comma);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    const auto value = number(item);
    if (!value) {
      refuse(RefusalClass::kUsage, text, std::string{item} + " is not a destination");
    }
    list.push_back(*value);
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return list;
}

}  // namespace

std::span<const char* const> permutation_patterns() { return kPatterns; }

Permutation named_permutation(std::string_view name, NodeId ports) {
  if (name == "identity") return build(ports, std::identity{});
  if (name.starts_with("shift:")) {
    const NodeId by = amount(name, name.substr(6), ports);
    return build(ports, [=](NodeId v) { return (v + by) % ports; });
  }
  const bool takes_bits = name.starts_with("xor:") || name == "complement" || name == "shuffle" ||
                          name == "inverse-shuffle" || name == "bit-reversal" ||
                          name == "transpose" || name == "butterfly";
  if (!takes_bits) {
    std::string patterns;
    for (const char* pattern : kPatterns) patterns += std::string{pattern} + ", ";
    refuse(RefusalClass::kUsage, name,
           "no such name; choose one of " + patterns + "or list the destinations");
  }
  const std::uint32_t n = address_bits(name, ports);
  if (name.starts_with("xor:")) {
    const NodeId mask = amount(name, name.substr(4), ports);
    return build(ports, [=](NodeId v) { return v ^ mask; });
  }
  if (name == "complement") return build(ports, [=](NodeId v) { return v ^ (ports - 1); });
  if (name == "shuffle") return build(ports, [=](NodeId v) { return rotate_left(v, 1, n); });
  if (name == "inverse-shuffle") {
    return build(ports, [=](NodeId v) { return rotate_left(v, n - 1, n); });
  }
  if (name == "bit-reversal") return build(ports, [=](NodeId v) { return reverse_bits(v, n); });
  if (name == "transpose") return build(ports, [=](NodeId v) { return rotate_left(v, n / 2, n); });
  return build(ports, [=](NodeId v) { return swap_ends(v, n); });
}

Permutation listed_permutation(std::span<const std::int64_t> destinations, NodeId ports) {
  const std::string text = shortened(destinations);
  const std::string allowed = "; a list names each of 0.." + std::to_string(ports - 1) + " once";
  if (destinations.size() != ports) {
    refuse(RefusalClass::kRange, text,
           std::to_string(destinations.size()) + " destinations for " + std::to_string(ports) +
               " nodes" + allowed);
  }
  Permutation permutation;
  std::vector<bool> taken(ports, false);
  for (const std::int64_t destination : destinations) {
    if (destination < 0 || destination >= std::int64_t{ports}) {
      refuse(RefusalClass::kRange, text,
             std::to_string(destination) + " is no destination" + allowed);
    }
    const auto node = static_cast<NodeId>(destination);
    if (taken[node]) {
      refuse(RefusalClass::kRange, text, std::to_string(node) + " stands twice" + allowed);
    }
    taken[node] = true;
    permutation.push_back(node);
  }
  return permutation;
}

Permutation parse_permutation(std::string_view text, NodeId ports) {
  const bool starts_a_list = !text.empty() && (text.front() == '[' || text.front() == '-' ||
                                               (text.front() >= '0' && text.front() <= '9'));
  return starts_a_list ? listed_permutation(parse_list(text), ports)
                       : named_permutation(text, ports);
}

std::vector<SwitchRoute> routes_of(std::span<const NodeId> permutation) {
  std::vector<SwitchRoute> routes;
  routes.reserve(permutation.size());
  for (NodeId v = 0; v < permutation.size(); ++v) routes.push_back({v, permutation[v]});
  return routes;
}

}  // namespace plexus
