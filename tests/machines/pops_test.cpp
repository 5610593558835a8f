#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/pops/shape.hpp"
#include "models/pops/module.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

/// A row of the specification's acceptance table.
struct Row {
  int number;
  const char* what;  ///< operation, algorithm and parameters
  /// slots, cycles, sends, drives, receives, coupler words, peak couplers
  std::vector<std::int64_t> figures;
};

const std::vector<Row> kRows{
    {1, "move direct --d 4 --g 2 --source 3 --destination 3", {0, 0, 0, 0, 0, 0, 0}},
    {2,
     "move direct --d 5 --g 3 --source 0 --destination 14 --words 7 --startup 3 --bandwidth 2",
     {1, 7, 1, 1, 1, 7, 1}},
    {3, "broadcast one-slot --d 4 --g 4 --root 5", {1, 1, 1, 4, 15, 4, 4}},
    {4, "broadcast one-slot --d 1 --g 8 --root 0", {1, 1, 1, 7, 7, 7, 7}},
    {5, "scatter direct --d 4 --g 2 --root 0", {7, 7, 7, 7, 7, 7, 1}},
    {6, "gather multi-rx --d 4 --g 2 --root 0 --multi-rx true", {4, 4, 7, 7, 7, 7, 2}},
    {7, "allgather sequential --d 4 --g 2", {8, 8, 8, 16, 56, 16, 2}},
    {8, "allgather overlapped --d 4 --g 2", {7, 7, 20, 22, 56, 22, 4}},
    {9, "allgather multi-receive --d 4 --g 2 --multi-rx true", {4, 4, 8, 16, 56, 16, 4}},
    {10, "alltoall direct --d 2 --g 4", {7, 7, 56, 56, 56, 56, 8}},
    {11, "alltoall direct --d 4 --g 4", {16, 16, 240, 240, 240, 240, 16}},
    {12, "alltoall direct --d 4 --g 2", {16, 16, 56, 56, 56, 56, 4}},
    {13,
     "alltoall multi-port --d 2 --g 4 --multi-tx true --multi-rx true",
     {4, 4, 16, 56, 56, 56, 16}},
    {14, "permutation two-hop --d 8 --g 2 --permutation rotate-group", {8, 8, 32, 32, 32, 32, 4}},
    {15, "permutation two-hop --d 3 --g 5 --permutation affine:2,1", {2, 2, 30, 30, 30, 30, 15}},
    {16, "permutation direct --d 8 --g 2 --permutation rotate-group", {8, 8, 16, 16, 16, 16, 2}},
    {17,
     "permutation intragroup --d 4 --g 2 --permutation group-rotate",
     {3, 3, 10, 10, 10, 10, 4}},
    {18, "hypercube-move theorem1 --d 4 --g 4 --bit 0", {2, 2, 32, 32, 32, 32, 16}},
    {19, "hypercube-move theorem1 --d 8 --g 2 --bit 3", {8, 8, 32, 32, 32, 32, 4}},
    {20, "hypercube-move intragroup --d 4 --g 2 --bit 1", {3, 3, 10, 10, 10, 10, 4}},
    {21,
     "hypercube-move single-active --d 4 --g 4 --bit 2 --active 0,5,10,15",
     {1, 1, 4, 4, 4, 4, 4}},
    {22,
     "mesh-move theorem2 --d 2 --g 8 --direction right --wrap true",
     {2, 2, 32, 32, 32, 32, 16}},
    {24,
     "mesh-move permutation --d 9 --g 4 --direction left --wrap true",
     {6, 6, 72, 72, 72, 72, 16}},
    {25, "ring-move embedded --d 6 --g 2", {3, 3, 12, 12, 12, 12, 4}},
    {26, "reduce halving --d 4 --g 4", {4, 4, 15, 15, 15, 15, 8}},
    {27, "reduce halving --d 16 --g 2", {9, 9, 31, 31, 31, 31, 4}},
    {28, "reduce halving --d 3 --g 5", {5, 5, 14, 14, 14, 14, 5}},
    {29, "reduce fold --d 4 --g 4", {4, 4, 15, 15, 15, 15, 8}},
    {30, "reduce fold --d 16 --g 2", {23, 23, 31, 31, 31, 31, 2}},
    {32, "reduce hypercube --d 4 --g 4", {8, 8, 30, 30, 30, 30, 8}},
    {33, "reduce hypercube-adaptive --d 4 --g 4", {5, 5, 23, 23, 23, 23, 8}},
    {34, "scan three-step --d 4 --g 4", {9, 9, 63, 68, 76, 68, 16}},
    {35, "scan three-step --d 8 --g 2", {18, 18, 51, 51, 69, 51, 4}},
    {36, "scan chunked --d 8 --g 2", {11, 11, 37, 37, 44, 37, 4}},
    {37, "scan chunked --d 3 --g 5", {9, 9, 54, 55, 65, 55, 15}},
    {38, "scan hypercube --d 4 --g 4", {8, 8, 128, 128, 128, 128, 16}},
    {39, "rank chunked --d 1 --g 8", {3, 3, 7, 12, 12, 12, 4}},
    {40, "consecutive-sum array-broadcast --d 4 --g 4 --subgroup 4", {4, 16, 64, 64, 64, 256, 16}},
    {41, "consecutive-sum array-broadcast --d 8 --g 2 --subgroup 4", {12, 48, 40, 40, 64, 160, 4}},
    {42,
     "consecutive-sum token --d 4 --g 4 --subgroup 4 --bandwidth 2",
     {4, 5, 64, 64, 64, 112, 16}},
    {43, "consecutive-sum token --d 8 --g 2 --subgroup 4", {20, 32, 80, 80, 80, 128, 4}},
    {44, "consecutive-sum token-fused --d 8 --g 2 --subgroup 4", {16, 28, 64, 64, 64, 112, 4}},
    {45, "consecutive-sum direct --d 8 --g 2 --subgroup 4", {8, 32, 16, 16, 48, 64, 2}},
    {46, "adjacent-sum shift --d 4 --g 2 --subgroup 3", {6, 18, 20, 20, 20, 60, 4}},
    {47, "adjacent-sum array-broadcast --d 4 --g 4 --subgroup 3", {3, 9, 48, 48, 48, 144, 16}},
    {48, "adjacent-sum array-broadcast --d 8 --g 2 --subgroup 4", {12, 48, 40, 40, 64, 160, 4}},
    {49, "adjacent-sum direct --d 8 --g 2 --subgroup 4", {8, 32, 16, 16, 48, 64, 2}},
    {50, "adjacent-sum hypercube-paired --d 4 --g 4 --subgroup 2", {6, 10, 96, 96, 96, 160, 16}},
    {51, "concentrate two-hop --d 4 --g 4 --selected poly:1,3,7", {2, 2, 20, 20, 20, 20, 10}},
    {52, "concentrate two-hop --d 4 --g 2 --selected 0,1,4,5", {4, 4, 8, 8, 8, 8, 2}},
    {54, "distribute two-hop --d 8 --g 2 --destinations poly:3,5,11", {8, 8, 22, 22, 22, 22, 4}},
    {55, "generalize two-hop --d 4 --g 4 --destinations poly:1,3,7", {4, 4, 38, 40, 44, 40, 12}},
    {56, "generalize two-hop --d 1 --g 8 --destinations 0,3,6", {2, 2, 5, 9, 9, 9, 7}},
    {57, "generalize hypercube --d 4 --g 4 --destinations poly:1,3,7", {8, 8, 84, 84, 84, 84, 13}},
    {59, "traffic arbitrated --d 2 --g 4 --messages load:3,1,2", {2, 2, 14, 14, 14, 14, 8}},
};

/// `plexus run pops ...` for `operation algorithm --option value ..`.
Said run(const std::string& line) {
  std::vector<std::string> words = words_of(line);
  words.insert(words.begin() + 1, "--algorithm");
  words.insert(words.begin(), {"run", "pops"});
  words.emplace_back("--json");
  return plexus_command(words);
}

std::string sizes(NodeId d, NodeId g) {
  return " --d " + std::to_string(d) + " --g " + std::to_string(g);
}

}  // namespace

TEST_CASE("every row of the POPS acceptance table is exact", "[pops][acceptance]") {
  for (const Row& row : kRows) {
    CAPTURE(row.number, row.what);
    const Said said = run(row.what);
    CAPTURE(said.out, said.err);
    REQUIRE(said.status == kVerified);
    const Json report = said.json();
    const Json& of = report["statistics"];
    const std::vector<std::int64_t> figures{
        of["slots"],    report["cycles"],    of["sends"],        of["drives"],
        of["receives"], of["coupler_words"], of["peak_couplers"]};
    CHECK(figures == row.figures);
  }
  const Json traffic = run(kRows.back().what).json()["statistics"];
  CHECK(traffic["delivered"] == 14);
  CHECK(traffic["refused"] == 0);
  CHECK(traffic["max_queue"] == 2);
}

TEST_CASE("the routings as printed collide where the errata say", "[pops][acceptance]") {
  struct Fault {
    const char* what;
    int slot;
    Json couplers;
    Json sources;
  };
  const std::string raw =
      R"([[{"source":0,"message":"a","receivers":[2]},{"source":1,"message":"b","receivers":[3]}]])";
  const std::string raw_line = "raw raw --d 2 --g 2 --transmissions " + raw;
  const std::vector<Fault> faults{
      {"reduce fold-printed --d 4 --g 4", 0, {{0, 2}, {1, 3}}, {{9, 11}, {12, 14}}},
      {"concentrate two-hop-printed --d 4 --g 2 --selected 0,1,4,5",
       1,
       {{0, 0}, {0, 1}},
       {{0, 1}, {4, 5}}},
      {"generalize two-hop-printed --d 2 --g 2 --destinations 0,1,2,3", 3, {{0, 0}}, {{0, 1}}},
      {raw_line.c_str(), 0, {{1, 0}}, {{0, 1}}}};
  for (const Fault& fault : faults) {
    CAPTURE(fault.what);
    const Said said = run(fault.what);
    CAPTURE(said.out, said.err);
    CHECK(said.status == kFaulted);
    const Json error = said.json()["error"];
    CHECK(error["class"] == "collision");
    CHECK(error["slot"] == fault.slot);
    CHECK(error["collisions"] == fault.couplers.size());
    CHECK(error["tx_conflicts"] == 0);
    CHECK(error["rx_conflicts"] == 0);
    CHECK(error["couplers"] == fault.couplers);
    CHECK(error["sources"].size() == fault.sources.size());
    CHECK(run(std::string{fault.what} + " --on-fault drop").status == kWrong);
  }
}

TEST_CASE("fold as printed collides at m/2 couplers whatever the size", "[pops]") {
  for (const NodeId d : {2U, 4U, 8U}) {
    for (NodeId g = d; d * g <= 128; g *= 2) {
      CAPTURE(d, g);
      const Json error = run("reduce fold-printed" + sizes(d, g)).json()["error"];
      CHECK(error["slot"] == std::countr_zero(g / d));
      CHECK(error["collisions"] == d / 2);
      for (NodeId i = d / 2; i < d; ++i) {
        CHECK(error["couplers"][i - d / 2] == Json::array({i - d / 2, i}));
      }
    }
  }
  CHECK(run("reduce fold-printed --d 1 --g 8").status == kVerified);
}

TEST_CASE("raw slots break every rule that there is", "[pops]") {
  const auto raw = [](const std::string& slots, const std::string& more = {}) {
    return run("raw raw --d 2 --g 2 --transmissions " + slots + more);
  };
  const std::string two_messages =
      R"([[{"source":0,"message":"a","receivers":[1]},{"source":0,"message":"b","receivers":[2]}]])";
  Json error = raw(two_messages).json()["error"];
  CHECK(error["class"] == "transmit-conflict");
  CHECK(error["tx_conflicts"] == 1);
  CHECK(raw(two_messages, " --multi-tx true").status == kVerified);

  const std::string two_at_one =
      R"([[],[{"source":0,"message":"a","receivers":[3]},{"source":2,"message":"b","receivers":[3]}]])";
  error = raw(two_at_one).json()["error"];
  CHECK(error["class"] == "receive-conflict");
  CHECK(error["slot"] == 1);
  CHECK(error["rx_conflicts"] == 1);
  CHECK(raw(two_at_one, " --multi-rx true").status == kVerified);

  const std::string one_coupler =
      R"([[{"source":0,"message":"a","receivers":[2]},{"source":0,"message":"b","receivers":[3]}]])";
  error = raw(one_coupler, " --multi-tx true").json()["error"];
  CHECK(error["class"] == "collision");
  CHECK(error["sources"] == Json::array({Json::array({0})}));
  CHECK(raw(one_coupler, " --multi-tx true --on-fault drop").status == kWrong);
}

TEST_CASE("what a POPS cannot do is refused before slot 0", "[pops]") {
  struct Refused {
    const char* what;
    const char* kind;
  };
  const auto refused = GENERATE(values<Refused>({
      {"mesh-move theorem2 --d 9 --g 4 --direction left", "size"},
      {"mesh-move theorem2 --d 3 --g 4", "size"},
      {"mesh-move direct --d 4 --g 4 --wrap false", "feature"},
      {"move direct --d 0 --g 4", "size"},
      {"broadcast hypercube --d 3 --g 4", "size"},
      {"scatter multi-tx", "feature"},
      {"gather multi-rx", "feature"},
      {"allgather multi-receive", "feature"},
      {"alltoall multi-port --multi-tx true", "feature"},
      {"permutation direct --permutation 0,0,1,2 --d 2 --g 2", "range"},
      {"permutation direct --permutation 1,2,3 --d 2 --g 2", "range"},
      {"permutation direct --permutation affine:2,1 --d 2 --g 2", "range"},
      {"permutation direct --permutation shuffle --d 3 --g 2", "size"},
      {"permutation intragroup --permutation reverse", "feature"},
      {"hypercube-move theorem1 --bit 4", "feature"},
      {"hypercube-move transpose --d 4 --g 2", "size"},
      {"hypercube-move single-active --active all", "feature"},
      {"hypercube-move theorem1 --active 16", "range"},
      {"hypercube-move intragroup --bit 2", "feature"},
      {"hypercube-move intragroup --active 1", "usage"},
      {"ring-move embedded --d 1 --g 1", "size"},
      {"reduce fold --d 3 --g 3", "size"},
      {"reduce fold --root 1", "usage"},
      {"reduce group-first --d 4 --g 2", "size"},
      {"consecutive-sum direct --subgroup 5", "size"},
      {"consecutive-sum direct --subgroup 3", "size"},
      {"consecutive-sum direct --subgroup 0", "range"},
      {"consecutive-sum element-send --d 8 --g 2 --subgroup 4", "size"},
      {"consecutive-sum token --d 9 --g 2 --subgroup 3", "size"},
      {"adjacent-sum direct --subgroup 5", "size"},
      {"adjacent-sum element-send --d 4 --g 2", "size"},
      {"concentrate two-hop --selected 0,99", "range"},
      {"concentrate two-hop-printed --d 1 --g 4", "size"},
      {"distribute two-hop --destinations 3,1", "range"},
      {"generalize hypercube --first-destination 0", "feature"},
      {"traffic arbitrated --messages [[0,99]]", "range"},
      {"raw raw --transmissions [[{\"source\":99,\"message\":0,\"receivers\":[1]}]]", "range"},
      {"move direct --bandwidth 0", "range"},
      {"move direct --words 0", "range"},
      {"move direct --startup -1", "range"},
      {"move direct --source 99", "range"},
      {"move direct --destination 99", "range"},
      {"move direct --d 5000 --g 5000", "size"},
      {"broadcast one-slot --root 99", "range"},
      {"broadcast one-slot --multi-tx true", "usage"},
      {"alltoall multi-port", "feature"},
      {"alltoall multi-port --multi-rx true", "feature"},
      {"permutation two-hop --permutation bit-reversal --d 3 --g 2", "size"},
      {"hypercube-move theorem1 --d 3 --g 4", "size"},
      {"hypercube-move direct --d 3 --g 4", "size"},
      {"hypercube-move single-active --d 4 --g 3", "size"},
      {"hypercube-move intragroup --d 3 --g 4", "size"},
      {"mesh-move theorem2 --d 1 --g 1", "size"},
      {"mesh-move permutation --d 3 --g 4", "size"},
      {"mesh-move direct --d 3 --g 4", "size"},
      {"mesh-move permutation --wrap false", "feature"},
      {"reduce hypercube --d 3 --g 4", "size"},
      {"reduce hypercube-adaptive --d 3 --g 4", "size"},
      {"reduce mesh --d 3 --g 4", "size"},
      {"reduce mesh --d 9 --g 4", "size"},
      {"reduce fold-printed --d 4 --g 2", "size"},
      {"reduce fold-printed --d 3 --g 3", "size"},
      {"scan hypercube --d 3 --g 2", "size"},
      {"rank hypercube --d 3 --g 2", "size"},
      {"rank chunked --selected 16", "range"},
      {"consecutive-sum token-fused --d 9 --g 2 --subgroup 3", "size"},
      {"consecutive-sum hypercube --d 6 --g 2 --subgroup 2", "size"},
      {"adjacent-sum shift --subgroup 0", "range"},
      {"adjacent-sum hypercube --subgroup 3", "size"},
      {"adjacent-sum hypercube-paired --subgroup 3", "size"},
      {"adjacent-sum hypercube --d 6 --g 2 --subgroup 2", "size"},
      {"concentrate hypercube --d 3 --g 2", "size"},
      {"concentrate two-hop --selected poly:1,2,0", "range"},
      {"distribute hypercube --d 3 --g 2", "size"},
      {"distribute two-hop --destinations 3,3", "range"},
      {"distribute two-hop --destinations 99", "range"},
      {"generalize hypercube --d 3 --g 2", "size"},
      {"generalize two-hop --first-destination 3", "range"},
      {"generalize two-hop-printed --d 1 --g 4", "size"},
      {"traffic arbitrated --messages load:1,2", "range"},
      {"traffic arbitrated --messages [[0]]", "range"},
      {"raw raw --transmissions [[{\"source\":0,\"message\":0,\"receivers\":[99]}]]", "range"},
      {"raw raw --transmissions [[{\"source\":0,\"message\":0,\"receivers\":[]}]]", "range"},
  }));
  CAPTURE(refused.what);
  const TemporaryFolder folder;
  const Said said = run(std::string{refused.what} + " --vcd " + (folder / "r.vcd") + " --trace " +
                        (folder / "r.csv") + " --picture " + (folder / "r.svg"));
  CAPTURE(said.out);
  CHECK(said.status == kRefused);
  const Json error = said.json()["error"];
  CHECK(error["class"] == refused.kind);
  CHECK(folder.names().empty());
  const std::string message = error["message"];
  CHECK_THAT(message, Catch::EndsWith("."));
  for (std::size_t at = message.find(". "); at != std::string::npos;
       at = message.find(". ", at + 1)) {
    CHECK(message[at - 1] == '.');  // a range, `1 .. 16`: one sentence in all
  }
}

TEST_CASE("an infeasible optical budget is said, and the machine still runs", "[pops]") {
  const Json good = run("move direct --d 63 --g 1").json()["statistics"];
  CHECK(good["feasible"] == true);
  const Json report = run("move direct --d 64 --g 1").json();
  CHECK(report["verified"] == true);
  CHECK(report["statistics"]["feasible"] == false);
  CHECK(report["statistics"]["largest_d"] == 63);
  CHECK(report["statistics"]["transmitters_receivers"] == 128);
  CHECK(run("move direct --d 64 --g 1 --reserve 2").json()["statistics"]["feasible"] == true);
}

namespace {

/// Runs all algorithms on one machine, with what is left to choose chosen at random.
void run_all_on(const Catalogue& catalogue, NodeId d, NodeId g, std::mt19937& random) {
  const NodeId n = d * g;
  for (const CatalogueEntry& entry : catalogue.algorithms) {
    if (entry.machine != "pops" || entry.name.find("printed") != std::string::npos) continue;
    std::string line = entry.operation + ' ' + entry.name + sizes(d, g);
    for (const Parameter& parameter : entry.parameters) {
      if (parameter.name.starts_with("multi_")) line += ' ' + parameter.option() + " true";
      if (parameter.name == "subgroup") line += " --subgroup " + std::to_string(1 + random() % d);
      if (parameter.name == "root") line += " --root " + std::to_string(random() % n);
      if (parameter.name == "measure") line += " --measure 200 --warmup 20";
      if (parameter.name == "bit") line += " --bit " + std::to_string(random() % 5);
    }
    line += " --words " + std::to_string(1 + random() % 3);
    line += " --startup " + std::to_string(random() % 3);
    line += " --bandwidth " + std::to_string(1 + random() % 2);
    CAPTURE(line);
    const Said said = run(line);
    CAPTURE(said.out, said.err);
    if (said.status == kRefused) continue;
    CHECK(said.status == kVerified);
  }
}

}  // namespace

TEST_CASE("every algorithm keeps its count, its equations and its data on every machine",
          "[pops]") {
  std::mt19937 random{14};
  const Catalogue catalogue = make_catalogue();
  constexpr NodeId kMost = 20;
  for (NodeId d = 1; d <= kMost; ++d) {
    for (NodeId g = 1; d * g <= kMost; ++g) run_all_on(catalogue, d, g, random);
  }
}

TEST_CASE("the same on every POPS(d, g) with up to 256 processors", "[.full][pops-full]") {
  std::mt19937 random{256};
  const Catalogue catalogue = make_catalogue();
  constexpr NodeId kMost = 256;
  for (NodeId d = 1; d <= kMost; ++d) {
    for (NodeId g = 1; d * g <= kMost; ++g) run_all_on(catalogue, d, g, random);
  }
}

TEST_CASE("and on larger ones, powers of two and others", "[pops]") {
  std::mt19937 random{15};
  const Catalogue catalogue = make_catalogue();
  run_all_on(catalogue, 8, 32, random);
  run_all_on(catalogue, 32, 8, random);
  run_all_on(catalogue, 16, 16, random);
  for (int i = 0; i < 8; ++i) {
    const NodeId d = 1 + static_cast<NodeId>(random() % 40);
    run_all_on(catalogue, d, 1 + static_cast<NodeId>(random() % (256 / d)), random);
  }
}

namespace {

/// A machine of `least` to `most` processors, all shapes alike: of few large groups, of many small
/// ones, and in between.
PopsShape random_machine(NodeId least, NodeId most, std::mt19937& random) {
  const auto nodes = static_cast<double>(least + random() % (most - least + 1));
  const double share = static_cast<double>(random() % 1001) / 1000;
  const auto d = std::max<NodeId>(1, static_cast<NodeId>(std::pow(nodes, share)));
  return {d, std::max<NodeId>(1, static_cast<NodeId>(nodes) / d)};
}

}  // namespace

TEST_CASE("and on random machines beyond 256 processors", "[pops]") {
  std::mt19937 random{257};
  const Catalogue catalogue = make_catalogue();
  for (int i = 0; i < 3; ++i) {
    const PopsShape pops = random_machine(257, 600, random);
    run_all_on(catalogue, pops.d, pops.g, random);
  }
}

TEST_CASE("and on random ones of up to some thousands", "[.full][pops-large]") {
  std::mt19937 random{4096};
  const Catalogue catalogue = make_catalogue();
  for (int i = 0; i < 24; ++i) {
    const PopsShape pops = random_machine(601, 4096, random);
    run_all_on(catalogue, pops.d, pops.g, random);
  }
  for (NodeId d = 1; d <= 2048; d *= 2) run_all_on(catalogue, d, 2048 / d, random);
}

TEST_CASE("reproduce pops finds formulas, counts and hardware of one mind", "[pops]") {
  const Said said = plexus_command("reproduce pops --nodes 12,16 --json");
  CHECK(said.status == kVerified);
  const Json study = said.json();
  CHECK(study["good"] == true);
  CHECK(study["rows"].size() > 400);
  const auto row = std::ranges::find_if(study["rows"], [](const Json& one) {
    return one["operation"] == "scan" && one["algorithm"] == "chunked" && one["d"] == 8;
  });
  REQUIRE(row != study["rows"].end());
  CHECK((*row)["measured"] == 11);
}

TEST_CASE("reproduce pops plots custom against simulated slots, and the trade-off", "[pops]") {
  const TemporaryFolder folder;
  const Said said = plexus_command("reproduce pops --nodes 16 --picture " + (folder / "pops.svg"));
  CHECK(said.status == kVerified);
  CHECK_THAT(said.out, Catch::Contains("Pareto front"));
  const std::string picture = content(folder / "pops.svg");
  CHECK_THAT(picture, Catch::Contains("n = 16, scan: simulated against custom"));
  CHECK_THAT(picture, Catch::Contains("what a machine costs"));
}

TEST_CASE("topology draws groups as columns and tells what the machine costs", "[pops]") {
  const TemporaryFolder folder;
  const Said said =
      plexus_command("run pops topology --d 3 --g 2 --json --picture " + (folder / "t.svg"));
  CHECK(said.status == kVerified);
  CHECK(said.json()["statistics"]["nodes"] == 6);
  CHECK(said.json()["statistics"]["coupler_count"] == 4);
  CHECK(said.json()["statistics"]["transmitters_receivers"] == 24);
  const Layout drawn = layout(PopsShape{3, 2});
  REQUIRE(drawn.places.size() == 10);
  for (NodeId x = 0; x < 6; ++x) CHECK(drawn.places[x].x == drawn.places[x / 3 * 3].x);
  CHECK(drawn.places[0].x < drawn.places[3].x);
  CHECK(drawn.places[6].part == "stars.coupler_0_0");
}

TEST_CASE("wave and picture show a collision over its slot, with its senders", "[pops]") {
  const TemporaryFolder folder;
  const Said said = plexus_command("run pops reduce --algorithm fold-printed --startup 1 --vcd " +
                                   (folder / "c.vcd") + " --picture " + (folder / "c.svg") +
                                   " --trace " + (folder / "c.csv"));
  CHECK(said.status == kFaulted);
  const std::string trace = content(folder / "c.csv");
  CHECK_THAT(trace, Catch::Contains("0,pops.stars.coupler_0_2,set,,,,,COLLISION of nodes 9 11"));
  CHECK_THAT(trace, Catch::Contains("2,pops.stars.coupler_0_2,drop,"));
  CHECK_THAT(trace, Catch::Contains("coupler_0_3,set,,,,,node 15 to 0"));
  CHECK_THAT(content(folder / "c.gtkw"), Catch::Contains("[color] 1"));
  const std::string picture = content(folder / "c.svg");
  CHECK_THAT(picture, Catch::Contains("far gone"));
  CHECK_THAT(picture, Catch::Contains("\"alarm\""));
}

TEST_CASE("every slot has its guard time, also those in which nobody sends", "[pops]") {
  const Json json =
      plexus_command("run pops scatter --d 4 --g 2 --words 4 --startup 3 --json").json();
  CHECK(json["statistics"]["slots"] == 7);
  CHECK(json["statistics"]["guard_cycles"] == 21);
  CHECK(json["statistics"]["guard_overhead"] == Approx(21.0 / 49));
  CHECK(json["statistics"]["traffic_matrix"] == Json{{3, 0}, {4, 0}});  // from group 0
}

TEST_CASE("what is refused leaves nothing behind", "[pops]") {
  const TemporaryFolder folder;
  for (const char* line : {"scatter --algorithm multi-tx", "reduce --algorithm fold --d 3",
                           "mesh-move --d 9 --g 4", "adjacent-sum --subgroup 5"}) {
    CAPTURE(line);
    const Said said = plexus_command(std::string{"run pops "} + line + " --vcd " +
                                     (folder / "r.vcd") + " --picture " + (folder / "r.svg"));
    CHECK(said.status == kRefused);
    CHECK(said.out.empty());
    CHECK_FALSE(said.err.empty());
    CHECK(folder.names().empty());
  }
}

TEST_CASE("with on_fault drop nothing that was lost is a success", "[pops]") {
  std::mt19937 random{6};
  for (int number = 0; number < 40; ++number) {
    Json slots = Json::array();
    for (int slot = 0; slot < 2; ++slot) {
      Json messages = Json::array();
      for (int k = 0; k < 2; ++k) {
        Json receivers = Json::array();
        receivers.push_back(random() % 6);
        receivers.push_back(random() % 6);
        messages.push_back({{"source", random() % 6}, {"message", "m"}, {"receivers", receivers}});
      }
      slots.push_back(messages);
    }
    CAPTURE(slots.dump());
    std::vector<std::string> command{
        "run", "pops", "raw", "--d", "3", "--g", "2", "--json", "--transmissions", slots.dump()};
    const Said aborted = plexus_command(command);
    command.insert(command.end(), {"--on-fault", "drop"});
    const Said dropped = plexus_command(command);
    CHECK((aborted.status == kFaulted || aborted.status == kVerified));
    CHECK(dropped.status == (aborted.status == kFaulted ? kWrong : kVerified));
    if (aborted.status != kFaulted) continue;
    const Json error = aborted.json()["error"];
    const std::string kind = error["class"];
    CHECK(kind == (error["collisions"] > 0     ? "collision"
                   : error["tx_conflicts"] > 0 ? "transmit-conflict"
                                               : "receive-conflict"));
  }
}

TEST_CASE("on a permutation arbitrated traffic takes as many slots as direct", "[pops]") {
  const NodeId d = GENERATE(1, 2, 3, 8);
  const NodeId g = GENERATE(1, 3, 4);
  CAPTURE(d, g);
  std::mt19937 random{d * 10 + g};
  std::vector<NodeId> image(d * g);
  std::iota(image.begin(), image.end(), NodeId{0});
  std::ranges::shuffle(image, random);
  Json messages = Json::array();
  for (NodeId x = 0; x < image.size(); ++x) messages.push_back({x, image[x]});
  const Json direct =
      run("permutation direct" + sizes(d, g) + " --permutation " + Json(image).dump()).json();
  const Json traffic =
      run("traffic arbitrated" + sizes(d, g) + " --messages " + messages.dump()).json();
  CHECK(direct["statistics"]["slots"] == traffic["statistics"]["slots"]);
}

TEST_CASE("what stands beside the couplers hears of every slot and can end it",
          "[pops][coupler_bank]") {
  struct Watch final : slot_watch_if, slot_clock_if, coupler_lights_if {
    explicit Watch(coupler_bank& bank) : stars{&bank} {}
    void slot_begins() override {
      ++begun;
      messages += stars->messages().size();
    }
    void clock_starts(std::uint64_t count) override { paced += count; }
    void start(std::uint64_t count, Cycles end) override {
      if (!takes_over || paced != 1) clock->start(count, end);
    }
    [[nodiscard]] std::span<const NodeId> lights(const Message& message) override {
      ++lit;
      groups = stars->groups_of(message);
      if (dark) groups.clear();
      return groups;
    }
    coupler_bank* stars;
    slot_clock_if* clock = nullptr;  ///< that it stands in front of
    bool takes_over = false;
    bool dark = false;
    std::uint64_t begun = 0;
    std::uint64_t messages = 0;
    std::uint64_t paced = 0;
    std::uint64_t lit = 0;
    std::vector<NodeId> groups;
  };
  struct Heard {
    std::uint64_t begun, messages, paced, lit;
  };
  const Catalogue catalogue = make_catalogue("pops");
  const CatalogueEntry& one = *catalogue.find("pops", "scatter", "direct");
  const auto run = [&](auto&& arrange) {
    const FreshKernel kernel;
    const auto experiment = one.prepare(complete(one.parameters, {{"d", 4}, {"g", 2}}));
    const auto top = experiment->build({});
    auto& machine = dynamic_cast<pops_machine&>(*top);
    Watch watch{machine.stars};
    experiment->load(*top);
    arrange(machine, watch);
    sc_core::sc_start();
    const Heard heard{watch.begun, watch.messages, watch.paced, watch.lit};
    return std::tuple{top->completed(), heard, machine.stars.figures()};
  };
  SECTION("it hears of slots, messages and what they light") {
    const auto [cycles, heard, figures] = run([](pops_machine& machine, Watch& watch) {
      machine.stars.watch(watch);
      machine.stars.lights.in_front(watch);
    });
    CHECK(cycles == 7_cycles);
    CHECK(heard.begun == 7);
    CHECK(heard.messages == 7);
    CHECK(heard.paced == 7);
    CHECK(heard.lit == 7);
  }
  SECTION("it ends a slot in the place of the bank") {
    const auto [cycles, heard, figures] = run([](pops_machine& machine, Watch& watch) {
      watch.takes_over = true;
      machine.stars.watch(watch);
      watch.clock = &machine.stars.clock.in_front(watch);
      sc_core::sc_start(ClockPeriod{}.time(20_cycles));
      CHECK(machine.stars.busy());
      machine.stars.finish();
    });
    CHECK(cycles == 26_cycles);
    CHECK(heard.paced == 7);
  }
  SECTION("nobody receives by a dark coupler") {
    const auto [cycles, heard, figures] = run([](pops_machine& machine, Watch& watch) {
      watch.dark = true;
      machine.stars.lights.in_front(watch);
    });
    CHECK(figures.drives == 0);
    CHECK(figures.receives == 0);
    CHECK(heard.lit > 0);
  }
}

TEST_CASE("couplers beyond the modules behave as those that are modules", "[pops]") {
  // POPS(1, 129) has 16,641 couplers, POPS(1, 128) 16,384.
  for (const NodeId g : {128U, 129U}) {
    const Json report = run("permutation two-hop" + sizes(1, g)).json();
    CHECK(report["verified"] == true);
    CHECK(report["statistics"]["drives"] == g);
    CHECK(report["statistics"]["busy_slots_max"] == 1);
    CHECK(report["statistics"]["coupler_count"] == g * g);
  }
}

TEST_CASE("slots in which nobody sends have no gain and no imbalance", "[pops]") {
  const Json figures = run("raw raw --d 2 --g 2 --transmissions [[],[]]").json()["statistics"];
  CHECK(figures["slots"] == 2);
  CHECK(figures["drives"] == 0);
  CHECK_FALSE(figures.contains("broadcast_gain"));
  CHECK_FALSE(figures.contains("imbalance"));
}

TEST_CASE("bounds of permutations need every processor to send, and to leave its group", "[pops]") {
  const auto bound = [](const std::string& line) {
    return run("permutation " + line).json()["lower_bound"];
  };
  CHECK(bound("two-hop --d 1 --g 4 --permutation 1,0,3,2") == 1);
  CHECK(bound("two-hop --d 1 --g 4 --permutation 1,2,0,3").is_null());
  CHECK(bound("two-hop --d 1 --g 4 --permutation 0,2,3,1").is_null());
  CHECK(bound("intragroup --d 3 --g 1 --permutation 1,2,0") == 3);
  CHECK(bound("intragroup --d 3 --g 1 --permutation 1,0,2").is_null());
  CHECK(bound("direct --d 2 --g 2 --permutation 1,0,2,3").is_null());
  for (const char* algorithm : {"two-hop", "direct", "intragroup"}) {  // nothing has to move
    CAPTURE(algorithm);
    CHECK(bound(std::string{algorithm} + " --d 2 --g 2 --permutation 0,1,2,3") == 0);
  }
}

TEST_CASE("with one group every processor's block crosses the one coupler", "[pops]") {
  for (const char* algorithm : {"sequential", "overlapped", "multi-receive --multi-rx true"}) {
    const Json report =
        run(std::string{"allgather "} + algorithm + " --d 6 --g 1 --words 7 --bandwidth 3").json();
    CAPTURE(algorithm);
    CHECK(report["lower_bound"] == 6 * 3);
    CHECK(report["cycles"] == 6 * 3);
  }
  const Json alone = run("allgather multi-receive --multi-rx true --d 1 --g 1").json();
  CHECK(alone["lower_bound"] == 0);
}

TEST_CASE("on the mesh every processor passes its sum on once", "[pops]") {
  // 15 moves; where a group is larger than one, each takes two hops.
  CHECK(run("reduce mesh --d 1 --g 16").json()["statistics"]["drives"] == 15);
  CHECK(run("reduce mesh --d 4 --g 4").json()["statistics"]["drives"] == 30);
}

TEST_CASE("a token goes round subgroups that are smaller than the number of groups", "[pops]") {
  for (const char* algorithm : {"token", "token-fused"}) {
    const Said said =
        run(std::string{"consecutive-sum "} + algorithm + " --d 4 --g 4 --subgroup 2");
    CAPTURE(algorithm, said.err);
    CHECK(said.status == kVerified);
  }
}

TEST_CASE("a transmitter is on for the words of its slot, not for the start-up", "[pops]") {
  const Json figures =
      run("broadcast one-slot --d 3 --g 2 --words 7 --startup 3 --bandwidth 2").json();
  CHECK(figures["cycles"] == 3 + 4);
  CHECK(figures["statistics"]["drives"] == 2);
  CHECK(figures["statistics"]["transmitter_cycles"] == 2 * 4);
}

TEST_CASE("the longest wait is that of any request, not of the last one", "[pops]") {
  // Three ask for one receiver at once; later requests, elsewhere, are granted at once.
  const Json figures = run("traffic arbitrated --d 4 --g 2 --messages "
                           "[[1,0],[2,0],[3,0],[4,5],[4,5],[4,5],[4,5],[4,5]]")
                           .json()["statistics"];
  CHECK(figures["wait_max"] == 2);
  CHECK(figures["wait_mean"] == 3.0 / 8);
}

TEST_CASE("halving is known to be the best where sizes are powers of two alone", "[pops]") {
  const auto bound = [](const std::string& line) {
    return run("reduce halving " + line).json()["lower_bound"];
  };
  CHECK(bound("--d 4 --g 2") == 3);
  CHECK(bound("--d 2 --g 4 --words 3") == 3 * 3);
  CHECK(bound("--d 3 --g 2").is_null());
  CHECK(bound("--d 4 --g 3").is_null());
  CHECK(bound("--d 3 --g 3").is_null());
}
