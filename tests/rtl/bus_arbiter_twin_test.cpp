#include <algorithm>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/bus/bus_arbiter.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/rtl/liar.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::bus_arbiter_twin_test {

namespace {

constexpr const char* kPart = "bus_arbiter";

/// As in faults.txt.
enum Planted : unsigned char {
  kNone,
  kHighestFirst,
  kGrantLost,
  kChannelTooMany,
  kBusyLonger,
  kOwnReader
};

BusRequest request(NodeId writer, std::vector<NodeId> readers) {
  return {writer, NodeSet{std::move(readers)}};
}

/// Two transactions on a bus of one channel, asked for in cycle 1 by processors 1 and 2, each of
/// two cycles; the second one starts when the first one has ended, in cycle 3. Returns who started,
/// one after another.
std::vector<NodeId> two_transactions(place_for<bus_arbiter_if>& arbiter) {
  std::vector<NodeId> all;
  const auto edge = [&](const std::vector<NodeId>& released,
                        const std::vector<BusRequest>& requests) {
    const auto started = arbiter->edge(released, requests);
    all.insert(all.end(), started.begin(), started.end());
    run_cycle();
  };
  run_cycle();  // 0
  edge({}, {request(1, {0}), request(2, {3})});
  run_cycle();  // 2
  edge({1}, {request(2, {3})});
  run_cycle();  // 4
  edge({2}, {});
  run_cycle();
  return all;
}
std::vector<NodeId> two_transactions(TwinMode mode, int planted) {
  bus_arbiter part{kPart, 4, 1};
  place_for<bus_arbiter_if> arbiter{part};
  const auto twins = attach_twins(arbiter, "bus_arbiter", mode, planted);
  return two_transactions(arbiter);
}

}  // namespace

TEST_CASE("the bus arbiter's twin grants what the model grants", "[rtl][bus_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto seed = GENERATE(range(1u, 15u));
  CAPTURE(static_cast<int>(mode), seed);
  std::mt19937 random{seed};
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  const NodeId k = seed % 2 == 0 ? 2 + below(7) : 9 + below(8);
  const NodeId k_star = 1 + below(k);
  const bool slots = seed % 3 == 0;  // empty reader sets: slots of a memory
  CAPTURE(k, k_star, slots);
  const FreshKernel kernel;
  bus_arbiter part{kPart, k, k_star};
  place_for<bus_arbiter_if> arbiter{part};
  bus_arbiter model{"model", k, k_star};
  const auto twins = attach_twins(arbiter, "bus_arbiter", mode);
  std::vector<BusRequest> waiting;
  std::vector<NodeId> active;
  for (int cycle = 0; cycle < 300; ++cycle) {
    CAPTURE(cycle);
    std::vector<NodeId> released;
    std::erase_if(active, [&](NodeId writer) {
      if (below(4) != 0) return false;
      released.push_back(writer);
      return true;
    });
    for (NodeId v = 0; v < k; ++v) {
      const bool asks = std::ranges::find(waiting, v, &BusRequest::writer) != waiting.end();
      if (asks || below(4 * k) > 3) continue;
      std::vector<NodeId> readers;
      for (NodeId p = 0; p < k; ++p) {
        if (!slots && p != v && below(4) == 0) readers.push_back(p);
      }
      waiting.push_back(request(v, readers));
    }
    std::ranges::sort(waiting, {}, &BusRequest::writer);
    if (!released.empty() || !waiting.empty()) {
      const auto expected = model.edge(released, waiting);
      const auto started = arbiter->edge(released, waiting);
      REQUIRE(std::ranges::equal(started, expected));
      for (const NodeId writer : started) {
        std::erase_if(waiting, [&](const BusRequest& asked) { return asked.writer == writer; });
        active.push_back(writer);
      }
    }
    run_cycle();
  }
}

TEST_CASE("a second decision of the same time step is one more edge", "[rtl][bus_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  bus_arbiter part{kPart, 4, 2};
  place_for<bus_arbiter_if> arbiter{part};
  const auto twins = attach_twins(arbiter, "bus_arbiter", mode);
  const std::vector<BusRequest> first{request(2, {0})};
  const std::vector<BusRequest> second{request(1, {3}), request(3, {1})};
  CHECK(arbiter->edge({}, first).front() == 2);
  CHECK(arbiter->edge({}, second).front() == 1);
  run_cycle();
  const std::vector<NodeId> released{1, 2};
  const std::vector<BusRequest> third{request(3, {1})};
  CHECK(arbiter->edge(released, third).front() == 3);
  run_cycle();
}

TEST_CASE("lockstep finds a wrong bus arbiter in its first wrong cycle",
          "[rtl][bus_arbiter][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {kHighestFirst, 1, "start", 2, 4},
      {kGrantLost, 3, "start", 4, 0},
      {kChannelTooMany, 1, "start", 2, 6},
      {kBusyLonger, 3, "busy", 12, 15},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault =
      fault_in([&] { return two_transactions(TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, kPart));
}

TEST_CASE("a bus arbiter without a planted fault passes", "[rtl][bus_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  CHECK(two_transactions(mode, kNone) == std::vector<NodeId>{1, 2});
}

TEST_CASE("a bus arbiter's failed assertion ends the run", "[rtl][bus_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  const auto fault = fault_in([&] {
    bus_arbiter part{kPart, 4, 2};
    place_for<bus_arbiter_if> arbiter{part};
    const auto twins = attach_twins(arbiter, "bus_arbiter", mode, kOwnReader);
    const std::vector<BusRequest> requests{request(1, {0})};
    static_cast<void>(arbiter->edge({}, requests));
    run_cycle();
  });
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 0_cycles);
  CHECK(fault->part == kPart);
  CHECK_THAT(fault->message, Catch::Contains("OwnReader"));
}

TEST_CASE("a bus arbiter shows nothing where nothing is to be shown",
          "[rtl][bus_arbiter][lockstep]") {
  const auto [output, cycle] =
      GENERATE(table<std::string, std::int64_t>({{"start", 2}, {"grant", 5}, {"busy", 5}}));
  const FreshKernel kernel;
  bus_arbiter part{kPart, 4, 1};
  place_for<bus_arbiter_if> arbiter{part};
  const auto twins = attach_liar(arbiter, "bus_arbiter", output + "_o");
  const auto fault = fault_in([&arbiter] { return two_transactions(arbiter); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->cycle == Cycles{cycle});
  CHECK(figure(*fault, "signal") == '"' + output + '"');
}

TEST_CASE("every output of a bus arbiter is compared", "[rtl][bus_arbiter][lockstep]") {
  check_every_output("bus_arbiter", [](int planted) {
    static_cast<void>(two_transactions(TwinMode::kLockstep, planted));
  });
}

}  // namespace plexus::bus_arbiter_twin_test
