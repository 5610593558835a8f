#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "testbenches/catalogue.hpp"
#include "tests/command.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

namespace plexus::fat_tree_twin_test {

namespace {

const Catalogue& catalogue() {
  static const Catalogue made = make_catalogue();
  return made;
}

std::vector<CatalogueEntry> fat_tree_algorithms() {
  std::vector<CatalogueEntry> found;
  for (const CatalogueEntry& entry : catalogue().algorithms) {
    if (entry.machine == "fat-tree" && !entry.blocks.empty()) found.push_back(entry);
  }
  return found;
}

std::vector<std::string> in_words(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in{line};
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// What a machine must be like to have a part at all.
std::string needed_by(const std::string& block, bool exponential) {
  if (block == "ft_half_duplex_port") return " --duplex half";
  if (block != "ft_dispatch_alltoall") return "";
  return exponential ? " --dispatch paper-exponential" : " --dispatch paper-constant";
}

/// Runs on `tree` with the twins of every part that the algorithm has, beside it and in its place,
/// are the model's; the number of such runs.
int compare_all(const std::string& tree, bool exponential, const std::string& without = {}) {
  int runs = 0;
  for (const CatalogueEntry& entry : fat_tree_algorithms()) {
    if (entry.name == "interleaved-exponential" && !exponential) continue;
    for (const std::string& block : entry.blocks) {
      if (block == without) continue;
      std::string line = "fat-tree " + entry.operation + " --algorithm " + entry.name + tree;
      line += needed_by(block, exponential);
      const CommandResult model = run_json(in_words(line));
      CAPTURE(line, block, model.error);
      REQUIRE(model.status == kVerified);
      for (const char* mode : {" --lockstep ", " --rtl "}) {
        const CommandResult result = run_json(in_words(line + mode + block));
        CAPTURE(mode, result.error);
        CHECK(result.status == kVerified);
        CHECK(without_twins(result.json) == model.json);
        ++runs;
      }
    }
  }
  return runs;
}

/// A run with the twins of `block`, or its double with a fault planted.
std::optional<Fault> run_with(const std::string& operation, const std::string& algorithm,
                              const Json& parameters, const std::string& block, TwinMode mode,
                              int planted) {
  const auto& all = catalogue().algorithms;
  const auto entry = std::ranges::find_if(all, [&](const CatalogueEntry& one) {
    return one.machine == "fat-tree" && one.operation == operation && one.name == algorithm;
  });
  const FreshKernel kernel;
  const auto experiment = entry->prepare(complete(entry->parameters, parameters));
  const auto machine = experiment->build({});
  const auto twins = attach_twins(*machine, block, mode, planted);
  experiment->load(*machine);
  return fault_in([&] {
    sc_core::sc_start(ClockPeriod{}.time(10'000_cycles));
    return 0;
  });
}

/// Where a planted fault must be found first.
struct Planted {
  const char* block;
  const char* operation;
  const char* algorithm;
  int planted;
  std::int64_t cycle;
  const char* part;
  const char* signal;
};

}  // namespace

// Those of constant capacities are in catalogue_twins_test.cpp.
TEST_CASE("a fat tree of exponential capacities says the same with every twin", "[rtl][fat-tree]") {
  CHECK(compare_all(" --nodes 8 --capacities exponential", true) > 100);
}

TEST_CASE("fat trees of 8 and 16 leaves say the same with every twin, in lockstep and in its place",
          "[rtl][fat-tree][.full]") {
  CHECK(compare_all(" --nodes 8", false) > 100);
  CHECK(compare_all(" --nodes 16", false) > 100);
  CHECK(compare_all(" --nodes 16 --capacities exponential", true) > 100);
}

namespace {

/// With these twins the run has the same outcome and the same trace.
void compare_traces(const std::string& line, const std::string& blocks);

}  // namespace

TEST_CASE("routers of yet other capacities and widths say the same with their twins",
          "[rtl][fat-tree][.full]") {
  const auto [line, blocks] = GENERATE(table<std::string, std::string>({
      {"alltoall --algorithm greedy --nodes 8 --capacities 1,2,3 --queue-depth 9", "ft_router"},
      {"gather --algorithm timed --nodes 16 --root 6 --duplex half --words 2",
       "ft_dispatch_gather,ft_half_duplex_port"},
      {"allgather --algorithm flooding --nodes 16 --duplex half --priority up --capacities 1,1,2,3",
       "ft_half_duplex_port,ft_turn_decode"},
  }));
  compare_traces(line, blocks);
}

TEST_CASE("routers of other capacities, arities and steps say the same with their twins",
          "[rtl][fat-tree]") {
  const auto [line, blocks] = GENERATE(table<std::string, std::string>({
      {"allgather --algorithm flooding --nodes 8 --startup 2 --words 3", "ft_router"},
      {"allgather --algorithm flooding --nodes 8 --words 7 --bandwidth 3 --router synchronous",
       "ft_tree,ft_link_timer,ft_turn_decode"},
      {"alltoall --algorithm phased-pipelined --nodes 8 --capacities 1,1,2 --startup 1",
       "ft_router_qf,ft_dispatch_general"},
      {"gather --algorithm timed --nodes 8 --root 5 --startup 2", "ft_dispatch_gather,ft_tree"},
      {"gather --algorithm timed --nodes 8 --root 6 --duplex half --words 2",
       "ft_dispatch_gather,ft_half_duplex_port"},
      {"alltoall --algorithm phased-pipelined --nodes 8 --duplex half --startup 1",
       "ft_half_duplex_port,ft_dispatch_general,ft_link_timer"},
      {"allgather --algorithm flooding --nodes 8 --duplex half --priority up --capacities 1,1,2",
       "ft_half_duplex_port,ft_turn_decode"},
      {"allgather --algorithm flooding --nodes 16 --arity 4", "ft_router"},
      {"scatter --nodes 8 --words varied:1,3,3", "ft_link_timer"},
      {"allgather --algorithm flooding --nodes 8 --startup 2 --words 3", "ft_link_timer"},
      {"alltoall --algorithm phased --nodes 8 --words varied:1,3,3 --startup 1", "ft_link_timer"},
      {"allgather --algorithm queue-free-optimal --nodes 8 --words varied:1,3,3",
       "ft_router_qf,ft_turn_decode"},
      {"allgather --algorithm flooding --nodes 8 --links wide --words 8 --capacities exponential",
       "ft_link_timer"},
  }));
  compare_traces(line, blocks);
}

namespace {

void compare_traces(const std::string& line, const std::string& blocks) {
  CAPTURE(line, blocks);
  const TemporaryFolder folder;
  const auto run = [&](const std::string& options) {
    const Said said =
        plexus_command("run fat-tree " + line + " --json --trace " + (folder / "t.csv") + options);
    CAPTURE(said.err);
    REQUIRE(said.status == kVerified);
    Json report = said.json();
    report.erase("twins");
    return report.dump() + content(folder / "t.csv");
  };
  const std::string model = run("");
  CHECK(run(" --lockstep " + blocks) == model);
  // The trace too, but for what replaced routers say in the last cycle: that they are empty.
  const auto report = [](const std::string& both) { return both.substr(0, both.find("cycle,")); };
  CHECK(report(run(" --rtl " + blocks)) == report(model));
}

}  // namespace

namespace {

void write_wave(const std::string& block, const std::string& mode) {
  const TemporaryFolder folder;
  const Said said = plexus_command("run fat-tree alltoall --algorithm phased-pipelined --nodes 8" +
                                   mode + block + " --rtl-vcd " + (folder / "t.vcd"));
  CAPTURE(said.err);
  CHECK(said.status == kVerified);
  CHECK(content(folder / "t.vcd").size() > 1000);
}

}  // namespace

TEST_CASE("the twins' wave shows every router of a fat tree", "[rtl][fat-tree][wave]") {
  write_wave("ft_router_qf", GENERATE(as<std::string>{}, " --rtl ", " --lockstep "));
}

TEST_CASE("the twins' wave shows a whole fat tree, and who sends", "[rtl][fat-tree][wave][.full]") {
  const auto block = GENERATE(as<std::string>{}, "ft_dispatch_general", "ft_tree");
  write_wave(block, GENERATE(as<std::string>{}, " --rtl ", " --lockstep "));
}

TEST_CASE("lockstep finds a wrong part of a fat tree in its first wrong cycle",
          "[rtl][fat-tree][lockstep]") {
  const auto expected = GENERATE(values<Planted>({
      // A flood on 8 leaves comes to level 1 in cycle 1, to level 2 in cycle 2; in level 1 every
      // router has one packet for its parent, and another that waits.
      {"ft_router", "allgather", "flooding", 1, 1, "fat_tree.router_1_0", "valid_2"},
      {"ft_router", "allgather", "flooding", 2, 1, "fat_tree.router_1_0", "tag_1"},
      {"ft_router", "broadcast", "replicate", 3, 2, "fat_tree.router_1_0", "valid_0"},
      {"ft_router", "broadcast", "multicast", 1, 1, "fat_tree.router_1_0", "valid_2"},
      {"ft_tree", "broadcast", "multicast", 2, 5, "fat_tree.branches.ft_tree", "valid_7"},
      {"ft_router", "allgather", "flooding", 4, 1, "fat_tree.router_1_0", "tag_0"},
      {"ft_router", "allgather", "flooding", 5, 1, "fat_tree.router_1_0", "waiting_0"},
      {"ft_router", "allgather", "flooding", 6, 1, "fat_tree.router_1_0", "overflow_0"},
      {"ft_router_qf", "allgather", "queue-free-optimal", 1, 2, "fat_tree.router_1_0", "valid_2"},
      {"ft_router_qf", "allgather", "queue-free-optimal", 2, 2, "fat_tree.router_1_0", "tag_1"},
      {"ft_router_qf", "gather", "timed", 3, 3, "fat_tree.router_1_1", "valid_0"},
      {"ft_router_qf", "allgather", "queue-free-optimal", 4, 1, "fat_tree.router_1_0", "header_0"},
      {"ft_router_qf", "allgather", "phased", 5, 3, "fat_tree.router_3_0", "conflict_1"},
      {"ft_turn_decode", "allgather", "flooding", 1, 1, "fat_tree.router_1_0.ft_turn_decode",
       "go_up"},
      {"ft_turn_decode", "allgather", "flooding", 2, 1, "fat_tree.router_1_0.ft_turn_decode",
       "go_child_0"},
      {"ft_turn_decode", "allgather", "queue-free-optimal", 3, 1,
       "fat_tree.router_1_0.ft_turn_decode", "go_child_1"},
      {"ft_turn_decode", "broadcast", "replicate", 4, 3, "fat_tree.router_1_1.ft_turn_decode",
       "go_child_1"},
      {"ft_dispatch_gather", "gather", "timed", 1, 0, "fat_tree.node_3.ft_dispatch_gather",
       "valid"},
      {"ft_dispatch_gather", "gather", "timed", 2, 1, "fat_tree.node_0.ft_dispatch_gather",
       "valid"},
      {"ft_dispatch_gather", "gather", "timed", 3, 8, "fat_tree.node_0.ft_dispatch_gather", "done"},
      {"ft_dispatch_general", "alltoall", "phased-pipelined", 1, 18,
       "fat_tree.node_0.ft_dispatch_general", "valid"},
      {"ft_dispatch_general", "alltoall", "phased-pipelined", 2, 0,
       "fat_tree.node_0.ft_dispatch_general", "destination"},
      {"ft_dispatch_general", "alltoall", "phased-pipelined", 3, 0,
       "fat_tree.node_0.ft_dispatch_general", "phase"},
      {"ft_dispatch_general", "alltoall", "phased-pipelined", 4, 24,
       "fat_tree.node_0.ft_dispatch_general", "done"},
      {"ft_dispatch_alltoall", "alltoall", "phased-pipelined", 1, 18,
       "fat_tree.node_0.ft_dispatch_alltoall", "valid"},
      {"ft_dispatch_alltoall", "alltoall", "phased-pipelined", 2, 0,
       "fat_tree.node_0.ft_dispatch_alltoall", "destination"},
      {"ft_dispatch_alltoall", "alltoall", "phased-pipelined", 3, 0,
       "fat_tree.node_0.ft_dispatch_alltoall", "phase"},
      {"ft_dispatch_alltoall", "alltoall", "phased-pipelined", 4, 24,
       "fat_tree.node_0.ft_dispatch_alltoall", "done"},
      {"ft_half_duplex_port", "allgather", "flooding", 1, 2,
       "fat_tree.branches.branch_router_1_0_to_router_2_0.port_0", "up_gnt"},
      {"ft_half_duplex_port", "allgather", "flooding", 2, 2,
       "fat_tree.branches.branch_router_1_0_to_router_2_0.port_0", "up_gnt"},
      {"ft_half_duplex_port", "allgather", "phased", 3, 0,
       "fat_tree.branches.branch_node_0_to_router_1_0.port_0", "up_gnt"},
      {"ft_half_duplex_port", "allgather", "flooding", 4, 0,
       "fat_tree.branches.branch_node_0_to_router_1_0.port_0", "up_gnt"},
      {"ft_link_timer", "allgather", "flooding", 1, 2,
       "fat_tree.branches.branch_node_0_to_router_1_0_link_0", "done"},
      {"ft_link_timer", "allgather", "flooding", 2, 0,
       "fat_tree.branches.branch_node_0_to_router_1_0_link_0", "done"},
      {"ft_link_timer", "allgather", "flooding", 3, 2,
       "fat_tree.branches.branch_node_0_to_router_1_0_link_0", "done"},
      {"ft_tree", "allgather", "flooding", 1, 1, "fat_tree.branches.ft_tree", "tag_0"},
      {"ft_tree", "allgather", "flooding", 2, 1, "fat_tree.branches.ft_tree", "valid_7"},
      {"ft_tree", "allgather", "flooding", 3, 1, "fat_tree.branches.ft_tree", "valid_2"},
      {"ft_tree", "allgather", "flooding", 4, 1, "fat_tree.branches.ft_tree", "trouble"},
  }));
  CAPTURE(expected.block, expected.planted);
  const std::string block = expected.block;
  Json parameters{{"nodes", 8}};
  if (block == "ft_dispatch_alltoall") parameters["dispatch"] = "paper-constant";
  if (block == "ft_half_duplex_port") parameters["duplex"] = "half";
  if (block == "ft_link_timer") parameters["startup"] = 2;
  const auto fault = run_with(expected.operation, expected.algorithm, parameters, block,
                              TwinMode::kLockstep, expected.planted);
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->kind == "lockstep");
  CHECK(fault->cycle == Cycles{expected.cycle});
  CHECK(fault->part == expected.part);
  CHECK(figure(*fault, "signal") == '"' + std::string{expected.signal} + '"');
}

TEST_CASE("parts of a fat tree without a planted fault pass", "[rtl][fat-tree]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto [block, operation, algorithm] = GENERATE(table<std::string, std::string, std::string>({
      {"ft_router", "allgather", "flooding"},
      {"ft_router_qf", "allgather", "queue-free-optimal"},
      {"ft_turn_decode", "allgather", "flooding"},
      {"ft_dispatch_gather", "gather", "timed"},
      {"ft_dispatch_general", "alltoall", "phased-pipelined"},
      {"ft_dispatch_alltoall", "alltoall", "phased-pipelined"},
      {"ft_half_duplex_port", "allgather", "flooding"},
      {"ft_tree", "allgather", "flooding"},
  }));
  CAPTURE(block, static_cast<int>(mode));
  Json parameters{{"nodes", 8}};
  if (block == "ft_dispatch_alltoall") parameters["dispatch"] = "paper-constant";
  if (block == "ft_half_duplex_port") parameters["duplex"] = "half";
  const auto fault = run_with(operation, algorithm, parameters, block, mode, 0);
  CHECK_FALSE(fault);
}

TEST_CASE("in the place of a part a wrong one ends the run", "[rtl][fat-tree]") {
  const auto [block, operation, algorithm, planted, kind] =
      GENERATE(table<std::string, std::string, std::string, int, std::string>({
          {"ft_link_timer", "allgather", "flooding", 3, "rtl"},
          {"ft_router", "broadcast", "replicate", 3, "rtl"},
          {"ft_router", "allgather", "flooding", 5, "rtl"},
          {"ft_router", "allgather", "flooding", 6, "rtl"},
          {"ft_router_qf", "allgather", "phased", 5, "rtl"},
          {"ft_half_duplex_port", "allgather", "flooding", 2, "rtl"},
          {"ft_dispatch_gather", "gather", "timed", 3, "rtl"},
          {"ft_tree", "allgather", "flooding", 2, "rtl"},
          {"ft_tree", "allgather", "flooding", 4, "rtl"},
          {"ft_turn_decode", "broadcast", "replicate", 1, ""},  // the others wait for ever
      }));
  CAPTURE(block, planted);
  Json parameters{{"nodes", 8}};
  if (block == "ft_half_duplex_port") parameters["duplex"] = "half";
  const auto fault = run_with(operation, algorithm, parameters, block, TwinMode::kReplace, planted);
  CHECK((fault ? fault->kind : "") == kind);
}

TEST_CASE("twins of links cannot stand where twins replace the routers", "[rtl][fat-tree]") {
  const CommandResult result = run_json(
      in_words("fat-tree allgather --algorithm flooding --nodes 8 --rtl ft_router,ft_link_timer"));
  CHECK(result.status == kRefused);
  CHECK_THAT(result.error, Catch::Contains("Twins of ft_link_timer and ft_router cannot share"));
}

TEST_CASE("a fat tree that a twin does not fit is refused", "[rtl][fat-tree]") {
  const auto refused = [](const std::string& line, const std::string& kind) {
    const CommandResult result = run_json(in_words("fat-tree " + line));
    CAPTURE(line, result.error);
    CHECK(result.status == kRefused);
    CHECK(result.json["error"]["class"] == kind);
  };
  refused("allgather --algorithm flooding --duplex half --lockstep ft_router", "feature");
  refused("allgather --algorithm flooding --lockstep ft_half_duplex_port", "feature");
  refused("allgather --algorithm flooding --words varied:1,3,3 --lockstep ft_router", "size");
  refused("allgather --algorithm flooding --arity 3 --lockstep ft_router", "size");
  refused("allgather --algorithm flooding --arity 3 --lockstep ft_turn_decode", "feature");
  refused("allgather --algorithm flooding --nodes 8 --capacities 1,2,3 --lockstep ft_tree", "size");
  refused("broadcast --algorithm multicast --nodes 64 --lockstep ft_router", "size");
  refused("alltoall --algorithm phased-pipelined --lockstep ft_dispatch_alltoall", "feature");
  refused("broadcast --algorithm multicast --lockstep ft_turn_decode", "feature");
}

TEST_CASE("what a leaf has sent stays as it is until the next step", "[rtl][fat-tree][ft_tree]") {
  block_bench tree{"rtl/router",
                   "ft_tree",
                   {{"Levels", 1},
                    {"Exponential", 0},
                    {"QueueFree", 1},
                    {"Depth", 1},
                    {"TagWidth", 8},
                    {"Sets", 0}}};
  const auto present = [&](bool steps, std::uint64_t valid, std::uint64_t tag) {
    tree.set("step_en_i", steps ? 1 : 0);
    tree.set("valid_i", valid);
    tree.set_field("header_i", 0, 1, 1);  // for leaf 1
    tree.set_field("tag_i", 0, 8, tag);
    tree.edge();
  };
  present(true, 1, 90);
  for (int i = 0; i < 3; ++i) present(false, 0, 17);  // between two steps leaves may show anything
  std::vector<std::uint64_t> arrived;
  for (int i = 0; i < 4; ++i) {
    if (tree.get("valid_o") == 0b10) arrived.push_back(tree.field("tag_o", 1, 8));
    present(true, 0, 0);
  }
  CHECK(arrived == std::vector<std::uint64_t>{90});
  CHECK(tree.errors().empty());
}

}  // namespace plexus::fat_tree_twin_test
