#include "models/traffic/traffic.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

/// A number that fills `text`, or nothing.
template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[noreturn]] void refuse(RefusalClass kind, std::string_view word, const std::string& complaint) {
  throw Refusal{kind, "--pattern '" + std::string{word} + "' " + complaint};
}

/// A share, 0 .. 1, in decimals.
Parameter share(const std::string& name, double fallback, const std::string& help) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = "number";
  parameter.range = "0 .. 1";
  parameter.help = help;
  *parameter.shown_default = fallback;
  parameter.fallback = [fallback](const Values&) { return Json(fallback); };
  const auto refuse = [name](const std::string& text) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("{} {} is out of range: choose 0 .. 1.", option_of(name), text)};
  };
  parameter.read = [refuse, name](const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = error == std::errc{} && end == text.data() + text.size();
    if (error == std::errc{} && text.ends_with('%') && end + 1 == text.data() + text.size()) {
      throw Refusal{RefusalClass::kRange, fmt::format("{} {} is a percentage: write {} instead.",
                                                      option_of(name), text, value / 100)};
    }
    if (!good || !std::isfinite(value)) refuse("'" + text + "'");
    return Json(value);
  };
  parameter.check = [refuse](const Json& value, const Values&) {
    const bool good = value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
    if (!good) refuse(value.dump());
  };
  return parameter;
}

}  // namespace

TrafficPattern parse_traffic_pattern(std::string_view word, NodeId ports) {
  TrafficPattern pattern;
  if (word == "uniform") return pattern;
  if (word == "permutation") {
    pattern.kind = TrafficPattern::Kind::kPermutation;
    return pattern;
  }
  constexpr std::string_view kHotspot = "hotspot:";
  if (!word.starts_with(kHotspot)) {
    refuse(RefusalClass::kUsage, word,
           "is no pattern: choose uniform, hotspot:NODE,SHARE or permutation.");
  }
  const std::string_view figures = word.substr(kHotspot.size());
  const std::size_t comma = figures.find(',');
  const auto node = number<std::int64_t>(figures.substr(0, comma));
  const auto share =
      comma == std::string_view::npos ? std::nullopt : number<double>(figures.substr(comma + 1));
  if (!node || *node < 0 || *node >= std::int64_t{ports} || !share || !(*share >= 0) ||
      !(*share <= 1)) {
    refuse(RefusalClass::kRange, word,
           "is out of range: write hotspot:NODE,SHARE with a node in 0 .. " +
               std::to_string(ports - 1) + " and a share in 0 .. 1, such as hotspot:0,0.1.");
  }
  pattern.kind = TrafficPattern::Kind::kHotspot;
  pattern.hot = static_cast<NodeId>(*node);
  pattern.share = *share;
  return pattern;
}

// ---- Parameters ---------------------------------------------------------------------------------

Parameter pattern_parameter() {
  Parameter parameter;
  parameter.name = "pattern";
  parameter.type = "word";
  parameter.range = "uniform, hotspot:NODE,SHARE, permutation";
  parameter.help = "where packets go; a share of them to one node, the rest uniformly";
  *parameter.shown_default = "uniform";
  parameter.fallback = [](const Values&) { return Json("uniform"); };
  parameter.read = [](const std::string& text) { return Json(text); };
  parameter.check = [](const Json& value, const Values& before) {
    const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
    static_cast<void>(parse_traffic_pattern(word, before.node("nodes")));
  };
  return parameter;
}

Parameter load_parameter() {
  return share("load", 0.5, "probability with which a node offers a packet in a cycle");
}

std::vector<Parameter> measured_cycles_parameters() {
  constexpr std::int64_t kMostCycles = 1'000'000'000;
  return {integer("warmup", 0, kMostCycles, 1000, "cycles before the measured ones"),
          integer("measure", 1, kMostCycles, 10000, "cycles that are measured")};
}

TrafficSetting traffic_setting(const Values& values) {
  TrafficSetting setting;
  setting.pattern = parse_traffic_pattern(values.word("pattern"), values.node("nodes"));
  setting.load = values.at("load").get<double>();
  setting.seed = static_cast<std::uint64_t>(values.number("seed"));
  setting.warmup = Cycles{values.number("warmup")};
  setting.measure = Cycles{values.number("measure")};
  return setting;
}

// ---- Packets ------------------------------------------------------------------------------------

TrafficSource::TrafficSource(const TrafficSetting& setting, NodeId ports)
    : pattern_{setting.pattern}, load_{setting.load}, ports_{ports}, random_{setting.seed} {}

std::optional<NodeId> TrafficSource::offer(NodeId port) {
  if (load_ < 1 && !random_.happens(load_)) return std::nullopt;
  switch (pattern_.kind) {
    case TrafficPattern::Kind::kUniform:
      break;
    case TrafficPattern::Kind::kHotspot:
      if (random_.happens(pattern_.share)) return pattern_.hot;
      break;
    case TrafficPattern::Kind::kPermutation:
      return pattern_.permutation[port];
  }
  return random_.below(ports_);
}

}  // namespace plexus
