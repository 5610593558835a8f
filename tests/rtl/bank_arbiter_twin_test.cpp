#include "rtl/bank_arbiter_twin.hpp"

#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "Vbank_arbiter_faulty.h"
#include "hw/kernel/fresh_kernel.hpp"
#include "tests/rtl/part_run.hpp"

namespace plexus {

namespace {

constexpr const char* kPart = "memory.bank_arbiter";

/// As in bank_arbiter_faulty.sv.
enum Planted : unsigned char { kNone, kHighestFirst, kGrantTwice, kStallSilent, kNoSuchBank };

BankArbiterModelMaker faulty(unsigned char planted) {
  return [planted](VerilatedContext& context, const std::string& name) {
    auto model = std::make_unique<verilated_bank_arbiter<Vbank_arbiter_faulty, 3>>(context, name);
    model->pins().fault_i = planted;
    return model;
  };
}

/// In cycle 1 processors 1 and 3 ask different banks, in cycle 2 all ask one.
void three_cycles(TwinMode mode, const BankArbiterModelMaker& make) {
  twin_clock clock{"twins"};
  bank_arbiter_twin arbiter{kPart, 4, 6, mode, clock, make};
  run_cycle();  // 0
  const std::vector<BankRequest> peaceful{{1, 5}, {3, 2}};
  static_cast<void>(arbiter.grant(peaceful));
  run_cycle();  // 1
  const std::vector<BankRequest> rivals{{0, 4}, {1, 4}, {3, 4}};
  static_cast<void>(arbiter.grant(rivals));
  run_cycle();  // 2
  run_cycle();
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
  const NodeId k = 1 + below(seed % 2 == 0 ? 8 : 64);
  const BankId banks = 1 + below(seed % 2 == 0 ? 8 : 64);
  CAPTURE(k, banks);
  const FreshKernel kernel;
  twin_clock clock{"twins"};
  bank_arbiter_twin arbiter{kPart, k, banks, mode, clock};
  bank_arbiter model{banks};
  for (int cycle = 0; cycle < 200; ++cycle) {
    CAPTURE(cycle);
    std::vector<BankRequest> requests;
    for (NodeId v = 0; v < k; ++v) {
      if (below(3) != 0) requests.push_back({v, below(banks)});
    }
    if (!requests.empty()) REQUIRE(arbiter.grant(requests) == model.grant(requests));
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
  const auto fault = fault_in([&] { three_cycles(TwinMode::kLockstep, faulty(expected.planted)); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, kPart));
}

TEST_CASE("a bank arbiter without a planted fault passes", "[rtl][bank_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  CHECK_FALSE(fault_in([&] { three_cycles(mode, faulty(kNone)); }));
}

TEST_CASE("a bank arbiter's failed assertion ends the run", "[rtl][bank_arbiter]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  const auto fault = fault_in([&] { three_cycles(mode, faulty(kNoSuchBank)); });
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 2_cycles);
  CHECK(fault->part == kPart);
  CHECK_THAT(fault->message, Catch::Contains("BankExists"));
}

TEST_CASE("no bank arbiter is verilated for more than 64 banks", "[rtl][bank_arbiter]") {
  const FreshKernel kernel;
  twin_clock clock{"twins"};
  CHECK_THROWS_WITH((bank_arbiter_twin{kPart, 9, 65, TwinMode::kReplace, clock}),
                    Catch::Contains("not for 9 processors and 65 banks"));
}

}  // namespace plexus
