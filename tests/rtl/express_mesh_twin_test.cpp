#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/data/operand.hpp"
#include "models/express-mesh/machine.hpp"
#include "models/express-mesh/module.hpp"
#include "tests/command.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"
#include "tests/run_bench.hpp"
#include "tests/thinned.hpp"

namespace plexus::express_mesh_twin_test {

namespace {

/// A block of which every run of this algorithm has many.
struct Played {
  const char* block;
  const char* operation;
  const char* algorithm;
  const char* parameters = "{}";
};

constexpr Played kLink{"em_link", "reduce", "algorithm-1"};
constexpr Played kSlowLink{"em_link", "reduce", "algorithm-1", R"({"startup": 2})"};
constexpr Played kPort{"em_port", "reduce", "algorithm-1"};
constexpr Played kNode{"em_node1", "reduce", "algorithm-1"};
constexpr Played kCombining{"em_node1", "reduce", "algorithm-1", R"({"relay": "combine"})"};
constexpr Played kDual{"em_node1", "reduce", "algorithm-1-dual"};
constexpr Played kLine{"em_line", "reduce", "algorithm-1"};
constexpr Played kSlowLine{"em_line", "reduce", "algorithm-1", R"({"express_extra": 2})"};
constexpr Played kOverlap{"em_overlap", "reduce", "algorithm-4"};
constexpr Played kSlowOverlap{"em_overlap", "reduce", "algorithm-4", R"({"express_extra": 1})"};
constexpr Played kTwoChains{"em_overlap", "reduce", "algorithm-4-literal"};
constexpr Played kTerminal{"em_scan_terminal", "scan", "line-scan"};
constexpr Played kSlowTerminal{"em_scan_terminal", "scan", "line-scan", R"({"express_extra": 2})"};
constexpr Played kSuffix{"em_scan_terminal", "scan", "line-scan", R"({"direction": "suffix"})"};

/// The fault with which a run in lockstep with a double ends; none if it goes through.
std::optional<Fault> run_planted(const Played& played, int planted) {
  const FreshKernel kernel;
  static const Catalogue catalogue = make_catalogue();
  const CatalogueEntry* const entry =
      catalogue.find("express-mesh", played.operation, played.algorithm);
  const auto experiment =
      entry->prepare(complete(entry->parameters, Json::parse(played.parameters)));
  const auto machine = experiment->build({});
  const auto twins = attach_twins(*machine, played.block, TwinMode::kLockstep, planted);
  experiment->load(*machine);
  const std::optional<Fault> fault = fault_in([] {
    sc_core::sc_start();
    return 0;
  });
  if (!fault) CHECK_FALSE(experiment->check(*machine));
  return fault;
}

/// A planted fault, and the first wrong signal that lockstep must name; or kOwnContract: the block
/// itself says before that something is wrong.
constexpr const char* kOwnContract = nullptr;
struct First {
  Played played;
  int planted;
  std::int64_t cycle;
  const char* signal;
  const char* part;
};

std::vector<std::string> command_of(const std::string& line) {
  std::vector<std::string> words{"express-mesh"};
  for (const std::string& word : words_of(line)) words.push_back(word);
  return words;
}

}  // namespace

TEST_CASE("lockstep finds wrong twins of the express mesh in their first wrong cycle",
          "[rtl][express-mesh][lockstep]") {
  // Algorithm 1 on 16 nodes, L = 4: phase 1 in the cycles 0 to 2, phase 2 in 3 to 5. Algorithm 4 on
  // 16 x 16: sets come from cycle 3 on and are combined from 6 on, as printed a second time from 12
  // on. The scan's carry starts in 3.
  const auto first = GENERATE(from_range(thinned(std::vector<First>{
      {kLink, 1, 0, "a_valid", "links.link_0_to_1.em_link"},
      {kLink, 2, 0, "a_data", "links.link_0_to_1.em_link"},
      {kLink, 3, 0, "b_valid", "links.link_0_to_1.em_link"},
      {kLink, 4, 1, "a_valid", "links.link_2_to_3.em_link"},
      {kLink, 5, 0, "err", "links.link_0_to_1.em_link"},
      {kSlowLink, 6, 0, "a_valid", "links.link_0_to_1.em_link"},
      {kPort, 1, 0, "rx_valid", "node_0.em_port"},
      {kPort, 2, 0, "rx_sel", "node_0.em_port"},
      {kPort, 3, 0, "rx_data", "node_0.em_port"},
      {kPort, 4, 0, "err_tx", "node_1.em_port"},
      {kNode, 1, 0, "left_valid", "node_1.em_node1"},
      {kNode, 2, 0, "left_data", "node_1.em_node1"},
      {kNode, 3, 1, "partial", "node_0.em_node1"},
      {kNode, 4, 3, "express_valid", "node_4.em_node1"},
      {kNode, 5, 4, "done", "node_0.em_node1"},
      {kNode, 6, 1, "partial", "node_0.em_node1"},
      {kCombining, 7, 1, kOwnContract, "node_2.em_node1"},
      {kDual, 1, 0, "left_valid", "node_1.em_node1"},
      {kDual, 6, 1, "partial", "node_0.em_node1"},
      {kLine, 1, 1, "partial_0", "em_line"},
      {kLine, 2, 1, "partial_0", "em_line"},
      {kLine, 3, 0, "partial_5", "em_line"},
      {kLine, 4, 6, "done", "em_line"},
      {kSlowLine, 5, 4, "partial_0", "em_line"},
      {kOverlap, 1, 3, "held", "node_0.em_overlap"},
      {kOverlap, 2, 6, "left_valid", "node_12.em_overlap"},
      {kOverlap, 3, 6, "left_data", "node_12.em_overlap"},
      {kOverlap, 4, 7, "left_data", "node_8.em_overlap"},
      {kOverlap, 5, 10, "done", "node_8.em_overlap"},
      {kOverlap, 6, 9, "folded", "node_0.em_overlap"},
      {kOverlap, 7, 6, "left_data", "node_12.em_overlap"},
      {kSlowOverlap, 8, 7, "left_valid", "node_12.em_overlap"},
      {kTwoChains, 9, 12, "done", "node_0.em_overlap"},
      {kTerminal, 1, 4, "mesh_valid", "node_0.em_scan_terminal"},
      {kTerminal, 2, 3, "express_data", "node_0.em_scan_terminal"},
      {kTerminal, 3, 4, "mesh_data", "node_0.em_scan_terminal"},
      {kTerminal, 4, 3, "express_valid", "node_0.em_scan_terminal"},
      {kTerminal, 5, 3, "prefix", "node_0.em_scan_terminal"},
      {kTerminal, 6, 4, "mesh_data", "node_0.em_scan_terminal"},
      {kSlowTerminal, 7, 4, "mesh_valid", "node_0.em_scan_terminal"},
      {kSuffix, 6, 4, "express_data", "node_8.em_scan_terminal"},
  })));
  CAPTURE(first.played.block, first.planted);
  const std::optional<Fault> fault = run_planted(first.played, first.planted);
  REQUIRE(fault);
  CAPTURE(fault->message);
  if (first.signal == kOwnContract) {
    CHECK(fault->kind == "rtl");
    CHECK(fault->message.find("breaks its own contract") != std::string::npos);
  } else {
    CHECK(fault->kind == "lockstep");
    CHECK(figure(*fault, "signal") == '"' + std::string{first.signal} + '"');
  }
  CHECK(fault->cycle == Cycles{first.cycle});
  CHECK(fault->part == "express_mesh." + std::string{first.part});
}

TEST_CASE("doubles without a fault pass as the blocks themselves", "[rtl][express-mesh]") {
  for (const Played& played : thinned(std::vector<Played>{
           kLink, kSlowLink, kPort, kNode, kCombining, kDual, kLine, kSlowLine, kOverlap,
           kSlowOverlap, kTwoChains, kTerminal, kSlowTerminal, kSuffix})) {
    CAPTURE(played.block, played.algorithm, played.parameters);
    CHECK_FALSE(run_planted(played, 0));
  }
}

TEST_CASE("blocks of the express mesh keep cycles and results over shapes, operators and times",
          "[rtl][express-mesh]") {
  const auto [line, block] = GENERATE(from_range(thinned(std::vector<
                                                         std::tuple<std::string, std::string>>{
      {"reduce --algorithm algorithm-1 --sides 23 --lengths 5 --op max", "em_node1"},
      {"reduce --algorithm algorithm-1 --sides 16 --lengths 4 --op sum", "em_line"},
      {"reduce --algorithm algorithm-1 --sides 16 --lengths 4 --relay combine", "em_line"},
      {"reduce --algorithm algorithm-1 --sides 9 --lengths 12 --op min", "em_node1"},
      {"reduce --algorithm algorithm-1 --sides 7 --lengths 2 --relay combine --op parity",
       "em_node1"},
      {"reduce --algorithm algorithm-2 --sides 9,11 --lengths 3,4 --placement column-major",
       "em_node1"},
      {"reduce --algorithm algorithm-2 --sides 1,6 --lengths 2,3 --relay combine", "em_node1"},
      {"reduce --algorithm dimension-order --sides 4,5,7 --lengths 2,3,3 --relay combine",
       "em_node1"},
      {"reduce --algorithm blocked --sides 5,4 --lengths 3,2 --values 90 --op-cycles 3",
       "em_node1"},
      {"reduce --algorithm algorithm-1-dual", "em_line"},
      {"reduce --algorithm algorithm-1-dual --sides 13 --lengths 3 --op max --ports 3", "em_node1"},
      {"median-row --sides 9,11 --lengths 4,3 --one-in 2", "em_node1"},
      {"median-row --sides 1,11 --lengths 2,3 --place all", "em_node1"},
      {"reduce --algorithm algorithm-4 --sides 10,14 --lengths 4,4 --seed 3", "em_overlap"},
      {"reduce --algorithm algorithm-4 --sides 6,14 --lengths 6,4 --placement column-major",
       "em_overlap"},
      {"reduce --algorithm algorithm-4 --sides 7,3 --lengths 3,5 --op min", "em_overlap"},
      {"reduce --algorithm algorithm-4-literal --sides 9,7 --lengths 4,2 --op min", "em_overlap"},
      {"reduce --algorithm algorithm-4-literal --sides 9,7 --lengths 4,2 --op parity",
       "em_overlap"},
      {"reduce --algorithm algorithm-4-compound --sides 9,7 --lengths 4,2", "em_overlap"},
      {"reduce --algorithm algorithm-4-shifted --sides 10,14 --lengths 4,3", "em_overlap"},
      {"reduce --algorithm algorithm-4-shortened --sides 9,13 --lengths 4,4 --op sum",
       "em_overlap"},
      {"reduce --algorithm separable-bus-row-major --sides 7,29 --block 3 --group 3", "em_overlap"},
      {"scan --algorithm line-scan --sides 14 --lengths 4 --op max", "em_scan_terminal"},
      {"scan --algorithm line-scan --sides 9 --lengths 9 --op min", "em_scan_terminal"},
      {"scan --algorithm line-scan --sides 15 --lengths 4 --direction suffix", "em_scan_terminal"},
      {"scan --algorithm line-scan --sides 5 --lengths 7 --direction suffix", "em_scan_terminal"},
      {"scan --sides 10,14 --lengths 4,3", "em_scan_terminal"},
      {"scan --sides 1,13 --lengths 2,4 --op parity", "em_scan_terminal"},
      {"closest-point --sides 10,14 --lengths 4,4 --one-in 5", "em_scan_terminal"},
      {"median --sides 8,8 --lengths 3,3", "em_port"},
      {"median --sides 8,8 --lengths 3,3", "em_link"},
      {"reduce --algorithm algorithm-3-compound --sides 9,7 --lengths 3,2", "em_port"},
      {"reduce --algorithm bus-hierarchy --sides 9,8", "em_port"},
      {"reduce --algorithm row-column-bus --sides 8,8 --group3 2", "em_port"},
  })));
  const std::string slow =
      " --startup 1 --words 5 --bandwidth 2" +
      std::string{line.find("bus") == std::string::npos ? " --express-extra 3" : " --bus-extra 2"};
  for (const std::string& times : {std::string{}, slow}) {
    CAPTURE(line, block, times);
    const CommandResult model = run_json(command_of(line + times));
    REQUIRE(model.status == 0);
    for (const char* option : {" --rtl ", " --lockstep "}) {
      const CommandResult twin = run_json(command_of(line + times + option + block));
      CAPTURE(option, twin.error);
      CHECK(twin.status == 0);
      CHECK(without_twins(twin.json) == model.json);
    }
  }
}

TEST_CASE("every algorithm of the express mesh runs in lockstep with all parts that it has",
          "[rtl][express-mesh][lockstep]") {
  std::mt19937 random{13};
  const auto any = [&](std::initializer_list<const char*> words) {
    return std::string{*(words.begin() + random() % words.size())};
  };
  for (const CatalogueEntry& entry : thinned(make_catalogue().algorithms)) {
    if (entry.machine != "express-mesh" || entry.operation == "topology") continue;
    std::string line = entry.operation + " --algorithm " + entry.name;
    for (const Parameter& parameter : entry.parameters) {
      if (parameter.name == "startup") line += " --startup " + any({"0", "2"});
      if (parameter.name == "words") line += " --words " + any({"1", "3"});
      if (parameter.name == "express_extra") line += " --express-extra " + any({"0", "1", "4"});
      if (parameter.name == "bus_extra") line += " --bus-extra " + any({"0", "3"});
      if (parameter.name == "relay") line += " --relay " + any({"forward", "combine"});
    }
    const CommandResult model = run_json(command_of(line));
    REQUIRE(model.status == 0);
    for (const std::string& block : entry.blocks) {
      CAPTURE(line, block);
      const CommandResult twin = run_json(command_of(line + " --lockstep " + block));
      CAPTURE(twin.error);
      CHECK(twin.status == 0);
      CHECK(without_twins(twin.json) == model.json);
    }
  }
}

TEST_CASE("the arithmetic unit's circuit combines as the model does",
          "[rtl][express-mesh][em_alu]") {
  block_bench unit{"rtl/node", "em_alu", {{"Width", 64}}};
  std::mt19937_64 random{95};
  for (const Operator op :
       {Operator::kSum, Operator::kMax, Operator::kMin, Operator::kParity, Operator::kMat2}) {
    unit.set("op_i", static_cast<std::uint64_t>(op));
    for (int i = 0; i < 500; ++i) {
      const auto operand = [&] {
        if (op != Operator::kMat2) return Operand{i < 8 ? ~random() % 3 : random()};
        const auto entry = [&] {
          return i < 4 ? kMatrixModulus - 1 - static_cast<unsigned>(i) : random() % kMatrixModulus;
        };
        return Operand::matrix({entry(), entry(), entry(), entry()});
      };
      const Operand a = operand();
      const Operand b = operand();
      unit.set("a_i", a.number());
      unit.set("b_i", b.number());
      unit.settle();
      CAPTURE(to_string(op), i);
      REQUIRE(unit.get("y_o") == combine(op, a, b).number());
    }
  }
  for (unsigned none = 5; none < 8; ++none) {
    unit.set("op_i", none);
    unit.settle();
    CHECK(unit.get("y_o") == 0);
  }
}

TEST_CASE("the half-duplex link's SystemVerilog serves one packet at a time",
          "[rtl][express-mesh]") {
  block_bench link{"rtl/link", "em_link", {{"Width", 8}, {"HopWidth", 4}}};
  const auto ask = [&](bool a, bool b) {
    link.set("a_req_i", a);
    link.set("b_req_i", b);
    link.settle();
    const bool error = link.get("err_o") != 0;
    link.edge();
    link.set("a_req_i", 0);
    link.set("b_req_i", 0);
    link.settle();
    return error;
  };
  const auto shows = [&](const char* end) {
    return link.get(std::string{end} + "_valid_o") != 0
               ? static_cast<int>(link.get(std::string{end} + "_data_o"))
               : -1;
  };
  link.set("a_data_i", 17);
  link.set("b_data_i", 34);
  for (const unsigned hop : {1U, 2U, 5U}) {
    CAPTURE(hop);
    link.set("hop_i", hop);
    CHECK(ask(true, true));  // neither is served
    CHECK((shows("a") == -1 && shows("b") == -1));
    CHECK_FALSE(ask(true, false));
    for (unsigned cycle = 1; cycle < hop; ++cycle) {
      CHECK((shows("a") == -1 && shows("b") == -1));
      CHECK(ask(false, true));  // a packet is on: not served
    }
    CHECK(shows("b") == 17);
    CHECK(shows("a") == -1);
    CHECK_FALSE(ask(false, true));  // in the last cycle it is free again
    for (unsigned cycle = 1; cycle < hop; ++cycle) {
      CHECK(shows("a") == -1);
      CHECK_FALSE(ask(false, false));
    }
    CHECK(shows("a") == 34);
    CHECK_FALSE(ask(false, false));
    CHECK((shows("a") == -1 && shows("b") == -1));
  }
  CHECK(link.errors().empty());
}

TEST_CASE("runs that no twin of the express mesh fits are refused", "[rtl][express-mesh]") {
  struct Misfit {
    const char* line;
    const char* kind;
  };
  const auto misfit = GENERATE(values<Misfit>({
      {"reduce --algorithm algorithm-4 --op concat --lockstep em_overlap", "size"},
      {"scan --op concat --rtl em_scan_terminal", "size"},
      {"reduce --algorithm algorithm-1 --op concat --lockstep em_line", "size"},
      {"reduce --algorithm algorithm-1 --sides 300 --lengths 4 --lockstep em_line", "size"},
      {"reduce --algorithm algorithm-3 --lockstep em_node1", "feature"},
      {"reduce --algorithm algorithm-1-dual --lockstep em_link", "feature"},
      {"reduce --algorithm algorithm-1-dual --rtl em_port", "feature"},
      {"reduce --algorithm algorithm-1-dual --lockstep port_guard", "feature"},
      {"broadcast --lockstep em_scan_terminal", "feature"},
  }));
  CAPTURE(misfit.line);
  const CommandResult result = run_json(command_of(misfit.line));
  CHECK(result.status == 2);
  CHECK(result.json["error"]["class"] == misfit.kind);
}

namespace {

constexpr unsigned kLeft = 0;  ///< channels on one line
constexpr unsigned kRight = 1;
constexpr unsigned kExpressRight = 3;

Program two_sends(alu_node& self, const ExpressMeshCase&) {
  if (self.id() != 0) co_return;
  co_await both(self.send(kRight, Operand{1}), self.send(kExpressRight, Operand{1}));
}

Program both_ways(alu_node& self, const ExpressMeshCase&) {
  if (self.id() == 3) co_await self.send(kRight, Operand{1});
  if (self.id() == 4) co_await self.send(kLeft, Operand{1});
}

}  // namespace

TEST_CASE("the guard's twin stops a broken rule as the guard does", "[rtl][express-mesh][fault]") {
  for (const auto program : {two_sends, both_ways}) {
    Algorithm<ExpressMeshCase> described = express::algorithm_1();
    described.program = program;
    Catalogue catalogue;
    const MachineList<ExpressMeshCase> add{catalogue, express_mesh_kind()};
    add(described);
    const auto error = [&](const std::string& more) {
      const Said said = plexus_command(
          catalogue,
          words_of("run express-mesh reduce --algorithm algorithm-1 --sides 5 --lengths 2 --json" +
                   more));
      CHECK(said.status == kFaulted);
      return said.json()["error"];
    };
    const Json model = error("");
    for (const char* more : {" --rtl em_port", " --lockstep em_port"}) {
      CAPTURE(more);
      CHECK(error(more) == model);
    }
  }
}

}  // namespace plexus::express_mesh_twin_test
