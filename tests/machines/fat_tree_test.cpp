#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/module.hpp"
#include "models/fat-tree/parameters.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/waiting.hpp"
#include "tests/command.hpp"
#include "tests/machines/fat_tree_cases.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

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

std::vector<Json> fat_tree_rows() { return Json::parse(kFatTreeCases).get<std::vector<Json>>(); }

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

TEST_CASE("Every row of the fat tree's acceptance table runs as the specification says",
          "[fat-tree][acceptance]") {
  const Json row = GENERATE(from_range(fat_tree_rows()));
  CAPTURE(row.dump());
  const CommandResult result = run_fat_tree(row["operation"], row["algorithm"], row["parameters"]);
  CAPTURE(result.error, result.json.dump());
  REQUIRE(result.status == kVerified);
  const Json& report = result.json;
  CHECK(report["cycles"] == row["cycles"]);
  CHECK(report["verified"] == true);
  CHECK(report["statistics"]["steps"] == row["steps"]);
  for (const auto& [name, value] : row["parameters"].items()) {
    CAPTURE(name);
    CHECK(report["parameters"][name] == value);
  }
  for (const auto& [name, value] : row["statistics"].items()) {
    CAPTURE(name);
    CHECK(report["statistics"][name] == value);
  }
  if (row["bound"].is_null()) {
    CHECK(report["lower_bound"].is_null());
  } else {
    const std::int64_t step = report["statistics"]["cycles_per_step"];
    CHECK(report["lower_bound"] == row["bound"].get<std::int64_t>() * step);
  }
  for (const Json& prediction : report["predictions"]) CHECK(prediction["holds"] == true);
}

TEST_CASE("The fat tree's acceptance table is complete", "[fat-tree][acceptance]") {
  CHECK(fat_tree_rows().size() == 60);
}

TEST_CASE("Predictions hold on random trees, and timetables need no queue", "[fat-tree]") {
  for (const Json& tree : random_trees(12, 5)) {
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
  CHECK(check_closed_forms(11, 12, 64) == 12 * 18);
}

TEST_CASE("Closed forms hold on many random trees of up to 256 leaves", "[fat-tree][.full]") {
  CHECK(check_closed_forms(77, 150, 256) == 150 * 18);
}

TEST_CASE("Flooding in half duplex takes n + 2H - 2 steps where all branches have one link",
          "[fat-tree]") {
  const auto priority = GENERATE("down", "up");
  for (const auto& [arity, nodes, height] : {std::tuple{2, 2, 1},
                                             {2, 4, 2},
                                             {2, 8, 3},
                                             {2, 32, 5},
                                             {3, 9, 2},
                                             {3, 27, 3},
                                             {4, 16, 2},
                                             {5, 25, 2}}) {
    const Json machine{
        {"arity", arity}, {"nodes", nodes}, {"duplex", "half"}, {"priority", priority}};
    const Json report = report_of({"allgather", "flooding"}, machine);
    CAPTURE(machine.dump());
    CHECK(report["cycles"] == nodes + 2 * height - 2);
    CHECK(report["predictions"].back()["equation"] == "exact");
  }
  // With more links no closed form is known.
  const Json wider = report_of(
      {"allgather", "flooding"},
      {{"nodes", 16}, {"capacities", "exponential"}, {"duplex", "half"}, {"priority", priority}});
  CHECK(wider["cycles"] >= 17);
  for (const Json& prediction : wider["predictions"]) CHECK(prediction["equation"] != "exact");
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
  for (const Json& tree : random_trees(6, 8)) {
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

TEST_CASE("Time division costs exactly twice the steps", "[fat-tree]") {
  for (const Json& tree : random_trees(5, 21)) {
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

TEST_CASE("Flooding needs queues of the sizes of section 5.1", "[fat-tree]") {
  const auto flood = [](int arity, int nodes, const char* capacities) {
    return report_of({"allgather", "flooding"},
                     {{"arity", arity}, {"nodes", nodes}, {"capacities", capacities}});
  };
  for (int log = 1; log <= 7; ++log) {
    const int n = 1 << log;
    const Json constant = flood(2, n, "constant")["statistics"];
    for (int i = 1; i < log; ++i) {
      CHECK(constant["queue_up"][i - 1] == 1 << (i - 1));
      CHECK(constant["queue_down"][i - 1] == (i == 1 ? 0 : (1 << (i - 1)) - 2));
    }
    CHECK(constant["queue_down"][log - 1] == 0);
    if (n < 4) continue;
    const Json exponential = flood(2, n, "exponential")["statistics"];
    for (int i = 1; i < log; ++i) {
      CHECK(exponential["queue_up"][i - 1] == 0);
      CHECK(exponential["queue_down"][i - 1] == (i == log - 1 ? n / 4 : n / 2 - (1 << i)));
    }
    CHECK(exponential["queue_down"][log - 1] == 0);
  }
  for (const auto& [k, n, H] : {std::tuple{3, 81, 4}, {4, 64, 3}, {5, 25, 2}}) {
    const Json figures = flood(k, n, "constant")["statistics"];
    int power = 1;  // k^(i-1)
    for (int i = 1; i < H; ++i, power *= k) {
      CHECK(figures["queue_up"][i - 1] == (k - 1) * power);
      CHECK(figures["queue_down"][i - 1] == (i == 1 ? k - 2 : (k - 1) * power - 2));
    }
    CHECK(figures["queue_down"][H - 1] == (k - 2) * power);
  }
}

TEST_CASE("A queue of the depth that is needed suffices, one place less ends the run",
          "[fat-tree]") {
  int runs = 0;
  std::vector<Json> trees = random_trees(6, 33);
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

TEST_CASE("A queue that overflows is named by lowest level, router and port", "[fat-tree]") {
  // Flooding on 8 leaves: all up ports of level 1 come to hold a packet in cycle 1.
  const CommandResult result =
      run_fat_tree("allgather", "flooding", {{"nodes", 8}, {"queue_depth", 0}});
  CHECK(result.status == kFaulted);
  CHECK(result.json["error"]["cycle"] == 1);
  CHECK(result.json["error"]["part"] == "fat_tree.router_1_0");
  CHECK(result.json["error"]["port"] == "parent");
}

TEST_CASE("What makes no sense on a fat tree is refused", "[fat-tree]") {
  struct Wrong {
    const char* operation;
    const char* algorithm;
    Json parameters;
    const char* kind;
  };
  const Json no_list = {{"nodes", 8}};
  const std::vector<Wrong> wrong{
      {"broadcast", "replicate", {{"nodes", 12}}, "size"},
      {"broadcast", "replicate", {{"nodes", 8}, {"arity", 3}}, "size"},
      {"broadcast", "replicate", {{"nodes", 8}, {"capacities", {2, 1, 1}}}, "size"},
      {"broadcast", "replicate", {{"nodes", 8}, {"capacities", {1, 1}}}, "size"},
      {"broadcast", "replicate", {{"nodes", 8}, {"capacities", {0, 1, 1}}}, "size"},
      {"broadcast", "replicate", {{"nodes", 8}, {"root", 8}}, "range"},
      {"broadcast", "replicate", {{"nodes", 0}}, "range"},
      {"broadcast", "replicate", {{"nodes", 8}, {"arity", 1}}, "range"},
      {"broadcast", "multicast", {{"nodes", 8}, {"destinations", {1, 8}}}, "range"},
      {"move", "direct", {{"nodes", 8}, {"source", 8}}, "range"},
      {"move", "direct", {{"nodes", 8}, {"destination", 9}}, "range"},
      {"scatter", "explicit", {{"nodes", 4}, {"order", {1, 2, 2}}}, "range"},
      {"scatter", "explicit", {{"nodes", 4}, {"order", {0, 1, 2}}}, "range"},
      {"scatter", "farthest-first", {{"nodes", 4}, {"seed", 2}}, "usage"},
      {"alltoall", "greedy", {{"nodes", 4}, {"seed", 2}}, "usage"},
      {"alltoall", "greedy", {{"nodes", 4}, {"priority", "up"}}, "usage"},
      {"alltoall", "phased", {{"nodes", 4}, {"router", "synchronous"}}, "usage"},
      {"alltoall",
       "interleaved-exponential",
       {{"nodes", 4}, {"capacities", "exponential"}},
       "size"},
      {"alltoall",
       "interleaved-exponential",
       {{"nodes", 1}, {"capacities", "exponential"}},
       "size"},
      {"alltoall", "interleaved-exponential", {{"nodes", 8}, {"capacities", "constant"}}, "size"},
      {"alltoall",
       "interleaved-exponential",
       {{"nodes", 9}, {"arity", 3}, {"capacities", "exponential"}},
       "size"},
      {"alltoall", "phased", {{"nodes", 4}, {"dispatch", "paper-exponential"}}, "size"},
      {"alltoall",
       "phased",
       {{"nodes", 4}, {"capacities", "exponential"}, {"dispatch", "paper-constant"}},
       "size"},
      {"alltoall", "phased", {{"nodes", 4}, {"links", "wide"}}, "feature"},
      {"gather", "timed", {{"nodes", 4}, {"links", "wide"}}, "feature"},
      {"gather", "greedy", {{"nodes", 4}, {"links", "wide"}, {"duplex", "half"}}, "feature"},
      {"gather", "greedy", {{"nodes", 4}, {"links", "wide"}, {"router", "synchronous"}}, "feature"},
      {"allgather", "flooding", {{"nodes", 8}, {"words", 0}}, "range"},
      {"allgather", "flooding", {{"nodes", 8}, {"words", "varied:0,1,1"}}, "range"},
      {"allgather", "flooding", {{"nodes", 8}, {"words", "varied:1,1"}}, "range"},
      {"allgather", "flooding", {{"nodes", 8}, {"queue_depth", -1}}, "range"}};
  for (const Wrong& row : wrong) {
    const CommandResult result = run_fat_tree(row.operation, row.algorithm, row.parameters);
    CAPTURE(row.operation, row.algorithm, row.parameters.dump(), result.error);
    CHECK(result.status == kRefused);
    CHECK(result.json["error"]["class"] == row.kind);
    CHECK(result.error.starts_with("plexus: "));
    CHECK(std::ranges::count(result.error, '\n') == 1);
    const TemporaryFolder folder;  // in which nothing is written
    std::vector<std::string> words{"fat-tree",  row.operation,    "--algorithm", row.algorithm,
                                   "--vcd",     folder / "w.vcd", "--trace",     folder / "t.csv",
                                   "--picture", folder / "p.svg"};
    for (const auto& [name, value] : row.parameters.items()) {
      words.push_back(option_of(name));
      words.push_back(typed(value));
    }
    CHECK(run_json(words).status == kRefused);
    CHECK(folder.names().empty());
  }
}

TEST_CASE("One leaf takes no time, and nothing is needed to say so", "[fat-tree]") {
  const auto check = [](const Named& named) {
    const Json report = report_of(named, {{"nodes", 1}, {"words", 5}});
    CHECK(report["cycles"] == 0);
    CHECK(report["statistics"]["steps"] == 0);
    CHECK(report["statistics"]["cycles_per_step"] == 1);
    CHECK(report["statistics"]["transfers"] == 0);
  };
  for (const Named& named : kTimed) check(named);
  for (const Named& named : kQueueDriven) check(named);
}

TEST_CASE("Unequal blocks are faster where routers do not wait for a slot", "[fat-tree]") {
  const Json tree{{"nodes", 8}, {"words", "varied:1,3,3"}};
  Json synchronous = tree;
  synchronous["router"] = "synchronous";
  CHECK(report_of({"scatter", "farthest-first"}, tree)["cycles"] == 46);
  const Json slotted = report_of({"scatter", "farthest-first"}, synchronous);
  CHECK(slotted["cycles"] == 63);
  CHECK(slotted["statistics"]["steps"] == 9);
  CHECK(slotted["lower_bound"] == 63);
  CHECK(report_of({"scatter", "farthest-first"}, tree)["lower_bound"].is_null());
}

TEST_CASE("On demand a fixed priority can cost more than a factor of two (E15)", "[fat-tree]") {
  const Json tree{{"nodes", 16}, {"order", "rotation"}};
  Json half = tree;
  half["duplex"] = "half";
  CHECK(report_of({"alltoall", "greedy"}, tree)["cycles"] == 71);
  CHECK(report_of({"alltoall", "greedy"}, half)["cycles"] == 144);
}

TEST_CASE("Nothing on a fat tree depends on what was built first", "[fat-tree][shuffle]") {
  std::vector<NodeId> order(16);
  std::iota(order.begin(), order.end(), 0U);
  const auto seed = GENERATE(1U, 2U);
  std::shuffle(order.begin(), order.end(), std::mt19937{seed});
  const Json tree{{"nodes", 16}, {"capacities", {1, 1, 2, 3}}};
  const auto check = [&](const Named& named) {
    CAPTURE(named.operation, named.algorithm);
    const Report straight = run_report("fat-tree", named.operation, named.algorithm, tree);
    const Report shuffled = run_report("fat-tree", named.operation, named.algorithm, tree, order);
    CHECK(straight.cycles == shuffled.cycles);
    CHECK(straight.statistics == shuffled.statistics);
  };
  for (const Named& named : kTimed) check(named);
  for (const Named& named : kQueueDriven) check(named);
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
  fat_tree machine{"fat_tree", tree, FatTreeHardware{}, context};
  wrong_route wrong{tree};
  wrong.change = change;
  machine.router(2, 1).decision(wrong);
  place(operation, machine);
  const Values values = [] {
    Values made = complete(fat_tree_parameters(FatTreeKnobs::kQueueDriven, {}), {{"nodes", 8}});
    return made;
  }();
  const FatTreeCase at{values};
  machine.load([&](terminal& self) {
    return release_copied(self, at, Header{TreeHeader::flood().word(), {}}, self.id(), 7);
  });
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    return fault_of(report).kind;
  }
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
  fat_tree machine{"fat_tree", tree, FatTreeHardware{}, context};
  wrong_route wrong{tree};
  wrong.change = [](RouterPorts& ports) { ports[0] = 3 - ports[0]; };
  machine.router(1, 3).decision(wrong);
  place(operation, machine);
  const FatTreeCase at{
      complete(fat_tree_parameters(FatTreeKnobs::kQueueDriven, {}), {{"nodes", 8}})};
  machine.load([&](terminal& self) {
    return release_block(self, at, self.id() == 0 ? std::vector<NodeId>{7} : std::vector<NodeId>{},
                         0, self.id() == 7 ? 1 : 0);
  });
  Fault fault;
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    fault = fault_of(report);
  }
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
  fat_tree machine{"fat_tree", tree, hardware, context};
  place(operation, machine);
  FatTreeCase at{complete(fat_tree_parameters(FatTreeKnobs::kTimed, {}), {{"nodes", 8}})};
  at.settle(FatTreeStyle::kTimed, 1_words);
  machine.load([&](terminal& self) {  // leaves 2 and 3 at once
    Timetable timetable;
    if (self.id() == 2 || self.id() == 3) timetable.push_back({1, TreeHeader::unicast(0)});
    return play_timetable(self, at, timetable, BlockKind::kOwn, 0);
  });
  Fault fault;
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    fault = fault_of(report);
  }
  CHECK(fault.kind == "queue-free");
  CHECK(fault.part == "fat_tree.router_1_1");
  CHECK(fault.cycle == 1_cycles);
}

TEST_CASE("counters that dispatch in phases know how many packets of each half there are",
          "[fat-tree]") {
  const FatTreeAlgorithm algorithm = fat_tree_alltoall_phased_pipelined();
  const auto effective = [&](const char* capacities) {
    FatTreeCase at{complete(algorithm.parameters, {{"nodes", 16}, {"capacities", capacities}})};
    algorithm.prepare(at);
    REQUIRE(at.hardware.dispatch);
    CHECK(at.hardware.dispatch->levels == 4);
    return at.hardware.dispatch->effective;
  };
  CHECK(effective("constant") == std::vector<std::int64_t>{1, 1, 1, 1});
  CHECK(effective("exponential") == std::vector<std::int64_t>{1, 2, 4, 8});
}

TEST_CASE("what a fat tree counts of itself and of a run", "[fat-tree]") {
  const Json shape = plexus_command("run fat-tree topology --nodes 8 --json").json()["statistics"];
  CHECK(shape["routers"] == Json{4, 2, 1});
  CHECK(shape["branches"] == Json{8, 4, 2});
  CHECK(shape["links_in_all"] == 14);
  const Json run = plexus_command("run fat-tree alltoall --algorithm greedy --nodes 8 --json")
                       .json()["statistics"];
  CHECK(run["injected_packets"] == 8 * 7);
  CHECK(run["busy_up"] == Json{56, 48, 32});  // 8 leaves, 4 and 2 branches: 7, 6 and 4 of each leaf
  CHECK(run["busy_down"] == Json{56, 48, 32});
}

TEST_CASE("What a fat tree cannot carry waits in it, as many packets as the flows say",
          "[fat-tree][traffic]") {
  const auto given = GENERATE(values<std::string>(
      {R"({"nodes": 64, "load": 0.05})", R"({"nodes": 64, "load": 0.9})",
       R"({"nodes": 64, "load": 0.9, "words": 4, "startup": 2, "bandwidth": 2})",
       R"({"nodes": 64, "load": 0.5, "source_queue": "none", "words": 3})",
       R"({"nodes": 64, "load": 0.9, "capacities": "exponential"})",
       R"({"nodes": 64, "load": 0.8, "capacities": "exponential", "pattern": "hotspot:5,0.4"})",
       R"({"nodes": 81, "arity": 3, "load": 0.6, "capacities": [1, 1, 2, 2]})",
       R"({"nodes": 64, "load": 0.6, "pattern": "complement"})",
       R"({"nodes": 64, "arity": 4, "load": 0.7, "pattern": "shift:5", "links": "wide",
          "capacities": [1, 2, 2], "words": 4})",
       R"({"nodes": 32, "load": 0.9, "words": "varied:1,1,5"})",
       R"({"nodes": 64, "load": 0.4, "fifo_depth": 4})",
       R"({"nodes": 64, "load": 0.9, "duplex": "half", "pattern": "neighbour"})"}));
  CAPTURE(given);
  Json parameters = Json::parse(given);
  parameters["warmup"] = 0;
  parameters["measure"] = 3000;
  const Report report = run_report("fat-tree", "traffic", "synthetic", parameters);
  const FatTreeAlgorithm traffic = fat_tree_traffic();
  FatTreeCase at{complete(traffic.parameters, parameters)};
  traffic.prepare(at);
  const auto left =
      report.statistics["inside"].get<double>() + report.statistics["source_backlog"].get<double>();
  const double on_their_way = 4.0 * at.nodes() * at.tree.height();
  CHECK(waiting_in_tree(at) <= 1.5 * left + on_their_way);
  CHECK(left <= 1.5 * waiting_in_tree(at) + on_their_way);
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
