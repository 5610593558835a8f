#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/reconfigurable/numbering.hpp"
#include "models/reconfigurable/timing.hpp"
#include "tests/machines/reconfigurable_runs.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::crossbar_twin_test {

namespace {

/// Eight nodes with four ports; what takes time takes a different one each.
ReconfigurableCase eight_nodes() {
  ReconfigurableCase at;
  at.nodes = 8;
  at.ports = 4;
  at.words = 3_words;
  at.link = {2_cycles, 3_cycles, 1, 1_words};
  at.policy.timing = {4_cycles, 2_cycles};
  return at;
}

/// A way to set links, by the letter of 1.5.
struct Way {
  std::string name;
  SettingPolicy policy;
};

std::vector<Way> ways(const SettingTiming& timing) {
  const auto way = [&](const char* name, Grain grain, int banks, std::int64_t swap) {
    SettingPolicy policy{.timing = timing, .grain = grain, .banks = banks, .swap = Cycles{swap}};
    return Way{name, policy};
  };
  std::vector<Way> all{
      way("(a)", Grain::kPhase, 1, 0),          way("(b)", Grain::kPhase, 2, 0),
      way("(b), swap 3", Grain::kPhase, 2, 3),  way("(c)", Grain::kLink, 1, 0),
      way("(d)", Grain::kLink, 2, 0),           way("(d), swap 5", Grain::kLink, 2, 5),
      way("(e), phase", Grain::kPhase, 1, 0),   way("(e), link", Grain::kLink, 1, 0),
      way("dynamic, all", Grain::kPhase, 1, 0), way("dynamic, two", Grain::kPhase, 1, 0)};
  all[6].policy.setters = all[7].policy.setters = Setters::kPerNode;
  all[8].policy.dynamic = all[9].policy.dynamic = true;
  all[8].policy.batch = 0;
  all[9].policy.batch = 2;
  all[9].policy.request_latency = 3_cycles;
  return all;
}

/// Blocks that a machine has whose links are set like this.
std::vector<std::string> blocks_of(const SettingPolicy& policy) {
  std::vector<std::string> blocks{"config_manager", "xbar2", "rdv_link"};
  const bool central = policy.setters == Setters::kCentral;
  if (!policy.dynamic && policy.grain == Grain::kPhase && policy.banks == 1) {
    blocks.emplace_back("phase_seq");
  }
  if (central) blocks.emplace_back("recon_net");
  return blocks;
}

struct Job {
  std::string name;
  Plan (*plan)(const ReconfigurableCase&, Detail);
  Operation (*operation)(const ReconfigurableCase&);
};

const std::vector<Job> kJobs{
    {"scatter", plan_scatter,
     [](const ReconfigurableCase& at) { return scatter_operation(at.nodes, at.root, at.words); }},
    {"broadcast", plan_broadcast_naive,
     [](const ReconfigurableCase& at) { return broadcast_operation(at.root, at.words); }},
    {"alltoall", plan_alltoall_circulant,
     [](const ReconfigurableCase& at) { return alltoall_operation(at.nodes, at.words); }}};

/// The fault with which a scatter ends beside or in the place of whose part a double stands.
std::optional<Fault> scatter_with(const std::string& block, int planted,
                                  const SettingPolicy& policy,
                                  TwinMode mode = TwinMode::kLockstep) {
  ReconfigurableCase at = eight_nodes();
  at.policy = policy;
  at.policy.timing = eight_nodes().policy.timing;
  ReconfigurableRun run{at, plan_scatter(at), scatter_operation(at.nodes, at.root, at.words)};
  const auto twins = attach_twins(run.machine, block, mode, planted);
  return run.fault();
}

}  // namespace

TEST_CASE("the crossbar's twins run every way of setting links as the parts do",
          "[rtl][crossbar][points]") {
  const auto mode = GENERATE(TwinMode::kLockstep, TwinMode::kReplace);
  const auto slow = GENERATE(false, true);  // links: so that setting hides behind them
  for (const Way& way : ways({4_cycles, 2_cycles})) {
    for (const Job& job : kJobs) {
      ReconfigurableCase at = eight_nodes();
      at.policy = way.policy;
      if (slow) at.link = {0_cycles, 1_cycles, 7, 2_words};
      const Cycles expected =
          schedule_cost(job.plan(at, Detail::kListed).schedule, at.nodes, at.link, at.policy)
              .cycles;
      for (const std::string& block : blocks_of(way.policy)) {
        if (mutant_elsewhere(block)) continue;
        CAPTURE(static_cast<int>(mode), slow, way.name, job.name, block);
        ReconfigurableRun run{at, job.plan(at, Detail::kListed), job.operation(at)};
        const auto twins = attach_twins(run.machine, block, mode);
        CHECK(run.finish() == expected);
      }
    }
  }
}

TEST_CASE("lockstep finds a wrong twin of the crossbar in its first wrong cycle",
          "[rtl][crossbar][lockstep]") {
  struct Planted {
    const char* block;
    std::size_t way;  ///< as in `ways`
    Caught caught;
    const char* part;
  };
  // The first link is set with cycle 5, the three of the first phase with cycle 9.
  const auto expected = GENERATE(values<Planted>({
      {"config_manager", 0, {1, 5, "entry_ready", 1, 0}, "machine.manager"},
      {"config_manager", 3, {1, 5, "entry_ready", 1, 0}, "machine.manager"},
      {"config_manager", 0, {2, 5, "set_v", 20, 0}, "machine.manager"},
      {"config_manager", 0, {3, 9, "done", 1, 0}, "machine.manager"},
      {"config_manager", 7, {1, 5, "entry_ready", 1, 0}, "machine.manager.node_0"},
      {"xbar2", 2, {1, 10, "swapping_0", 1, 0}, "machine.crossbar"},
      {"xbar2", 2, {2, 12, "joined_0", 0, 1}, "machine.crossbar"},
      {"xbar2", 2, {4, 10, "joined_0", 0, 1}, "machine.crossbar"},
      {"xbar2", 0, {5, 10, "data_0", 0, 1}, "machine.crossbar"},
      {"rdv_link", 0, {1, 14, "word", 0, 1}, "machine.crossbar.port_0_0"},
      {"rdv_link", 0, {2, 16, "done", 0, 1}, "machine.crossbar.port_0_0"},
      {"rdv_link", 0, {3, 17, "done", 1, 0}, "machine.crossbar.port_0_0"},
      {"phase_seq", 0, {2, 18, "start_config", 1, 0}, "machine.manager.barrier"},
      {"phase_seq", 0, {3, 10, "start_comm", 1, 0}, "machine.manager.barrier"},
      {"recon_net", 3, {1, 5, "entry_ready", 1, 0}, "machine.crossbar"},
      {"recon_net", 2, {2, 13, "joined_0", 1, 0}, "machine.crossbar"},
      {"recon_net", 0, {4, 16, "across_0", 0, 1}, "machine.crossbar"},
      {"recon_net", 0, {5, 10, "sends_0", 1, 0}, "machine.crossbar"},
  }));
  const Way way = ways({4_cycles, 2_cycles})[expected.way];
  CAPTURE(expected.block, way.name, static_cast<int>(expected.caught.planted));
  const auto fault = scatter_with(expected.block, expected.caught.planted, way.policy);
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected.caught, expected.part));
}

TEST_CASE("a map that is no matching, and a port set twice, break the twins' own contracts",
          "[rtl][crossbar]") {
  const auto mode = GENERATE(TwinMode::kLockstep, TwinMode::kReplace);
  const auto [block, planted, cycle, says] =
      GENERATE(table<std::string, int, std::int64_t, std::string>(
          {{"xbar2", 3, 11, "MapIsAMatching"},
           {"recon_net", 3, 11, "MapIsAMatching"},
           {"config_manager", 4, 9, "NoPortTwice"}}));
  CAPTURE(block, static_cast<int>(mode));
  const SettingPolicy policy = ways({4_cycles, 2_cycles})[0].policy;
  const auto fault = scatter_with(block, planted, policy, mode);
  REQUIRE(fault);
  CAPTURE(fault->message);
  if (fault->kind == "rtl" && fault->message.find(says) != std::string::npos) {
    CHECK(fault->cycle == Cycles{cycle});
  } else {  // what is wrong is seen before the contract is broken
    CHECK(fault->cycle < Cycles{cycle});
  }
}

TEST_CASE("every output of the crossbar's blocks is compared", "[rtl][crossbar][lockstep]") {
  const auto all = ways({4_cycles, 2_cycles});
  for (const char* const block : {"config_manager", "xbar2", "phase_seq", "recon_net"}) {
    const Double double_of{block};
    REQUIRE_FALSE(double_of.outputs.empty());
    for (std::size_t i = 0; i < double_of.outputs.size(); ++i) {
      const std::string name = double_of.outputs[i].substr(0, double_of.outputs[i].size() - 2);
      bool found = false;
      for (const std::size_t way : {0U, 2U, 3U}) {
        const auto blocks = blocks_of(all[way].policy);
        if (found || std::ranges::find(blocks, block) == blocks.end()) continue;
        const auto fault =
            scatter_with(block, kLastFault + 1 + static_cast<int>(i), all[way].policy);
        found =
            fault && fault->kind == "lockstep" && figure(*fault, "signal").starts_with('"' + name);
      }
      CAPTURE(block, name);
      CHECK(found);
    }
  }
}

TEST_CASE("a double without a fault passes", "[rtl][crossbar]") {
  const auto mode = GENERATE(TwinMode::kLockstep, TwinMode::kReplace);
  for (const Way& way : {ways({4_cycles, 2_cycles})[0]}) {
    for (const std::string& block : blocks_of(way.policy)) {
      CAPTURE(block);
      CHECK_FALSE(scatter_with(block, 0, way.policy, mode));
    }
  }
}

TEST_CASE("a wrong twin in the crossbar's place ends the run", "[rtl][crossbar]") {
  const SettingPolicy policy = ways({4_cycles, 2_cycles})[0].policy;
  const auto wrong_link = scatter_with("config_manager", 2, policy, TwinMode::kReplace);
  REQUIRE(wrong_link);
  CHECK_THAT(wrong_link->message, Catch::Contains("sets another link than it is told to"));
  const auto twisted = scatter_with("xbar2", 5, policy, TwinMode::kReplace);
  REQUIRE(twisted);
  CHECK_THAT(twisted->message, Catch::Contains("does not show at its peer"));
}

namespace {

/// Runs with the numbers and the cliques of the RCP, where their twins have something to say.
struct AddressedJob {
  const char* name;
  const char* block;
  NodeId nodes;
  std::int64_t ports;
  Numbering numbering;
  Plan (*plan)(const ReconfigurableCase&, Detail);
  Operation (*operation)(const ReconfigurableCase&);
};

const std::vector<AddressedJob> kAddressedJobs{
    {"broadcast", "rcp_addr", 9, 2, Numbering::kRcp, plan_broadcast_naive, kJobs[1].operation},
    {"scatter", "rcp_addr", 27, 2, Numbering::kRcp, plan_scatter, kJobs[0].operation},
    {"scatter", "rcp_addr", 20, 3, Numbering::kRcp, plan_scatter, kJobs[0].operation},
    {"gather", "rcp_addr", 11, 1, Numbering::kRcp, plan_gather,
     [](const ReconfigurableCase& at) { return gather_operation(at.nodes, at.root, at.words); }},
    {"alltoall", "clique_steer", 16, 3, Numbering::kRcp, plan_alltoall_clique, kJobs[2].operation},
    {"alltoall", "clique_steer", 27, 2, Numbering::kRadix, plan_alltoall_clique,
     kJobs[2].operation},
    {"alltoall", "clique_steer", 8, 1, Numbering::kRcp, plan_alltoall_clique, kJobs[2].operation}};

ReconfigurableCase case_of(const AddressedJob& job) {
  ReconfigurableCase at = eight_nodes();
  at.nodes = job.nodes;
  at.ports = job.ports;
  at.numbering = job.numbering;
  if (job.plan != plan_alltoall_clique) at.root = 5;
  return at;
}

}  // namespace

TEST_CASE("address units and steering say the same in runs, whoever sets the links",
          "[rtl][crossbar]") {
  const auto mode = GENERATE(TwinMode::kLockstep, TwinMode::kReplace);
  for (const AddressedJob& job : kAddressedJobs) {
    for (const Way& way : ways({4_cycles, 2_cycles})) {
      ReconfigurableCase at = case_of(job);
      at.policy = way.policy;
      CAPTURE(static_cast<int>(mode), job.name, job.block, at.nodes, at.ports, way.name);
      const Cycles expected =
          schedule_cost(job.plan(at, Detail::kListed).schedule, at.nodes, at.link, at.policy)
              .cycles;
      ReconfigurableRun run{at, job.plan(at, Detail::kListed), job.operation(at)};
      const auto twins = attach_twins(run.machine, job.block, mode);
      CHECK(run.finish() == expected);
    }
  }
}

TEST_CASE("a wrong number or a wrong port is found in its first wrong cycle",
          "[rtl][crossbar][lockstep]") {
  struct Planted {
    std::size_t job;
    int planted;
    std::int64_t cycle;
    const char* part;
    const char* signal;
  };
  // Nodes come to their first links in cycle 0; the way back of the RCP of 9 takes 17
  // cycles a digit.
  const auto expected = GENERATE(values<Planted>({
      {0, 1, 0, "machine.addresses.node_5", "child_id"},
      {0, 2, 68, "machine.addresses.node_6", "digits_0"},
      {0, 3, 68, "machine.addresses.node_6", "back_valid"},
      {4, 1, 0, "machine.steering.node_0", "port"},
      {4, 2, 0, "machine.steering.node_0", "keep"},
  }));
  const AddressedJob& job = kAddressedJobs[expected.job];
  CAPTURE(job.block, expected.planted);
  const auto fault_of_run = [&](TwinMode mode) {
    const ReconfigurableCase at = case_of(job);
    ReconfigurableRun run{at, job.plan(at, Detail::kListed), job.operation(at)};
    const auto twins = attach_twins(run.machine, job.block, mode, expected.planted);
    return run.fault();
  };
  const auto fault = fault_of_run(TwinMode::kLockstep);
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->kind == "lockstep");
  CHECK(fault->cycle == Cycles{expected.cycle});
  CHECK(fault->part == expected.part);
  CHECK(figure(*fault, "signal") == '"' + std::string{expected.signal} + '"');
}

TEST_CASE("every output of address units and steering is compared", "[rtl][crossbar][lockstep]") {
  for (const std::size_t number : {0U, 4U}) {
    const AddressedJob& job = kAddressedJobs[number];
    const Double double_of{job.block};
    REQUIRE_FALSE(double_of.outputs.empty());
    for (std::size_t i = 0; i < double_of.outputs.size(); ++i) {
      const std::string name = double_of.outputs[i].substr(0, double_of.outputs[i].size() - 2);
      const ReconfigurableCase at = case_of(job);
      ReconfigurableRun run{at, job.plan(at, Detail::kListed), job.operation(at)};
      const auto twins = attach_twins(run.machine, job.block, TwinMode::kLockstep,
                                      kLastFault + 1 + static_cast<int>(i));
      const auto fault = run.fault();
      CAPTURE(job.block, name);
      REQUIRE(fault);
      CHECK(fault->kind == "lockstep");
      CHECK_THAT(figure(*fault, "signal"), Catch::StartsWith('"' + name));
    }
  }
}

TEST_CASE("a wrong number in the place of an address unit ends the run", "[rtl][crossbar]") {
  const AddressedJob& job = kAddressedJobs[0];
  const ReconfigurableCase at = case_of(job);
  ReconfigurableRun run{at, job.plan(at, Detail::kListed), job.operation(at)};
  const auto twins = attach_twins(run.machine, job.block, TwinMode::kReplace, 1);
  const auto fault = run.fault();
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK_THAT(fault->message, Catch::Contains("names node 2 as child 0 of step 0"));
}

TEST_CASE("the RCP's addresses in hardware are those of the numbering",
          "[rtl][crossbar][rcp_addr]") {
  const auto k = GENERATE(1, 2, 3, 4);
  constexpr int kSteps = 4;
  block_bench bench{"rtl/crossbar", "rcp_addr", {{"Steps", kSteps}, {"Width", 16}}};
  bench.set("k_i", static_cast<std::uint64_t>(k));
  const std::int64_t r = k + 1;
  const std::int64_t nodes = r * r * r * r;
  const ReconfigurableShape shape{nodes, k};
  const RcpTree tree{shape, Numbering::kRcp};
  for (int l = 0; l < tree.steps(); ++l) {
    std::uint64_t links = 0;
    for (const TreeLink& link : tree.step(l)) {
      bench.set("valid_i", 1);
      bench.set("step_i", static_cast<std::uint64_t>(l));
      bench.set("node_i", link.parent);
      bench.set("child_i", link.index);
      bench.edge();  // one cycle after it is asked for
      CHECK(bench.get("valid_o") == 1);
      CHECK(bench.get("child_id_o") == link.child);
      ++links;
    }
    CHECK(links == static_cast<std::uint64_t>(k * shape.power(l)));
  }
  bench.set("valid_i", 0);
  bench.edge();
  CHECK(bench.get("valid_o") == 0);
  for (std::int64_t v = 0; v < nodes; v += 1 + nodes / 40) {
    CAPTURE(k, v);
    bench.set("back_node_i", static_cast<std::uint64_t>(v));
    bench.set("back_valid_i", 1);
    bench.edge();
    bench.set("back_valid_i", 0);
    int cycles = 0;
    constexpr int kCost = kSteps * (16 + 1);  // to look at each digit, and a cycle per bit
    for (; bench.get("back_valid_o") == 0 && cycles <= kCost; ++cycles) {
      bench.set("back_node_i", static_cast<std::uint64_t>(nodes - 1 - v));
      bench.set("back_valid_i", cycles == 5 ? 1 : 0);  // who asks on the way is not heard
      bench.edge();
    }
    CHECK(cycles == kCost);
    const auto address = rcp_address(shape, v);
    for (int l = 0; l < kSteps; ++l) {
      CHECK(bench.get("digits_o", static_cast<unsigned>(16 * l), 16) ==
            static_cast<std::uint64_t>(address[static_cast<std::size_t>(l)]));
    }
    if (v == 0) continue;
    int step = 0;
    while (shape.power(step + 1) <= v) ++step;
    CHECK(bench.get("back_step_o") == static_cast<std::uint64_t>(step));
    CHECK(bench.get("back_parent_o") == static_cast<std::uint64_t>((v - shape.power(step)) / k));
    CHECK(bench.get("back_child_o") == static_cast<std::uint64_t>((v - shape.power(step)) % k));
  }
  CHECK(bench.errors().empty());
}

TEST_CASE("the RCP's addresses use every bit of a node's number", "[rtl][crossbar][rcp_addr]") {
  const auto k = GENERATE(range<std::uint64_t>(3, 15));
  constexpr std::uint64_t kNumbers = 16;  // all that 4 bits have
  block_bench bench{"rtl/crossbar", "rcp_addr", {{"Steps", 2}, {"Width", 4}}};
  bench.set("k_i", k);
  for (const char* pin : {"back_step_o", "back_parent_o", "back_child_o", "digits_o"}) {
    CAPTURE(pin);
    CHECK(bench.get(pin) == 0);  // out of reset it stands at node 0
  }
  const ReconfigurableShape shape{static_cast<std::int64_t>(kNumbers),
                                  static_cast<std::int64_t>(k)};
  for (std::uint64_t v = 0; v < kNumbers; ++v) {
    CAPTURE(k, v);
    bench.set("back_node_i", v);
    bench.set("back_valid_i", 1);
    bench.edge();
    bench.set("back_valid_i", 0);
    for (int cycles = 0; bench.get("back_valid_o") == 0 && cycles <= 2 * (4 + 1); ++cycles) {
      bench.edge();
    }
    const auto address = rcp_address(shape, static_cast<std::int64_t>(v));
    for (unsigned l = 0; l < 2; ++l) {
      CHECK(bench.field("digits_o", l, 4) == static_cast<std::uint64_t>(address.at(l)));
    }
  }
}

TEST_CASE("blocks are steered to the port of their destination's digit",
          "[rtl][crossbar][clique_steer]") {
  constexpr unsigned kDigits = 3;
  block_bench bench{"rtl/crossbar", "clique_steer", {{"Digits", kDigits}, {"DigitWidth", 3}}};
  for (std::int64_t r = 2; r <= 5; ++r) {
    const ReconfigurableShape shape{r * r * r, r - 1};
    for (int i = 0; i < static_cast<int>(kDigits); ++i) {
      for (std::int64_t own = 0; own < r; ++own) {
        for (std::int64_t v = 0; v < shape.nodes; ++v) {
          for (unsigned l = 0; l < kDigits; ++l) {
            bench.set("destination_i", 3 * l, 3,
                      static_cast<std::uint64_t>(radix_digit(shape, v, static_cast<int>(l))));
          }
          bench.set("own_digit_i", static_cast<std::uint64_t>(own));
          bench.set("index_i", static_cast<std::uint64_t>(i));
          bench.settle();
          const std::int64_t digit = radix_digit(shape, v, i);
          REQUIRE(bench.get("keep_o") == (digit == own ? 1U : 0U));
          if (digit != own) REQUIRE(bench.get("port_o") == clique_port(own, digit));
        }
      }
    }
  }
}

}  // namespace plexus::crossbar_twin_test
