#include "models/operations/permutation.hpp"

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
  const std::string near =
      nearest(text.substr(0, text.find(':')), {"shift", "reverse", "transpose", "identity"});
  throw Refusal{RefusalClass::kRange,
                fmt::format("--permutation '{}' is none of shift:A, reverse, transpose, identity "
                            "or a list of nodes{}",
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
  if (!text.starts_with("shift:")) no_permutation(text);
  const std::int64_t by = read_integer("permutation", text.substr(6));
  return fill([&](std::int64_t v) { return ((v + by) % nodes + nodes) % nodes; });
}

Parameter permutation_parameter(const std::function<std::int64_t(const Values&)>& nodes_of) {
  Parameter parameter = word("permutation", {}, "shift:1", "where each node sends its block");
  parameter.type = "word or list of integers";
  parameter.range = "shift:A, reverse, transpose, identity, or the image of every node";
  parameter.read = [](const std::string& text) {
    const Json list = parse_value(text);
    if (list.is_array()) return list;
    if (text.empty() || text.find_first_not_of("0123456789,-+ ") != std::string::npos) {
      return Json(text);
    }
    Json entries = Json::array();
    for (const std::string& entry : split_at_commas(text)) {
      entries.push_back(read_integer("permutation", entry));
    }
    return entries;
  };
  parameter.check = [nodes_of](const Json& value, const Values& before) {
    if (!value.is_array() && !value.is_string()) no_permutation(value.dump());
    constexpr std::int64_t kMostChecked = 1'000'000;  // more are refused for their size
    if (nodes_of(before) <= kMostChecked) {
      static_cast<void>(permutation_of(value, nodes_of(before)));
    }
  };
  return parameter;
}

}  // namespace plexus
