/// Every combination of what traffic can be asked for, on small machines: packets are conserved and
/// in order, and nothing waits in a circle where the routing promises that. The runs themselves see
/// to both: misrouted packets, broken order, lost flits and places end them, and their balance is
/// compared with what the network holds. All of them are thousands of runs, so a sample drawn by a
/// fixed step stands for them in the tests of every day.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/direct/direct_traffic.hpp"
#include "models/machine/machine.hpp"
#include "tests/every_machine.hpp"
#include "tests/faults.hpp"

namespace plexus {

namespace {

/// A parameter and the values that it takes; several at once where the value is an object.
struct Axis {
  std::string name;
  std::vector<Json> values;
};

/// One machine, and all that varies on it.
struct Family {
  std::string machine;
  std::vector<Axis> axes;

  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t all = 1;
    for (const Axis& axis : axes) all *= axis.values.size();
    return all;
  }
  /// Combination `number`.
  [[nodiscard]] Json at(std::uint64_t number) const {
    Json given = {{"warmup", 20}, {"measure", 100}, {"seed", number % 1000}};
    for (const Axis& axis : axes) {
      const Json& value = axis.values[number % axis.values.size()];
      number /= axis.values.size();
      if (value.is_object()) {
        given.update(value);
      } else {
        given[axis.name] = value;
      }
    }
    return given;
  }
};

const std::vector<Json> kPatterns{"uniform",      "hotspot:1,0.3", "permutation",
                                  "shift:1",      "transpose",     "complement",
                                  "bit-reversal", "tornado",       "neighbour"};
const std::vector<Json> kSourceQueues{"unlimited", "none"};
const std::vector<Json> kArbitrations{"alternating", "fixed", "oldest", "random"};
const std::vector<Json> kSwitches{{{"network", "crossbar"}, {"nodes", 4}},
                                  {{"network", "omega"}, {"nodes", 8}},
                                  {{"network", "omega"}, {"nodes", 9}, {"radix", 3}},
                                  {{"network", "inverse-omega"}, {"nodes", 8}},
                                  {{"network", "indirect-binary-cube"}, {"nodes", 8}},
                                  {{"network", "omega"}, {"nodes", 16}, {"radix", 4}},
                                  {{"network", "baseline"}, {"nodes", 8}}};
const std::vector<Json> kTrees{
    {{"nodes", 2}}, {{"nodes", 8}}, {{"nodes", 16}, {"arity", 4}}, {{"nodes", 9}, {"arity", 3}}};

/// Torus, open mesh, hypercube, ring.
Family direct_family() {
  return {"",
          {{"shape",
            {{{"machine", "torus"}, {"sides", {4, 4}}},
             {{"machine", "torus"}, {"sides", {4, 4}}, {"wrap", false}},
             {{"machine", "hypercube"}, {"dimension", 3}},
             {{"machine", "ring"}, {"nodes", 8}}}},
           {"pattern", kPatterns},
           {"routing", {"dimension-order", "valiant", "minimal-adaptive"}},
           {"switching", {"wormhole", "cut-through", "store-and-forward"}},
           {"deadlock", {"dateline", "bubble", "none"}},
           {"virtual_channels", {1, 2, 3, 4, 5}},
           {"fifo_depth", {1, 2, 4, 6}},
           {"flow",
            {{{"flow", "registered"}},
             {{"flow", "registered"}, {"credit_delay", 3}, {"pipeline", 2}},
             {{"flow", "bypass"}}}},
           {"arbitration", kArbitrations},
           {"source_queue", kSourceQueues},
           {"load", {{{"load", 0.1}, {"words", 1}}, {{"load", 0.4}, {"words", 3}, {"burst", 4}}}}}};
}

Family buffered_family() {
  return {"omega",
          {{"shape", kSwitches},
           {"pattern", kPatterns},
           {"fifo_depth", {1, 2, 4}},
           {"flow", {"registered", "bypass"}},
           {"arbitration", kArbitrations},
           {"source_queue", kSourceQueues},
           {"load",
            {{{"load", 0.2}, {"words", 1}},
             {{"load", 1.0}, {"words", 1}},
             {{"load", 0.3}, {"words", 3}, {"burst", 4}}}}}};
}

Family unbuffered_family() {
  std::vector<Json> shapes = kSwitches;
  shapes.push_back({{"network", "data-manipulator"}, {"nodes", 8}});  // it has no buffers
  return {"omega",
          {{"shape", shapes},
           {"pattern", kPatterns},
           {"switching", {"unbuffered-drop", "unbuffered-retry"}},
           {"source_queue", kSourceQueues},
           {"load", {{{"load", 0.2}}, {{"load", 1.0}}, {{"load", 0.4}, {"burst", 4}}}}}};
}

Family tree_family() {
  return {"fat-tree",
          {{"shape", kTrees},
           {"capacities", {"constant", "exponential"}},
           {"links",
            {{{"links", "parallel"}, {"duplex", "full"}},
             {{"links", "wide"}, {"duplex", "full"}},
             {{"links", "parallel"}, {"duplex", "half"}},
             {{"links", "parallel"}, {"duplex", "half"}, {"priority", "up"}}}},
           {"router", {"asynchronous", "synchronous"}},
           {"fifo_depth", {"unlimited", 1, 2, 4}},
           {"pattern", kPatterns},
           {"source_queue", kSourceQueues},
           {"load",
            {{{"load", 0.05}, {"words", 1}},
             {{"load", 0.6}, {"words", 1}},
             {{"load", 0.2}, {"words", 3}, {"startup", 2}, {"burst", 4}},
             {{"load", 0.2}, {"words", "varied:1,1,3"}}}}}};
}

/// Routers with virtual channels in the tree.
Family channel_tree_family() {
  return {"fat-tree",
          {{"shape", kTrees},
           {"capacities", {"constant", "exponential"}},
           {"pattern", kPatterns},
           {"switching", {"wormhole", "cut-through", "store-and-forward"}},
           {"virtual_channels", {1, 2, 3, 5}},
           {"fifo_depth", {1, 2, 4, 6}},
           {"flow",
            {{{"flow", "registered"}},
             {{"flow", "registered"}, {"credit_delay", 3}, {"pipeline", 2}},
             {{"flow", "bypass"}}}},
           {"arbitration", kArbitrations},
           {"source_queue", kSourceQueues},
           {"load", {{{"load", 0.1}, {"words", 1}}, {{"load", 0.4}, {"words", 3}, {"burst", 4}}}}}};
}

Family pops_family() {
  std::vector<Json> patterns = kPatterns;
  std::erase(patterns, "permutation");  // a POPS offers no list of destinations
  return {"pops",
          {{"shape",
            {{{"d", 2}, {"g", 1}},
             {{"d", 1}, {"g", 4}},
             {{"d", 2}, {"g", 4}},
             {{"d", 4}, {"g", 2}},
             {{"d", 3}, {"g", 3}}}},
           {"multi_rx", {false, true}},
           {"pattern", patterns},
           {"source_queue", kSourceQueues},
           {"load",
            {{{"load", 0.05}, {"words", 1}},
             {{"load", 1.0}, {"words", 1}},
             {{"load", 0.2}, {"words", 3}, {"startup", 2}},
             {{"load", 0.3}, {"words", 4}, {"bandwidth", 2}, {"burst", 4}}}}}};
}

Family request_family() {
  return {"reconfigurable",
          {{"shape", {{{"nodes", 2}}, {{"nodes", 4}}, {{"nodes", 9}}}},
           {"ports", {1, 2, 3}},
           {"batch", {0, 1, 2}},
           {"request_latency", {0, 3}},
           {"beta_r", {{{"beta_r", 0}, {"tau_r", 0}}, {{"beta_r", 3}, {"tau_r", 1}}}},
           {"pattern", kPatterns},
           {"source_queue", kSourceQueues},
           {"load",
            {{{"load", 0.05}, {"words", 1}},
             {{"load", 1.0}, {"words", 1}},
             {{"load", 0.2}, {"words", 3}, {"handshake", 2}, {"startup", 1}, {"burst", 4}}}}}};
}

/// How many combinations ended how.
struct Tally {
  std::uint64_t ran = 0;
  std::uint64_t delivered = 0;
  std::map<std::string, std::uint64_t> refused;  ///< by the first words of the sentence

  [[nodiscard]] std::string text() const {
    std::string all = std::to_string(ran) + " runs, " + std::to_string(delivered) + " packets";
    for (const auto& [why, count] : refused) all += "; " + std::to_string(count) + " x " + why;
    return all;
  }
};

/// Does the routing promise that nothing waits in a circle?
bool has_a_way_out(const std::string& machine, const Json& given) {
  if (machine == "fat-tree") return true;
  const bool rings = machine == "ring" || (machine == "torus" && !given.contains("wrap"));
  return given["deadlock"] != "none" || (!rings && given["routing"] == "dimension-order");
}

void run_one(std::string machine, Json given, Tally& tally) {
  if (given.contains("machine")) machine = given["machine"];
  given.erase("machine");
  INFO("plexus run " << machine << " traffic " << given.dump());
  const CatalogueEntry& entry = *every_machine().find(machine, "traffic", "synthetic");
  const FreshKernel kernel;
  std::unique_ptr<Experiment> experiment;
  try {
    experiment = entry.prepare(complete(entry.parameters, given));
  } catch (const Refusal& refusal) {
    if (refusal.kind() == RefusalClass::kUsage) throw;  // a word of this file is wrong
    std::string what = refusal.what();
    std::ranges::replace_if(
        what, [](char one) { return one >= '0' && one <= '9'; }, '#');
    ++tally.refused[machine + ": " + what];
    return;
  }
  ++tally.ran;
  const auto top = experiment->build({});
  experiment->load(*top);
  if (const auto fault = fault_of_run()) FAIL(fault->kind + ": " + fault->message);
  const Json seen = experiment->statistics(top.get(), top->completed()).json();
  if (const auto problem = experiment->check(*top)) FAIL(*problem);
  const auto count = [&](const char* name) { return seen[name].get<std::uint64_t>(); };
  tally.delivered += count("delivered");
  const std::uint64_t dropped = given["source_queue"] == "none" ? 0 : count("dropped");
  if (count("injected") < count("delivered") + count("inside")) FAIL("more came out than went in");
  if (dropped > 0 && given.value("switching", "") != "unbuffered-drop") {
    FAIL("packets were dropped in spite of queues");
  }
  const auto* const direct = dynamic_cast<const direct_traffic*>(top.get());
  if (direct != nullptr && has_a_way_out(machine, given) &&
      !direct->network.waiting_circle().empty()) {
    FAIL("packets wait in a circle");
  }
}

/// Every `step`-th combination.
void run_all(const Family& family, std::uint64_t step, std::uint64_t first = 0) {
  Tally tally;
  for (std::uint64_t i = first % step; i < family.size(); i += step) {
    run_one(family.machine, family.at(i), tally);
  }
  CHECK(tally.delivered > 10 * tally.ran);
  if (step > 1) return;
  WARN((family.machine.empty() ? "torus, mesh, hypercube, ring" : family.machine)
       << ": " << tally.text());
}

}  // namespace

TEST_CASE("packets are conserved and in order under a sample of all that traffic can be",
          "[traffic][traffic-sweep]") {
  // Primes, so that every value of every parameter is met.
  run_all(direct_family(), 12'007, 11);
  run_all(buffered_family(), 131, 5);
  run_all(unbuffered_family(), 31, 3);
  run_all(tree_family(), 461, 7);
  run_all(channel_tree_family(), 1'103, 4);
  run_all(pops_family(), 37, 2);
  run_all(request_family(), 67, 1);
}

TEST_CASE("packets are conserved and in order on direct networks, whatever the combination",
          "[traffic][traffic-sweep][.full]") {
  run_all(direct_family(), 1);
}

TEST_CASE("packets are conserved and in order on all other machines, whatever the combination",
          "[traffic][traffic-sweep][.full]") {
  run_all(buffered_family(), 1);
  run_all(unbuffered_family(), 1);
  run_all(tree_family(), 1);
  run_all(channel_tree_family(), 1);
  run_all(pops_family(), 1);
  run_all(request_family(), 1);
}

}  // namespace plexus
