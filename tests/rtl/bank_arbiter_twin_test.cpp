#include <array>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/bus/bank_arbiter.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/liar.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::bank_arbiter_twin_test {

namespace {

constexpr const char* kPart = "bank_arbiter";

/// As in faults.txt.
enum Planted : unsigned char { kNone, kHighestFirst, kGrantTwice, kStallSilent, kNoSuchBank };

/// In cycle 1 processors 1 and 3 ask different banks, in cycle 2 all ask one.
void three_cycles(place_for<bank_arbiter_if>& arbiter) {
  run_cycle();  // 0
  const std::vector<BankRequest> peaceful{{1, 5}, {3, 2}};
  static_cast<void>(arbiter->grant(peaceful));
  run_cycle();  // 1
  const std::vector<BankRequest> rivals{{0, 4}, {1, 4}, {3, 4}};
  static_cast<void>(arbiter->grant(rivals));
  run_cycle();  // 2
  run_cycle();
}
void three_cycles(TwinMode mode, int planted) {
  bank_arbiter part{kPart, 4, 6};
  place_for<bank_arbiter_if> arbiter{part};
  const auto twins = attach_twins(arbiter, "bank_arbiter", mode, planted);
  three_cycles(arbiter);
}

}  // namespace

TEST_CASE("the bank arbiter's twin grants what the model grants", "[rtl][bank_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto seed = GENERATE(range(1u, 13u));
  CAPTURE(static_cast<int>(mode), seed);
  std::mt19937 random{seed};
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  const NodeId k = seed % 2 == 0 ? 1 + below(8) : 9 + below(8);
  const BankId banks = std::array{1U, 5U, 8U, 20U}[seed % 4];
  CAPTURE(k, banks);
  const FreshKernel kernel;
  bank_arbiter part{kPart, k, banks};
  place_for<bank_arbiter_if> arbiter{part};
  bank_arbiter model{"model", k, banks};
  const auto twins = attach_twins(arbiter, "bank_arbiter", mode);
  for (int cycle = 0; cycle < 200; ++cycle) {
    CAPTURE(cycle);
    std::vector<BankRequest> requests;
    for (NodeId v = 0; v < k; ++v) {
      if (below(3) != 0) requests.push_back({v, below(banks)});
    }
    if (!requests.empty()) REQUIRE(arbiter->grant(requests) == model.grant(requests));
    run_cycle();
  }
}

TEST_CASE("lockstep finds a wrong bank arbiter in its first wrong cycle",
          "[rtl][bank_arbiter][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {kHighestFirst, 2, "gnt", 1, 8},
      {kGrantTwice, 2, "gnt", 1, 3},
      {kStallSilent, 2, "stall", 10, 0},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault = fault_in([&] { three_cycles(TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, kPart));
}

TEST_CASE("a bank arbiter without a planted fault passes", "[rtl][bank_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  CHECK_FALSE(fault_in([&] { three_cycles(mode, kNone); }));
}

TEST_CASE("a bank arbiter's failed assertion ends the run", "[rtl][bank_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  const auto fault = fault_in([&] { three_cycles(mode, kNoSuchBank); });
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 2_cycles);
  CHECK(fault->part == kPart);
  CHECK_THAT(fault->message, Catch::Contains("BankExists"));
}

TEST_CASE("every output of a bank arbiter is compared", "[rtl][bank_arbiter][lockstep]") {
  check_every_output("bank_arbiter",
                     [](int planted) { three_cycles(TwinMode::kLockstep, planted); });
}

TEST_CASE("a bank arbiter shows nothing where nobody asks", "[rtl][bank_arbiter][lockstep]") {
  const auto [output, cycle] =
      GENERATE(table<std::string, std::int64_t>({{"gnt", 3}, {"stall", 1}}));
  const FreshKernel kernel;
  bank_arbiter part{kPart, 4, 6};
  place_for<bank_arbiter_if> arbiter{part};
  const auto twins = attach_liar(arbiter, "bank_arbiter", output + "_o");
  const auto fault = fault_in([&arbiter] { three_cycles(arbiter); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->cycle == Cycles{cycle});
  CHECK(figure(*fault, "signal") == '"' + output + '"');
}

TEST_CASE("who has no slot asks in vain, and who does not ask gets nothing",
          "[rtl][bank_arbiter]") {
  const auto seed = GENERATE(range(1u, 5u));
  std::mt19937 random{seed};
  block_bench arbiter{"rtl/bus", "bank_arbiter", {{"Processors", 8}, {"Banks", 3}}};
  for (int round = 0; round < 300; ++round) {
    CAPTURE(seed, round);
    const std::uint64_t asks = random() & 255;
    const std::uint64_t slots = random() & 255;
    arbiter.set("req_i", asks);
    arbiter.set("slot_i", slots);
    std::uint64_t granted = 0;
    std::uint64_t stalled = 0;
    unsigned taken = 0;  // banks
    for (unsigned v = 0; v < 8; ++v) {
      const auto bank = static_cast<unsigned>(random() % 3);
      arbiter.set_field("bank_i", v, 2, bank);
      if ((asks & slots & 1U << v) == 0) continue;
      ((taken >> bank & 1) == 0 ? granted : stalled) |= 1U << v;
      taken |= 1U << bank;
    }
    arbiter.settle();
    REQUIRE(arbiter.get("gnt_o") == granted);
    REQUIRE(arbiter.get("stall_o") == stalled);
    REQUIRE(arbiter.errors().empty());
  }
}

}  // namespace plexus::bank_arbiter_twin_test
