#include "hw/data/operand.hpp"

#include <catch2/catch.hpp>

#include "models/express-mesh/placement.hpp"

using namespace plexus;

namespace {

Operand folded(Operator op, std::uint64_t count) {
  Operand all;
  for (std::uint64_t i = 0; i < count; ++i) all = combine(op, all, operand_of(op, i, 0));
  return all;
}

}  // namespace

TEST_CASE("operators give the figures of the specification", "[operand][express-mesh]") {
  CHECK(folded(Operator::kMat2, 3).entries() ==
        std::array<std::uint64_t, 4>{43342, 43804, 5847, 34694});
  CHECK(folded(Operator::kSum, 16).number() == 6233246);
  CHECK(folded(Operator::kMax, 16).number() == 978778);
  CHECK(folded(Operator::kConcat, 4).text() == "0.1.2.3.");
}

TEST_CASE("all operators are associative, and a missing operand counts for nothing",
          "[operand][express-mesh]") {
  for (const Operator op : kOperators) {
    CAPTURE(to_string(op));
    const Operand a = operand_of(op, 0, 1);
    const Operand b = operand_of(op, 1, 1);
    const Operand c = operand_of(op, 2, 1);
    CHECK(combine(op, combine(op, a, b), c) == combine(op, a, combine(op, b, c)));
    CHECK((combine(op, a, b) == combine(op, b, a)) == commutative(op));
    CHECK(combine(op, Operand{}, a) == a);
    CHECK(combine(op, a, Operand{}) == a);
  }
}

TEST_CASE("every placement puts every value at one node", "[operand][express-mesh]") {
  const std::vector<std::int64_t> sides{7, 10};
  const std::vector<SubmeshSize> submeshes{{4, 6}, {2, 3}};
  for (std::size_t number = 0; number < kPlacementWords.size(); ++number) {
    const auto placement = static_cast<Placement>(number);
    const std::string word{to_string(placement)};
    CAPTURE(word);
    CHECK(word == kPlacementWords[number]);
    std::vector<bool> seen(70, false);
    for (NodeId v = 0; v < 70; ++v) {
      const std::uint64_t index = value_index(placement, sides, v, submeshes);
      REQUIRE(index < 70);
      CHECK(!seen[index]);
      seen[index] = true;
    }
  }
  CHECK(value_index(Placement::kColumnMajor, sides, 10, {}) == 1);
  CHECK(value_index(Placement::kSubmeshRowMajor, sides, 10, {{4, 6}}) == 6);
  CHECK(value_index(Placement::kSubmeshColumnMajor, sides, 10, {{4, 6}}) == 1);
}
