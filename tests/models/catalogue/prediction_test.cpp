#include "models/catalogue/prediction.hpp"

#include <catch2/catch.hpp>

using namespace plexus;

TEST_CASE("a prediction forgives what square roots round, and no more", "[prediction][catalogue]") {
  const auto holds = [](double cycles, Relation relation, std::int64_t measured) {
    return Prediction{"(1)", "a paper", cycles, relation}.holds(Cycles{measured});
  };
  CHECK(holds(1e6, Relation::kEqual, 1'000'000));
  CHECK(holds(1e6 + 1e-4, Relation::kEqual, 1'000'000));
  CHECK_FALSE(holds(1e6 + 0.01, Relation::kEqual, 1'000'000));
  CHECK_FALSE(holds(1e6, Relation::kEqual, 1'000'001));
  CHECK_FALSE(holds(1e6, Relation::kEqual, 999'999));
  CHECK(holds(1e6, Relation::kAtMost, 1'000'000));
  CHECK(holds(1e6, Relation::kAtMost, 5));
  CHECK_FALSE(holds(1e6, Relation::kAtMost, 1'000'001));
  CHECK(holds(1e6, Relation::kAtLeast, 1'000'000));
  CHECK(holds(1e6, Relation::kAtLeast, 2'000'000));
  CHECK_FALSE(holds(1e6, Relation::kAtLeast, 999'999));
  CHECK(holds(1e6, Relation::kApproximate, 5));
  CHECK(exact(7_cycles).holds(7_cycles));
  CHECK_FALSE(exact(7_cycles).holds(8_cycles));
}

TEST_CASE("what a formula leaves out weakens what it claims", "[prediction][catalogue]") {
  CHECK(equal_if(true) == Relation::kEqual);
  CHECK(equal_if(false) == Relation::kAtLeast);
  CHECK(at_most_if(true) == Relation::kAtMost);
  CHECK(at_most_if(false) == Relation::kApproximate);
  CHECK(at_least_if(true) == Relation::kAtLeast);
  CHECK(at_least_if(false) == Relation::kApproximate);
}
