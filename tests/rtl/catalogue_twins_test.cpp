#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "testbenches/catalogue.hpp"
#include "tests/run_bench.hpp"

namespace plexus {

namespace {

/// What must not depend on the twins.
Json outcome(const CommandResult& result) {
  Json json = result.json;
  json["status"] = result.status;
  return json;
}

}  // namespace

TEST_CASE("every algorithm says the same with each of its parts' twins", "[rtl][machines]") {
  for (const CatalogueEntry& algorithm : make_catalogue().algorithms) {
    if (algorithm.blocks.empty()) continue;
    std::vector<std::string> command{algorithm.machine, algorithm.operation, "--algorithm",
                                     algorithm.name};
    if (algorithm.machine == "shared-memory") {
      command.insert(command.end(), {"--bank-mode", "interleaved", "--banks", "5"});
    }
    if (algorithm.machine == "reconfigurable" && algorithm.name != "fixed-bfs") {
      command.insert(command.end(), {"--beta-r", "3", "--tau-r", "1"});
    }
    for (const std::string& block : algorithm.blocks) {
      std::vector<std::string> with_part = command;
      if (block == "benes_setup") with_part.insert(with_part.end(), {"--network", "benes"});
      if (block == "ft_half_duplex_port") with_part.insert(with_part.end(), {"--duplex", "half"});
      if (block == "ft_dispatch_alltoall") {
        with_part.insert(with_part.end(), {"--dispatch", "paper-constant"});
      }
      if (algorithm.operation == "traffic" && block == "omega_element") {
        with_part.insert(with_part.end(), {"--switching", "unbuffered-retry"});
      }
      if (algorithm.operation == "traffic" && algorithm.name == "synthetic") {
        with_part.insert(with_part.end(), {"--warmup", "10", "--measure", "300"});
      }
      const Json model = outcome(run_json(with_part));
      for (const char* option : {"--rtl", "--lockstep"}) {
        std::vector<std::string> with_twin = with_part;
        with_twin.insert(with_twin.end(), {option, block});
        CAPTURE(with_twin);
        const CommandResult result = run_json(with_twin);
        CAPTURE(result.error);
        CHECK(outcome(result) == model);
      }
    }
  }
}

TEST_CASE("machines of all sizes and rules say the same with twins", "[rtl][machines]") {
  const auto [line, blocks] = GENERATE(table<std::string, std::vector<std::string>>({
      {"ring broadcast --nodes 7 --words 9 --startup 1", {"link", "port_guard"}},
      {"ring alltoall --nodes 5 --port-rule one-in-one-out", {"link", "port_guard"}},
      {"torus move --algorithm multi-path --sides 5,4,3 --words 30", {"link", "port_guard"}},
      {"torus allgather --sides 3,3 --port-rule all-full", {"link", "port_guard"}},
      {"hypercube allgather --algorithm total-exchange --dimension 4 --port-rule uniform",
       {"link", "port_guard"}},
      {"hypercube broadcast --dimension 10 --words 3 --port-rule ring-strict", {"port_guard"}},
      {"ring gather --algorithm two-way --nodes 6", {"port_guard"}},  // breaks the rule
      {"hypercube broadcast --dimension 9 --packets 2 --port-rule one-port", {"port_guard"}},
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
      {"hypercube broadcast --dimension 9 --words 3 --packets 3", {"relay_node"}},
      {"hypercube allgather --algorithm total-exchange --dimension 4 --words 7",
       {"exchange_ctl", "link"}},
      {"hypercube allgather --algorithm total-exchange --dimension 3 --port-rule all-full",
       {"exchange_ctl", "port_guard"}},
      {"bus gather --nodes 9 --k-star 3 --words 5 --startup 2", {"bus_arbiter"}},
      {"torus move --algorithm naive --sides 3,2,3,2,3", {"torus_route"}},
      {"bus gather --nodes 33 --words 2", {"bus_arbiter"}},
      {"bus allgather --nodes 20 --k-star 4 --words 3", {"bus_arbiter"}},
      {"bus alltoall --nodes 8 --k-star 4 --words 2 --startup 1", {"bus_arbiter"}},
      {"shared-memory allgather --nodes 6 --k-star 2 --words 7", {"bus_arbiter"}},
      {"shared-memory alltoall --nodes 16 --k-star 16 --bank-mode interleaved --banks 16 --words 2 "
       "--storage straight",
       {"bus_arbiter", "bank_arbiter"}},
      {"shared-memory broadcast --nodes 7 --k-star 3 --bank-mode interleaved --banks 5 --words 20 "
       "--bandwidth 3 --order rotated",
       {"bus_arbiter", "bank_arbiter"}},
      {"reconfigurable alltoall --algorithm rcp-clique --startup 3 --beta-r 10 --tau-r 1",
       {"config_manager", "xbar2", "rdv_link", "phase_seq"}},
      {"reconfigurable scatter --nodes 125 --ports 4 --words 25 --startup 50 --beta-r 100 --tau-r "
       "2",
       {"rdv_link"}},
      {"reconfigurable scatter --nodes 125 --ports 4 --words 25 --startup 50 --beta-r 100 --tau-r "
       "2 "
       "--banks 2",
       {"rdv_link"}},
  }));
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
          "usage", "cannot do the same, set links");
  refused({"reconfigurable", "scatter", "--tau-r", "1", "--rtl", "rdv_link,recon_net"}, "usage",
          "cannot do the same, end messages");
}

}  // namespace plexus
