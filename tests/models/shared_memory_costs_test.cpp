#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/shared-memory/shape.hpp"
#include "tests/predictions.hpp"

using namespace plexus;

namespace {

const std::vector<const char*> kOperations{"move",    "broadcast", "allgather",
                                           "scatter", "gather",    "alltoall"};

Json around(SharedMemoryShape shape, Words w, LinkTiming link) {
  Json given{{"nodes", shape.nodes},
             {"k_star", shape.slots},
             {"words", w.count()},
             {"startup", link.startup.count()},
             {"bandwidth", link.bandwidth.count()}};
  if (shape.interleaved()) {
    given["bank_mode"] = "interleaved";
    given["banks"] = shape.banks;
  }
  return given;
}

std::vector<Prediction> predicted(const char* operation, SharedMemoryShape shape, Words w,
                                  LinkTiming link) {
  return predictions_of("shared-memory", operation, "write-read", around(shape, w, link));
}

/// Our own count of a run.
double count_of(const char* operation, SharedMemoryShape shape, Words w, LinkTiming link) {
  return figure_of(predicted(operation, shape, w, link), "exact");
}

}  // namespace

TEST_CASE("counts of the shared memory are those of the acceptance table", "[shared][cost]") {
  const LinkTiming link{2_cycles, 1_words};
  CHECK(count_of("move", {4, 4}, 10_words, {2_cycles, 2_words}) == 14);  // row 5
  CHECK(count_of("broadcast", {8, 3}, 10_words, link) == 48);            // row 6
  CHECK(count_of("allgather", {8, 4}, 2_words, link) == 44);             // row 7
  CHECK(count_of("scatter", {8, 4}, 2_words, link) == 26);               // row 8
  CHECK(count_of("alltoall", {8, 4}, 1_words, link) == 40);              // row 9
}

TEST_CASE("the shared memory stands to the paper's equations as the specification says",
          "[shared][cost]") {
  for (NodeId k = 2; k <= 9; ++k) {
    for (NodeId k_star = 1; k_star <= k; ++k_star) {
      for (std::int64_t w = 1; w <= 7; ++w) {
        for (const LinkTiming link :
             {LinkTiming{0_cycles, 1_words}, LinkTiming{2_cycles, 1_words},
              LinkTiming{1_cycles, 3_words}, LinkTiming{5_cycles, 4_words}}) {
          for (const char* operation : kOperations) {
            const auto run = experiment_of("shared-memory", operation, "write-read",
                                           around({k, k_star}, Words{w}, link));
            const std::vector<Prediction> predictions = run->predictions();
            const Cycles cycles{static_cast<std::int64_t>(figure_of(predictions, "exact"))};
            CAPTURE(operation, k, k_star, w, link);
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

TEST_CASE("k* that does not divide k leaves slots idle: the paper's k/k* is a bound",
          "[shared][cost]") {
  const LinkTiming link{2_cycles, 1_words};
  CHECK(predicted("broadcast", {8, 4}, 8_words, link).front().relation == Relation::kEqual);
  CHECK(predicted("broadcast", {8, 3}, 8_words, link).front().relation == Relation::kAtLeast);
  CHECK(predicted("scatter", {8, 4}, 8_words, link)[1].relation == Relation::kAtMost);
  CHECK(predicted("scatter", {8, 3}, 8_words, link)[1].relation == Relation::kApproximate);
}

TEST_CASE("with banks nothing but the paper's figures is predicted, as yardsticks",
          "[shared][cost]") {
  for (const char* operation : kOperations) {
    CAPTURE(operation);
    for (const Prediction& prediction :
         predicted(operation, {8, 4, 4}, 8_words, {2_cycles, 1_words})) {
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
