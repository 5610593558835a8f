#include "hw/rule/fault.hpp"

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"

using namespace plexus;

TEST_CASE("a fault that ends a run says all that it was given", "[fault][channel]") {
  const FreshKernel kernel;
  const Fault given{"lockstep",
                    {},
                    "net.part",
                    "One sentence. And what to look at.",
                    {{"node", "3"}, {"rule", "\"one-port\""}},
                    "cycle 3: this\ncycle 4: that\n"};
  try {
    raise(given);
    FAIL("it has not ended");
  } catch (const sc_core::sc_report& report) {
    const Fault found = fault_of(report);
    CHECK(found.kind == given.kind);
    CHECK(found.cycle == 0_cycles);
    CHECK(found.part == given.part);
    CHECK(found.message == given.message);
    CHECK(found.figures == given.figures);
    CHECK(found.context == given.context);
  }
}
