#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/bus/costs.hpp"

using namespace plexus;
using namespace plexus::bus_cost;

namespace {

/// One run of any algorithm: what it takes and what is said about it.
struct Case {
  std::string name;
  Cycles cycles;
  std::vector<Prediction> predictions;
  Cycles bound;
};

std::vector<Case> all_runs(NodeId k, NodeId k_star, Words w, LinkTiming link) {
  const PairSchedule pairs{k, k_star};
  const Cycles one = lower_bound_one(w, link);
  const Cycles blocks = lower_bound_blocks(k, w, link);
  return {
      {"move", one_transaction(w, link), predict_move(w, link), one},
      {"broadcast", one_transaction(w, link), predict_broadcast(w, link), one},
      {"allgather", allgather_sequential(k, w, link), predict_allgather_sequential(k, w, link),
       blocks},
      {"scatter", scatter_sequential(k, w, link), predict_scatter_sequential(k, w, link), blocks},
      {"gather", scatter_sequential(k, w, link), predict_gather_sequential(k, w, link), blocks},
      {"broadcast-rows", alltoall_broadcast_rows(k, w, link),
       predict_alltoall_broadcast_rows(k, w, link), blocks},
      {"pairwise", alltoall_pairwise(pairs, w, link), predict_alltoall_pairwise(pairs, w, link),
       blocks}};
}

}  // namespace

TEST_CASE("counts of the bus are those of the acceptance table", "[bus][cost]") {
  const LinkTiming link{2_cycles, 1_words};
  CHECK(allgather_sequential(6, 4_words, link) == 36_cycles);                 // row 1
  CHECK(scatter_sequential(6, 4_words, link) == 30_cycles);                   // row 2
  CHECK(alltoall_broadcast_rows(4, 3_words, link) == 56_cycles);              // row 3
  CHECK(alltoall_pairwise(PairSchedule{6, 2}, 3_words, link) == 100_cycles);  // row 4
}

TEST_CASE("the bus stands to the report's equations as the specification says", "[bus][cost]") {
  for (NodeId k = 2; k <= 9; ++k) {
    for (std::int64_t w = 1; w <= 9; ++w) {
      for (std::int64_t s = 0; s <= 3; ++s) {
        for (std::int64_t b = 1; b <= 4; ++b) {
          const LinkTiming link{Cycles{s}, Words{b}};
          for (const Case& run : all_runs(k, 1 + k / 3, Words{w}, link)) {
            CAPTURE(run.name, k, w, link);
            REQUIRE(run.cycles >= run.bound);
            for (const Prediction& prediction : run.predictions) {
              CAPTURE(prediction.equation, prediction.cycles);
              REQUIRE(prediction.holds(run.cycles));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("relations of the bus are as sharp as they can be", "[bus][cost]") {
  const LinkTiming link{2_cycles, 4_words};
  CHECK(predict_move(8_words, link).front().relation == Relation::kEqual);
  CHECK(predict_move(9_words, link).front().relation == Relation::kAtLeast);
  CHECK(predict_allgather_sequential(4, 8_words, link).front().relation == Relation::kEqual);
  CHECK(predict_allgather_sequential(4, 2_words, link).front().relation == Relation::kAtLeast);
  CHECK(predict_scatter_sequential(4, 8_words, link).front().relation == Relation::kAtMost);
  CHECK(predict_scatter_sequential(4, 2_words, link).front().relation == Relation::kApproximate);
  // A whole row is broadcast at once: its words count, not those of a block.
  CHECK(predict_alltoall_broadcast_rows(4, 2_words, link).front().relation == Relation::kEqual);
  CHECK(predict_alltoall_broadcast_rows(3, 2_words, link).front().relation == Relation::kAtLeast);
}
