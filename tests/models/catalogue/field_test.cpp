#include "models/catalogue/field.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

enum class Colour { kRed, kGreen };
constexpr std::array kColours{Colour::kRed, Colour::kGreen};
constexpr std::string_view to_string(Colour colour) {
  return colour == Colour::kRed ? "red" : "green";
}

enum class Way { kUp, kDown };
constexpr std::array kWays{"up", "down"};

struct Inner {
  Cycles startup{7};
};

struct Base {
  Words words{3};
};

struct Run : Base {
  Inner inner;
  std::optional<std::uint64_t> depth = 5;
  std::vector<NodeId> leaves;
  Colour colour = Colour::kRed;
  Way way = Way::kUp;
  bool half = false;
  std::string twice;
};

void read_twice(Run& run, const Json& value) {
  run.twice = value.get<std::string>() + value.get<std::string>();
}

Run run_of(const Json& given) {
  Values values;
  for (const auto& [name, value] : given.items()) values.set(name, value);
  Run run;
  fill<Run>(run, values,
            {{"words", &Run::words},
             {"startup", inside(&Run::inner, &Inner::startup)},
             {"depth", &Run::depth},
             {"leaves", &Run::leaves},
             {"colour", &Run::colour, kColours},
             {"way", &Run::way, kWays},
             {"duplex", &Run::half, "half"},
             {"text", read_twice}});
  return run;
}

}  // namespace

TEST_CASE("a parameter fills the field that it is bound to, whatever kind of value it has",
          "[catalogue]") {
  const Run run = run_of({{"words", 9},
                          {"startup", 4},
                          {"depth", 2},
                          {"leaves", {3, 1}},
                          {"colour", "green"},
                          {"way", "down"},
                          {"duplex", "half"},
                          {"text", "ab"}});
  CHECK(run.words == 9_words);
  CHECK(run.inner.startup == 4_cycles);
  CHECK(run.depth == 2);
  CHECK(run.leaves == std::vector<NodeId>{3, 1});
  CHECK(run.colour == Colour::kGreen);
  CHECK(run.way == Way::kDown);
  CHECK(run.half);
  CHECK(run.twice == "abab");
}

TEST_CASE(
    "a field keeps its default where the run has no such parameter, and a word in the place "
    "of a number says that there is none",
    "[catalogue]") {
  const Run run = run_of({{"depth", "unlimited"}, {"duplex", "full"}});
  CHECK(run.words == 3_words);
  CHECK(run.inner.startup == 7_cycles);
  CHECK_FALSE(run.depth);
  CHECK(run.leaves.empty());
  CHECK(run.colour == Colour::kRed);
  CHECK_FALSE(run.half);
}

TEST_CASE("the words of choices are those that to_string has, or they themselves", "[catalogue]") {
  CHECK(words_of(kColours) == std::vector<std::string>{"red", "green"});
  CHECK(words_of(kWays) == std::vector<std::string>{"up", "down"});
}
