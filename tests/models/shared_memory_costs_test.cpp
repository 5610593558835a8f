#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/shared-memory/costs.hpp"

using namespace plexus;

namespace {

/// One operation: what it takes and what is said about it.
struct Case {
  std::string name;
  Cycles cycles;
  std::vector<Prediction> predictions;
  Cycles bound;
};

std::vector<Case> all_runs(const SharedMemoryShape& shape, Words w, LinkTiming link) {
  using namespace shared_memory_cost;
  const Words all = shape.nodes * w;
  return {{"move", move(w, link), predict_move(shape, w, link), lower_bound(w, w, link)},
          {"broadcast", broadcast(shape, w, link), predict_broadcast(shape, w, link),
           lower_bound(w, w, link)},
          {"allgather", allgather(shape, w, link), predict_allgather(shape, w, link),
           lower_bound(w, all, link)},
          {"scatter", scatter(shape, w, link), predict_scatter(shape, w, link),
           lower_bound(all, w, link)},
          {"gather", scatter(shape, w, link), predict_gather(shape, w, link),
           lower_bound(w, all, link)},
          {"alltoall", alltoall(shape, w, link), predict_alltoall(shape, w, link),
           lower_bound(all, all, link)}};
}

}  // namespace

TEST_CASE("counts of the shared memory are those of the acceptance table", "[shared][cost]") {
  using namespace shared_memory_cost;
  const LinkTiming link{2_cycles, 1_words};
  CHECK(shared_memory_cost::move(10_words, {2_cycles, 2_words}) == 14_cycles);  // row 5
  CHECK(broadcast({8, 3}, 10_words, link) == 48_cycles);                        // row 6
  CHECK(allgather({8, 4}, 2_words, link) == 44_cycles);                         // row 7
  CHECK(scatter({8, 4}, 2_words, link) == 26_cycles);                           // row 8
  CHECK(alltoall({8, 4}, 1_words, link) == 40_cycles);                          // row 9
}

TEST_CASE("the shared memory stands to the report's equations as the specification says",
          "[shared][cost]") {
  for (NodeId k = 2; k <= 9; ++k) {
    for (NodeId k_star = 1; k_star <= k; ++k_star) {
      for (std::int64_t w = 1; w <= 7; ++w) {
        for (const LinkTiming link :
             {LinkTiming{0_cycles, 1_words}, LinkTiming{2_cycles, 1_words},
              LinkTiming{1_cycles, 3_words}, LinkTiming{5_cycles, 4_words}}) {
          for (const Case& run : all_runs({k, k_star}, Words{w}, link)) {
            CAPTURE(run.name, k, k_star, w, link);
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

TEST_CASE("k* that does not divide k leaves slots idle: the report's k/k* is a bound",
          "[shared][cost]") {
  using namespace shared_memory_cost;
  const LinkTiming link{2_cycles, 1_words};
  CHECK(predict_broadcast({8, 4}, 8_words, link).front().relation == Relation::kEqual);
  CHECK(predict_broadcast({8, 3}, 8_words, link).front().relation == Relation::kAtLeast);
  CHECK(predict_scatter({8, 4}, 8_words, link)[1].relation == Relation::kAtMost);
  CHECK(predict_scatter({8, 3}, 8_words, link)[1].relation == Relation::kApproximate);
}

TEST_CASE("with banks nothing but the report's figures is predicted, as yardsticks",
          "[shared][cost]") {
  const SharedMemoryShape shape{8, 4, 4};
  for (const Case& run : all_runs(shape, 8_words, {2_cycles, 1_words})) {
    CAPTURE(run.name);
    for (const Prediction& prediction : run.predictions) {
      CHECK(prediction.relation == Relation::kApproximate);
      CHECK(prediction.equation != "exact");
    }
  }
}

TEST_CASE("blocks lie in banks as the specification says", "[shared][layout]") {
  SharedMemoryShape shape{8, 8, 4};
  const BankLayout row = sequential_layout(shape, 3);
  CHECK(row.bank(0, 2) == 2);
  CHECK(row.bank(5, 1) == (5 * 3 + 1) % 4);
  const auto bank = [&](Storage storage, NodeId origin, NodeId destination) {
    shape.storage = storage;
    return alltoall_layout(shape).bank(origin * 8 + destination, 1);
  };
  CHECK(bank(Storage::kStraight, 6, 5) == 1);
  CHECK(bank(Storage::kSkewed, 6, 5) == 3);
  CHECK(bank(Storage::kXor, 6, 5) == 3);
  CHECK(bank(Storage::kXor, 4, 5) == 1);
}
