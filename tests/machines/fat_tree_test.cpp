#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/trace.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/machine.hpp"
#include "models/fat-tree/module.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/machine/machine.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/faults.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/thinned.hpp"

using namespace plexus;
using namespace plexus::fat_tree;

namespace {

CommandResult run_fat_tree(const std::string& operation, const std::string& algorithm,
                           const Json& parameters) {
  std::vector<std::string> words{"fat-tree", operation, "--algorithm", algorithm};
  for (const auto& [name, value] : parameters.items()) {
    words.push_back(option_of(name));
    words.push_back(typed(value));
  }
  return run_json(words);
}

struct Named {
  const char* operation;
  const char* algorithm;
};
constexpr Named kTimed[] = {{"gather", "timed"},
                            {"allgather", "phased"},
                            {"allgather", "phased-pipelined"},
                            {"allgather", "queue-free-optimal"},
                            {"alltoall", "consecutive-scatter"},
                            {"alltoall", "concurrent-scatter"},
                            {"alltoall", "phased"},
                            {"alltoall", "phased-pipelined"},
                            {"alltoall", "first-fit"}};
constexpr Named kQueueDriven[] = {{"move", "direct"},           {"broadcast", "replicate"},
                                  {"broadcast", "multicast"},   {"scatter", "farthest-first"},
                                  {"scatter", "nearest-first"}, {"scatter", "random"},
                                  {"scatter", "explicit"},      {"gather", "greedy"},
                                  {"allgather", "flooding"},    {"alltoall", "greedy"}};

/// Trees of arity 2 .. 5 with random capacities that do not decrease; the same on every computer.
std::vector<Json> random_trees(int count, std::uint32_t seed) {
  std::mt19937 bits{seed};
  std::vector<Json> trees;
  for (int i = 0; i < count; ++i) {
    const auto arity = static_cast<unsigned>(2 + bits() % 4);
    unsigned nodes = 1;
    Json capacities = Json::array();
    std::int64_t links = bits() % 3 == 0 ? 1 + bits() % 3 : 1;
    const unsigned most = arity == 2 ? 32 : 27;
    for (const auto height = bits() % 5; capacities.size() < height && nodes * arity <= most;) {
      nodes *= arity;
      capacities.push_back(links);
      links += bits() % (2 * static_cast<unsigned>(links) * arity);
    }
    trees.push_back({{"arity", arity}, {"nodes", nodes}, {"capacities", capacities}});
  }
  return trees;
}

/// A tree of up to `most` leaves with random capacities, words and timing.
Json random_machine(std::mt19937& bits, unsigned most) {
  const auto below = [&bits](std::uint32_t limit) { return static_cast<int>(bits() % limit); };
  const unsigned arity = 2 + static_cast<unsigned>(below(4));
  unsigned nodes = 1;
  Json capacities = Json::array();
  int links = below(4) == 0 ? 1 + below(3) : 1;
  for (int height = 1 + below(8); height > 0 && nodes * arity <= most; --height) {
    nodes *= arity;
    capacities.push_back(links);
    links += below(3) == 0 ? 0 : below(static_cast<std::uint32_t>(links) * arity + 1);
  }
  return {{"arity", arity},        {"nodes", nodes},      {"capacities", capacities},
          {"words", 1 + below(9)}, {"startup", below(4)}, {"bandwidth", 1 + below(4)}};
}

/// Of a run that must go well.
Json report_of(const Named& named, const Json& parameters) {
  const CommandResult result = run_fat_tree(named.operation, named.algorithm, parameters);
  CAPTURE(named.operation, named.algorithm, parameters.dump(), result.error);
  REQUIRE(result.status == kVerified);
  return result.json;
}

}  // namespace

TEST_CASE("Predictions hold on random trees, and timetables need no queue", "[fat-tree]") {
  for (const Json& tree : random_trees(thinned(6), 5)) {
    for (const Named& named : kTimed) {
      const Json report = report_of(named, tree);
      CHECK(report["statistics"]["max_queue"] == 0);
      CHECK(report["statistics"]["total_wait"] == 0);
      CHECK(report["predictions"].size() >= 1);
      CHECK(report["cycles"] >= report["lower_bound"]);
    }
    for (const Named& named : kQueueDriven) {
      const Json report = report_of(named, tree);
      CHECK(report["cycles"] >= report["lower_bound"]);
    }
  }
}

namespace {

/// Every algorithm on `trees` random machines, each from a random root: what closed forms say is
/// what the runs take, status 0 says it of all predictions; how many of them were exact counts.
int check_closed_forms(std::uint32_t seed, int trees, unsigned most) {
  std::mt19937 bits{seed};
  int exact = 0;
  const auto check = [&](const Named& named, Json machine) {
    const std::string operation = named.operation;
    const auto leaf = bits() % machine["nodes"].get<unsigned>();
    if (operation == "broadcast" || operation == "scatter" || operation == "gather") {
      machine["root"] = leaf;
    }
    if (std::string{named.algorithm} == "random") machine["seed"] = leaf;
    const Json report = report_of(named, machine);
    for (const Json& prediction : report["predictions"]) {
      CHECK(prediction["holds"] == true);
      if (prediction["equation"] == "exact" && prediction["relation"] == "equal") ++exact;
    }
    CHECK(report["cycles"] >= report["lower_bound"]);
  };
  for (int i = 0; i < trees; ++i) {
    const Json machine = random_machine(bits, most);
    for (const Named& named : kTimed) check(named, machine);
    for (const Named& named : kQueueDriven) check(named, machine);
  }
  return exact;
}

}  // namespace

TEST_CASE("Closed forms hold on random trees, roots and timings", "[fat-tree]") {
  // 18 of the 19 have an exact count; alltoall greedy is simulated.
  CHECK(check_closed_forms(11, thinned(5), 64) == thinned(5) * 18);
}

TEST_CASE("Closed forms hold on many random trees of up to 256 leaves", "[fat-tree][.full]") {
  CHECK(check_closed_forms(77, 150, 256) == 150 * 18);
}

TEST_CASE("Words, start-up and bandwidth multiply the steps of every algorithm", "[fat-tree]") {
  const Json plain{{"arity", 2}, {"nodes", 8}, {"capacities", {1, 1, 2}}};
  Json slow = plain;
  slow.update({{"words", 7}, {"startup", 3}, {"bandwidth", 2}});
  const auto check = [&](const Named& named) {
    const Json one = report_of(named, plain);
    const Json many = report_of(named, slow);
    CHECK(many["cycles"] == 7 * one["cycles"].get<int>());
    CHECK(many["statistics"]["steps"] == one["statistics"]["steps"]);
    CHECK(many["statistics"]["max_queue"] == one["statistics"]["max_queue"]);
    CHECK(many["statistics"]["cycles_per_step"] == 7);
  };
  for (const Named& named : kTimed) check(named);
  for (const Named& named : kQueueDriven) check(named);
}

TEST_CASE("Equal packets take the same way through both kinds of router", "[fat-tree]") {
  for (const Json& tree : random_trees(thinned(3), 8)) {
    Json synchronous = tree;
    synchronous["router"] = "synchronous";
    for (const Named& named : kQueueDriven) {
      Json one = report_of(named, tree);
      Json other = report_of(named, synchronous);
      CHECK(one["cycles"] == other["cycles"]);
      CHECK(one["statistics"] == other["statistics"]);
    }
  }
}

TEST_CASE("A branch is worth no more links than are below it", "[fat-tree]") {
  const Report report =
      run_report("fat-tree", "topology", "tree", {{"nodes", 8}, {"capacities", {1, 4, 4}}});
  CHECK(report.statistics["links"] == Json({1, 4, 4}));
  CHECK(report.statistics["effective_links"] == Json({1, 2, 4}));
}

TEST_CASE("Time division costs exactly twice the steps", "[fat-tree]") {
  for (const Json& tree : random_trees(thinned(3), 21)) {
    Json half = tree;
    half["duplex"] = "half";
    for (const Named& named : kTimed) {
      const int factor = std::string{named.operation} == "gather" ? 1 : 2;
      const Json report = report_of(named, half);
      CHECK(report["cycles"] == factor * report_of(named, tree)["cycles"].get<int>());
      CHECK(report["statistics"]["max_queue"] == 0);
      CHECK(report["statistics"]["total_wait"] == 0);
      CHECK(report["lower_bound"].is_null());
    }
    for (const Named& named :
         {kQueueDriven[0], kQueueDriven[1], kQueueDriven[3], kQueueDriven[7]}) {
      CHECK(report_of(named, half)["cycles"] == report_of(named, tree)["cycles"]);
    }
  }
}

TEST_CASE("A queue of the depth that is needed suffices, one place less ends the run",
          "[fat-tree]") {
  int runs = 0;
  std::vector<Json> trees = random_trees(thinned(3), 33);
  trees.push_back({{"nodes", 16}});
  trees.push_back({{"nodes", 16}, {"capacities", "exponential"}});
  trees.push_back({{"nodes", 8}, {"words", "varied:1,3,3"}});
  for (const Json& tree : trees) {
    for (const Named& named : kQueueDriven) {
      Json parameters = tree;
      const std::int64_t depth = report_of(named, tree)["statistics"]["max_queue"];
      parameters["queue_depth"] = depth;
      CHECK(report_of(named, parameters)["statistics"]["max_queue"] == depth);
      if (depth == 0) continue;
      ++runs;
      parameters["queue_depth"] = depth - 1;
      const CommandResult result = run_fat_tree(named.operation, named.algorithm, parameters);
      CAPTURE(parameters.dump(), result.error);
      CHECK(result.status == kFaulted);
      const Json& error = result.json["error"];
      CHECK(error["class"] == "queue-depth");
      CHECK(error["cycle"].is_number());
      CHECK(error["router"].get<std::string>().starts_with("router_"));
      CHECK(error["port"].is_string());
      CHECK(error["waiting"] == depth);
    }
  }
  CHECK(runs > 10);
}

// ---- Rules broken on purpose --------------------------------------------------------------------

namespace {

/// The routes of a tree, but for one router.
struct wrong_route final : packet_route_if {
  explicit wrong_route(const FatTreeShape& tree) : right{tree} {}
  void route(std::uint32_t router, std::uint32_t input, std::uint64_t header,
             RouterPorts& ports) const override {
    right.route(router, input, header, ports);
    change(ports);
  }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return right.port_name(port);
  }
  tree_route right;
  std::function<void(RouterPorts&)> change;
};

/// A flooding allgather on 8 leaves in which router (2, 1) goes wrong; which fault ends it.
std::string fault_with(const std::function<void(RouterPorts&)>& change) {
  FreshKernel kernel;
  const FatTreeShape tree = FatTreeShape::constant(2, 8);
  const Operation operation = allgather_operation(8, 1_words);
  NodeContext context;
  context.space = operation.space;
  fat_tree_machine machine{"fat_tree", tree, FatTreeHardware{}, context};
  wrong_route wrong{tree};
  wrong.change = change;
  machine.router(2, 1).decision(wrong);
  place(operation, machine);
  const FatTreeCase at = fat_tree_case(complete(queued_parameters(), {{"nodes", 8}}));
  machine.load([&](terminal& self) {
    return release_copied(self, at, Header{TreeHeader::flood().word(), {}}, self.id(), 7);
  });
  if (const auto fault = fault_of_run()) return fault->kind;
  return machine.waiting_text().empty() ? "" : "deadlock";
}

}  // namespace

TEST_CASE("A lost packet, a copy too many and a swapped child are found", "[fat-tree]") {
  CHECK(fault_with([](RouterPorts&) {}).empty());
  CHECK(fault_with([](RouterPorts& ports) { ports.clear(); }) == "conservation");
  CHECK(fault_with([](RouterPorts& ports) { ports.pop_back(); }) == "deadlock");
  CHECK(fault_with([](RouterPorts& ports) { ports.push_back(ports.back()); }) == "program");
  CHECK(fault_with([](RouterPorts& ports) {
          for (std::uint32_t& port : ports) port = port == 0 ? 0 : 3 - port;
        }) == "program");
}

TEST_CASE("A packet that comes to another leaf than its own is found", "[fat-tree]") {
  FreshKernel kernel;
  const FatTreeShape tree = FatTreeShape::constant(2, 8);
  const Operation operation = move_operation(0, 7, 1_words);
  NodeContext context;
  context.space = operation.space;
  fat_tree_machine machine{"fat_tree", tree, FatTreeHardware{}, context};
  wrong_route wrong{tree};
  wrong.change = [](RouterPorts& ports) { ports[0] = 3 - ports[0]; };
  machine.router(1, 3).decision(wrong);
  place(operation, machine);
  const FatTreeCase at = fat_tree_case(complete(queued_parameters(), {{"nodes", 8}}));
  machine.load([&](terminal& self) {
    return release_block(self, at, self.id() == 0 ? std::vector<NodeId>{7} : std::vector<NodeId>{},
                         0, self.id() == 7 ? 1 : 0);
  });
  const Fault fault = fault_of_run().value_or(Fault{});
  CHECK(fault.kind == "misrouted");
  CHECK(fault.part == "fat_tree.node_6");
  CHECK(fault.cycle == 6_cycles);
}

TEST_CASE("Two packets of a timetable that meet end the run", "[fat-tree]") {
  FreshKernel kernel;
  const FatTreeShape tree = FatTreeShape::constant(2, 8);
  const Operation operation = gather_operation(8, 0, 1_words);
  NodeContext context;
  context.space = operation.space;
  FatTreeHardware hardware;
  hardware.rules.queue_free = true;
  hardware.rules.slot = 1_cycles;
  fat_tree_machine machine{"fat_tree", tree, hardware, context};
  place(operation, machine);
  FatTreeCase at = fat_tree_case(complete(timed_parameters(), {{"nodes", 8}}));
  at.settle(FatTreeStyle::kTimed, 1_words);
  machine.load([&](terminal& self) {  // leaves 2 and 3 at once
    Timetable timetable;
    if (self.id() == 2 || self.id() == 3) timetable.push_back({1, TreeHeader::unicast(0)});
    return play_timetable(self, at, timetable, BlockKind::kOwn, 0);
  });
  const Fault fault = fault_of_run().value_or(Fault{});
  CHECK(fault.kind == "queue-free");
  CHECK(fault.part == "fat_tree.router_1_1");
  CHECK(fault.cycle == 1_cycles);
}

TEST_CASE("counters that dispatch in phases know how many packets of each half there are",
          "[fat-tree]") {
  const Algorithm<FatTreeCase> algorithm = alltoall_phased_pipelined();
  const auto effective = [&](const char* capacities) {
    FatTreeCase at =
        fat_tree_case(complete(algorithm.parameters, {{"nodes", 16}, {"capacities", capacities}}));
    algorithm.prepare(at);
    REQUIRE(at.hardware.dispatch);
    CHECK(at.hardware.dispatch->levels == 4);
    return at.hardware.dispatch->effective;
  };
  CHECK(effective("constant") == std::vector<std::int64_t>{1, 1, 1, 1});
  CHECK(effective("exponential") == std::vector<std::int64_t>{1, 2, 4, 8});
}

TEST_CASE("of heads that wait for a place the one that has waited longest gets it",
          "[machine][fat-tree][traffic]") {
  // All send to node 3, whose queue in the router has one place.
  const TemporaryFolder folder;
  const std::string packets = folder / "packets.json";
  std::ofstream{packets} << "[[0,2,3,6],[1,2,3,6],[2,1,3,6],[3,0,3,6],[4,2,3,6],[30,0,3,6]]";
  const std::string trace = folder / "trace.csv";
  const Said said = plexus_command(
      "run fat-tree traffic --nodes 4 --arity 4 --fifo-depth 1 --warmup 0 --measure 120 "
      "--recorded " +
      packets + " --trace " + trace);
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  std::ifstream rows{trace};
  std::string sources;
  for (std::string row; std::getline(rows, row);) {
    if (row.find("to_node_3,receive,") == std::string::npos) continue;
    const std::size_t at = row.find(",receive,") + 9;
    sources += row.substr(row.find(',', at) + 1, 1);
  }
  CHECK(sources == "210202");
}

TEST_CASE("a leaf says of how many packets it still waits for, one after another",
          "[machine][fat-tree]") {
  struct Heard final : trace_sink_if {
    void record(const TraceRow& row) override {
      if (row.kind != TraceKind::kWait || row.source != 0 || row.waits == nullptr) return;
      for (const Awaited& one : *row.waits) {
        if (one.what != WaitFor::kPackets) continue;
        CHECK(one.numbers[1] == 3);
        if (left.empty() || left.back() != one.numbers[0]) left.push_back(one.numbers[0]);
      }
    }
    [[nodiscard]] bool wants_waits() const override { return true; }
    std::vector<std::uint64_t> left;
  } heard;
  const CatalogueEntry& entry = *every_machine().find("fat-tree", "alltoall", "first-fit");
  const FreshKernel kernel;
  const auto experiment = entry.prepare(complete(entry.parameters, {{"nodes", 4}}));
  const auto top = experiment->build({});
  top->listen(heard);
  experiment->load(*top);
  sc_core::sc_start();
  CHECK(heard.left == std::vector<std::uint64_t>{2, 1});  // one comes while it still sends
}

TEST_CASE("traffic that fills routers without end is saturated", "[machine][fat-tree][traffic]") {
  const auto [load, full, options] = GENERATE(table<std::string, bool, std::string>({
      {"0.3", false, ""},
      {"1", true, ""},
      {"1", true, " --source-queue none"},
      {"1", true, " --fifo-depth 4"},
      {"1", false, " --fifo-depth 4 --source-queue none"},  // what finds no place is gone
  }));
  CAPTURE(load, options);
  const Said said = plexus_command("run fat-tree traffic --nodes 8 --measure 2000 --json --load " +
                                   load + options);
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["statistics"]["saturated"] == full);
}

TEST_CASE("words of varied packets are those of both ends", "[machine][fat-tree][traffic]") {
  const Json figures = plexus_command(
                           "run fat-tree traffic --nodes 4 --pattern shift:2 --load 0.01 "
                           "--words varied:2,3,3 --measure 20000 --json")
                           .json()["statistics"];
  // 8, 5, 8 and 5 words; of their sources alone they would be 2, 5, 8 and 2.
  CHECK(figures["accepted_words"].get<double>() / figures["accepted"].get<double>() ==
        Approx(6.5).epsilon(0.1));
  CHECK(plexus_command("run fat-tree traffic --nodes 1 --links wide").status == kVerified);
}
