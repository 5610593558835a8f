#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/predictions.hpp"

using namespace plexus;

namespace {

struct Listed {
  const char* operation;
  const char* algorithm;
};
const std::vector<Listed> kAlgorithms{{"move", "direct"},          {"broadcast", "direct"},
                                      {"allgather", "sequential"}, {"scatter", "sequential"},
                                      {"gather", "sequential"},    {"alltoall", "broadcast-rows"},
                                      {"alltoall", "pairwise"}};

Json on_bus(NodeId k, Words w, LinkTiming link, NodeId k_star = 1) {
  return {{"nodes", k},
          {"k_star", k_star},
          {"words", w.count()},
          {"startup", link.startup.count()},
          {"bandwidth", link.bandwidth.count()}};
}

/// Our own count of a run.
double count_of(const char* operation, const char* algorithm, const Json& given) {
  return figure_of(predictions_of("bus", operation, algorithm, given), "exact");
}

/// How a run stands to the first equation.
Relation relation_of(const char* operation, const char* algorithm, const Json& given) {
  return predictions_of("bus", operation, algorithm, given).front().relation;
}

}  // namespace

TEST_CASE("counts of the bus are those of the acceptance table", "[bus][cost]") {
  const LinkTiming link{2_cycles, 1_words};
  CHECK(count_of("allgather", "sequential", on_bus(6, 4_words, link)) == 36);     // row 1
  CHECK(count_of("scatter", "sequential", on_bus(6, 4_words, link)) == 30);       // row 2
  CHECK(count_of("alltoall", "broadcast-rows", on_bus(4, 3_words, link)) == 56);  // row 3
  CHECK(count_of("alltoall", "pairwise", on_bus(6, 3_words, link, 2)) == 100);    // row 4
}

TEST_CASE("the bus stands to the paper's equations as the specification says", "[bus][cost]") {
  for (NodeId k = 2; k <= 9; ++k) {
    for (std::int64_t w = 1; w <= 9; ++w) {
      for (std::int64_t s = 0; s <= 3; ++s) {
        for (std::int64_t b = 1; b <= 4; ++b) {
          const LinkTiming link{Cycles{s}, Words{b}};
          for (const Listed& one : kAlgorithms) {
            const auto run = experiment_of("bus", one.operation, one.algorithm,
                                           on_bus(k, Words{w}, link, 1 + k / 3));
            const std::vector<Prediction> predictions = run->predictions();
            const Cycles cycles{static_cast<std::int64_t>(figure_of(predictions, "exact"))};
            CAPTURE(one.operation, one.algorithm, k, w, link);
            REQUIRE(cycles >= run->lower_bound());
            for (const Prediction& prediction : predictions) {
              CAPTURE(prediction.equation, prediction.cycles);
              REQUIRE(prediction.holds(cycles));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("relations of the bus are as sharp as they can be", "[bus][cost]") {
  const LinkTiming link{2_cycles, 4_words};
  const auto on = [&](NodeId k, Words w) { return on_bus(k, w, link); };
  CHECK(relation_of("move", "direct", on(4, 8_words)) == Relation::kEqual);
  CHECK(relation_of("move", "direct", on(4, 9_words)) == Relation::kAtLeast);
  CHECK(relation_of("allgather", "sequential", on(4, 8_words)) == Relation::kEqual);
  CHECK(relation_of("allgather", "sequential", on(4, 2_words)) == Relation::kAtLeast);
  CHECK(relation_of("scatter", "sequential", on(4, 8_words)) == Relation::kAtMost);
  CHECK(relation_of("scatter", "sequential", on(4, 2_words)) == Relation::kApproximate);
  // A whole row is broadcast at once: its words count, not those of a block.
  CHECK(relation_of("alltoall", "broadcast-rows", on(4, 2_words)) == Relation::kEqual);
  CHECK(relation_of("alltoall", "broadcast-rows", on(3, 2_words)) == Relation::kAtLeast);
}
