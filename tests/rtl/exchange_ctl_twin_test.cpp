#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/hypercube/exchange_ctl.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::exchange_ctl_twin_test {

namespace {

/// As in faults.txt.
enum Planted : unsigned char { kNone, kOddFirst, kOneHalf, kDoneLost, kReceiveLonger, kGoInside };

/// One half-duplex step of node 0, with half steps of two cycles from cycle 1 on.
void one_step(TwinMode mode, int planted) {
  machine_with<exchange_ctl> machine{"cube", "exchange_ctl", NodeId{2}};
  exchange_ctl& twin = machine.part;
  const auto twins = attach_twins(twin, "exchange_ctl", mode, planted);
  run_cycle();  // 0
  twin.go(0, false);
  run_cycle();  // 1
  run_cycle();  // 2
  static_cast<void>(twin.half_done(0));
  run_cycle();  // 3
  run_cycle();  // 4
  static_cast<void>(twin.half_done(0));
  run_cycle();  // 5
  run_cycle();
}

}  // namespace

TEST_CASE("the exchange control's twin runs the steps as the part does", "[rtl][exchange_ctl]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto seed = GENERATE(range(1u, 9u));
  CAPTURE(static_cast<int>(mode), seed);
  constexpr NodeId kNodes = 8;
  std::mt19937 random{seed};
  const FreshKernel kernel;
  exchange_ctl expected{"expected", kNodes};
  machine_with<exchange_ctl> machine{"cube", "exchange_ctl", kNodes};
  exchange_ctl& twin = machine.part;
  const auto twins = attach_twins(twin, "exchange_ctl", mode);
  for (int cycle = 0; cycle < 400; ++cycle) {
    CAPTURE(cycle);
    for (NodeId node = 0; node < kNodes; ++node) {
      CAPTURE(node);
      if (!expected.idle(node) && random() % 3 == 0) {
        const bool over = expected.half_done(node);
        REQUIRE(twin.half_done(node) == over);
      }
      if (expected.idle(node) && random() % 3 == 0) {  // also in the time step of the end
        const bool full_duplex = random() % 2 == 0;
        expected.go(node, full_duplex);
        twin.go(node, full_duplex);
      }
      if (expected.idle(node)) continue;
      REQUIRE(twin.sends(node) == expected.sends(node));
      REQUIRE(twin.receives(node) == expected.receives(node));
    }
    run_cycle();
  }
}

TEST_CASE("lockstep finds a wrong exchange control in its first wrong cycle",
          "[rtl][exchange_ctl][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {kOddFirst, 1, "start", 1, 0},
      {kOneHalf, 1, "receive", 0, 1},
      {kDoneLost, 5, "step_done", 1, 0},
      {kReceiveLonger, 5, "receive", 0, 1},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault = fault_in([&] { one_step(TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "cube.node_0.exchange_ctl"));
}

TEST_CASE("an exchange control without a planted fault passes", "[rtl][exchange_ctl]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  CHECK_FALSE(fault_in([&] { one_step(mode, kNone); }));
}

TEST_CASE("an exchange control in the part's place must do as it announces",
          "[rtl][exchange_ctl]") {
  const FreshKernel kernel;
  const auto fault = fault_in([&] { one_step(TwinMode::kReplace, kOneHalf); });
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 1_cycles);
  CHECK_THAT(fault->message, Catch::Contains("another half step than it has announced"));
}

TEST_CASE("an exchange control's failed assertion ends the run", "[rtl][exchange_ctl]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  const auto fault = fault_in([&] { one_step(mode, kGoInside); });
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 2_cycles);
  CHECK(fault->part == "cube.node_0.exchange_ctl");
  CHECK_THAT(fault->message, Catch::Contains("GoWhenReady"));
}

TEST_CASE("every output of an exchange control is compared", "[rtl][exchange_ctl][lockstep]") {
  check_every_output("exchange_ctl", [](int planted) { one_step(TwinMode::kLockstep, planted); });
}

}  // namespace plexus::exchange_ctl_twin_test
