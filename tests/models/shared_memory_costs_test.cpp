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

}  // namespace

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
