#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/omega/analysis.hpp"
#include "models/omega/traffic.hpp"
#include "tests/command.hpp"
#include "tests/run_bench.hpp"
#include "tests/thinned.hpp"

using namespace plexus;

namespace {

Json traffic(const Json& given) {
  const Report report = run_report("omega", "traffic", "synthetic", given);
  CHECK(report.verified);
  CHECK(report.cycles == Cycles{given.value("warmup", 1000) + given.value("measure", 10000)});
  return report.statistics;
}

}  // namespace

TEST_CASE("traffic whose blocked packets are dropped agrees with Patel within 4.5 standard errors",
          "[machine][omega][traffic]") {
  // Two-sided 4.5 sigma of a normal mean: 7 in a million per figure; the seed is fixed.
  const auto [nodes, load] =
      GENERATE(from_range(thinned(std::vector<std::pair<int, double>>{{8, 0.2},
                                                                      {8, 0.5},
                                                                      {8, 1.0},  //
                                                                      {64, 0.2},
                                                                      {64, 0.5},
                                                                      {64, 1.0},  //
                                                                      {512, 0.2},
                                                                      {512, 0.5},
                                                                      {512, 1.0}})));
  CAPTURE(nodes, load);
  const int measure = nodes == 512 ? 3200 : 16000;
  const Json seen = traffic({{"nodes", nodes},
                             {"load", load},
                             {"switching", "unbuffered-drop"},
                             {"seed", 1},
                             {"warmup", 0},
                             {"measure", measure}});
  const double expected =
      patel_throughput(NetworkShape{NetworkKind::kOmega, static_cast<NodeId>(nodes)}, load);
  const auto throughput = seen["throughput"].get<double>();
  const auto error = seen["throughput_error"].get<double>();
  CAPTURE(expected, throughput, error);
  CHECK(std::abs(throughput - expected) < 4.5 * error);
  CHECK(error < 0.002);  // so that the interval says something: below 1 % of most figures
  CHECK(seen["injected"] == seen["delivered"].get<int>() + seen["dropped"].get<int>());
  CHECK(seen["offered"].get<double>() ==
        Approx(load).margin(4.5 * std::sqrt(load * (1 - load) / (nodes * measure)) + 1e-9));
}

TEST_CASE("Patel's recurrence holds for every one-path network and radix",
          "[machine][omega][traffic]") {
  const auto [network, nodes, radix] =
      GENERATE(table<const char*, int, int>({{"baseline", 64, 2},
                                             {"inverse-omega", 64, 2},
                                             {"indirect-binary-cube", 64, 2},
                                             {"crossbar", 48, 2},
                                             {"omega", 64, 4},
                                             {"omega", 64, 8},
                                             {"omega", 27, 3}}));
  CAPTURE(network, nodes, radix);
  const Json seen = traffic({{"nodes", nodes},
                             {"network", network},
                             {"radix", radix},
                             {"load", 1.0},
                             {"switching", "unbuffered-drop"},
                             {"seed", 3},
                             {"warmup", 0},
                             {"measure", 8000}});
  CHECK(std::abs(seen["throughput"].get<double>() - seen["patel_throughput"].get<double>()) <
        4.5 * seen["throughput_error"].get<double>());
}

TEST_CASE("at a low load nothing waits: latency is stages + 1 cycles, throughput the load",
          "[machine][omega][traffic]") {
  const auto nodes = GENERATE(8, 64);
  const Json seen = traffic({{"nodes", nodes}, {"load", 0.01}, {"measure", 20000}});
  const int stages = nodes == 8 ? 3 : 6;
  CHECK(seen["latency_p50"] == stages + 1);
  CHECK(seen["latency_mean"].get<double>() == Approx(stages + 1).epsilon(0.01));
  CHECK(seen["throughput"].get<double>() == Approx(0.01).epsilon(0.05));
  CHECK(seen["acceptance"] == 1.0);
}

TEST_CASE("deeper queues carry more, an input-queued crossbar 2 - sqrt 2 of its ports",
          "[machine][omega][traffic]") {
  double before = 0;
  for (const int depth : {1, 2, 4, 8}) {
    const Json seen = traffic({{"nodes", 64}, {"load", 1.0}, {"fifo_depth", depth}});
    const auto throughput = seen["throughput"].get<double>();
    CAPTURE(depth, throughput);
    CHECK(throughput > before);
    before = throughput;
  }
  // Karol, Hluchyj, Morgan 1987: head-of-line blocking leaves 2 - sqrt 2 for many ports.
  const Json crossbar = traffic({{"nodes", 128},
                                 {"network", "crossbar"},
                                 {"load", 1.0},
                                 {"fifo_depth", 50},
                                 {"arbitration", "random"}});
  CHECK(crossbar["throughput"].get<double>() == Approx(2 - std::sqrt(2)).epsilon(0.01));
}

TEST_CASE("retried packets all arrive, and cost the throughput that new ones would have had",
          "[machine][omega][traffic]") {
  const Json given{{"nodes", 64}, {"load", 1.0}, {"switching", "unbuffered-retry"}};
  const Json retry = traffic(given);
  CHECK(retry["dropped"] == 0);
  CHECK(retry["injected"] == retry["delivered"].get<int>() + retry["inside"].get<int>());
  // A packet that lost meets the same rival again: worse than Patel's fresh requests.
  CHECK(retry["throughput"].get<double>() <
        patel_throughput(NetworkShape{NetworkKind::kOmega, 64}, 1));
  CHECK(retry["latency_p99"] > 1);
}

TEST_CASE("a hot spot saturates a tree of queues, from its port back to the sources",
          "[machine][omega][traffic]") {
  const auto hot = GENERATE(0, 5, 15);
  CAPTURE(hot);
  const Json seen = traffic({{"nodes", 16},
                             {"load", 0.5},
                             {"fifo_depth", 8},
                             {"seed", 3},
                             {"pattern", "hotspot:" + std::to_string(hot) + ",0.1"}});
  // The tree that ends at port `hot`: 2 queues in the last stage, 4, 8, 16 before.
  CHECK(seen["saturated_per_stage"] == Json{16, 8, 4, 2});
  const auto queues = seen["saturated_queues"].get<std::vector<std::string>>();
  const auto cycles = seen["saturated_at"].get<std::vector<int>>();
  REQUIRE(queues.size() == 30);
  CHECK(std::ranges::is_sorted(cycles));
  std::vector<int> first(4, -1);
  for (std::size_t i = 0; i < queues.size(); ++i) {
    const auto stage = static_cast<std::size_t>(queues[i][6] - '0');
    if (first[stage] < 0) first[stage] = cycles[i];
    const std::string element = std::to_string(hot / 2);
    if (stage == 3) CHECK(queues[i].starts_with("stage_3.element_" + element + "."));
  }
  CHECK(first[3] <= first[2]);
  CHECK(first[3] <= first[1]);
  CHECK(first[3] <= first[0]);

  // The port takes at most one packet per cycle, and its tree slows down everyone.
  const double most = 1 / (16 * (0.1 + 0.9 / 16));
  CHECK(seen["throughput"].get<double>() <= most * 1.01);
  CHECK(seen["throughput"].get<double>() > most * 0.94);
  const Json uniform = traffic({{"nodes", 16}, {"load", 0.5}});
  CHECK(uniform["throughput"].get<double>() > 0.49);
  CHECK(seen["latency_mean"].get<double>() > 2 * uniform["latency_mean"].get<double>());
}

TEST_CASE("a permutation that passes streams at full load, one that blocks at 1 over its link load",
          "[machine][omega][traffic]") {
  const auto through = [](const char* permutation) {
    return traffic({{"nodes", 16},
                    {"load", 1.0},
                    {"pattern", "permutation"},
                    {"permutation", permutation}})["throughput"]
        .get<double>();
  };
  CHECK(through("shift:3") == Approx(1).epsilon(0.001));
  CHECK(through("bit-reversal") == Approx(0.25).epsilon(0.01));
}

TEST_CASE("equal seeds give equal runs, others do not", "[machine][omega][traffic]") {
  const std::string switching = GENERATE("buffered", "unbuffered-drop", "unbuffered-retry");
  const auto with = [&](int seed) {
    return traffic({{"nodes", 8}, {"switching", switching}, {"seed", seed}, {"measure", 500}});
  };
  CHECK(with(4) == with(4));
  CHECK(with(4) != with(5));
}

TEST_CASE("traffic that makes no sense is refused", "[machine][omega][traffic]") {
  const auto refused = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"omega", "traffic"});
    const CommandResult result = run_json(words);
    CHECK(result.status == kRefused);
    return result.json["error"]["class"].get<std::string>();
  };
  CHECK(refused({"--load", "1.1"}) == "range");
  CHECK(refused({"--load", "-0.1"}) == "range");
  CHECK(refused({"--load", "much"}) == "range");
  CHECK(refused({"--pattern", "hotspot:8,0.5"}) == "range");
  CHECK(refused({"--pattern", "hotspot:0,2"}) == "range");
  CHECK(refused({"--pattern", "hotspot:0"}) == "range");
  CHECK(refused({"--pattern", "twister"}) == "usage");
  CHECK(refused({"--pattern", "tornado:2"}) == "usage");
  CHECK(refused({"--pattern", "shift:8"}) == "range");
  CHECK(refused({"--pattern", "transpose", "--network", "crossbar", "--nodes", "6"}) == "size");
  CHECK(refused({"--pattern", "bit-reversal", "--network", "crossbar", "--nodes", "6"}) == "size");
  CHECK(refused({"--burst", "0.5"}) == "range");
  CHECK(refused({"--burst", "2", "--load", "0.9"}) == "range");
  CHECK(refused({"--words", "0"}) == "range");
  CHECK(refused({"--words", "2", "--switching", "unbuffered-drop"}) == "usage");
  CHECK(refused({"--source-queue", "short"}) == "range");
  CHECK(refused({"--recorded", "missing.csv"}) == "usage");
  for (const char* outside :
       {"[[-1,0,1]]", "[[1000000000,0,1]]", "[[0,-1,1]]", "[[0,8,1]]", "[[0,0,-1]]", "[[0,0,8]]",
        "[[0,0,1,0]]", "[[0,0,1,1000001]]", "[[0,0,18446744073709551615]]"}) {
    CAPTURE(outside);
    CHECK(refused({"--recorded", outside}) == "range");
  }
  CHECK(refused({"--recorded", "[[0,0]]"}) == "usage");
  CHECK(refused({"--recorded", "[[0,0,1]]", "--load", "0.5"}) == "usage");
  CHECK(refused({"--recorded", "[[0,0,1,2]]", "--switching", "unbuffered-drop"}) == "feature");
  CHECK(refused({"--algorithm", "curve", "--loads", "0.5,0.2"}) == "range");
  CHECK(refused({"--algorithm", "curve", "--loads", "0:2:0.5"}) == "range");
  CHECK(refused({"--algorithm", "curve", "--loads", "-0.5,0.5"}) == "range");
  CHECK(refused({"--algorithm", "curve", "--load", "0.5"}) == "usage");
  CHECK(refused({"--algorithm", "saturation", "--precision", "0"}) == "range");
  CHECK(refused({"--algorithm", "saturation", "--source-queue", "none"}) == "usage");
  CHECK(refused({"--network", "benes"}) == "feature");
  CHECK(refused({"--network", "data-manipulator"}) == "feature");
  CHECK(refused({"--measure", "0"}) == "range");
  CHECK(refused({"--switching", "unbuffered-drop", "--fifo-depth", "2"}) == "usage");
}

TEST_CASE("what is dropped without queues was blocked at one of the stages",
          "[machine][omega][traffic]") {
  const Json figures = traffic({{"nodes", 8},
                                {"switching", "unbuffered-drop"},
                                {"load", 1},
                                {"warmup", 0},
                                {"measure", 50}});
  const auto blocked = figures["blocked_per_stage"].get<std::vector<int>>();
  REQUIRE(blocked.size() == 3);
  CHECK(std::ranges::all_of(blocked, [](int packets) { return packets > 0; }));
  CHECK(std::accumulate(blocked.begin(), blocked.end(), 0) == figures["dropped"]);
}

TEST_CASE("of queues with one place the mean depth is the share of full ones",
          "[machine][omega][traffic]") {
  for (const int measure : {1, 2, 50}) {
    const Json figures = traffic({{"nodes", 8},
                                  {"fifo_depth", 1},
                                  {"load", 1},
                                  {"warmup", measure / 2},
                                  {"measure", measure}});
    CHECK(figures["queue_depth_mean"] == figures["queue_full"]);
  }
}

TEST_CASE("packets are lost at ports where several lines of a network meet at one",
          "[machine][omega][traffic]") {
  const auto lost = [](const char* network) {
    const Json figures = traffic({{"network", network},
                                  {"nodes", 8},
                                  {"switching", "unbuffered-drop"},
                                  {"load", 1},
                                  {"measure", 50}});
    return figures.contains("blocked_at_ports") ? figures["blocked_at_ports"].get<int>() : -1;
  };
  CHECK(lost("data-manipulator") > 0);
  CHECK(lost("omega") == -1);
}
