#include "models/catalogue/values.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/json.hpp"

using namespace plexus;

namespace {

/// The refusal of a text, or of a value out of a file, by a parameter; empty if it is taken.
std::string refusal_of(const Parameter& parameter, const Json& value, const Values& before = {}) {
  try {
    const bool is_text = value.is_string();
    parameter.check(is_text ? parameter.read(value) : value, before);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return {};
}

Values values_of(const Json& json) {
  Values values;
  for (const auto& [name, value] : json.items()) values.set(name, value);
  return values;
}

}  // namespace

TEST_CASE("a whole number is read in decimal digits and in no other way", "[values]") {
  CHECK(read_integer("words", "0") == 0);
  CHECK(read_integer("words", "64") == 64);
  CHECK(read_integer("words", "+64") == 64);
  CHECK(read_integer("words", "-64") == -64);
  CHECK(read_integer("words", "007") == 7);
  CHECK(read_integer("words", "1000000000000") == 1'000'000'000'000);
  const std::string bad = GENERATE("", " ", "-", "+", "--4", "+-4", "2.5", "1e3", "0x10", "abc",
                                   "12a", " 12", "12 ", "1,2", "1_000", "NaN", "inf");
  CAPTURE(bad);
  try {
    read_integer("k_star", bad);
    FAIL("was read");
  } catch (const Refusal& refusal) {
    CHECK(refusal.kind() == RefusalClass::kRange);
    CHECK(refusal.what() ==
          "--k-star '" + bad + "' is not a whole number: write it in decimal digits.");
  }
}

TEST_CASE("a number too large for any machine is out of range, however large", "[values]") {
  const std::string large = GENERATE("1000000000001", "9223372036854775808", "18446744073709551616",
                                     "1000000000000000000000000000000");
  CHECK_THROWS_WITH(read_integer("words", large),
                    "--words " + large + " is out of range: choose at most 1000000000000.");
  CHECK_THROWS_AS(read_integer("words", '-' + large), Refusal);
}

TEST_CASE("a number is taken in its range alone, from the command line and from a file",
          "[values]") {
  const Parameter nodes = integer("nodes", 3, 100, 8, "");
  for (const Json& good : {Json("3"), Json("100"), Json(3), Json(100)}) {
    CHECK(refusal_of(nodes, good).empty());
  }
  const Json bad = GENERATE(Json("2"), Json("101"), Json("-5"), Json(2), Json(101), Json(-5),
                            Json(5.5), Json(1e30), Json(true), Json(nullptr), Json::array({5}),
                            Json::object(), Json(18446744073709551615ULL));
  CAPTURE(bad.dump());
  CHECK_THAT(refusal_of(nodes, bad), Catch::StartsWith("--nodes ") && Catch::Contains("3 .. 100"));
}

TEST_CASE("a file cannot smuggle in a number that is too large", "[values]") {
  const Parameter seed = integer("seed", 0, 1, "");
  CHECK(refusal_of(seed, Json(1'000'000'000'000)).empty());
  CHECK_THAT(refusal_of(seed, Json(1'000'000'000'001)), Catch::Contains("at most 1000000000000"));
  CHECK_FALSE(refusal_of(seed, Json(9'223'372'036'854'775'807)).empty());
}

TEST_CASE("a word is one of those that there are", "[values]") {
  const Parameter rule = port_rule_parameter(PortRule::kAllHalf);
  CHECK(refusal_of(rule, "ring-strict").empty());
  CHECK_THAT(refusal_of(rule, "ring-strickt"), Catch::Contains("did you mean 'ring-strict'?"));
  CHECK_THAT(refusal_of(rule, "xyz"), Catch::Contains("ring-strict, all-half, all-full") &&
                                          !Catch::Contains("did you mean"));
  CHECK_FALSE(refusal_of(rule, "").empty());
  CHECK_FALSE(refusal_of(rule, Json(3)).empty());
}

TEST_CASE("a flag is true or false", "[values]") {
  const Parameter wrap = flag("wrap", true, "");
  CHECK(wrap.read("true") == true);
  CHECK(wrap.read("false") == false);
  for (const Json& bad : {Json("yes"), Json("1"), Json("TRUE"), Json(""), Json(1)}) {
    CHECK_THAT(refusal_of(wrap, bad), Catch::EndsWith("choose true or false."));
  }
}

TEST_CASE("a list is numbers between commas, or JSON", "[values]") {
  const Parameter sides = integers("sides", 1, Json::array({4, 4}), "");
  CHECK(sides.read("4,5,6") == Json::array({4, 5, 6}));
  CHECK(sides.read("7") == Json::array({7}));
  CHECK(sides.read("[3, 9]") == Json::array({3, 9}));
  CHECK(sides.read("[]") == Json::array());
  const Json bad = GENERATE(Json("4,"), Json(",4"), Json("4,,5"), Json("4,x"), Json("4,0"),
                            Json("[4"), Json("4;5"), Json(""), Json("[4.5]"), Json("[\"4\"]"),
                            Json("[[4]]"), Json(4), Json::array({0}));
  CAPTURE(bad.dump());
  CHECK_THAT(refusal_of(sides, bad), Catch::StartsWith("--sides "));
}

TEST_CASE("a list may have a word in its place, which begins with neither digit nor sign",
          "[values]") {
  const Parameter way = list_or_word("way", "word or list of integers", "any", "all", "", {});
  CHECK(*way.shown_default == "all");
  CHECK(way.read("4,5") == Json::array({4, 5}));
  CHECK(way.read("7") == Json::array({7}));
  CHECK(way.read("[[3, 9], 4]") == Json::array({Json::array({3, 9}), 4}));
  CHECK(way.read("shift:3") == "shift:3");
  CHECK(way.read("") == "");
  CHECK_THROWS_AS(way.read("4,x"), Refusal);
  CHECK_THROWS_AS(way.read("[4"), Refusal);
}

TEST_CASE("lists lie within each other eight deep at most, what is quoted is no list", "[values]") {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  CHECK_FALSE(parse_value(nested(8)).is_discarded());
  CHECK(parse_value(nested(9)).is_discarded());
  CHECK(parse_value("\"" + nested(9) + "\"") == nested(9));
  CHECK(parse_value(R"(["[[[[[[[[[\"", 1])") == Json::array({"[[[[[[[[[\"", 1}));
}

TEST_CASE("a node exists on the machine", "[values]") {
  const Parameter root = node_parameter(
      "root", 0, [](const Values& values) { return values.number("nodes"); }, "");
  const Values before = values_of({{"nodes", 8}});
  CHECK(refusal_of(root, "0", before).empty());
  CHECK(refusal_of(root, "7", before).empty());
  CHECK(refusal_of(root, "8", before) == "--root 8 is out of range: choose 0 .. 7.");
  CHECK_FALSE(refusal_of(root, "-1", before).empty());
}

TEST_CASE("packets are a number up to the words, or a rule", "[values]") {
  const Parameter packets = packets_parameter();
  const Values before = values_of({{"words", 10}});
  for (const char* good : {"1", "10", "optimal", "formula"}) {
    CHECK(refusal_of(packets, good, before).empty());
  }
  CHECK_THAT(refusal_of(packets, "11", before), Catch::Contains("1 .. 10 (the words)"));
  CHECK_THAT(refusal_of(packets, "0", before), Catch::Contains("1 .. 10"));
  CHECK_THAT(refusal_of(packets, "opimal", before), Catch::Contains("did you mean 'optimal'?"));
  CHECK_FALSE(refusal_of(packets, "2.5", before).empty());
  CHECK_FALSE(refusal_of(packets, Json(2.5), before).empty());
}

TEST_CASE("what is not given gets its default, which may depend on what was given", "[values]") {
  const std::vector<Parameter> parameters{
      integer("nodes", 3, 100, 8, ""),
      with_default(integer("destination", 0, 0, ""), "the farthest node",
                   [](const Values& values) { return Json(values.number("nodes") / 2); })};
  CHECK(complete(parameters, Json::object()).json() == Json{{"nodes", 8}, {"destination", 4}});
  CHECK(complete(parameters, Json{{"nodes", 11}}).json() ==
        Json{{"nodes", 11}, {"destination", 5}});
  CHECK(complete(parameters, Json{{"destination", 1}}).number("destination") == 1);
  CHECK_THROWS_AS(complete(parameters, Json{{"node", 11}}), Refusal);
  CHECK_THROWS_AS(complete(parameters, Json{{"nodes", 2}}), Refusal);
}

TEST_CASE("a parameter that applies with others alone is an error without them", "[values]") {
  const std::vector<Parameter> parameters{
      word("mode", {"plain", "banked"}, "plain", ""),
      only_with(integer("banks", 1, 4, "banks"), "--mode banked",
                [](const Values& values) { return values.word("mode") == "banked"; })};
  CHECK_FALSE(complete(parameters, Json::object()).has("banks"));
  CHECK(complete(parameters, Json{{"mode", "banked"}}).number("banks") == 4);
  CHECK_THROWS_WITH(complete(parameters, Json{{"banks", 2}}),
                    Catch::Contains("--banks") && Catch::Contains("--mode banked"));
}

TEST_CASE("the nearest name is what one most probably meant", "[values]") {
  const std::vector<std::string> names{"broadcast", "scatter", "gather", "allgather", "alltoall"};
  CHECK(nearest("brodcast", names) == "broadcast");
  CHECK(nearest("all-gather", names) == "allgather");
  CHECK(nearest("alltoal", names) == "alltoall");
  CHECK(nearest("broad", names) == "broadcast");
  CHECK(nearest("gahter", names) == "gather");
  CHECK(nearest("ringk", {"rings", "ring"}) == "rings");  // as near, and first
  CHECK(nearest("ringk", {"ring", "rings"}) == "ring");
  CHECK(nearest("kring", {"sring", "ring"}) == "sring");
  CHECK(nearest("bxx", {"ring", "bus"}) == "bus");  // of a short word two letters may differ
  CHECK(nearest("xyzzy", names).empty());
  CHECK(nearest("", names).empty());
  CHECK(nearest("permutation", {}).empty());
}

TEST_CASE("an option is its parameter with hyphens", "[values]") {
  CHECK(option_of("k_star") == "--k-star");
  CHECK(option_of("port_rule") == "--port-rule");
  CHECK(option_of("words") == "--words");
}
