#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/omega/analysis.hpp"

namespace plexus {
namespace {

TEST_CASE("Patel's recurrence, step by step for radix 2", "[omega][analysis]") {
  // p' = 1 - (1 - p/2)^2 = p - p^2 / 4
  const auto loads = patel_loads(3, 2, 1.0);
  REQUIRE(loads.size() == 4);
  CHECK(loads[0] == 1.0);
  CHECK(loads[1] == Approx(0.75));
  CHECK(loads[2] == Approx(0.609375));
  CHECK(loads[3] == Approx(0.609375 - 0.609375 * 0.609375 / 4));
}

TEST_CASE("one crossbar loses less than stages of small elements", "[omega][analysis]") {
  const NetworkShape crossbar{NetworkKind::kCrossbar, 64};
  const NetworkShape radix8{NetworkKind::kOmega, 64, 8};
  const NetworkShape radix2{NetworkKind::kOmega, 64};
  const double load = GENERATE(0.2, 0.5, 1.0);
  CAPTURE(load);
  CHECK(patel_throughput(crossbar, load) > patel_throughput(radix8, load));
  CHECK(patel_throughput(radix8, load) > patel_throughput(radix2, load));
  CHECK(patel_acceptance(radix2, load) == Approx(patel_throughput(radix2, load) / load));
}

TEST_CASE("a single message per cycle in all is never lost", "[omega][analysis]") {
  CHECK(patel_acceptance(NetworkShape{NetworkKind::kOmega, 8}, 0) == 1);
  CHECK(patel_throughput(NetworkShape{NetworkKind::kOmega, 8}, 0) == 0);
}

TEST_CASE("loads and networks that the recurrence does not cover are refused",
          "[omega][analysis]") {
  CHECK_THROWS_AS(patel_loads(3, 2, 1.1), Refusal);
  CHECK_THROWS_AS(patel_loads(3, 2, -0.1), Refusal);
  CHECK_THROWS_AS(patel_throughput(NetworkShape{NetworkKind::kBenes, 8}, 1), Refusal);
}

}  // namespace
}  // namespace plexus
