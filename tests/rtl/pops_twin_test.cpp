#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/pops/pops_route.hpp"
#include "rtl/frame/block.hpp"
#include "testbenches/catalogue.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"
#include "tests/run_bench.hpp"
#include "tests/thinned.hpp"

namespace plexus::pops_twin_test {

namespace {

/// An algorithm of the POPS.
struct Chosen {
  const char* operation;
  const char* name;
};
constexpr Chosen kRaw{"raw", "raw"};
constexpr Chosen kArbitrated{"traffic", "arbitrated"};

/// A POPS that runs an algorithm, with twins of one block.
class pops_run {
 public:
  pops_run(const Chosen& algorithm, Json given, const std::string& block, TwinMode mode,
           int planted) {
    given["startup"] = 1;
    static const Catalogue catalogue = make_catalogue("pops");
    const CatalogueEntry& entry = *catalogue.find("pops", algorithm.operation, algorithm.name);
    experiment_ = entry.prepare(complete(entry.parameters, given));
    machine_ = experiment_->build({});
    twins_ = attach_twins(*machine_, block, mode, planted);
    experiment_->load(*machine_);
  }
  std::optional<Fault> fault() {
    return fault_in([] { sc_core::sc_start(); });
  }
  /// What is wrong with the data after the run.
  [[nodiscard]] std::optional<std::string> problem() const { return experiment_->check(*machine_); }

 private:
  FreshKernel kernel_;
  std::unique_ptr<Experiment> experiment_;
  std::unique_ptr<machine> machine_;
  std::unique_ptr<Twins> twins_;
};

Json sent(int source, const char* message, std::vector<int> receivers) {
  return {{"source", source}, {"message", message}, {"receivers", receivers}};
}

/// Three slots of a POPS(2, 2), of two cycles each: node 0 sends to 1 and 2; nodes 0 and 1 collide
/// at c(1, 0); nodes 1 and 2 both send to 3.
Json three_slots() {
  Json slots = Json::array();
  slots.push_back({sent(0, "a", {1, 2})});
  slots.push_back({sent(0, "b", {2}), sent(1, "c", {3})});
  slots.push_back({sent(1, "d", {3}), sent(2, "e", {3})});
  return {{"d", 2}, {"g", 2}, {"transmissions", slots}, {"on_fault", "drop"}};
}

/// One slot of a POPS(2, 2) with multi_tx and multi_rx: node 0 sends to 1 and to 2, each its own.
Json two_at_once() {
  Json slots = Json::array();
  slots.push_back({sent(0, "a", {1}), sent(0, "b", {2})});
  return {{"d", 2}, {"g", 2}, {"transmissions", slots}, {"multi_tx", true}, {"multi_rx", true}};
}

/// Arbitrated traffic of a POPS(2, 2): nodes 0 and 1 have two messages for group 1 each, all for
/// node 2 but the last.
Json rivals() {
  const Json messages = {{0, 2}, {1, 2}, {0, 2}, {1, 3}};
  return {{"d", 2}, {"g", 2}, {"messages", messages}};
}

/// The same for node 3, from two groups: its arbiter refuses what that of c(1, 1) has granted.
Json two_groups() {
  const Json messages = {{0, 3}, {2, 3}, {3, 2}};
  return {{"d", 2}, {"g", 2}, {"messages", messages}};
}

/// A fault planted in a double, and where lockstep must find it.
struct PlantedFault {
  const char* block;
  int planted;
  Chosen algorithm;
  Json given;
  std::int64_t cycle;
  const char* part;
  const char* signal;
};

std::vector<PlantedFault> planted_faults() {
  const Json scattered = {{"d", 4}, {"g", 2}, {"destinations", {1, 3, 4, 6}}};
  const Json chosen = {{"d", 4}, {"g", 2}, {"selected", {1, 5}}};
  return {
      {"pops_coupler", 1, kRaw, three_slots(), 3, "pops.stars.coupler_1_0", "out_valid"},
      {"pops_coupler", 2, kRaw, three_slots(), 3, "pops.stars.coupler_1_0", "out_valid"},
      {"pops_coupler", 3, kRaw, three_slots(), 3, "pops.stars.coupler_1_0", "collision_mask"},
      {"pops_coupler", 4, kRaw, three_slots(), 1, "pops.stars.coupler_0_0", "out_valid"},
      {"pops_coupler", 5, kRaw, three_slots(), 1, "pops.stars.coupler_0_0", "out_data"},
      {"pops_tx", 1, kRaw, three_slots(), 3, "pops.node_0.tx", "tx_valid"},
      {"pops_tx", 2, kRaw, three_slots(), 1, "pops.node_0.tx", "tx_valid"},
      {"pops_tx", 3, kRaw, two_at_once(), 1, "pops.node_0.tx", "tx_data_0"},
      {"pops_rx", 1, kRaw, three_slots(), 1, "pops.node_0.rx", "acc_valid"},
      {"pops_rx", 2, kRaw, three_slots(), 1, "pops.node_1.rx", "acc_valid"},
      {"pops_rx", 3, kRaw, three_slots(), 5, "pops.node_3.rx", "acc_valid"},
      {"pops_arbiter", 1, kArbitrated, rivals(), 2, "pops.stars.coupler_arbiter_1_0", "grant"},
      {"pops_arbiter", 2, kArbitrated, two_groups(), 2, "pops.stars.coupler_arbiter_1_1", "grant"},
      {"pops_arbiter", 3, kArbitrated, rivals(), 0, "pops.stars.coupler_arbiter_1_0", "grant"},
      {"pops_route",
       1,
       {"generalize", "two-hop"},
       scattered,
       0,
       "pops.node_0.route",
       "dst_group_lo"},
      {"pops_route", 2, {"concentrate", "two-hop"}, chosen, 0, "pops.node_5.route", "relay_group"},
      {"pops_route", 3, {"distribute", "two-hop"}, scattered, 0, "pops.node_2.route", "pass"},
      {"pops_slot_ctrl", 1, kRaw, three_slots(), 0, "pops.stars.slot_ctrl", "guard"},
      {"pops_slot_ctrl", 2, kRaw, three_slots(), 1, "pops.stars.slot_ctrl", "done"},
      {"pops_slot_ctrl",
       3,
       {"distribute", "two-hop"},
       {{"d", 4}, {"g", 2}, {"destinations", {5}}},
       5,
       "pops.stars.slot_ctrl",
       "done"},
      {"pops_net", 1, kRaw, three_slots(), 1, "pops.stars", "acc_valid"},
      {"pops_net", 2, kRaw, three_slots(), 3, "pops.stars", "out_valid"},
      {"pops_net", 3, kRaw, three_slots(), 1, "pops.stars", "acc_data_1"},
  };
}

}  // namespace

TEST_CASE("lockstep finds a wrong part of a POPS in its first wrong cycle",
          "[rtl][pops][lockstep]") {
  for (const PlantedFault& planted : thinned(planted_faults())) {
    CAPTURE(planted.block, planted.planted);
    pops_run run{planted.algorithm, planted.given, planted.block, TwinMode::kLockstep,
                 planted.planted};
    const auto fault = run.fault();
    REQUIRE(fault);
    CAPTURE(fault->message, fault->context);
    CHECK(fault->kind == "lockstep");
    CHECK(fault->cycle == Cycles{planted.cycle});
    CHECK(fault->part == planted.part);
    CHECK(figure(*fault, "signal") == '"' + std::string{planted.signal} + '"');
  }
}

TEST_CASE("doubles of POPS parts without a planted fault pass", "[rtl][pops][lockstep]") {
  for (const PlantedFault& planted : thinned(planted_faults())) {
    for (const TwinMode mode : {TwinMode::kLockstep, TwinMode::kReplace}) {
      CAPTURE(planted.block, planted.algorithm.operation, static_cast<int>(mode));
      pops_run run{planted.algorithm, planted.given, planted.block, mode, 0};
      const auto fault = run.fault();
      CAPTURE(fault ? fault->message : "");
      CHECK_FALSE(fault);
    }
  }
}

TEST_CASE("a merged, a stolen and a lost message are no success with the part itself at work",
          "[rtl][pops]") {
  const Json slots = {
      {"d", 2}, {"g", 2}, {"transmissions", {{sent(0, "a", {1, 2})}, {sent(1, "b", {2})}}}};
  struct Wrong {
    const char* block;
    int planted;
  };
  for (const auto& [block, planted] : std::vector<Wrong>{{"pops_coupler", 4},
                                                         {"pops_coupler", 5},
                                                         {"pops_tx", 2},
                                                         {"pops_rx", 1},
                                                         {"pops_rx", 2},
                                                         {"pops_net", 1}}) {
    CAPTURE(block, planted);
    pops_run run{kRaw, slots, block, TwinMode::kReplace, planted};
    const auto fault = run.fault();
    CHECK((fault || run.problem()));
  }
  pops_run merged{kRaw, three_slots(), "pops_coupler", TwinMode::kReplace, 1};
  CHECK((merged.fault() || merged.problem()));
}

namespace {

/// The same outcome with all of `blocks`, and with each of them alone.
void compare_all(const std::string& line, const std::string& blocks);

}  // namespace

TEST_CASE("large machines say the same with twins of POPS parts", "[rtl][pops][.full]") {
  compare_all("hypercube-move --d 16 --g 8 --bit 5", "pops_tx,pops_slot_ctrl,pops_route");
  compare_all("traffic --d 8 --g 4 --startup 1",
              "pops_coupler,pops_tx,pops_rx,pops_slot_ctrl,pops_net,pops_arbiter");
}

TEST_CASE("machines of all sizes say the same with twins of POPS parts", "[rtl][pops]") {
  const std::string parts = "pops_coupler,pops_tx,pops_rx,pops_slot_ctrl";
  const auto [line, blocks] = GENERATE_COPY(from_range(thinned(std::vector<std::tuple<std::string,
                                                                                      std::string>>{
      {"move --d 4 --g 2 --words 9 --startup 2 --bandwidth 4", parts + ",pops_net"},
      {"scan --d 4 --g 2 --startup 1", parts + ",pops_net,pops_route"},
      {"scan --algorithm three-step --d 2 --g 4", parts + ",pops_net,pops_route"},
      {"reduce --d 3 --g 3 --words 3 --bandwidth 2", parts + ",pops_net"},
      {"consecutive-sum --algorithm token --d 4 --g 2 --subgroup 4 --startup 1",
       parts + ",pops_net"},
      {"generalize --d 4 --g 2 --words 2", parts + ",pops_net,pops_route"},
      {"concentrate --d 4 --g 4", parts + ",pops_net,pops_route"},
      {"permutation --algorithm intragroup --d 3 --g 3", parts + ",pops_net"},
      {"broadcast --d 1 --g 4", parts + ",pops_net"},
      {"alltoall --d 3 --g 1", parts + ",pops_net"},
      {"alltoall --algorithm multi-port --d 2 --g 4 --multi-tx true --multi-rx true",
       parts + ",pops_net"},
      {"traffic --d 2 --g 4 --startup 1 --words 2", parts + ",pops_net,pops_arbiter"},
      {"traffic --d 3 --g 3 --messages load:1,0,4", parts + ",pops_net,pops_arbiter"},
      {"traffic --d 3 --g 1 --messages load:0,1,3", parts + ",pops_net,pops_arbiter"},
      {"reduce --algorithm fold-printed --d 4 --g 4", parts + ",pops_net"},
      {"concentrate --algorithm two-hop-printed --d 4 --g 2 --selected 0,1,4,5 --on-fault drop",
       parts +
           ",pops_net"},
      {"generalize --algorithm two-hop-printed --d 4 --g 4 --destinations poly:1,3,7 --on-fault "
       "drop",
       parts + ",pops_net"},
  })));
  compare_all(line, blocks);
}

namespace {

void compare_all(const std::string& line, const std::string& blocks) {
  std::vector<std::string> command{"pops"};
  std::istringstream words{line};
  for (std::string word; words >> word;) command.push_back(word);
  CAPTURE(line);
  const CommandResult model = run_json(command);
  std::vector<std::string> all{blocks};
  std::istringstream list{blocks};
  for (std::string block; std::getline(list, block, ',');) all.push_back(block);
  for (const std::string& block : all) {
    for (const char* option : {"--rtl", "--lockstep"}) {
      CAPTURE(option, block);
      std::vector<std::string> with_twins = command;
      with_twins.insert(with_twins.end(), {option, block});
      const CommandResult result = run_json(with_twins);
      CAPTURE(result.error);
      CHECK(result.status == model.status);
      CHECK(without_twins(result.json) == model.json);
    }
  }
}

}  // namespace

TEST_CASE("what has no POPS twin is refused", "[rtl][pops]") {
  const CommandResult route = run_json({"pops", "scan", "--d", "3", "--lockstep", "pops_route"});
  CHECK(route.status == 2);
  CHECK(route.json["error"]["class"] == "size");
  const CommandResult net =
      run_json({"pops", "scan", "--d", "11", "--g", "3", "--rtl", "pops_net"});
  CHECK(net.status == 2);
  CHECK(net.json["error"]["class"] == "size");
}

TEST_CASE("the slot clock's SystemVerilog lasts n (startup + payload) cycles",
          "[rtl][pops][pops_slot_ctrl]") {
  block_bench clock{"rtl/optical", "pops_slot_ctrl", {{"CycleWidth", 8}, {"SlotWidth", 8}}};
  for (const unsigned startup : {0U, 1U, 3U}) {
    for (const unsigned payload : {1U, 2U, 5U}) {
      for (const unsigned slots : {1U, 2U, 4U}) {
        CAPTURE(startup, payload, slots);
        clock.set("start_i", 1);
        clock.set("startup_i", startup);
        clock.set("payload_cycles_i", payload);
        clock.set("n_slots_i", slots);
        clock.edge();
        clock.set("start_i", 0);
        unsigned cycles = 1;
        unsigned strobes = static_cast<unsigned>(clock.get("slot_strobe_o"));
        while (clock.get("done_o") == 0 && cycles < 100) {
          clock.edge();
          ++cycles;
          strobes += static_cast<unsigned>(clock.get("slot_strobe_o"));
        }
        CHECK(cycles == slots * (startup + payload));
        CHECK(strobes == slots);
        CHECK(clock.errors().empty());
      }
    }
  }
}

TEST_CASE("every algorithm of a POPS says the same with all twins that it can have",
          "[rtl][pops][lockstep]") {
  std::mt19937 random{42};
  for (const CatalogueEntry& entry : thinned(make_catalogue().algorithms)) {
    if (entry.machine != "pops" || !entry.simulates) continue;
    for (const char* const sizes : {"--d 4 --g 2", "--d 2 --g 4"}) {
      std::vector<std::string> command{"pops", entry.operation, "--algorithm", entry.name};
      std::istringstream words{sizes};
      for (std::string word; words >> word;) command.push_back(word);
      for (const Parameter& parameter : entry.parameters) {
        if (parameter.name.starts_with("multi_")) {
          command.insert(command.end(), {parameter.option(), "true"});
        }
        if (parameter.name == "startup" || parameter.name == "words") {
          command.insert(command.end(), {parameter.option(), std::to_string(1 + random() % 3)});
        }
      }
      std::string blocks;
      for (const std::string& block : entry.blocks) {
        if (!blocks.empty()) blocks += ',';
        blocks += block;
      }
      const CommandResult model = run_json(command);
      for (const char* option : {"--rtl", "--lockstep"}) {
        CAPTURE(entry.operation, entry.name, sizes, option, blocks);
        std::vector<std::string> with_twins = command;
        with_twins.insert(with_twins.end(), {option, blocks});
        const CommandResult result = run_json(with_twins);
        CAPTURE(result.error);
        CHECK(result.status == model.status);
        CHECK(without_twins(result.json) == model.json);
      }
    }
  }
}

TEST_CASE("a start in the middle of a run of slots is not heard", "[rtl][pops][pops_slot_ctrl]") {
  block_bench clock{"rtl/optical", "pops_slot_ctrl", {{"CycleWidth", 8}, {"SlotWidth", 8}}};
  clock.set("startup_i", 1);
  clock.set("payload_cycles_i", 2);
  clock.set("n_slots_i", 2);
  clock.set("start_i", 1);
  clock.edge();
  clock.set("n_slots_i", 1);
  clock.edge();  // still at 1
  clock.set("start_i", 0);
  for (int cycle = 2; cycle < 6; ++cycle) {
    CHECK(clock.get("done_o") == 0);
    clock.edge();
  }
  CHECK(clock.get("done_o") == 1);
}

TEST_CASE("an arbiter goes round, and stands where nobody asks", "[rtl][pops][pops_arbiter]") {
  block_bench arbiter{"rtl/optical", "pops_arbiter"};
  std::mt19937 random{3};
  unsigned pointer = 0;
  for (int cycle = 0; cycle < 500; ++cycle) {
    const auto asks = static_cast<unsigned>(random() % 16);
    const bool advance = random() % 2 == 0;
    arbiter.set("req_i", asks);
    arbiter.set("advance_i", advance);
    arbiter.settle();
    unsigned winner = pointer;
    while (asks != 0 && (asks >> winner & 1) == 0) winner = (winner + 1) % 4;
    CAPTURE(cycle, asks, pointer);
    REQUIRE(arbiter.get("grant_o") == (asks == 0 ? 0U : 1U << winner));
    if (asks != 0) REQUIRE(arbiter.get("grant_idx_o") == winner);
    if (asks != 0 && advance) pointer = (winner + 1) % 4;
    arbiter.edge();
  }
}

TEST_CASE("the route unit's SystemVerilog is the shape's arithmetic", "[rtl][pops][pops_route]") {
  for (const auto& [index_bits, group_bits] :
       std::vector<std::pair<unsigned, unsigned>>{{0, 0}, {0, 3}, {2, 2}, {3, 1}, {1, 3}, {3, 0}}) {
    const NodeId d = NodeId{1} << index_bits;
    const NodeId g = NodeId{1} << group_bits;
    CAPTURE(d, g);
    block_bench unit{
        "rtl/optical", "pops_route", {{"IndexBits", index_bits}, {"GroupBits", group_bits}}};
    for (NodeId x = 0; x < d * g; ++x) {
      for (const RelayRule rule : {RelayRule::kRho, RelayRule::kKappa, RelayRule::kRank}) {
        if (rule == RelayRule::kKappa && d < g) continue;  // nobody asks
        unit.set("op_i", static_cast<std::uint64_t>(rule));
        unit.set(rule == RelayRule::kRank ? "r_i" : "x_i", x);
        unit.set(rule == RelayRule::kRank ? "x_i" : "r_i", ~std::uint64_t{x});
        unit.settle();
        const RelayStop model = pops_route::stop(rule, x, d, g);
        CAPTURE(x, static_cast<int>(rule));
        CHECK(unit.get("relay_group_o") == model.relay / d);
        CHECK(unit.get("relay_idx_o") == model.relay % d);
        CHECK(unit.get("pass_o") == model.pass);
      }
      for (NodeId dest = x; dest < d * g; ++dest) {  // low = x - 1, from -1 on
        unit.set("low_i", std::uint64_t{x} - 1);
        unit.set("dest_i", dest);
        unit.settle();
        const GroupRange model = pops_route::range(std::int64_t{x} - 1, dest, d);
        CHECK(unit.get("dst_group_lo_o") == model.first);
        CHECK(unit.get("dst_group_hi_o") == model.second);
      }
    }
  }
}

}  // namespace plexus::pops_twin_test
