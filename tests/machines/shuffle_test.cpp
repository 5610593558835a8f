#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "testbenches/outputs/report.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "tests/every_machine.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/thinned.hpp"

using namespace plexus;

namespace {

/// What a run leaves: its report and its files, byte by byte; or how it failed.
struct Left {
  std::string report;
  std::string csv;
  std::string timeline;
  std::string fault;

  friend bool operator==(const Left&, const Left&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Left& left) {
    return out << left.report << left.fault << '\n' << left.csv;
  }
};

Left run(const CatalogueEntry& algorithm, const Values& values, const ConstructionOrder& order) {
  const TemporaryFolder folder;
  const auto run_one = [&](const std::string& file) {
    const FreshKernel kernel;
    RunOptions options;
    options.order = order;
    options.trace = folder / file;
    Simulation simulation{options};
    try {
      const Report report = simulation.perform(algorithm, values);
      simulation.finish();
      return report_json(algorithm, values, report).dump(1);
    } catch (const sc_core::sc_report& stopped) {
      simulation.finish();
      return fault_json({}, fault_of(stopped)).dump(1);
    }
  };
  Left left;
  left.report = run_one("r.csv");
  left.fault = run_one("r.perfetto.json");
  left.csv = content(folder / "r.csv");
  left.timeline = content(folder / "r.perfetto.json");
  return left;
}

/// Processors of the machine that a run asks for; 0 if the parameters do not tell.
NodeId node_count_of(const CatalogueEntry& algorithm, const Values& values) {
  if (values.has("nodes")) return values.node("nodes");
  if (values.has("dimension")) return NodeId{1} << values.number("dimension");
  if (!values.has("sides")) return 0;
  NodeId nodes = 1;
  for (const std::int64_t side : values.list("sides")) nodes *= static_cast<NodeId>(side);
  if (!algorithm.name.ends_with("-compound")) return nodes;
  NodeId seconds = 1;  // every terminal is two nodes
  for (std::size_t k = 0; k < values.list("sides").size(); ++k) {
    const std::int64_t length = values.list("lengths")[k];
    seconds *= static_cast<NodeId>((values.list("sides")[k] + length - 1) / length);
  }
  return nodes + seconds;
}

std::vector<CatalogueEntry> algorithms() { return thinned(every_machine().algorithms); }

}  // namespace

TEST_CASE("the order in which a machine is built changes nothing in its report and trace",
          "[shuffle]") {
  const CatalogueEntry algorithm = GENERATE(from_range(algorithms()));
  CAPTURE(algorithm.machine, algorithm.operation, algorithm.name);
  const bool has_rule = std::ranges::any_of(
      algorithm.parameters, [](const Parameter& one) { return one.name == "port_rule"; });
  const auto has = [&](const char* name) {
    return std::ranges::any_of(algorithm.parameters,
                               [&](const Parameter& one) { return one.name == name; });
  };
  for (const bool breaks : {false, true}) {
    if (breaks && !has_rule) continue;
    Json given = Json::object();
    if (has("words")) given["words"] = 5;
    if (has("startup")) given["startup"] = 1;
    if (has("packets")) given["packets"] = 2;
    if (has("measure")) given["measure"] = 300;
    if (has("measure")) given["warmup"] = 50;
    if (has_rule) given["port_rule"] = breaks ? "one-port" : "all-full";
    if (algorithm.name == "interleaved-exponential") given["capacities"] = "exponential";
    for (const char* knob : {"multi_tx", "multi_rx"}) {
      if (has(knob)) given[knob] = true;
    }
    const Values values = complete(algorithm.parameters, given);
    const Left first = run(algorithm, values, {});
    CHECK_FALSE(first.csv.empty());
    const NodeId nodes = node_count_of(algorithm, values);
    if (nodes == 0) continue;  // a machine whose size this test cannot tell
    ConstructionOrder order(nodes);
    std::iota(order.rbegin(), order.rend(), NodeId{0});
    CHECK(run(algorithm, values, order) == first);
    std::shuffle(order.begin(), order.end(), std::mt19937{3});
    CHECK(run(algorithm, values, order) == first);
  }
}
