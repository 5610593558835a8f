#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "models/operations/reduction.hpp"
#include "models/ring/machine.hpp"
#include "tests/command.hpp"
#include "tests/run_bench.hpp"
#include "tests/thinned.hpp"
#include "tests/twin_report.hpp"

using namespace plexus;

namespace {

/// Allreduce, reduce-scatter and what else is new, on machines of all shapes; sizes that are no
/// powers of two where the algorithm has them.
std::vector<std::string> lines() {
  std::vector<std::string> all;
  for (const char* nodes : {"3", "4", "8", "11"}) {
    for (const char* what : {"allreduce --algorithm ring", "reduce-scatter --algorithm ring",
                             "allreduce --algorithm tree --packets 1 --op concat",
                             "allreduce --algorithm tree --packets optimal"}) {
      all.push_back("ring " + std::string{what} + " --nodes " + nodes);
    }
  }
  for (const char* sides : {"3", "3,5", "4,3,3"}) {
    for (const char* what :
         {"allreduce --algorithm dimension-phases", "reduce-scatter --algorithm dimension-phases",
          "allreduce --algorithm tree --packets optimal"}) {
      all.push_back("torus " + std::string{what} + " --sides " + sides);
    }
  }
  for (const char* what :
       {"allreduce --algorithm rabenseifner", "allreduce --algorithm recursive-doubling",
        "reduce-scatter --algorithm recursive-halving"}) {
    for (const char* rule : {"one-port", "uniform"}) {
      all.push_back("hypercube " + std::string{what} + " --port-rule " + rule);
    }
  }
  for (const char* rule : {"all-half", "all-full"}) {
    for (const char* dimension : {"0", "1", "3", "4"}) {
      for (const char* what :
           {"allreduce --algorithm rabenseifner", "allreduce --algorithm recursive-doubling",
            "allreduce --algorithm tree", "reduce-scatter --algorithm recursive-halving",
            "broadcast --algorithm scatter-allgather"}) {
        all.push_back("hypercube " + std::string{what} + " --dimension " + dimension +
                      " --port-rule " + rule);
      }
    }
  }
  for (const char* size : {"2", "8", "16 --network baseline", "8 --setup sequential"}) {
    for (const char* what :
         {"allreduce --algorithm rabenseifner", "allreduce --algorithm recursive-doubling",
          "allreduce --algorithm ring", "allreduce --algorithm tree",
          "reduce-scatter --algorithm recursive-halving", "reduce-scatter --algorithm ring",
          "allgather --algorithm bruck", "alltoall --algorithm bruck",
          "broadcast --algorithm scatter-allgather --root 1"}) {
      all.push_back("omega " + std::string{what} + " --nodes " + size);
    }
  }
  for (const char* nodes : {"3", "7", "12"}) {
    for (const char* what : {"allreduce --algorithm ring", "allreduce --algorithm tree",
                             "reduce-scatter --algorithm ring", "allgather --algorithm bruck",
                             "alltoall --algorithm bruck"}) {
      all.push_back("omega " + std::string{what} + " --network crossbar --nodes " + nodes);
    }
  }
  for (const char* nodes : {"2", "7"}) {
    all.push_back("bus allreduce --nodes " + std::string{nodes});
    all.push_back("bus reduce-scatter --k-star 2 --nodes " + std::string{nodes});
    all.push_back("shared-memory allreduce --k-star 2 --op concat --nodes " + std::string{nodes});
    all.push_back("shared-memory reduce-scatter --k-star 2 --nodes " + std::string{nodes});
  }
  return all;
}

/// What a run says; with words that are fewer than the nodes, and that divide nothing.
void check_line(const std::string& line) {
  for (const char* size :
       {"--words 1 --startup 0 --bandwidth 1", "--words 1 --startup 4 --bandwidth 1",
        "--words 3 --startup 2 --bandwidth 1", "--words 13 --startup 1 --bandwidth 3",
        "--words 64 --startup 5 --bandwidth 2"}) {
    CAPTURE(line, size);
    const Said said = plexus_command("run " + line + " " + size + " --json");
    REQUIRE(said.err == "");
    REQUIRE(said.status == kVerified);
    const Json report = said.json();
    CHECK(report["verified"] == true);
    bool counted = false;
    for (const Json& prediction : report["predictions"]) {
      CHECK(prediction["holds"] == true);
      if (prediction["equation"] != "exact") continue;
      counted = true;
      CHECK(prediction["cycles"] == report["cycles"]);
    }
    CHECK(counted);
    REQUIRE(report["lower_bound"].is_number());
    CHECK(report["lower_bound"] <= report["cycles"]);
  }
}

}  // namespace

TEST_CASE("allreduce, reduce-scatter, Bruck and scatter-allgather take their exact count",
          "[collectives]") {
  const auto line = GENERATE(from_range(thinned(lines())));
  check_line(line);
}

TEST_CASE("today's collectives say the same with the link's twin in lockstep",
          "[collectives][rtl]") {
  const std::string line =
      GENERATE("ring allreduce", "ring allreduce --algorithm tree --packets 3",
               "ring reduce-scatter --nodes 5", "torus allreduce --sides 3,4",
               "torus reduce-scatter --sides 3,3", "hypercube allreduce",
               "hypercube allreduce --algorithm recursive-doubling",
               "hypercube reduce-scatter --port-rule all-full",
               "hypercube broadcast --algorithm scatter-allgather --dimension 3",
               "torus allreduce --algorithm tree --sides 3,3",
               "hypercube allreduce --algorithm tree", "hypercube allreduce --algorithm schedule",
               "graph allreduce", "graph allreduce --algorithm tree --packets 3",
               "graph reduce-scatter", "graph allgather", "graph scatter", "graph gather",
               "graph alltoall --algorithm ring", "graph broadcast --packets 3");
  CAPTURE(line);
  const std::string size = " --words 13 --startup 2 --bandwidth 3 --json";
  const Said model = plexus_command("run " + line + size);
  const Said both = plexus_command("run " + line + size + " --lockstep link");
  CAPTURE(both.err);
  CHECK(model.status == kVerified);
  CHECK(both.status == kVerified);
  CHECK(without_twins(both.json()) == model.json());
}

TEST_CASE("where there are no links, they say the same with the twins of the switch and the bus",
          "[collectives][rtl]") {
  const std::string line = GENERATE(
      "omega allreduce", "omega allreduce --algorithm recursive-doubling",
      "omega allreduce --algorithm ring", "omega allreduce --algorithm tree",
      "omega reduce-scatter --algorithm recursive-halving", "omega reduce-scatter --algorithm ring",
      "omega allgather --algorithm bruck", "omega alltoall --algorithm bruck",
      "omega broadcast --algorithm scatter-allgather", "bus allreduce", "bus reduce-scatter",
      "shared-memory allreduce", "shared-memory reduce-scatter");
  CAPTURE(line);
  const std::string part = line.starts_with("omega") ? "omega_element" : "bus_arbiter";
  const std::string size = " --words 13 --startup 2 --bandwidth 3 --json";
  const Said model = plexus_command("run " + line + size);
  const Said both = plexus_command("run " + line + size + " --lockstep " + part);
  CAPTURE(both.err);
  CHECK(model.status == kVerified);
  CHECK(both.status == kVerified);
  CHECK(without_twins(both.json()) == model.json());
}

TEST_CASE("where the literature's formula is exact, the hardware takes just that",
          "[collectives]") {
  const auto [line, label, cycles] = GENERATE(table<std::string, std::string, double>({
      // p = 8, n = 64, alpha = 2, beta = 1
      {"ring allreduce", "T_ring", 2 * 7 * (2 + 8)},
      {"ring reduce-scatter", "T_ring", 7 * 2 + 7 * 64},
      {"hypercube allreduce --port-rule all-full", "T_rabenseifner", 2 * 3 * 2 + 2 * 56},
      {"hypercube allreduce --algorithm recursive-doubling --port-rule all-full", "T_rec_dbl",
       3 * (2 + 64)},
      {"hypercube reduce-scatter --port-rule all-full", "T_rec_hal", 3 * 2 + 7 * 64},
      {"omega allreduce", "T_rabenseifner", 2 * 3 * 2 + 2 * 56},
      {"omega allgather --algorithm bruck", "T_bruck", 3 * 2 + 7 * 64},
      {"omega alltoall --algorithm bruck", "T_bruck", 3 * (2 + 4 * 64)},
      {"omega broadcast --algorithm scatter-allgather", "T_vandegeijn", 2 * 3 * 2 + 2 * 56},
  }));
  CAPTURE(line);
  const Json report = plexus_command("run " + line + " --words 64 --startup 2 --json").json();
  CHECK(report["cycles"] == cycles);
  const Json& formula = report["predictions"][0];
  CHECK(formula["equation"] == label);
  CHECK(formula["cycles"] == cycles);
  CHECK(formula["relation"] == "equal");
}

TEST_CASE("sizes that halving does not have are refused in a sentence", "[collectives]") {
  for (const char* algorithm : {"rabenseifner", "recursive-doubling"}) {
    const Said said = plexus_command(
        "run omega allreduce --network crossbar --nodes 6 --json "
        "--algorithm " +
        std::string{algorithm});
    CHECK(said.status == kRefused);
    CHECK(said.json()["error"]["class"] == "size");
    CHECK_THAT(said.err, Catch::Contains("power of 2"));
  }
}

TEST_CASE("an algorithm that loses the order takes no operator that needs it", "[collectives]") {
  CHECK(plexus_command("run ring allreduce --op mat2").status == kRefused);
  CHECK(plexus_command("run ring allreduce --op max").status == kVerified);
  for (const char* op : {"sum", "max", "min", "parity", "mat2", "concat"}) {
    CAPTURE(op);
    const Said said = plexus_command("run hypercube allreduce --json --op " + std::string{op});
    CHECK(said.status == kVerified);
    CHECK(said.json()["statistics"]["op"] == op);
  }
}

TEST_CASE("names that MPI and NCCL users know mean ours", "[collectives]") {
  const auto [word, name] = GENERATE(table<std::string, std::string>({
      {"all-reduce", "allreduce"},
      {"all_reduce", "allreduce"},
      {"MPI_Allreduce", "allreduce"},
      {"ncclAllReduce", "allreduce"},
      {"reduce_scatter", "reduce-scatter"},
      {"ncclReduceScatter", "reduce-scatter"},
      {"MPI_Reduce_scatter_block", "reduce-scatter"},
      {"all_to_all", "alltoall"},
      {"MPI_Alltoall", "alltoall"},
      {"all_gather", "allgather"},
      {"MPI_Bcast", "broadcast"},
      {"bcast", "broadcast"},
  }));
  CAPTURE(word);
  const Said said = plexus_command("run ring " + word + " --json");
  CHECK(said.status == kVerified);
  CHECK(said.json()["operation"] == name);
}

// ---- The judge is no yes-man --------------------------------------------------------------------

namespace {

/// A ring on which somebody does something wrong.
Report run_wrong(const std::function<Program(processor&, const RingCase&)>& program,
                 const Json& given = Json::object()) {
  Catalogue catalogue;
  Algorithm<RingCase> wrong = ring::allreduce_tree();
  wrong.name = "wrong";
  wrong.is_default = true;
  wrong.exact = {};
  wrong.program = program;
  ring_list(catalogue)(std::move(wrong));
  return run_request(catalogue, {"ring", "allreduce", "wrong", given});
}

/// Node v's partials go to its counterclockwise neighbour, and so on to node 0, which sends the
/// result round; it combines on `side`.
Program chain(processor& self, const RingCase& at, Side side) {
  Reduction& data = *at.reduction;
  const Blocks all = data.some({0, 1});
  if (self.id() + 1 < at.ring.nodes) {
    const Packet come = co_await self.receive(kClockwise);
    data.combine(self, come, side);
  }
  if (self.id() > 0) self.post(kCounterclockwise, data.pack(self, all));
  co_await self.step();
  if (self.id() > 0) data.accept(self, co_await self.receive(kCounterclockwise));
  if (self.id() + 1 < at.ring.nodes) self.post(kClockwise, data.pack(self, all));
}

}  // namespace

TEST_CASE("operands in a wrong order are found, and only if the operator does not commute",
          "[collectives]") {
  const auto right = [](processor& self, const RingCase& at) {
    return chain(self, at, Side::kRight);
  };
  const auto wrong = [](processor& self, const RingCase& at) {
    return chain(self, at, Side::kLeft);
  };
  CHECK(run_wrong(right).verified);
  const Report report = run_wrong(wrong);
  CHECK_FALSE(report.verified);
  CHECK_THAT(report.problem, Catch::Contains("not combined in the order"));
  CHECK(run_wrong(wrong, {{"op", "sum"}}).verified);
}

TEST_CASE("an operand that comes twice, or never, is found", "[collectives]") {
  const auto twice = [](processor& self, const RingCase& at) -> Program {
    Reduction& data = *at.reduction;
    const Packet own = data.pack(self, data.some({0, 1}));
    for (NodeId i = 0; i < at.ring.nodes; ++i) data.combine(self, own, Side::kRight);
    co_await self.step();
  };
  CHECK_THROWS_WITH(run_wrong(twice), Catch::Contains("came twice"));
  const auto own_again = [](processor& self, const RingCase& at) -> Program {  // k times its own
    Reduction& data = *at.reduction;
    const Packet own = data.pack(self, data.some({0, 1}));
    for (NodeId i = 1; i < at.ring.nodes; ++i) data.combine(self, own, Side::kRight);
    co_await self.step();
  };
  const Report report = run_wrong(own_again);
  CHECK_FALSE(report.verified);
  CHECK_THAT(report.problem, Catch::Contains("not every operand is in it once"));
  const auto nothing = [](processor& self, const RingCase&) -> Program { co_await self.step(); };
  const Report idle = run_wrong(nothing);
  CHECK_FALSE(idle.verified);
  CHECK_THAT(idle.problem, Catch::Contains("lacks words of block 0"));
}
