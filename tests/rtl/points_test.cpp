#include <algorithm>
#include <bit>
#include <cctype>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/data/operand.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "testbenches/catalogue.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/liar.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::points_test {

namespace {

/// Runs in which a block meets all that it can decide: few, small, and of sizes that other tests
/// have, too. Every change of tests/rtl/mutations.txt is tried on them.
struct Point {
  const char* block;
  const char* line;  ///< machine, operation, algorithm, then parameters with their values
};

const std::vector<Point> kPoints{
    {"ft_router", "fat-tree allgather flooding --nodes 8 --startup 2 --words 3"},
    {"ft_router", "fat-tree broadcast replicate --nodes 8"},
    {"ft_router", "fat-tree alltoall greedy --nodes 8"},
    {"ft_router", "fat-tree alltoall greedy --nodes 8 --capacities 1,1,2"},
    {"ft_router", "fat-tree allgather flooding --nodes 8 --queue_depth 2"},
    {"ft_router", "fat-tree allgather flooding --nodes 8 --queue_depth 3"},
    {"ft_router_qf", "fat-tree allgather queue-free-optimal --nodes 8"},
    {"ft_router_qf", "fat-tree allgather phased --nodes 8 --startup 1"},
    {"ft_router_qf", "fat-tree gather timed --nodes 8 --root 5"},
    {"ft_router_qf", "fat-tree alltoall phased-pipelined --nodes 8 --capacities 1,1,2"},
    {"ft_tree", "fat-tree allgather flooding --nodes 8 --startup 1"},
    {"ft_tree", "fat-tree alltoall greedy --nodes 8"},
    {"ft_tree", "fat-tree gather timed --nodes 8 --root 5"},
    {"ft_turn_decode", "fat-tree allgather flooding --nodes 8"},
    {"ft_turn_decode", "fat-tree broadcast replicate --nodes 8"},
    {"ft_turn_decode", "fat-tree allgather queue-free-optimal --nodes 8"},
    {"ft_link_timer", "fat-tree allgather flooding --nodes 8 --startup 2 --words 3"},
    {"ft_link_timer", "fat-tree allgather flooding --nodes 8 --startup 2"},
    {"ft_link_timer", "fat-tree allgather flooding --nodes 8 --words 7 --bandwidth 3"},
    {"ft_link_timer", "fat-tree scatter farthest-first --nodes 8 --words varied:1,3,3"},
    {"ft_link_timer",
     "fat-tree scatter farthest-first --nodes 8 --startup 1 --words 6 --bandwidth 2"},
    {"ft_dispatch_gather", "fat-tree gather timed --nodes 8"},
    {"ft_dispatch_gather", "fat-tree gather timed --nodes 8 --root 5 --startup 2"},
    {"ft_dispatch_general", "fat-tree alltoall phased-pipelined --nodes 8"},
    {"ft_dispatch_general", "fat-tree alltoall phased-pipelined --nodes 8 --capacities 1,1,2"},
    {"ft_dispatch_general",
     "fat-tree alltoall phased-pipelined --nodes 8 --capacities exponential"},
    {"ft_dispatch_general", "fat-tree alltoall phased-pipelined --nodes 8 --capacities 1,2,3"},
    {"ft_dispatch_alltoall",
     "fat-tree alltoall phased-pipelined --nodes 8 --dispatch paper-constant"},
    {"ft_dispatch_alltoall",
     "fat-tree alltoall phased-pipelined --nodes 8 --capacities exponential --dispatch "
     "paper-exponential"},
    {"ft_half_duplex_port", "fat-tree allgather flooding --nodes 8 --duplex half"},
    {"ft_half_duplex_port", "fat-tree allgather flooding --nodes 8 --duplex half --priority up"},
    {"ft_half_duplex_port", "fat-tree allgather phased --nodes 8 --duplex half"},
    {"ft_half_duplex_port", "fat-tree alltoall phased-pipelined --nodes 8 --duplex half"},
    {"rdv_link", "reconfigurable scatter rcp-tree --nodes 8 --ports 3 --words 5 --startup 2"},
    {"rdv_link",
     "reconfigurable scatter rcp-tree --nodes 8 --ports 3 --words 5 --startup 2 --handshake 3 "
     "--bandwidth 2"},
    {"em_link", "express-mesh reduce algorithm-1"},
    {"em_link", "express-mesh median median-of-medians --sides 8,8 --lengths 3,3"},
    {"em_port", "express-mesh reduce algorithm-1"},
    {"em_port", "express-mesh median median-of-medians --sides 8,8 --lengths 3,3"},
    {"em_node1", "express-mesh reduce algorithm-1 --sides 23 --lengths 5 --op max"},
    {"em_node1",
     "express-mesh reduce algorithm-1 --sides 7 --lengths 2 --relay combine --op parity"},
    {"em_node1", "express-mesh reduce algorithm-2 --sides 9,11 --lengths 3,4"},
    {"em_node1",
     "express-mesh reduce algorithm-1 --sides 9 --lengths 4 --relay combine --startup 1 "
     "--express_extra 2"},
    {"em_node1", "express-mesh reduce algorithm-1 --sides 9 --lengths 4 --express_extra 1"},
    {"em_node1", "express-mesh reduce algorithm-1-dual --sides 9 --lengths 4 --op mat2"},
    {"em_line", "express-mesh reduce algorithm-1 --sides 16 --lengths 4 --op sum"},
    {"em_line",
     "express-mesh reduce algorithm-1 --sides 16 --lengths 4 --startup 1 --express_extra 2"},
    {"em_line", "express-mesh reduce algorithm-1 --sides 16 --lengths 4 --express_extra 2"},
    {"em_line", "express-mesh reduce algorithm-1 --sides 16 --lengths 4 --relay combine"},
    {"em_line", "express-mesh reduce algorithm-1 --sides 9 --lengths 12 --op min"},
    {"em_overlap", "express-mesh reduce algorithm-4 --sides 10,14 --lengths 4,4"},
    {"em_overlap", "express-mesh reduce algorithm-4 --sides 7,3 --lengths 3,5 --op min"},
    {"em_overlap", "express-mesh reduce algorithm-4 --sides 10,14 --lengths 4,4 --op min"},
    {"em_overlap", "express-mesh reduce algorithm-4 --sides 10,14 --lengths 4,4 --startup 2"},
    {"em_overlap", "express-mesh reduce algorithm-4-literal --sides 9,7 --lengths 4,2 --op parity"},
    {"em_scan_terminal", "express-mesh scan line-scan --sides 14 --lengths 4 --op max"},
    {"em_scan_terminal", "express-mesh scan line-scan --sides 9 --lengths 9 --op min"},
    {"em_scan_terminal",
     "express-mesh scan line-scan --sides 13 --lengths 4 --startup 1 --express_extra 1"},
    {"em_scan_terminal",
     "express-mesh scan line-scan --sides 13 --lengths 4 --direction suffix --startup 1"},
    {"em_scan_terminal", "express-mesh scan row-column-scan --sides 10,14 --lengths 4,3"},
    {"pops_coupler", "pops move direct --d 4 --g 2 --words 9 --startup 2 --bandwidth 4"},
    {"pops_tx", "pops alltoall multi-port --d 2 --g 4 --multi_tx true --multi_rx true"},
    {"pops_tx", "pops scan three-step --d 4 --g 2 --startup 1"},
    {"pops_rx", "pops alltoall multi-port --d 2 --g 4 --multi_tx true --multi_rx true"},
    {"pops_rx", "pops scan three-step --d 4 --g 2 --startup 1"},
    {"pops_net", "pops alltoall multi-port --d 2 --g 4 --multi_tx true --multi_rx true"},
    {"pops_net", "pops scan three-step --d 4 --g 2 --startup 1"},
    {"pops_net", "pops traffic arbitrated --d 4 --g 2 --startup 1 --words 2"},
    {"pops_arbiter", "pops traffic arbitrated --d 4 --g 4 --startup 1 --words 2"},
    {"pops_arbiter", "pops traffic arbitrated --d 3 --g 3 --messages load:1,0,4"},
    {"pops_route", "pops generalize two-hop --d 4 --g 2"},
    {"pops_route", "pops concentrate two-hop --d 4 --g 4"},
    {"pops_route", "pops distribute two-hop --d 4 --g 2"},
    {"pops_slot_ctrl", "pops move direct --d 4 --g 2 --words 9 --startup 2 --bandwidth 4"},
};

/// `23` is a number, `true` a flag, `1,2` and all sides and lengths a list, all else a word.
Json value_of(const std::string& name, const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  const bool numbers =
      std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0 || c == ','; });
  if (!numbers) return text;
  if (name != "sides" && name != "lengths" && text.find(',') == std::string::npos) {
    return std::stoull(text);
  }
  Json list = Json::array();
  std::istringstream entries{text};
  for (std::string entry; std::getline(entries, entry, ',');) list.push_back(std::stoull(entry));
  return list;
}

/// Twins beside the parts of a machine.
using Attach = std::function<std::unique_ptr<Twins>(sc_core::sc_object&)>;

/// The fault with which the run of a point ends beside what is attached.
std::optional<Fault> lockstep(const Point& point, const Attach& attach) {
  static const Catalogue catalogue = make_catalogue();
  std::istringstream words{point.line};
  std::string machine_name;
  std::string operation;
  std::string algorithm;
  words >> machine_name >> operation >> algorithm;
  Json given = Json::object();
  std::string value;
  for (std::string name; words >> name >> value;) {
    given[name.substr(2)] = value_of(name.substr(2), value);
  }
  const CatalogueEntry* const entry = catalogue.find(machine_name, operation, algorithm);
  REQUIRE(entry != nullptr);
  const FreshKernel kernel;
  const auto experiment = entry->prepare(complete(entry->parameters, given));
  const auto machine = experiment->build({});
  const auto twins = attach(*machine);
  experiment->load(*machine);
  return fault_in([] {
    sc_core::sc_start(ClockPeriod{}.time(20'000_cycles));
    return 0;
  });
}

std::optional<Fault> lockstep(const Point& point, int planted = kSound) {
  return lockstep(point, [&](sc_core::sc_object& machine) {
    return attach_twins(machine, point.block, TwinMode::kLockstep, planted);
  });
}

/// A block that is sound but for one output, which shows something in a cycle in which nothing is
/// to be shown there: the first such cycle must tell.
struct Lie {
  Point point;
  const char* output;  ///< without `_o`
  const char* lie;     ///< see attach_liar
  std::int64_t cycle;
  const char* signal;
};

const std::vector<Lie> kLies{
    {{"pops_arbiter", "pops traffic arbitrated --d 2 --g 2 --messages load:1,0,4"},
     "grant",
     kOnesForNothing,
     4,
     "grant"},
    {{"pops_arbiter", "pops traffic arbitrated --d 2 --g 2 --messages load:1,0,4"},
     "grant_idx",
     "req_i == '0 ? '1 : own",
     4,
     "grant_idx"},
    {{"pops_net", "pops move direct --d 4 --g 2"},
     "slot_strobe",
     kOnesForNothing,
     1,
     "slot_strobe"},
    {{"pops_net", "pops move direct --d 4 --g 2"}, "payload", kOnesForNothing, 1, "payload"},
    {{"pops_slot_ctrl", "pops move direct --d 4 --g 2"},
     "slot_strobe",
     kOnesForNothing,
     1,
     "slot_strobe"},
    {{"pops_slot_ctrl", "pops move direct --d 4 --g 2"}, "payload", kOnesForNothing, 1, "payload"},
    {{"pops_tx", "pops scan three-step --d 4 --g 2 --startup 1"},
     "tx_valid",
     kOnesForNothing,
     0,
     "tx_valid"},
    {{"pops_tx", "pops scan three-step --d 4 --g 2 --startup 1"},
     "tx_data",
     kOnesForNothing,
     0,
     "tx_data_0"},
    {{"ft_router", "fat-tree allgather flooding --nodes 8 --startup 2 --words 3"},
     "waiting",
     "level_i == LevelWidth'(Levels) ? own | 1'b1 : own",
     15,
     "waiting_0"},
    {{"ft_turn_decode", "fat-tree allgather flooding --nodes 8"}, "go_up", "1'b1", 3, "go_up"},
    {{"rcp_addr", "reconfigurable broadcast rcp-naive --nodes 9 --ports 2"},
     "digits",
     "{1'b1, own[Steps*Width-2:0]}",
     68,
     "digits_3"},
    {{"relay_node", "ring broadcast two-way --nodes 4"},
     "rx_ready",
     "own & rx_valid_i",
     64,
     "rx_ready"},
    {{"omega_element", "omega scatter recursive --nodes 8"},
     "valid",
     kOnesForNothing,
     256,
     "valid"},
    {{"omega_net", "omega scatter recursive --nodes 8"}, "valid", kOnesForNothing, 448, "valid"},
    {{"omega_net", "omega scatter recursive --nodes 8"}, "lost", kOnesForNothing, 0, "lost"},
};

}  // namespace

TEST_CASE("blocks do what their parts do at chosen points", "[rtl][points]") {
  for (const Point& point : kPoints) {
    if (mutant_elsewhere(point.block)) continue;
    CAPTURE(point.block, point.line);
    const auto fault = lockstep(point);
    CAPTURE(fault ? fault->message : "");
    REQUIRE_FALSE(fault);
  }
}

TEST_CASE("every output of a block is compared at one of its points", "[rtl][points][lockstep]") {
  std::set<std::string> blocks;
  for (const Point& point : kPoints) blocks.insert(point.block);
  for (const std::string& block : blocks) {
    if (!points_wanted(block)) continue;
    const Double double_of{block};
    for (std::size_t i = 0; i < double_of.outputs.size(); ++i) {
      const std::string name = double_of.outputs[i].substr(0, double_of.outputs[i].size() - 2);
      bool found = false;
      for (const Point& point : kPoints) {
        if (point.block != block || found) continue;
        const auto fault = lockstep(point, kLastFault + 1 + static_cast<int>(i));
        found = fault && figure(*fault, "signal").starts_with('"' + name);
      }
      CAPTURE(block, name);
      CHECK(found);
    }
  }
}

TEST_CASE("blocks show nothing where nothing is to be shown", "[rtl][points][lockstep]") {
  for (const Lie& one : kLies) {
    const std::string block = one.point.block;
    if (!points_wanted(block)) continue;
    CAPTURE(block, one.point.line, one.output);
    const auto fault = lockstep(one.point, [&](sc_core::sc_object& machine) {
      return attach_liar(machine, block, one.output + std::string{"_o"}, one.lie);
    });
    REQUIRE(fault);
    CAPTURE(fault->message, fault->part);
    CHECK(fault->kind == "lockstep");
    CHECK(fault->cycle == Cycles{one.cycle});
    CHECK(figure(*fault, "signal") == '"' + std::string{one.signal} + '"');
  }
}

// ---- parts of blocks, by themselves ------------------------------------------------------------

TEST_CASE("a tree's route unit knows the way of every packet", "[rtl][ft_route]") {
  const unsigned arity = GENERATE(2u, 4u);
  constexpr unsigned kLevels = 3;
  const unsigned digit_bits = arity == 2 ? 1 : 2;
  const unsigned digit_mask = arity - 1;
  block_bench unit{"rtl/router", "ft_route", {{"Arity", arity}, {"Levels", kLevels}}};
  const unsigned headers = 1U << (digit_bits * kLevels);
  for (unsigned level = 1; level <= kLevels; ++level) {
    for (unsigned header = 0; header < headers; ++header) {
      for (unsigned from = 0; from <= arity; ++from) {
        const unsigned above = header >> (level * digit_bits);
        const unsigned digit = header >> ((level - 1) * digit_bits) & digit_mask;
        const unsigned index = header % 3;  // of the router: below it, or not
        CAPTURE(arity, level, header, from, index);
        unit.set("level_i", level);
        unit.set("index_i", index);
        unit.set("header_i", header);
        unit.set("from_i", 1U << from);
        const bool below = above == index;
        unit.set("kind_i", 0);  // to one leaf
        unit.settle();
        REQUIRE(unit.get("ports_o") == (below ? 2U << digit : 1U));
        unit.set("kind_i", 1);  // turned: a digit for each level
        unit.settle();
        unsigned ports = from != 0 && above != 0 ? 1 : 0;
        for (unsigned child = 0; child < arity; ++child) {
          const bool wanted = from != 0 && digit != 0 && (from - 1 + digit) % arity == child;
          if (from == 0 || wanted) ports |= 2U << child;
        }
        REQUIRE(unit.get("ports_o") == ports);
        unit.set("kind_i", 2);  // everywhere but back
        unit.settle();
        const unsigned all = (2U << arity) - 2 + (level == kLevels ? 0 : 1);
        REQUIRE(unit.get("ports_o") == (all & ~(1U << from)));
      }
    }
  }
}

TEST_CASE("the dot product's circuit counts modulo 65,521", "[rtl][em_dot]") {
  block_bench unit{"rtl/node", "em_dot", {}};
  std::mt19937 random{7};
  constexpr std::uint64_t kLast = kMatrixModulus - 1;
  const auto dot = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    unit.set("a_i", a);
    unit.set("b_i", b);
    unit.set("c_i", c);
    unit.set("d_i", d);
    unit.settle();
    REQUIRE(unit.get("y_o") == (a * b + c * d) % kMatrixModulus);
  };
  dot(kLast, kLast, kLast, kLast);
  dot(kLast, 1, 1, 1);  // the modulus itself
  dot(kLast, kLast, kLast - 1, kLast);
  for (int i = 0; i < 4000; ++i) {
    const auto entry = [&] { return random() % kMatrixModulus; };
    const auto high = [&] { return kLast - random() % 16; };
    if (i % 2 == 0) dot(entry(), entry(), entry(), entry());
    if (i % 2 == 1) dot(high(), high(), high(), high());
  }
}

TEST_CASE("transmitters and receivers of a POPS do what their words say",
          "[rtl][pops_tx][pops_rx]") {
  constexpr unsigned kCouplers = 4;
  constexpr unsigned kBits = 8;
  const Parameters size{{"Couplers", kCouplers}, {"Width", kBits}};
  block_bench tx{"rtl/optical", "pops_tx", size};
  block_bench rx{"rtl/optical", "pops_rx", size};
  std::mt19937 random{11};
  for (int round = 0; round < 1000; ++round) {
    CAPTURE(round);
    const auto mask = static_cast<unsigned>(random() % 16);
    const auto hit = static_cast<unsigned>(random() % 16);
    const auto words = static_cast<unsigned>(random());
    const auto message = static_cast<unsigned>(random() % 256);
    const bool several = random() % 2 == 0;
    const bool on = random() % 4 != 0;
    tx.set("msg_valid_i", on);
    tx.set("msg_i", message);
    tx.set("mask_i", mask);
    tx.set("multi_tx_i", several);
    tx.set("lane_msg_i", words);
    tx.settle();
    REQUIRE(tx.get("tx_valid_o") == (on ? mask : 0));
    rx.set("in_valid_i", mask);
    rx.set("in_hit_i", hit);
    rx.set("in_data_i", words);
    rx.set("multi_rx_i", several);
    rx.settle();
    const unsigned hits = mask & hit;
    const bool one = std::has_single_bit(hits);
    const bool conflict = hits != 0 && !one && !several;
    REQUIRE(rx.get("conflict_o") == conflict);
    REQUIRE(rx.get("lane_valid_o") == (conflict ? 0 : hits));
    REQUIRE(rx.get("acc_valid_o") == one);
    for (unsigned c = 0; c < kCouplers; ++c) {
      const unsigned word = words >> (kBits * c) & 255;
      const unsigned lit = several ? word : message;
      REQUIRE(tx.field("tx_data_o", c, kBits) == (on && (mask >> c & 1) != 0 ? lit : 0));
      if (hits != 1U << c) continue;
      REQUIRE(rx.get("acc_data_o") == word);
      REQUIRE(rx.get("acc_group_o") == c);
    }
  }
}

TEST_CASE("a half-duplex port grants one direction at most, as it is told",
          "[rtl][ft_half_duplex_port]") {
  block_bench port{"rtl/router", "ft_half_duplex_port"};
  for (unsigned inputs = 0; inputs < 32; ++inputs) {
    const bool up = inputs & 1;
    const bool down = inputs & 2;
    const bool timed = inputs & 4;
    const bool up_first = inputs & 8;
    const bool half = inputs & 16;
    port.set("up_req_i", up);
    port.set("down_req_i", down);
    port.set("tdm_i", timed);
    port.set("up_first_i", up_first);
    port.set("half_step_i", half);
    port.settle();
    CAPTURE(inputs);
    CHECK(port.get("up_gnt_o") == (up && (timed ? !half : up_first || !down)));
    CHECK(port.get("down_gnt_o") == (down && (timed ? half : !up_first || !up)));
  }
}

}  // namespace plexus::points_test
