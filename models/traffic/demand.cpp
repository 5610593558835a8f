#include "models/traffic/demand.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

constexpr const char* kPatterns = "uniform, hotspot:NODE,SHARE, shift:DISTANCE";
constexpr std::int64_t kMostCycles = 1'000'000'000;

[[noreturn]] void refuse_pattern(const std::string& text) {
  throw Refusal{RefusalClass::kRange,
                fmt::format("--pattern {} is none of {}, with nodes of the machine and a share of "
                            "0 .. 1.",
                            text, kPatterns)};
}

/// A number in decimals; nothing if `text` is none.
std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc{} && end == text.data() + text.size();
  return good && std::isfinite(value) ? std::optional{value} : std::nullopt;
}

void read_pattern(const std::string& text, NodeId nodes, Demand& demand) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string name = text.substr(0, colon);
  const std::vector<std::string> parts =
      colon < text.size() ? split_at_commas(text.substr(colon + 1)) : std::vector<std::string>{};
  if (name == "uniform" && parts.empty()) {
    demand.pattern = Demand::Pattern::kUniform;
    return;
  }
  const auto node = [&](const std::string& part) {
    const std::int64_t number = read_integer("pattern", part);
    if (number < 0 || number >= nodes) refuse_pattern(text);
    return static_cast<NodeId>(number);
  };
  if (name == "shift" && parts.size() == 1) {
    demand.pattern = Demand::Pattern::kShift;
    demand.distance = node(parts[0]);
  } else if (name == "hotspot" && parts.size() == 2) {
    demand.pattern = Demand::Pattern::kHotspot;
    demand.hot = node(parts[0]);
    const auto share = decimal(parts[1]);
    if (!share || *share < 0 || *share > 1) refuse_pattern(text);
    demand.share = *share;
  } else {
    refuse_pattern(text);
  }
}

Parameter pattern_parameter() {
  Parameter parameter;
  parameter.name = "pattern";
  parameter.type = "word";
  parameter.range = kPatterns;
  parameter.help = "where packets go; a share of them to one node, the rest uniformly";
  *parameter.shown_default = "uniform";
  parameter.fallback = [](const Values&) { return Json("uniform"); };
  parameter.read = [](const std::string& text) { return Json(text); };
  parameter.check = [](const Json& value, const Values& before) {
    Demand demand;
    read_pattern(value.is_string() ? value.get<std::string>() : value.dump(), before.node("nodes"),
                 demand);
  };
  return parameter;
}

Parameter load_parameter() {
  Parameter parameter;
  parameter.name = "load";
  parameter.type = "number";
  parameter.range = "0 .. 1";
  parameter.help = "probability with which a node offers a packet in a cycle";
  *parameter.shown_default = 0.1;
  parameter.fallback = [](const Values&) { return Json(0.1); };
  const auto refuse = [](const std::string& text) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--load {} is out of range: choose 0 .. 1.", text)};
  };
  parameter.read = [refuse](const std::string& text) {
    const auto value = decimal(text);
    if (!value) refuse("'" + text + "'");
    return Json(*value);
  };
  parameter.check = [refuse](const Json& value, const Values&) {
    if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > 1) {
      refuse(value.dump());
    }
  };
  return parameter;
}

/// SplitMix64 (Steele, Lea and Flood 2014): a counter and a mix of its bits.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

}  // namespace

std::vector<Parameter> demand_parameters() {
  return {pattern_parameter(),
          load_parameter(),
          integer("seed", 0, 1, "of the random numbers"),
          integer("warmup", 0, kMostCycles, 1000, "cycles before the measured ones"),
          integer("measure", 1, kMostCycles, 10000, "cycles that are measured"),
          word("source_queue", {"unlimited", "none"}, "unlimited",
               "what cannot leave at once waits at its source, or is dropped")};
}

Demand demand_of(const Values& values) {
  Demand demand;
  read_pattern(values.word("pattern"), values.node("nodes"), demand);
  demand.load = values.at("load").get<double>();
  demand.seed = static_cast<std::uint64_t>(values.number("seed"));
  demand.warmup = Cycles{values.number("warmup")};
  demand.measure = Cycles{values.number("measure")};
  demand.source_queue = values.word("source_queue") == "unlimited";
  return demand;
}

NodeDemand::NodeDemand(const Demand& demand, NodeId node, NodeId nodes)
    : demand_{demand}, node_{node}, nodes_{nodes}, state_{mixed(mixed(demand.seed) + node)} {}

std::uint64_t NodeDemand::draw() { return mixed(state_ += 0x9e3779b97f4a7c15U); }

bool NodeDemand::happens(double probability) {
  return static_cast<double>(draw() >> 11) * 0x1p-53 < probability;
}

Cycles NodeDemand::next_offer(Cycles from) {
  const bool offers = nodes_ > 1 && demand_.load > 0;
  const bool to_itself = demand_.pattern == Demand::Pattern::kShift && demand_.distance == 0;
  if (!offers || to_itself) return demand_.end();
  while (from < demand_.end() && !happens(demand_.load)) from += 1_cycles;
  return from;
}

NodeId NodeDemand::destination() {
  if (demand_.pattern == Demand::Pattern::kShift) return (node_ + demand_.distance) % nodes_;
  const bool hot = demand_.pattern == Demand::Pattern::kHotspot && node_ != demand_.hot;
  return hot && happens(demand_.share) ? demand_.hot : other_node();
}

NodeId NodeDemand::other_node() {
  const auto other = static_cast<NodeId>((draw() >> 32) * (nodes_ - 1) >> 32);
  return other < node_ ? other : other + 1;
}

}  // namespace plexus
