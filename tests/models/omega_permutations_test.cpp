#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/omega/permutations.hpp"
#include "models/operations/permutation.hpp"

namespace plexus {
namespace {

struct Bad {
  std::string text;
  NodeId ports;
  RefusalClass kind;
};

TEST_CASE("named permutations do what section 5.3 says", "[omega][permutations]") {
  using P = Permutation;
  CHECK(named_permutation("identity", 4) == P{0, 1, 2, 3});
  CHECK(named_permutation("shift:3", 8) == P{3, 4, 5, 6, 7, 0, 1, 2});
  CHECK(named_permutation("shift:1", 3) == P{1, 2, 0});
  CHECK(named_permutation("xor:5", 8) == P{5, 4, 7, 6, 1, 0, 3, 2});
  CHECK(named_permutation("complement", 8) == P{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(named_permutation("shuffle", 8) == P{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(named_permutation("inverse-shuffle", 8) == P{0, 4, 1, 5, 2, 6, 3, 7});
  CHECK(named_permutation("bit-reversal", 8) == P{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(named_permutation("transpose", 8) == named_permutation("shuffle", 8));  // floor(3/2) = 1
  CHECK(named_permutation("transpose", 16)[0b0111] == 0b1101);
  CHECK(named_permutation("butterfly", 16)[0b1010] == 0b0011);
  CHECK(named_permutation("butterfly", 16)[0b1011] == 0b1011);
}

TEST_CASE("every name gives a permutation of any size it takes", "[omega][permutations]") {
  for (std::string name : permutation_patterns()) {
    if (name.ends_with(":A")) name.back() = '1';
    for (const NodeId ports : {2U, 4U, 8U, 64U, 1024U}) {
      Permutation sorted = named_permutation(name, ports);
      std::ranges::sort(sorted);
      CAPTURE(name, ports);
      CHECK(is_identity(sorted));
    }
  }
}

TEST_CASE("a list may be given with brackets or without", "[omega][permutations]") {
  CHECK(parse_permutation("2,0,1", 3) == Permutation{2, 0, 1});
  CHECK(parse_permutation("[2, 0, 1]", 3) == Permutation{2, 0, 1});
  CHECK(parse_permutation("xor:1", 4) == Permutation{1, 0, 3, 2});
}

TEST_CASE("permutations that make no sense are refused by class", "[omega][permutations]") {
  const auto bad = GENERATE(values<Bad>({
      {"shift:8", 8, RefusalClass::kRange},
      {"shift:-1", 8, RefusalClass::kRange},
      {"shift:", 8, RefusalClass::kRange},
      {"shift:3x", 8, RefusalClass::kRange},
      {"xor:9", 8, RefusalClass::kRange},
      {"xor:1", 6, RefusalClass::kSize},
      {"complement", 6, RefusalClass::kSize},
      {"bit-reversal", 27, RefusalClass::kSize},
      {"shuffel", 8, RefusalClass::kUsage},
      {"", 8, RefusalClass::kUsage},
      {"0,1,2", 4, RefusalClass::kRange},
      {"[]", 4, RefusalClass::kRange},
      {"0,1,2,4", 4, RefusalClass::kRange},
      {"0,1,2,-3", 4, RefusalClass::kRange},
      {"0,1,2,2", 4, RefusalClass::kRange},
      {"0,1,x,2", 4, RefusalClass::kUsage},
  }));
  CAPTURE(bad.text, bad.ports);
  try {
    static_cast<void>(parse_permutation(bad.text, bad.ports));
    FAIL_CHECK("not refused");
  } catch (const Refusal& refusal) {
    CHECK(refusal.kind() == bad.kind);
    CHECK_THAT(refusal.what(), Catch::Contains("permutation"));
  }
}

}  // namespace
}  // namespace plexus
