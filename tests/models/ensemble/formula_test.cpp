#include "models/ensemble/formula.hpp"

#include <stdexcept>

#include <catch2/catch.hpp>

#include "models/ensemble/pipelining.hpp"

using namespace plexus;
using paper_1986::value_of;

namespace {

constexpr paper_1986::Letters kLetters{.k = 16, .N = 960, .tau = 10, .b = 2, .ks = 4};

}  // namespace

TEST_CASE("a formula of the 1986 paper is worked out as it is printed", "[ensemble][formula]") {
  struct Row {
    const char* formula;
    double value;
  };
  const auto row = GENERATE(values<Row>({{"N/b + k tau", 960.0 / 2 + 16 * 10},
                                         {"2N/b + 2 tau", 2 * 960.0 / 2 + 20},
                                         {"2k tau/k*", 2 * 16 * 10 / 4.0},
                                         {"(N/b + tau)(k+1)/k*", 490 * 17 / 4.0},
                                         {"N/b (1 + 1/k*)", 480 * 1.25},
                                         {"N/(2b)(1 + 1/sqrt k) + sqrt k tau", 240 * 1.25 + 40},
                                         {"n (N^2/(k b) + 2 tau)", 4 * (960.0 * 960 / 32 + 20)},
                                         {"(2 + n) tau", 60},
                                         {"k - 1 - n", 11},
                                         {"ceil(k/3) tau - floor(k/3)", 55}}));
  CAPTURE(row.formula);
  CHECK(value_of(row.formula, kLetters) == row.value);
}

TEST_CASE("pipeline(i, w) is w words over i links in the best packets", "[ensemble][formula]") {
  const double printed = printed_pipeline_minimum(8, 960, kLetters.timing());
  CHECK(value_of("pipeline(floor(k/2), N)", kLetters) == printed);
  CHECK(value_of("2 pipeline(n + 4, N)", kLetters) == 2 * printed);
  CHECK(value_of("pipeline(0, N)", kLetters) == value_of("pipeline(1, N)", kLetters));
}

TEST_CASE("what is no formula is refused", "[ensemble][formula]") {
  const auto text = GENERATE("", "N +", "N/b)", "(N", "M tau", "pipeline(k)", "k # 2");
  CAPTURE(text);
  CHECK_THROWS_AS(value_of(text, kLetters), std::invalid_argument);
}
