#include <charconv>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "models/omega/analysis.hpp"
#include "models/omega/traffic.hpp"
#include "testbenches/omega_bench.hpp"
#include "testbenches/simulation/bench.hpp"

namespace plexus {

namespace {

constexpr std::size_t kMostListed = 64;  // saturated queues

bool buffered(const Values& values) { return values.word("switching") == "buffered"; }

Json rounded(double value) { return std::nearbyint(value * 1e6) / 1e6; }

Json rounded(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(rounded(value));
  return list;
}

TrafficSetting traffic_of(const Values& values) {
  TrafficSetting setting;
  setting.pattern = parse_traffic_pattern(values.word("pattern"), values.node("nodes"));
  if (setting.pattern.kind == TrafficPattern::Kind::kPermutation) {
    setting.pattern.permutation = permutation_of(values);
  }
  setting.load = values.at("load").get<double>();
  setting.seed = static_cast<std::uint64_t>(values.number("seed"));
  setting.warmup = Cycles{values.number("warmup")};
  setting.measure = Cycles{values.number("measure")};
  return setting;
}

/// The figures that all ways of switching have.
Json traffic_statistics(const TrafficFigures& figures, const TrafficSetting& setting,
                        NodeId ports) {
  const Cycles cycles = setting.measure;
  const double offers = static_cast<double>(figures.offered);
  return {{"offered", rounded(offers / (ports * static_cast<double>(cycles.count())))},
          {"throughput", rounded(figures.throughput(ports, cycles))},
          {"throughput_error", rounded(figures.standard_error(ports, cycles))},
          {"acceptance", rounded(figures.acceptance())},
          {"latency_mean", rounded(figures.mean_latency())},
          {"latency_p50", figures.latency_of(0.5)},
          {"latency_p90", figures.latency_of(0.9)},
          {"latency_p99", figures.latency_of(0.99)},
          {"latency_max", figures.latency_of(1)},
          {"injected", figures.injected},
          {"delivered", figures.out},
          {"dropped", figures.dropped},
          {"inside", figures.inside}};
}

/// What went in came out, was dropped or is still inside.
std::optional<std::string> balance(const TrafficFigures& figures) {
  if (figures.injected == figures.out + figures.dropped + figures.inside) return std::nullopt;
  return fmt::format("{} packets went in, {} came out, {} were dropped and {} are inside.",
                     figures.injected, figures.out, figures.dropped, figures.inside);
}

/// Which queues came to be crowded most of the time, and in which order.
void add_saturation(Json& statistics, const omega_fifo_net& net, std::size_t stages) {
  std::vector<std::uint64_t> per_stage(stages, 0);
  Json queues = Json::array();
  Json cycles = Json::array();
  for (const SaturatedQueue& queue : net.saturated()) {
    ++per_stage[queue.stage];
    if (queues.size() == kMostListed) continue;
    queues.push_back(
        fmt::format("stage_{}.element_{}.input_{}", queue.stage, queue.element, queue.input));
    cycles.push_back(queue.since.count());
  }
  statistics["saturated_per_stage"] = per_stage;
  statistics["saturated_queues"] = queues;
  statistics["saturated_at"] = cycles;
}

Report run_buffered(const Values& values, const NetworkShape& network,
                    const TrafficSetting& setting, Bench& bench) {
  const auto depth = static_cast<std::uint32_t>(values.number("fifo_depth"));
  const FifoSetting fifos{depth, *parse_arbitration(values.word("arbitration")), setting.seed};
  const double queues = double{1} * network.stages() * network.elements() * network.element_ports();
  require_switch_memory(network, 4.0 * network.ports() * network.ports() +
                                     queues * (depth * double{sizeof(FifoPacket)} + 60));
  auto& top = bench.build<fifo_traffic>("omega", network, fifos, setting, bench.order());
  bench.attach(top.net);
  Report report = bench.simulate(top, [&] { return balance(top.figures()); });
  report.statistics = traffic_statistics(top.figures(), setting, network.ports());
  const QueueFigures figures = top.queues();
  report.statistics["queue_depth_mean"] = rounded(figures.mean_depth);
  report.statistics["queue_full"] = rounded(figures.full_share);
  Json most = Json::array();
  for (const FifoStageFigures& stage : top.net.stages()) most.push_back(stage.max_depth);
  report.statistics["queue_depth_max"] = most;
  add_saturation(report.statistics, top.net, network.stages());
  return report;
}

Report run_unbuffered(const Values& values, const NetworkShape& network,
                      const TrafficSetting& setting, Bench& bench) {
  if (!network.steered_by_tag()) {
    throw Refusal{RefusalClass::kFeature,
                  "--network benes routes no packets by their destination alone: choose another "
                  "--network."};
  }
  require_switch_memory(network, 4.0 * network.ports() * network.ports());
  const bool drops = values.word("switching") == "unbuffered-drop";
  auto& top = bench.build<pass_traffic>(
      "omega", network, drops ? pass_traffic::Blocked::kDrop : pass_traffic::Blocked::kRetry,
      setting);
  bench.attach(top.net);
  Report report = bench.simulate(top, [&] { return balance(top.figures()); });
  report.statistics = traffic_statistics(top.figures(), setting, network.ports());
  std::vector<std::uint64_t> blocked = top.blocked_per_stage();
  if (network.kind() == NetworkKind::kDataManipulator) {
    report.statistics["blocked_at_ports"] = blocked.back();
  }
  blocked.pop_back();
  report.statistics["blocked_per_stage"] = blocked;
  const bool covered = drops && setting.pattern.kind == TrafficPattern::Kind::kUniform &&
                       network.kind() != NetworkKind::kDataManipulator;
  if (covered) {
    report.statistics["patel_throughput"] = rounded(patel_throughput(network, setting.load));
    report.statistics["patel_acceptance"] = rounded(patel_acceptance(network, setting.load));
  }
  return report;
}

Report run_traffic(const Values& values, Bench& bench) {
  const NetworkShape network = network_of(values);
  const TrafficSetting setting = traffic_of(values);
  return buffered(values) ? run_buffered(values, network, setting, bench)
                          : run_unbuffered(values, network, setting, bench);
}

// ---- parameters ---------------------------------------------------------------------------------

/// A share, 0 .. 1, in decimals.
Parameter share(const std::string& name, double fallback, const std::string& help) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = "number";
  parameter.range = "0 .. 1";
  parameter.help = help;
  parameter.shown_default = fallback;
  parameter.fallback = [fallback](const Values&) { return Json(fallback); };
  const auto refuse = [name](const std::string& text) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("{} {} is out of range: choose 0 .. 1.", option_of(name), text)};
  };
  parameter.read = [refuse](const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = error == std::errc{} && end == text.data() + text.size();
    if (!good || !std::isfinite(value)) refuse("'" + text + "'");
    return Json(value);
  };
  parameter.check = [refuse](const Json& value, const Values&) {
    const bool good = value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
    if (!good) refuse(value.dump());
  };
  return parameter;
}

Parameter pattern_parameter() {
  Parameter parameter;
  parameter.name = "pattern";
  parameter.type = "word";
  parameter.range = "uniform, hotspot:NODE,SHARE, permutation";
  parameter.help = "where packets go; a share of them to one node, the rest uniformly";
  parameter.shown_default = "uniform";
  parameter.fallback = [](const Values&) { return Json("uniform"); };
  parameter.read = [](const std::string& text) { return Json(text); };
  parameter.check = [](const Json& value, const Values& before) {
    const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
    static_cast<void>(parse_traffic_pattern(word, before.node("nodes")));
  };
  return parameter;
}

}  // namespace

void add_omega_traffic(Catalogue& catalogue) {
  constexpr std::int64_t kMostCycles = 1'000'000'000;
  const auto is_buffered = [](const Values& values) { return buffered(values); };
  const auto is_permutation = [](const Values& values) {
    return values.word("pattern") == "permutation";
  };
  const std::string with_buffers = "--switching buffered";
  catalogue.algorithms.push_back(
      {"omega",
       "traffic",
       "synthetic",
       "every node offers one-word packets with probability --load per cycle",
       true,
       {switch_nodes_parameter(), network_parameter(), radix_parameter(), pattern_parameter(),
        only_with(permutation_parameter("bit-reversal"), "--pattern permutation", is_permutation),
        share("load", 0.5, "probability with which a node offers a packet in a cycle"),
        word("switching", {"buffered", "unbuffered-drop", "unbuffered-retry"}, "buffered",
             "queues in the elements; or what is blocked is dropped, or tries again"),
        only_with(fifo_depth_parameter(4), with_buffers, is_buffered),
        only_with(arbitration_parameter(), with_buffers, is_buffered), seed_parameter(),
        integer("warmup", 0, kMostCycles, 1000, "cycles before the measured ones"),
        integer("measure", 1, kMostCycles, 10000, "cycles that are measured")},
       {{"p' = 1 - (1 - p/r)^r", "Patel 1981, per stage, for --switching unbuffered-drop"}},
       {"omega_fifo_element", "omega_element"},
       {},
       true,
       {},
       run_traffic});
}

}  // namespace plexus
