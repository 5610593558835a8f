#include "models/operations/permutation.hpp"

#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"

namespace plexus {

Operation delivery_operation(std::string name, std::vector<NodeId> origin, Words words) {
  const std::uint64_t blocks = origin.size();
  return {std::move(name), {blocks, words}, {}, [origin = std::move(origin)](NodeId v) {
            const bool any = origin[v] != kNoNode;
            return any ? std::vector<Interval>{{origin[v], 1}} : std::vector<Interval>{};
          }};
}

Operation image_operation(std::string name, std::span<const NodeId> image, Words words) {
  std::vector<NodeId> origin(image.size(), kNoNode);
  for (NodeId v = 0; v < image.size(); ++v) {
    if (image[v] != kNoNode) origin[image[v]] = v;
  }
  return delivery_operation(std::move(name), std::move(origin), words);
}

Operation concentrate_operation(std::uint64_t nodes, std::vector<NodeId> selected, Words words) {
  selected.resize(nodes, kNoNode);
  return delivery_operation("concentrate", std::move(selected), words);
}

Operation distribute_operation(std::uint64_t nodes, std::span<const NodeId> destinations,
                               Words words) {
  std::vector<NodeId> origin(nodes, kNoNode);
  for (NodeId k = 0; k < destinations.size(); ++k) origin[destinations[k]] = k;
  return delivery_operation("distribute", std::move(origin), words);
}

Operation generalize_operation(std::uint64_t nodes, std::span<const NodeId> destinations,
                               std::int64_t before_first, Words words) {
  std::vector<NodeId> origin(nodes, kNoNode);
  auto v = static_cast<NodeId>(before_first + 1);
  for (NodeId k = 0; k < destinations.size(); ++k) {
    while (v <= destinations[k]) origin[v++] = k;
  }
  return delivery_operation("generalize", std::move(origin), words);
}

Operation messages_operation(std::string name, std::uint64_t nodes, const Receivers& receivers,
                             Words words) {
  std::vector<std::vector<Interval>> due(nodes);
  for (std::uint64_t k = 0; k < receivers.size(); ++k) {
    for (const NodeId to : receivers[k]) due[to].push_back({k, 1});
  }
  return {std::move(name), {receivers.size(), words}, {}, [due = std::move(due)](NodeId v) {
            return due[v];
          }};
}

bool is_identity(std::span<const NodeId> image) {
  for (NodeId v = 0; v < image.size(); ++v) {
    if (image[v] != v) return false;
  }
  return true;
}

std::optional<Cycles> bound_of_moving_nothing(std::span<const NodeId> image) {
  return is_identity(image) ? std::optional{0_cycles} : std::nullopt;
}

namespace {

[[noreturn]] void no_permutation(const std::string& text) {
  const std::string near = nearest(text.substr(0, text.find(':')),
                                   {"shift", "reverse", "transpose", "shuffle", "identity"});
  throw Refusal{RefusalClass::kRange,
                fmt::format("--permutation '{}' is none of shift:A, reverse, transpose, shuffle, "
                            "identity or a list of nodes{}",
                            text, near.empty() ? "." : fmt::format(": did you mean '{}'?", near))};
}

std::vector<NodeId> listed(const Json& list, std::int64_t nodes) {
  if (static_cast<std::int64_t>(list.size()) != nodes) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--permutation names {} nodes, and there are {}: name the image of "
                              "every node.",
                              list.size(), nodes)};
  }
  std::vector<NodeId> image;
  std::vector<bool> named(list.size(), false);
  for (const Json& entry : list) {
    const bool fits = entry.is_number_integer() && entry >= 0 && entry < nodes &&
                      !named[entry.get<std::size_t>()];
    if (!fits) {
      throw Refusal{RefusalClass::kRange,
                    fmt::format("--permutation is none, because of {}: name each of 0 .. {} once.",
                                entry.dump(), nodes - 1)};
    }
    named[entry.get<std::size_t>()] = true;
    image.push_back(entry.get<NodeId>());
  }
  return image;
}

}  // namespace

std::vector<NodeId> permutation_of(const Json& value, std::int64_t nodes) {
  if (value.is_array()) return listed(value, nodes);
  const auto text = value.get<std::string>();
  std::vector<NodeId> image;
  const auto fill = [&](auto of) {
    for (std::int64_t v = 0; v < nodes; ++v) image.push_back(static_cast<NodeId>(of(v)));
    return image;
  };
  if (text == "reverse") return fill([&](std::int64_t v) { return nodes - 1 - v; });
  if (text == "identity") return fill([](std::int64_t v) { return v; });
  if (text == "transpose") {
    const auto q = static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(nodes))));
    if (q * q != nodes) {
      throw Refusal{
          RefusalClass::kSize,
          fmt::format("--permutation transpose needs a square number of nodes, not {}.", nodes)};
    }
    return fill([&](std::int64_t v) { return v % q * q + v / q; });
  }
  if (text == "shuffle") {  // the number's bits, rotated left
    const auto n = static_cast<std::uint64_t>(nodes);
    if (!std::has_single_bit(n)) {
      throw Refusal{RefusalClass::kSize,
                    fmt::format("--permutation shuffle needs a power of 2 nodes, not {}.", nodes)};
    }
    return fill([&](std::int64_t v) { return 2 * v % nodes + 2 * v / nodes; });
  }
  if (!text.starts_with("shift:")) no_permutation(text);
  const std::int64_t by = read_integer("permutation", text.substr(6));
  return fill([&](std::int64_t v) { return ((v + by) % nodes + nodes) % nodes; });
}

Parameter permutation_parameter(const std::function<std::int64_t(const Values&)>& nodes_of) {
  const auto check = [nodes_of](const Json& value, const Values& before) {
    if (!value.is_array() && !value.is_string()) no_permutation(value.dump());
    constexpr std::int64_t kMostChecked = 1'000'000;  // more are refused for their size
    if (nodes_of(before) <= kMostChecked) {
      static_cast<void>(permutation_of(value, nodes_of(before)));
    }
  };
  return list_or_word("permutation", "word or list of integers",
                      "shift:A, reverse, transpose, shuffle, identity, or the image of every node",
                      "shift:1", "where each node sends its block", check);
}

}  // namespace plexus
