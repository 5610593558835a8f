#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "testbenches/catalogue.hpp"
#include "tests/run_bench.hpp"
#include "tests/thinned.hpp"

namespace plexus::catalogue_twins_test {

namespace {

/// What must not depend on the twins.
Json outcome(const CommandResult& result) {
  Json json = result.json;
  json.erase("twins");
  json["status"] = result.status;
  return json;
}

}  // namespace

namespace {

/// What the machine must be like to have the block, small and of sizes that other tests have, too.
std::vector<std::string> command_with(const CatalogueEntry& algorithm, const std::string& block) {
  std::vector<std::string> command{algorithm.machine, algorithm.operation, "--algorithm",
                                   algorithm.name};
  const auto add = [&](const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
  };
  const bool traffic = algorithm.operation == "traffic";
  if (algorithm.machine == "shared-memory") add({"--bank-mode", "interleaved", "--banks", "8"});
  if (algorithm.machine == "reconfigurable" && algorithm.name != "fixed-bfs") {
    add({"--beta-r", "3", "--tau-r", "1"});
  }
  if (block == "benes_setup") add({"--network", "benes"});
  if (block == "ft_half_duplex_port") add({"--duplex", "half"});
  if (block == "ft_dispatch_alltoall") add({"--dispatch", "paper-constant"});
  if (block.starts_with("omega_fifo_")) add({"--fifo-depth", "2"});
  if (traffic && (block == "omega_element" || block == "omega_net")) {
    add({"--switching", "unbuffered-retry"});
  }
  if (traffic && algorithm.name == "synthetic") add({"--warmup", "10", "--measure", "200"});
  if (block == "vc_router") {  // of the size that the build makes
    if (algorithm.machine == "torus") add({"--sides", "5"});
    if (algorithm.machine == "hypercube") add({"--dimension", "2", "--virtual-channels", "2"});
  }
  return command;
}

/// The same outcome with `block`, beside its parts and in their place.
void compare(const CatalogueEntry& algorithm, const std::string& block) {
  const std::vector<std::string> command = command_with(algorithm, block);
  const Json model = outcome(run_json(command));
  for (const char* option : {"--rtl", "--lockstep"}) {
    std::vector<std::string> with_twin = command;
    with_twin.insert(with_twin.end(), {option, block});
    CAPTURE(with_twin);
    const CommandResult result = run_json(with_twin);
    CAPTURE(result.error);
    CHECK(outcome(result) == model);
  }
}

/// Of some algorithms of these machines one block in turn, and every block of each machine once.
void compare_in_turn(const std::function<bool(const std::string&)>& machine) {
  std::vector<CatalogueEntry> algorithms;
  for (const CatalogueEntry& algorithm : make_catalogue().algorithms) {
    if (!algorithm.blocks.empty() && machine(algorithm.machine)) algorithms.push_back(algorithm);
  }
  std::set<std::string> seen;
  const auto is_first = [&](const CatalogueEntry& algorithm, const std::string& block) {
    return seen.insert(algorithm.machine + ' ' + block).second;
  };
  std::size_t turn = 0;
  for (const CatalogueEntry& algorithm : thinned(algorithms)) {
    const std::string& block = algorithm.blocks[turn++ % algorithm.blocks.size()];
    is_first(algorithm, block);
    compare(algorithm, block);
  }
  CHECK(turn > 0);
  for (const CatalogueEntry& algorithm : algorithms) {
    for (const std::string& block : algorithm.blocks) {
      if (is_first(algorithm, block)) compare(algorithm, block);
    }
  }
}

}  // namespace

// In several tests, so that they run side by side.
TEST_CASE("every algorithm of a POPS says the same with one of its parts' twins",
          "[rtl][machines]") {
  compare_in_turn([](const std::string& machine) { return machine == "pops"; });
}

TEST_CASE("every algorithm of a fat tree says the same with one of its parts' twins",
          "[rtl][machines]") {
  compare_in_turn([](const std::string& machine) { return machine == "fat-tree"; });
}

TEST_CASE("every algorithm of the other machines says the same with one of its parts' twins",
          "[rtl][machines]") {
  compare_in_turn(
      [](const std::string& machine) { return machine != "pops" && machine != "fat-tree"; });
}

TEST_CASE("every algorithm says the same with each of its parts' twins", "[rtl][machines][.full]") {
  for (const CatalogueEntry& algorithm : make_catalogue().algorithms) {
    for (const std::string& block : algorithm.blocks) compare(algorithm, block);
  }
}

namespace {

void compare_all(const std::string& line, const std::vector<std::string>& blocks) {
  std::vector<std::string> command;
  std::istringstream words{line};
  for (std::string word; words >> word;) command.push_back(word);
  CAPTURE(line);
  const Json model = outcome(run_json(command));
  std::string all;
  for (const std::string& block : blocks) all += (all.empty() ? "" : ",") + block;
  for (const char* option : {"--rtl", "--lockstep"}) {
    CAPTURE(option);
    std::vector<std::string> with_twins = command;
    with_twins.insert(with_twins.end(), {option, all});
    const CommandResult result = run_json(with_twins);
    CAPTURE(result.error);
    CHECK(outcome(result) == model);
  }
}

}  // namespace

TEST_CASE("machines of other sizes and rules say the same with twins", "[rtl][machines]") {
  const auto [line, blocks] = GENERATE(from_range(thinned(std::vector<
                                                          std::tuple<std::string,
                                                                     std::vector<std::string>>>{
      {"omega traffic --load 0.9 --fifo-depth 2 --measure 300", {"omega_fifo_net"}},
      {"omega traffic --load 0.8 --fifo-depth 2 --measure 300 --arbitration random",
       {"omega_fifo_net", "omega_fifo_element"}},
      {"omega traffic --load 0.9 --fifo-depth 2 --measure 300 --arbitration oldest --pattern "
       "bit-reversal",
       {"omega_fifo_net"}},
      {"omega traffic --load 0.6 --measure 300 --switching unbuffered-retry",
       {"omega_net", "omega_element"}},
      {"omega traffic --load 0.1 --measure 300 --switching unbuffered-drop --pattern hotspot:3,0.5",
       {"omega_net"}},
      {"ring broadcast --nodes 7 --words 9 --startup 1", {"link", "port_guard"}},
      {"ring alltoall --nodes 5 --port-rule one-in-one-out", {"link", "port_guard"}},
      {"torus move --algorithm multi-path --sides 5,4,3 --words 30", {"link", "port_guard"}},
      {"torus allgather --sides 3,3 --port-rule all-full", {"link", "port_guard"}},
      {"hypercube allgather --algorithm total-exchange --dimension 4 --port-rule uniform",
       {"link", "port_guard"}},
      {"ring gather --algorithm two-way --nodes 6", {"port_guard"}},  // breaks the rule
      {"torus move --algorithm naive --sides 6,5,3 --source 7 --destination 80", {"torus_route"}},
      {"torus move --algorithm pipelined --sides 5,4 --wrap false --packets 3",
       {"torus_route", "link", "port_guard"}},
      {"hypercube move --algorithm pipelined --dimension 6 --source 5 --packets 4",
       {"cube_route", "port_guard"}},
      {"ring move --algorithm pipelined --nodes 9 --packets 5", {"relay_node", "link"}},
      {"ring broadcast --algorithm two-way --nodes 6 --packets 4 --startup 1",
       {"relay_node", "link", "port_guard"}},
      {"torus broadcast --algorithm split-axis-last --sides 5,6 --packets 3",
       {"relay_node", "port_guard"}},
      {"torus move --algorithm pipelined --sides 5,4,3 --packets 7",
       {"relay_node", "torus_route", "link", "port_guard"}},
      {"hypercube broadcast --algorithm two-trees --dimension 5 --words 33 --packets 4",
       {"relay_node", "link"}},
      {"hypercube allgather --algorithm total-exchange --dimension 4 --words 7",
       {"exchange_ctl", "link"}},
      {"hypercube allgather --algorithm total-exchange --dimension 3 --port-rule all-full",
       {"exchange_ctl", "port_guard"}},
      {"bus gather --nodes 9 --k-star 3 --words 5 --startup 2", {"bus_arbiter"}},
      {"torus move --algorithm naive --sides 3,2,3,2,3", {"torus_route"}},
      {"bus alltoall --nodes 8 --k-star 4 --words 2 --startup 1", {"bus_arbiter"}},
      {"shared-memory allgather --nodes 6 --k-star 2 --words 7", {"bus_arbiter"}},
      {"reconfigurable alltoall --algorithm rcp-clique --startup 3 --beta-r 10 --tau-r 1",
       {"config_manager", "xbar2", "rdv_link", "phase_seq", "clique_steer"}},
      {"reconfigurable broadcast --algorithm rcp-naive --nodes 27 --ports 2 --words 9 --startup 3 "
       "--beta-r 10 --tau-r 1",
       {"rcp_addr", "rdv_link"}},
      {"shared-memory broadcast --nodes 7 --k-star 3 --bank-mode interleaved --banks 8 --words 20 "
       "--bandwidth 3 --order rotated",
       {"bus_arbiter", "bank_arbiter"}},
  })));
  compare_all(line, blocks);
}

TEST_CASE("large machines say the same with twins", "[rtl][machines][.full]") {
  const auto [line, blocks] = GENERATE(table<std::string, std::vector<std::string>>({
      {"hypercube broadcast --dimension 10 --words 3 --port-rule ring-strict", {"port_guard"}},
      {"hypercube broadcast --dimension 9 --packets 2 --port-rule one-port", {"port_guard"}},
      {"hypercube broadcast --dimension 9 --words 3 --packets 3", {"relay_node"}},
      {"bus gather --nodes 33 --words 2", {"bus_arbiter"}},
      {"bus allgather --nodes 20 --k-star 4 --words 3", {"bus_arbiter"}},
      {"shared-memory alltoall --nodes 16 --k-star 16 --bank-mode interleaved --banks 16 --words 2 "
       "--storage straight",
       {"bus_arbiter", "bank_arbiter"}},
      {"shared-memory broadcast --nodes 7 --k-star 3 --bank-mode interleaved --banks 5 --words 20 "
       "--bandwidth 3 --order rotated",
       {"bus_arbiter", "bank_arbiter"}},
      {"reconfigurable broadcast --algorithm rcp-two-phase --nodes 27 --ports 2 --words 27 "
       "--split-steps 2 --startup 3 --beta-r 10 --tau-r 1",
       {"rdv_link"}},
      {"reconfigurable scatter --nodes 125 --ports 4 --words 25 --startup 50 --beta-r 100 --tau-r "
       "2",
       {"rdv_link"}},
      {"reconfigurable scatter --nodes 125 --ports 4 --words 25 --startup 50 --beta-r 100 --tau-r "
       "2 "
       "--banks 2",
       {"rdv_link"}},
  }));
  compare_all(line, blocks);
}

TEST_CASE("twins stand in a run whose schedule was searched for by runs", "[rtl][machines]") {
  const std::vector<std::string> command{"omega",   "scatter", "--algorithm", "optimal",
                                         "--nodes", "8",       "--rtl",       "omega_element"};
  const CommandResult refused = run_json(command);
  CHECK(refused.status == 2);
  CHECK(refused.json["error"]["class"] == "size");
  const CommandResult run = run_json({"hypercube", "scatter", "--algorithm", "optimal",
                                      "--dimension", "3", "--lockstep", "port_guard,link"});
  CHECK(run.status == 0);
  CHECK(run.json["twins"].size() > 0);
}

TEST_CASE("twins that a run cannot have are refused", "[rtl][machines]") {
  const auto refused = [](const std::vector<std::string>& command, const std::string& kind,
                          const std::string& why) {
    const CommandResult result = run_json(command);
    CAPTURE(command);
    CHECK(result.status == 2);
    CHECK(result.json["error"]["class"] == kind);
    CHECK_THAT(result.error, Catch::Contains(why));
  };
  refused({"ring", "move", "--rtl", "link", "--lockstep", "link"}, "usage", "named twice");
  refused({"shared-memory", "gather", "--lockstep", "bank_arbiter"}, "feature", "bank_arbiter");
  refused({"reconfigurable", "scatter", "--rtl", "config_manager"}, "size", "--tau-r");
  refused({"reconfigurable", "scatter", "--banks", "2", "--rtl", "phase_seq"}, "feature",
          "phase_seq");
  refused({"reconfigurable", "scatter", "--tau-r", "1", "--rtl", "config_manager", "--lockstep",
           "recon_net"},
          "usage", "Twins of recon_net and config_manager");
  refused({"reconfigurable", "scatter", "--tau-r", "1", "--rtl", "rdv_link,recon_net"}, "usage",
          "Twins of rdv_link and recon_net");
  refused({"express-mesh", "broadcast", "--rtl", "em_link,link"}, "usage",
          "Twins of link and em_link");
  for (const char* const other : {"ft_tree", "ft_link_timer"}) {
    refused({"fat-tree", "alltoall", "--rtl", "ft_router_qf", "--lockstep", other}, "usage",
            "and ft_router_qf");
  }
}

}  // namespace plexus::catalogue_twins_test
