#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/hypercube/cube_route.hpp"
#include "models/torus/torus_route.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::route_twin_test {

namespace {

/// As in faults.txt.
enum PlantedInTorus : unsigned char {
  kNone,
  kTieBackwards,
  kHighestFirst,
  kNeverRound,
  kTooFar,
  kOffTheGrid
};
/// As in faults.txt.
enum PlantedInCube : unsigned char { kFaultless, kLowestFirst, kOneTooLow, kNowhere };

/// What the routers answer by themselves, whoever stands behind their port.
std::optional<unsigned> own_answer(const route_part& part, NodeId here, NodeId destination) {
  return part.decide(here, destination);
}

/// One question in each cycle.
void ask(route_if& routers, const std::vector<std::pair<NodeId, NodeId>>& questions) {
  for (const auto& [here, destination] : questions) {
    static_cast<void>(routers.next(here, destination));
    run_cycle();
  }
}

/// On a torus of 6 x 4: one hop; half-way round; a hop in each dimension; round the edge; none.
void cross_torus(TwinMode mode, int planted) {
  machine_with<torus_route> machine{"torus", "torus_route", std::vector{6, 4}, true};
  torus_route& part = machine.part;
  const auto twins = attach_twins(part, "torus_route", mode, planted);
  ask(part, {{0, 1}, {0, 3}, {0, 7}, {0, 5}, {0, 0}});
}

/// On a cube: one hop; two; none.
void cross_cube(TwinMode mode, int planted) {
  machine_with<cube_route> machine{"cube", "cube_route", NodeId{8}};
  cube_route& part = machine.part;
  const auto twins = attach_twins(part, "cube_route", mode, planted);
  ask(part, {{0, 1}, {0, 6}, {0, 0}});
}

}  // namespace

TEST_CASE("the twin of a torus' router goes the part's way", "[rtl][route]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto sides = GENERATE(values<std::vector<int>>({{1},
                                                        {2},
                                                        {9},
                                                        {65535},
                                                        {3, 4},
                                                        {5, 1, 4},
                                                        {3, 2, 4, 3},
                                                        {65535, 3},
                                                        {70000},
                                                        {2, 3, 2, 3, 2}}));
  const bool wrap = GENERATE(true, false);
  CAPTURE(static_cast<int>(mode), sides, wrap);
  const FreshKernel kernel;
  machine_with<torus_route> machine{"torus", "torus_route", sides, wrap};
  torus_route& part = machine.part;
  const auto twins = attach_twins(part, "torus_route", mode);
  const NodeId step = 1 + part.nodes() / 60;
  for (NodeId here = 0; here < part.nodes(); here += step) {
    for (NodeId destination = 0; destination < part.nodes(); destination += step) {
      if (part.next(here, destination) != own_answer(part, here, destination)) {
        CAPTURE(here, destination);
        REQUIRE(part.next(here, destination) == own_answer(part, here, destination));
      }
    }
    run_cycle();
  }
}

TEST_CASE("the twin of a cube's router goes the part's way", "[rtl][route]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto dimension = GENERATE(0, 1, 5, 24);
  CAPTURE(static_cast<int>(mode), dimension);
  const FreshKernel kernel;
  machine_with<cube_route> machine{"cube", "cube_route", NodeId{1} << dimension};
  cube_route& part = machine.part;
  const auto twins = attach_twins(part, "cube_route", mode);
  const NodeId step = 1 + part.nodes() / 60;
  for (NodeId here = 0; here < part.nodes(); here += step) {
    for (NodeId destination = 0; destination < part.nodes(); destination += step) {
      if (part.next(here, destination) != own_answer(part, here, destination)) {
        CAPTURE(here, destination);
        REQUIRE(part.next(here, destination) == own_answer(part, here, destination));
      }
    }
    run_cycle();
  }
}

TEST_CASE("lockstep finds a wrong router of a torus in its first wrong cycle",
          "[rtl][route][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {kTieBackwards, 1, "channel", 0, 1},
      {kHighestFirst, 2, "channel", 0, 2},
      {kNeverRound, 3, "channel", 1, 0},
      {kTooFar, 4, "arrived", 1, 0},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault = fault_in([&] { cross_torus(TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "torus.node_0.torus_route"));
}

TEST_CASE("lockstep finds a wrong router of a cube in its first wrong cycle",
          "[rtl][route][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {kLowestFirst, 1, "channel", 2, 1},
      {kOneTooLow, 1, "channel", 2, 1},
      {kNowhere, 2, "arrived", 1, 0},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault = fault_in([&] { cross_cube(TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "cube.node_0.cube_route"));
}

TEST_CASE("routers without a planted fault pass", "[rtl][route]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  CHECK_FALSE(fault_in([&] { cross_torus(mode, kNone); }));
}

TEST_CASE("a router's failed assertion ends the run", "[rtl][route]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  const auto fault = fault_in([&] { cross_torus(mode, kOffTheGrid); });
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 0_cycles);
  CHECK(fault->part == "torus.node_0.torus_route");
  CHECK_THAT(fault->message, Catch::Contains("OnTheGrid"));
}

TEST_CASE("every output of a router is compared", "[rtl][route][lockstep]") {
  check_every_output("torus_route", [](int planted) { cross_torus(TwinMode::kLockstep, planted); });
  check_every_output("cube_route", [](int planted) { cross_cube(TwinMode::kLockstep, planted); });
}

}  // namespace plexus::route_twin_test
