#include "models/ensemble/pipelining.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "models/ensemble/equations.hpp"
#include "models/ensemble/paper_1986.hpp"

using namespace plexus;

namespace {

/// Packets one behind the other over equal links, cycle by cycle as hardware does it: a packet
/// starts on a link when it is there and the packet before it has left.
Cycles by_simulation(std::int64_t hops, const std::vector<Words>& packets, LinkTiming link) {
  std::vector<Cycles> free(static_cast<std::size_t>(hops));  // when each link is free again
  Cycles last;
  for (const Words words : packets) {
    Cycles here;  // when the packet is whole at the present node
    for (Cycles& next_free : free) {
      here = std::max(here, next_free) + link.hop(words);
      next_free = here;
    }
    last = here;
  }
  return last;
}

std::vector<Words> sizes(Words total, std::int64_t parts) {
  std::vector<Words> all;
  for (std::int64_t i = 0; i < parts; ++i) all.push_back(EvenSplit{total, parts}.size(i));
  return all;
}

}  // namespace

TEST_CASE("words are split evenly, larger packets first", "[pipelining]") {
  for (std::int64_t words = 1; words <= 60; ++words) {
    for (std::int64_t parts = 1; parts <= words; ++parts) {
      CAPTURE(words, parts);
      const EvenSplit split{Words{words}, parts};
      const auto all = sizes(split.total, parts);
      REQUIRE(std::ranges::is_sorted(all, std::greater{}));
      REQUIRE(all.front() - all.back() <= 1_words);
      REQUIRE(all.front() == split.largest());
      Words first;
      for (std::int64_t i = 0; i < parts; ++i) {
        REQUIRE(split.first(i) == first);
        first += split.size(i);
      }
      REQUIRE(first == Words{words});
    }
  }
}

TEST_CASE("F counts what packets one behind the other take, to the cycle", "[pipelining]") {
  const auto startup = GENERATE(0, 1, 5);
  const auto bandwidth = GENERATE(1, 2, 7);
  const LinkTiming link{Cycles{startup}, Words{bandwidth}};
  CAPTURE(link);
  for (std::int64_t hops = 1; hops <= 6; ++hops) {
    for (std::int64_t words = 1; words <= 30; ++words) {
      for (std::int64_t packets = 1; packets <= words; ++packets) {
        CAPTURE(hops, words, packets);
        REQUIRE(pipelined(hops, Words{words}, packets, link) ==
                by_simulation(hops, sizes(Words{words}, packets), link));
      }
    }
  }
}

TEST_CASE("a part that has fewer words than packets travels in one for each word", "[pipelining]") {
  const LinkTiming link{4_cycles, 2_words};
  for (const std::int64_t packets : {2, 3, 9}) {
    CHECK(part_pipelined(3, 2_words, packets, link) == pipelined(3, 2_words, 2, link));
  }
  CHECK(part_pipelined(3, 9_words, 4, link) == pipelined(3, 9_words, 4, link));
  CHECK(part_pipelined(3, 2_words, 9, link) == 4 * link.hop(1_words));
}

TEST_CASE("nothing takes no cycles", "[pipelining]") {
  const LinkTiming link{3_cycles, 2_words};
  CHECK(pipelined(5, 0_words, 1, link) == 0_cycles);
  CHECK(pipelined(0, 9_words, 3, link) == 0_cycles);
}

TEST_CASE("the printed equations of pipelines give what the paper's letters say", "[pipelining]") {
  const LinkTiming link{3_cycles, 2_words};  // tau = 3, b = 2
  CHECK(printed_whole_message(4, 10, link) == Approx(4 * (3 + 5)));
  CHECK(printed_pipeline(5, 4, 20, link) == Approx(8 * (3 + 2)));
  CHECK(printed_pipeline(5, 4, 40, link, 2) == Approx(8 * (3 + 2)));
  CHECK(printed_pipeline_minimum(5, 32, link) == Approx(std::pow(4 + std::sqrt(12), 2)));
  CHECK(printed_pipeline_minimum(5, 96, link, 3) == Approx(std::pow(4 + std::sqrt(12), 2)));
}

TEST_CASE("t(nu) equals F where everything divides and is never above it", "[pipelining]") {
  const auto startup = GENERATE(0, 1, 5);
  const auto bandwidth = GENERATE(1, 2, 7);
  const LinkTiming link{Cycles{startup}, Words{bandwidth}};
  CAPTURE(link);
  for (std::int64_t hops = 1; hops <= 6; ++hops) {
    for (std::int64_t words = 1; words <= 42; ++words) {
      for (std::int64_t packets = 1; packets <= words; ++packets) {
        CAPTURE(hops, words, packets);
        const Prediction printed{
            "t(nu)", "", printed_pipeline(double(packets), double(hops), double(words), link),
            equal_if(paper_1986::packets_divide(Words{words}, packets, link))};
        const Cycles exact = pipelined(hops, Words{words}, packets, link);
        REQUIRE(printed.holds(exact));
        const Prediction minimum{"(3.5)", "",
                                 printed_pipeline_minimum(double(hops), double(words), link),
                                 Relation::kAtLeast};
        REQUIRE(minimum.holds(exact));
        REQUIRE(minimum.cycles <= printed.cycles * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("the paper's number of packets is its root, rounded half up and clamped",
          "[pipelining]") {
  const auto startup = GENERATE(0, 1, 3, 40);
  const auto bandwidth = GENERATE(1, 5);
  const LinkTiming link{Cycles{startup}, Words{bandwidth}};
  CAPTURE(link);
  for (std::int64_t hops = 0; hops <= 9; ++hops) {
    for (std::int64_t words = 0; words <= 200; ++words) {
      CAPTURE(hops, words);
      std::int64_t expected = 1;
      if (hops > 1 && words > 1 && startup == 0) expected = words;
      if (hops > 1 && words > 1 && startup > 0) {
        const std::int64_t right = 4 * (hops - 1) * words;
        while ((2 * expected + 1) * (2 * expected + 1) * bandwidth * startup <= right) ++expected;
        expected = std::min(expected, words);
      }
      REQUIRE(formula_packets(hops, Words{words}, link) == expected);
    }
  }
}

TEST_CASE("the paper's number of packets is exact for numbers that doubles cannot tell apart",
          "[pipelining]") {
  // sqrt(x (x + 1) / 4) is just under x/2 + 1/4: with s b = 4 the root of (i - 1) N / 4 that is
  // closest to a half. (2 nu - 1)^2 <= (i - 1) N decides.
  const std::int64_t odd = 1'999'999;  // = 2 nu - 1 for nu = 1'000'000
  const LinkTiming link{4_cycles, 1_words};
  CHECK(formula_packets(2, Words{odd * odd}, link) == 1'000'000);
  CHECK(formula_packets(2, Words{odd * odd - 1}, link) == 999'999);
}

TEST_CASE("the optimal number of packets is the smallest with the fewest cycles", "[pipelining]") {
  const auto startup = GENERATE(0, 1, 4);
  const auto bandwidth = GENERATE(1, 3);
  const LinkTiming link{Cycles{startup}, Words{bandwidth}};
  CAPTURE(link);
  for (std::int64_t hops = 1; hops <= 8; ++hops) {
    for (std::int64_t words = 1; words <= 50; ++words) {
      CAPTURE(hops, words);
      const auto cycles = [&](std::int64_t packets) {
        return pipelined(hops, Words{words}, packets, link);
      };
      const std::int64_t best = optimal_packets(words, {Words{words}}, cycles);
      for (std::int64_t packets = 1; packets <= words; ++packets) {
        REQUIRE(cycles(best) <= cycles(packets));
        if (packets < best) REQUIRE(cycles(best) < cycles(packets));
      }
    }
  }
}

TEST_CASE("the search for the optimal number of packets finds what trying all of them finds",
          "[pipelining]") {
  const auto startup = GENERATE(0, 1, 3, 17);
  const auto bandwidth = GENERATE(1, 2, 3, 7);
  const LinkTiming link{Cycles{startup}, Words{bandwidth}};
  CAPTURE(link);
  for (const std::vector<std::int64_t>& ways :
       {std::vector<std::int64_t>{1}, {5}, {40}, {2, 9}, {7, 3, 3}, {1, 4, 9, 30}}) {
    const auto streams = static_cast<std::int64_t>(ways.size());
    for (std::int64_t words = 1; words <= 130; words += words < 40 ? 1 : 7) {
      CAPTURE(ways, words);
      const auto cycles = [&](std::int64_t packets) {
        return pipelined_on_paths(ways, Words{words}, packets, link);
      };
      const auto parts = paper_1986::even_parts(Words{words}, streams);
      REQUIRE(optimal_packets(words, parts, cycles) == optimal_packets_of_all(words, cycles));
    }
  }
}

TEST_CASE("the optimal number of packets is found among a thousand million", "[pipelining]") {
  // (3.4): about sqrt((i - 1) N / (b tau)).
  const LinkTiming link{100_cycles, 1_words};
  const Words words{1'000'000'000};
  std::int64_t asked = 0;
  const auto cycles = [&](std::int64_t packets) {
    ++asked;
    return pipelined(9, words, packets, link);
  };
  const std::int64_t best = optimal_packets(words.count(), {words}, cycles);
  CHECK(asked < 600'000);
  CHECK(double(best) == Approx(std::sqrt(8 * 1e9 / 100)).epsilon(0.02));
  for (std::int64_t off = -3000; off <= 3000; ++off) {
    REQUIRE(cycles(best) <= cycles(best + off));
    if (off < 0) REQUIRE(cycles(best) < cycles(best + off));
  }
}

TEST_CASE("for one word in a cycle the paper's packets cost at most a twelfth more",
          "[pipelining]") {
  // Specification, section 6, (3.4): at most 8.3 % for b = 1, i = 2 .. 9, N <= 1000.
  const auto startup = GENERATE(1, 2, 7);
  const LinkTiming link{Cycles{startup}, 1_words};
  for (std::int64_t hops = 2; hops <= 9; ++hops) {
    for (std::int64_t words = 1; words <= 1000; words += 37) {
      CAPTURE(startup, hops, words);
      const auto cycles = [&](std::int64_t packets) {
        return pipelined(hops, Words{words}, packets, link);
      };
      const Cycles best = cycles(optimal_packets(words, {Words{words}}, cycles));
      const Cycles formula = cycles(formula_packets(hops, Words{words}, link));
      CHECK(double(formula.count()) <= 1.0834 * double(best.count()));
    }
  }
}
