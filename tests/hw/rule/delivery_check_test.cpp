#include "hw/rule/delivery_check.hpp"

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "tests/faults.hpp"

using namespace plexus;

TEST_CASE("what comes out of a switch is watched: its port, its order, once", "[delivery_check]") {
  const FreshKernel kernel;
  delivery_check check{4};
  CHECK(fault_kind([&] { check.deliver(1, 2, 5, 2, "switch"); }) == "none");
  CHECK(fault_kind([&] { check.deliver(1, 2, 7, 2, "switch"); }) == "none");
  CHECK(fault_kind([&] { check.deliver(1, 3, 6, 2, "switch"); }) == "misrouted");
  CHECK(fault_kind([&] { check.deliver(1, 2, 6, 2, "switch"); }) == "order");
  CHECK(fault_kind([&] { check.deliver(1, 2, 7, 2, "switch"); }) == "order");  // once more
  CHECK(fault_kind([&] { check.deliver(0, 2, 0, 2, "switch"); }) == "none");   // another source
}

TEST_CASE("what stays in a switch for a while comes out at its port, in order, once",
          "[transit_check]") {
  const FreshKernel kernel;
  transit_check check{4};
  for (std::uint32_t number = 0; number < 4; ++number) check.enter(1, number % 2, number);
  CHECK(fault_kind([&] { check.deliver(1, 1, 1, 1, "switch"); }) == "none");   // others may pass it
  CHECK(fault_kind([&] { check.deliver(1, 1, 1, 1, "switch"); }) == "order");  // once more
  CHECK(fault_kind([&] { check.deliver(1, 0, 0, 3, "switch"); }) == "misrouted");
  check.enter(2, 0, 0);
  check.enter(2, 0, 1);
  CHECK(fault_kind([&] { check.deliver(2, 0, 1, 0, "switch"); }) == "none");
  CHECK(fault_kind([&] { check.deliver(2, 0, 0, 0, "switch"); }) == "order");  // overtaken
}
