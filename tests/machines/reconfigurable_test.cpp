#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/command.hpp"
#include "tests/machines/reconfigurable_runs.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

/// An algorithm with a case that it fits.
struct Job {
  std::string name;
  NodeId nodes;
  std::int64_t ports;
  Plan (*plan)(const ReconfigurableCase&, Detail);
  std::function<Operation(const ReconfigurableCase&)> operation;
  bool rooted = false;
};

const auto kBroadcast = [](const ReconfigurableCase& at) {
  return broadcast_operation(at.root, at.words);
};
const auto kScatter = [](const ReconfigurableCase& at) {
  return scatter_operation(at.nodes, at.root, at.words);
};
const auto kGather = [](const ReconfigurableCase& at) {
  return gather_operation(at.nodes, at.root, at.words);
};
const auto kAllgather = [](const ReconfigurableCase& at) {
  return allgather_operation(at.nodes, at.words);
};
const auto kAlltoall = [](const ReconfigurableCase& at) {
  return alltoall_operation(at.nodes, at.words);
};

const std::vector<Job> kJobs{
    {"broadcast rcp-naive", 20, 2, plan_broadcast_naive, kBroadcast, true},
    {"broadcast rcp-two-phase", 29, 2, plan_broadcast_two_phase, kBroadcast, true},
    {"broadcast rcp-two-phase", 16, 3, plan_broadcast_two_phase, kBroadcast, true},
    {"scatter rcp-tree", 13, 2, plan_scatter, kScatter, true},
    {"gather rcp-tree", 50, 4, plan_gather, kGather, true},
    {"allgather rcp-clique", 16, 3, plan_allgather_clique, kAllgather},
    {"alltoall rcp-clique", 9, 2, plan_alltoall_clique, kAlltoall},
    {"allgather circulant", 11, 4, plan_allgather_circulant, kAllgather},
    {"alltoall circulant", 10, 2, plan_alltoall_circulant, kAlltoall},
    {"allgather flip", 22, 3, plan_allgather_flip, kAllgather},
    {"alltoall flip", 20, 3, plan_alltoall_flip, kAlltoall},
    {"allgather fold", 11, 1, plan_allgather_fold, kAllgather},
    {"allgather direct", 7, 2, plan_allgather_direct, kAllgather},
    {"alltoall direct", 9, 3, plan_alltoall_direct, kAlltoall}};

ReconfigurableCase case_of(const Job& job, std::mt19937& random) {
  const auto up_to = [&](int most) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(most + 1));
  };
  ReconfigurableCase at;
  at.nodes = job.nodes;
  at.ports = job.ports;
  at.words = Words{1 + up_to(9)};
  at.link = {Cycles{up_to(2)}, Cycles{up_to(20)}, 1 + up_to(3), Words{1 + up_to(2)}};
  at.policy.timing = {Cycles{up_to(30)}, Cycles{up_to(4)}};
  if (up_to(3) == 0) at.policy.timing.fixed = 0_cycles;
  if (job.rooted) at.root = static_cast<NodeId>(up_to(static_cast<int>(job.nodes) - 1));
  if (job.name == "broadcast rcp-two-phase") {
    at.split_steps = static_cast<int>(up_to(at.shape().whole_steps()));
  }
  return at;
}

/// Every kind of manager.
std::vector<SettingPolicy> policies(const SettingTiming& timing) {
  std::vector<SettingPolicy> all(10);
  for (SettingPolicy& one : all) one.timing = timing;
  all[1].banks = all[3].banks = all[8].banks = 2;
  all[2].grain = all[3].grain = all[5].grain = all[8].grain = Grain::kLink;
  all[4].setters = all[5].setters = Setters::kPerNode;
  all[8].swap = 5_cycles;
  for (const std::size_t i : {6U, 7U, 9U}) all[i].dynamic = true;
  all[6].batch = 0;
  all[9].batch = 3;
  all[9].request_latency = 4_cycles;
  return all;
}

}  // namespace

TEST_CASE("a permutation that moves nothing has a bound of 0, others have none",
          "[machine][reconfigurable]") {
  const auto bound = [](const std::string& line) {
    return plexus_command("run reconfigurable permutation --json " + line).json()["lower_bound"];
  };
  CHECK(bound("--nodes 5 --permutation identity") == 0);
  CHECK(bound("--nodes 1") == 0);
  CHECK(bound("--nodes 5 --permutation 0,1,2,4,3").is_null());
}

TEST_CASE("every algorithm takes on hardware what its schedule costs, whoever sets the links",
          "[reconfigurable][machine]") {
  const auto job = GENERATE(from_range(kJobs));
  const auto seed = GENERATE(1U, 2U, 3U);
  std::mt19937 random{seed};
  ReconfigurableCase at = case_of(job, random);
  std::size_t number = 0;
  for (const SettingPolicy& policy : policies(at.policy.timing)) {
    at.policy = policy;
    CAPTURE(job.name, seed, number++);
    Plan plan = job.plan(at, Detail::kListed);
    const ScheduleCost cost = schedule_cost(plan.schedule, at.nodes, at.link, policy);
    ReconfigurableRun run{at, std::move(plan), job.operation(at)};
    CHECK(run.finish() == cost.cycles);
    CHECK(run.machine.links().figures().open_wait == cost.open_wait);
    CHECK(run.machine.manager().figures().commands == cost.commands);
  }
}

TEST_CASE("a fixed network takes what its steps cost", "[reconfigurable][machine]") {
  const auto grain = GENERATE(Grain::kPhase, Grain::kLink);
  const auto topology = GENERATE(Topology::kRing, Topology::kTorus, Topology::kTree);
  ReconfigurableCase at;
  at.nodes = 12;
  at.ports = 4;
  at.words = 2_words;
  at.mode = ReconfigurableMode::kStatic;
  at.link.startup = 3_cycles;
  at.topology = topology;
  at.rows = 3;
  at.policy.grain = grain;
  CAPTURE(to_string(grain), to_string(topology));
  const auto check = [&](FixedOperation kind, const Operation& operation) {
    Plan plan = plan_fixed(at, kind);
    const ScheduleCost cost = wired_cost(plan.schedule, at.nodes, at.link, grain);
    ReconfigurableRun run{at, std::move(plan), operation};
    CHECK(run.finish() == cost.cycles);
    CHECK(run.machine.links().figures().open_wait == 0_cycles);
  };
  check(FixedOperation::kBroadcast, broadcast_operation(0, at.words));
  check(FixedOperation::kScatter, scatter_operation(at.nodes, 0, at.words));
  check(FixedOperation::kGather, gather_operation(at.nodes, 0, at.words));
  check(FixedOperation::kAllgather, allgather_operation(at.nodes, at.words));
  check(FixedOperation::kAlltoall, alltoall_operation(at.nodes, at.words));
}

TEST_CASE("who scatters keeps nothing but its own block", "[reconfigurable]") {
  const std::string algorithm = GENERATE("fixed-bfs", "rcp-tree --ports 1");
  CAPTURE(algorithm);
  const TemporaryFolder folder;
  const std::string rows = folder / "rows.csv";
  const Said said = plexus_command("run reconfigurable scatter --nodes 6 --json --trace " + rows +
                                   " --algorithm " + algorithm);
  REQUIRE(said.status == kVerified);
  std::ifstream in{rows};
  std::size_t given_away = 0;
  for (std::string line; std::getline(in, line);)
    given_away += line.find(",forget,") != std::string::npos;
  // Each node but the root gets one message, which its sender gives away: on the fixed network of 1
  // to 3 blocks on the way to nodes 1, 2, 3 and to 5, 4.
  CHECK(given_away == 5);
}

TEST_CASE("of splits that take as long as each other the broadcast chooses the smallest",
          "[machine][reconfigurable]") {
  struct Tie {
    std::string line;
    int split;
    int cycles;
  };
  const auto tie = GENERATE(values<Tie>({{"--nodes 4 --ports 1 --words 3", 0, 6},
                                         {"--nodes 9 --ports 2 --words 4", 1, 6},
                                         {"--nodes 8 --ports 1 --words 5", 1, 12},
                                         {"--nodes 27 --ports 2 --words 10", 2, 14},
                                         {"--nodes 16 --ports 3 --words 5", 1, 6}}));
  CAPTURE(tie.line);
  const std::string run =
      "run reconfigurable broadcast --algorithm rcp-two-phase --json " + tie.line;
  const Json chosen = plexus_command(run).json();
  CHECK(chosen["statistics"]["chosen_split_steps"] == tie.split);
  CHECK(chosen["cycles"] == tie.cycles);
  const std::string next = run + " --split-steps " + std::to_string(tie.split + 1);
  CHECK(plexus_command(next).json()["cycles"] == tie.cycles);
}

TEST_CASE("long messages are scattered over all steps before they are gathered",
          "[machine][reconfigurable]") {
  const std::string run =
      "run reconfigurable broadcast --algorithm rcp-two-phase --json --nodes 27 --ports 2 --words "
      "100";
  const Json chosen = plexus_command(run).json();
  CHECK(chosen["statistics"]["chosen_split_steps"] == 3);
  for (const char* fewer : {"0", "1", "2"}) {
    CHECK(chosen["cycles"] < plexus_command(run + " --split-steps " + fewer).json()["cycles"]);
  }
}

TEST_CASE("a ring of two nodes is one link", "[machine][reconfigurable]") {
  const std::string run = "run reconfigurable broadcast --algorithm fixed-bfs --topology ring ";
  CHECK(plexus_command(run + "--nodes 2 --ports 1").status == kVerified);
  CHECK(plexus_command(run + "--nodes 3 --ports 1").status == kRefused);
}

TEST_CASE("a gather on a fixed ring ends with the message that has gathered half of it",
          "[machine][reconfigurable]") {
  const auto nodes = GENERATE(2, 3, 4, 5, 6, 9);
  const auto root = GENERATE(0, 1);
  CAPTURE(nodes, root);
  int cycles = 0;  // in step i the fullest link carries i blocks
  for (int blocks = 1; blocks <= nodes / 2; ++blocks) cycles += 1 + 3 * blocks;
  const Json report = plexus_command(
                          "run reconfigurable gather --algorithm fixed-bfs --words 3 "
                          "--startup 1 --json --nodes " +
                          std::to_string(nodes) + " --root " + std::to_string(root))
                          .json();
  CHECK(report["cycles"] == cycles);
  CHECK(report["verified"] == true);
}
