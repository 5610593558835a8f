/// Sources, figures and series of traffic, and what theory says of the machines that carry it.
#include "models/omega/traffic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hw/rule/fault.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/traffic/log.hpp"
#include "models/traffic/series.hpp"
#include "models/traffic/source.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

Json figures_of(const std::string& machine, const Json& given,
                const std::string& algorithm = "synthetic", const ConstructionOrder& order = {}) {
  const Report report = run_report(machine, "traffic", algorithm, given, order);
  CHECK(report.verified);
  return report.statistics;
}

std::vector<Offer> packets_of(const TrafficSetting& setting, NodeId node, NodeId nodes) {
  std::vector<Offer> all;
  for (TrafficSource source{setting, node, nodes}; source.next().born != TrafficSource::kNever;
       source.advance()) {
    all.push_back(source.next());
  }
  return all;
}

double number(const Json& figures, const char* name) { return figures[name].get<double>(); }

}  // namespace

// ---- sources ------------------------------------------------------------------------------------

TEST_CASE("a source offers what its load says, to nodes as its pattern says", "[traffic]") {
  TrafficSetting setting;
  setting.measure = Cycles{100'000};
  setting.load = 0.3;
  const auto packets = packets_of(setting, 2, 8);
  // 4.5 standard errors.
  CHECK(std::abs(static_cast<double>(packets.size()) - 30'000) < 4.5 * std::sqrt(21'000));
  std::map<NodeId, int> counts;
  for (const Offer& packet : packets) ++counts[packet.destination];
  CHECK(counts.size() == 7);
  CHECK(!counts.contains(2));
  for (const auto& [node, count] : counts) {
    CHECK(std::abs(count - 30'000 / 7.0) < 4.5 * std::sqrt(30'000 / 7.0));
  }
  CHECK(std::ranges::is_sorted(packets, std::less_equal{}, &Offer::born));

  setting.pattern = parse_traffic_pattern("hotspot:5,0.4", {8});
  int hot = 0;
  for (const Offer& packet : packets_of(setting, 2, 8)) hot += packet.destination == 5 ? 1 : 0;
  CHECK(std::abs(hot - 30'000 * (0.4 + 0.6 / 7)) < 4.5 * std::sqrt(7'500));

  setting.to_itself = true;
  setting.pattern = {};
  counts.clear();
  for (const Offer& packet : packets_of(setting, 2, 8)) ++counts[packet.destination];
  CHECK(counts.size() == 8);
}

TEST_CASE("bursts have their length and leave the load as it is", "[traffic]") {
  TrafficSetting setting;
  setting.measure = Cycles{400'000};
  setting.load = 0.25;
  setting.burst = 8;
  const auto packets = packets_of(setting, 0, 2);
  double bursts = 1;
  for (std::size_t i = 1; i < packets.size(); ++i) {
    bursts += packets[i].born > packets[i - 1].born + 1_cycles ? 1 : 0;
  }
  CHECK(static_cast<double>(packets.size()) / 400'000 == Approx(0.25).epsilon(0.03));
  CHECK(static_cast<double>(packets.size()) / bursts == Approx(8).epsilon(0.03));
}

TEST_CASE("a burst may be under way when the run begins", "[traffic]") {
  TrafficSetting setting;
  setting.measure = 1_cycles;
  setting.load = 0.5;
  setting.burst = 8;
  constexpr NodeId kNodes = 4000;
  double offered = 0;
  for (NodeId node = 0; node < kNodes; ++node) {
    offered += static_cast<double>(packets_of(setting, node, kNodes).size());
  }
  CHECK(offered / kNodes == Approx(0.5).margin(4.5 * 0.5 / std::sqrt(kNodes)));
}

namespace {

/// A run as another one, but that its packets get lost, and that it needs other memory.
class Lossy final : public Experiment {
 public:
  Lossy(std::unique_ptr<Experiment> of, double memory) : of_{std::move(of)}, memory_{memory} {}
  [[nodiscard]] double memory() const override { return memory_; }
  [[nodiscard]] std::unique_ptr<machine> build(const ConstructionOrder& order) override {
    return of_->build(order);
  }
  void load(machine& top) override { of_->load(top); }
  [[nodiscard]] std::optional<std::string> check(const machine&) const override {
    return "A packet is lost.";
  }
  [[nodiscard]] std::vector<Prediction> predictions() const override { return {}; }
  [[nodiscard]] std::optional<Cycles> lower_bound() const override { return std::nullopt; }
  [[nodiscard]] Statistics statistics(const machine* top, Cycles cycles) const override {
    return of_->statistics(top, cycles);
  }

 private:
  std::unique_ptr<Experiment> of_;
  double memory_;
};

/// The traffic of a ring of which `memory` bytes and the load are the memory, and its series.
Catalogue lossy_ring(double memory) {
  CatalogueEntry entry = *every_machine().find("ring", "traffic", "synthetic");
  entry.prepare = [prepare = entry.prepare, memory](const Values& values) {
    return std::make_unique<Lossy>(prepare(values), memory * values.at("load").get<double>());
  };
  Catalogue own;
  enter(own, entry);
  add_traffic_series(own, "ring", [](machine&) -> QueueLevels {
    return [](Cycles) { return std::vector<QueueLevel>{{"sources"}}; };
  });
  return own;
}

std::unique_ptr<Experiment> series_of(const Catalogue& catalogue, const std::string& name) {
  const CatalogueEntry& entry = *catalogue.find("ring", "traffic", name);
  return entry.prepare(complete(entry.parameters, {{"warmup", 5}, {"measure", 20}}));
}

}  // namespace

TEST_CASE("a series ends where one of its runs is wrong", "[traffic]") {
  const Catalogue catalogue = lossy_ring(1e6);
  for (const char* name : {"curve", "saturation", "filling"}) {
    CAPTURE(name);
    try {
      static_cast<void>(series_of(catalogue, name)->statistics(nullptr, 0_cycles));
      FAIL("a packet was lost, and nothing was said");
    } catch (const sc_core::sc_report& stopped) {
      CHECK(fault_of(stopped).kind == "traffic");
      CHECK(fault_of(stopped).message == "A packet is lost.");
    }
  }
}

TEST_CASE("a series needs the memory of its largest run", "[traffic]") {
  const Catalogue catalogue = lossy_ring(1e6);
  CHECK(series_of(catalogue, "curve")->memory() == Approx(1.5 * 0.9e6));
  CHECK(series_of(catalogue, "saturation")->memory() == Approx(1.5e6));
  CHECK(series_of(catalogue, "filling")->memory() == Approx(1.5 * 0.1e6));
  const Catalogue vast = lossy_ring(1e18);
  for (const char* name : {"curve", "saturation", "filling"}) {
    CHECK_THROWS_AS(series_of(vast, name)->statistics(nullptr, 0_cycles), Refusal);
  }
}

TEST_CASE("latencies are drawn over powers of ten where a saturated network's dwarf the others",
          "[traffic]") {
  const TemporaryFolder folder;
  const auto drawn = [&folder](const std::string& loads) {
    const std::string file = folder / "curve.svg";
    plexus_command(
        "run omega traffic --algorithm curve --nodes 4 --warmup 100 --measure 1000 "
        "--loads " +
        loads + " --picture " + file);
    return content(file);
  };
  CHECK_THAT(drawn("0.1,0.95"), Catch::Contains(">10<") && Catch::Contains(">100<"));
  CHECK_THAT(drawn("0.1,0.2"), Catch::Contains(">0.5<") && !Catch::Contains(">10<"));
}

TEST_CASE("sources depend on seed and node alone", "[traffic]") {
  TrafficSetting setting;
  setting.measure = 2000_cycles;
  const auto alone = packets_of(setting, 3, 9);
  CHECK(alone != packets_of(setting, 4, 9));
  // Beside others, which are asked before and behind it, and cycle by cycle.
  TrafficLog log{setting, 9};
  SourceQueues queues{setting, 9, log};
  std::vector<Offer> among_others;
  for (Cycles now{0}; now < setting.end(); now += 1_cycles) {
    queues.begin_cycle(now);
    for (NodeId node = 9; node-- > 0;) {
      const Offer* const packet = queues.head(node, now);
      if (packet == nullptr) continue;
      if (node == 3) among_others.push_back(*packet);
      if (node == 3 || now.count() % 2 == 0) queues.leave(node, now);
    }
  }
  CHECK(among_others == alone);
  TrafficSetting other = setting;
  other.seed = 2;
  CHECK(packets_of(setting, 3, 9) != packets_of(other, 3, 9));
}

TEST_CASE("fixed patterns are what the literature calls by their names", "[traffic]") {
  const auto to = [](const char* word, const TrafficSides& sides) {
    return parse_traffic_pattern(word, sides).destinations;
  };
  using List = std::vector<NodeId>;
  CHECK(to("complement", {8}) == List{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(to("bit-reversal", {8}) == List{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(to("transpose", {16}) == List{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
  CHECK(to("transpose", {4, 4}) == to("transpose", {16}));
  CHECK(to("transpose", {3, 3}) == List{0, 3, 6, 1, 4, 7, 2, 5, 8});
  CHECK(to("tornado", {8}) == List{3, 4, 5, 6, 7, 0, 1, 2});
  CHECK(to("tornado", {5}) == List{2, 3, 4, 0, 1});
  CHECK(to("neighbour", {2, 3}) == List{4, 5, 3, 1, 2, 0});
  CHECK(to("shift:2", {5}) == List{2, 3, 4, 0, 1});
  CHECK_THROWS_AS(to("transpose", {2, 3}), Refusal);
  CHECK_THROWS_AS(to("bit-reversal", {6}), Refusal);
}

TEST_CASE("a list of destinations says where every node sends", "[traffic]") {
  const CatalogueEntry* const entry = every_machine().find("ring", "traffic", "synthetic");
  REQUIRE(entry != nullptr);
  const auto to = [&](const Json& list) {
    const Json given = {{"nodes", 4}, {"pattern", "permutation"}, {"permutation", list}};
    return traffic_setting(complete(entry->parameters, given)).pattern.destinations;
  };
  using List = std::vector<NodeId>;
  CHECK(to({2, 0, 3, 1}) == List{2, 0, 3, 1});
  CHECK(to("identity") == List{0, 1, 2, 3});
  for (const Json& list :
       {Json{2, 0, 3, 0}, Json{2, 0, 3}, Json{2, 0, 3, 4}, Json{2, 0, 3, 1, 1}}) {
    CAPTURE(list.dump());
    CHECK_THROWS_AS(to(list), Refusal);
  }
}

TEST_CASE("a source queue holds what has not left; without one that is dropped", "[traffic]") {
  TrafficSetting setting;
  setting.measure = 100_cycles;
  setting.load = 0.5;
  setting.source_queue = GENERATE(true, false);
  TrafficLog log{setting, 3};
  SourceQueues queues{setting, 3, log};
  std::uint64_t left = 0;
  for (Cycles now{0}; now <= setting.end(); now += 1_cycles) {
    queues.begin_cycle(now);
    if (now == setting.end()) break;
    for (NodeId node = 0; node < 3; ++node) {
      const Offer* const packet = queues.head(node, now);
      if (packet == nullptr) continue;
      CHECK(packet->born <= now);
      if (now.count() % 3 == 0) {
        queues.leave(node, now);
        ++left;
      } else {
        queues.refuse(node, now);
      }
    }
  }
  std::size_t offered = 0;
  for (NodeId node = 0; node < 3; ++node) offered += packets_of(setting, node, 3).size();
  CHECK(log.offered() == offered);
  CHECK(log.injected() == left);
  CHECK(log.injected() + log.dropped_offers() + queues.waiting(setting.end()) == offered);
  CHECK((log.dropped_offers() == 0) == setting.source_queue);
  CHECK((queues.waiting(setting.end()) > 0) == setting.source_queue);
  CHECK(log.imbalance(left) == std::nullopt);
  CHECK(log.imbalance(left + 1) != std::nullopt);
}

// ---- figures ------------------------------------------------------------------------------------

TEST_CASE("latency is source wait and network latency; nothing hides in a mean", "[traffic]") {
  // The issue's example: queues of 1 at load 0.9 must not look faster than queues of 4.
  Json given{{"nodes", 64}, {"load", 0.9}, {"measure", 4000}};
  std::map<int, Json> by_depth;
  for (const int depth : {1, 4}) {
    given["fifo_depth"] = depth;
    const Json seen = by_depth[depth] = figures_of("omega", given);
    CHECK(seen["saturated"] == true);
    CHECK(number(seen, "latency_mean") ==
          Approx(number(seen, "source_wait_mean") + number(seen, "network_latency_mean")));
  }
  CHECK(number(by_depth[1], "latency_mean") > number(by_depth[4], "latency_mean"));
  given["fifo_depth"] = 1;
  given["source_queue"] = "none";
  const Json lossy = figures_of("omega", given);
  CHECK(lossy["source_wait_mean"] == 0);
  CHECK(lossy["latency_mean"] == lossy["network_latency_mean"]);
  CHECK(lossy["dropped"].get<double>() > 0.5 * number(lossy, "offered") * 64 * 4000);
  CHECK(number(lossy, "acceptance") == Approx(0.25).margin(0.03));
}

TEST_CASE("the interval of the mean is as wide as the spread of independent runs", "[traffic]") {
  // Of 40 seeds, some 95 % of the intervals contain the mean of all: at least 33 do, but for one
  // case in a thousand.
  std::vector<double> means;
  std::vector<double> halves;
  for (int seed = 1; seed <= 40; ++seed) {
    const Json seen = figures_of(
        "omega", {{"nodes", 8}, {"load", 0.4}, {"measure", 4000}, {"warmup", 200}, {"seed", seed}});
    means.push_back(number(seen, "latency_mean"));
    halves.push_back(number(seen, "latency_confidence"));
    CHECK(seen["saturated"] == false);
  }
  double mean = 0;
  for (const double one : means) mean += one / 40;
  int inside = 0;
  for (std::size_t i = 0; i < means.size(); ++i) inside += std::abs(means[i] - mean) < halves[i];
  CHECK(inside >= 33);
  CHECK(*std::ranges::max_element(halves) < 0.1 * mean);
}

TEST_CASE("a warm-up that is too short is told", "[traffic]") {
  // Near its saturation a switch of deep queues fills for thousands of cycles.
  const auto with = [](int warmup) {
    return figures_of("omega", {{"nodes", 16},
                                {"load", 0.72},
                                {"fifo_depth", 50},
                                {"warmup", warmup},
                                {"measure", 1000}})["warmup_short"];
  };
  CHECK(with(0) == true);
  CHECK(with(2000) == false);
}

TEST_CASE("a packet alone takes as long as the formula of hops and words says", "[traffic]") {
  const auto alone = [](const std::string& machine, Json given, Json packet) {
    given["recorded"] = Json::array({std::move(packet)});
    given["measure"] = 1000;
    const Json seen = figures_of(machine, given);
    CHECK(seen["delivered"] == 1);
    CHECK(seen["latency_max"] ==
          seen["source_wait_max"].get<int>() + seen["network_latency_max"].get<int>());
    return seen["latency_max"].get<int>();
  };
  for (const int words : {1, 2, 5}) {
    for (const int stages : {1, 3, 6}) {  // a word behind the other, stage by stage
      CHECK(alone("omega", {{"nodes", 1 << stages}}, {7, 0, 1, words}) == stages + words);
    }
    for (const int startup : {0, 3}) {  // store and forward: up to the turn, and down again
      const Json tree{{"nodes", 16}, {"startup", startup}};
      CHECK(alone("fat-tree", tree, {7, 0, 1, words}) == 2 * (startup + words));
      CHECK(alone("fat-tree", tree, {7, 0, 15, words}) == 8 * (startup + words));
    }
    // From the slot in which it is offered, or else from the next one on.
    const Json pops{{"d", 2}, {"g", 3}, {"words", words}, {"startup", 1}};
    const int slot = 1 + words;
    CHECK(alone("pops", pops, {3 * slot, 0, 5, words}) == slot);
    CHECK(alone("pops", pops, {3 * slot + 1, 0, 5, words}) == 2 * slot - 1);
  }
  // Request, command with its link, and the transfer.
  const Json requests{{"request_latency", 4}, {"beta_r", 5}, {"tau_r", 2}, {"handshake", 1}};
  CHECK(alone("reconfigurable", requests, {7, 0, 5, 3}) == 4 + 5 + 2 + 1 + 3);
  for (const char* switching : {"unbuffered-drop", "unbuffered-retry"}) {
    CHECK(alone("omega", {{"nodes", 16}, {"switching", switching}}, {7, 0, 1, 1}) == 1);
  }
  // The node's interface, and each of the routers on the way; the other words behind the first one,
  // or waited for in every router.
  struct Direct {
    const char* machine;
    Json shape;
    int destination;
    int hops;
  };
  const Direct direct[] = {{"torus", {{"sides", {5, 4}}}, 19, 2},
                           {"torus", {{"sides", {5, 4}}}, 7, 3},
                           {"torus", {{"sides", {5, 4}}, {"wrap", false}}, 19, 7},
                           {"hypercube", {{"dimension", 4}}, 11, 3},
                           {"ring", {{"nodes", 9}}, 4, 4},
                           {"ring", {{"nodes", 9}}, 6, 3}};
  for (const Direct& at : direct) {
    for (const int words : {1, 5}) {
      for (const int pipeline : {1, 3}) {
        Json given = at.shape;
        given.update({{"pipeline", pipeline}, {"fifo_depth", 16}});
        CAPTURE(at.machine, at.shape.dump(), words, pipeline);
        for (const char* switching : {"wormhole", "cut-through"}) {
          given["switching"] = switching;
          CHECK(alone(at.machine, given, {7, 0, at.destination, words}) ==
                1 + (at.hops + 1) * pipeline + words - 1);
        }
        given["switching"] = "store-and-forward";
        CHECK(alone(at.machine, given, {7, 0, at.destination, words}) ==
              1 + (at.hops + 1) * (pipeline + words - 1) + words - 1);
      }
    }
  }
}

// ---- theory -------------------------------------------------------------------------------------

TEST_CASE("an input-queued crossbar saturates where Karol, Hluchyj and Morgan say",
          "[machine][omega][traffic]") {
  // Their table for saturated queues, requests chosen at random.
  const auto [ports, throughput] = GENERATE(
      table<int, double>({{2, 0.75}, {3, 0.6825}, {4, 0.6553}, {8, 0.6184}, {64, 0.5900}}));
  const Json seen = figures_of("omega", {{"nodes", ports},
                                         {"network", "crossbar"},
                                         {"load", 1.0},
                                         {"fifo_depth", 8},
                                         {"arbitration", "random"},
                                         {"measure", ports == 64 ? 8000 : 60000}});
  CAPTURE(ports);
  CHECK(std::abs(number(seen, "throughput") - throughput) < 0.003);
  CHECK(seen["saturated"] == true);
}

TEST_CASE("at low loads a crossbar's packets wait as formulas of queues say",
          "[machine][omega][traffic]") {
  // Output queues (M/D/1 in slots): (k - 1) / k p / (2 (1 - p)) cycles, the least there can be.
  // Input queues, many ports (Karol et al.): (2 - p)(1 - p) / ((2 - sqrt 2 - p)(2 + sqrt 2 - p))
  // - 1.
  const double load = GENERATE(0.1, 0.2, 0.3);
  const Json seen = figures_of("omega", {{"nodes", 48},
                                         {"network", "crossbar"},
                                         {"load", load},
                                         {"fifo_depth", 50},
                                         {"arbitration", "random"},
                                         {"measure", 8000}});
  const double waited = number(seen, "latency_mean") - 2;  // into the element, and through it
  const double output_queued = 47.0 / 48 * load / (2 * (1 - load));
  const double root = std::sqrt(2);
  const double input_queued = (2 - load) * (1 - load) / ((2 - root - load) * (2 + root - load)) - 1;
  CAPTURE(load, waited, output_queued, input_queued);
  CHECK(waited > 0.97 * output_queued);
  CHECK(waited == Approx(input_queued).epsilon(0.06));
}

namespace {

/// Jenq's recurrence for queues of one place, with elements that look at the start of a cycle (as
/// the hardware does): a packet moves if it wins its output and the queue behind is empty; or, with
/// bypass as in his paper, becomes empty. All queues of a stage are taken for independent of each
/// other, and of the past.
double independent_single_buffers(std::size_t stages, double load, bool bypass) {
  std::vector<double> full(stages, 0);
  std::vector<double> goes(stages, 0);
  for (int i = 0; i < 20000; ++i) {
    const std::vector<double> before = full;
    for (std::size_t t = stages; t-- > 0;) {
      // Its output is wanted by the other queue's packet in half of the cases, which wins in half.
      const double wins = 1 - before[t] / 4;
      const bool last = t + 1 == stages;
      const double leaves = last || !bypass ? 0 : before[t + 1] * goes[t + 1];
      goes[t] = wins * (last ? 1 : 1 - before[t + 1] + leaves);
    }
    for (std::size_t t = 0; t < stages; ++t) {
      const double comes = t == 0 ? load : 1 - std::pow(1 - before[t - 1] / 2, 2);
      const double room = 1 - before[t] + (bypass ? before[t] * goes[t] : 0);
      full[t] = before[t] * (1 - goes[t]) + room * comes;
    }
  }
  return full.back() * goes.back();
}

}  // namespace

TEST_CASE("single buffers carry what Jenq's independence says where little waits, less under load",
          "[machine][omega][traffic]") {
  const auto throughput = [](double load) {
    return number(figures_of("omega", {{"nodes", 64}, {"load", load}, {"fifo_depth", 1}}),
                  "throughput");
  };
  const double below = independent_single_buffers(6, 0.1, false);
  CHECK(throughput(0.1) == Approx(below).epsilon(0.12));
  const double measured = throughput(1.0);
  const double independent = independent_single_buffers(6, 1.0, false);
  CAPTURE(measured, independent);
  // A blocked packet wants the same output again, and finds the same queue full: the queues are
  // anything but independent.
  CHECK(measured == Approx(0.21).margin(0.01));
  CHECK(measured < independent);
  CHECK(independent < 1.5 * measured);
}

TEST_CASE("single buffers with bypass carry what Jenq's independence says up to a load of 0.3",
          "[machine][omega][traffic]") {
  const auto throughput = [](double load) {
    return number(figures_of("omega", {{"nodes", 64},
                                       {"load", load},
                                       {"fifo_depth", 1},
                                       {"flow", "bypass"},
                                       {"source_queue", "none"},
                                       {"measure", 4000}}),
                  "throughput");
  };
  for (const double load : {0.1, 0.2, 0.3}) {
    CAPTURE(load);
    CHECK(throughput(load) == Approx(independent_single_buffers(6, load, true)).epsilon(0.025));
  }
  // Saturated it says a quarter too much: the queue of a blocked packet is full in the next cycle
  // too.
  const double measured = throughput(1.0);
  const double independent = independent_single_buffers(6, 1.0, true);
  CAPTURE(measured, independent);
  CHECK(measured < independent);
  CHECK(independent < 1.3 * measured);
}

TEST_CASE("what a place that becomes free is good for decides nearly half of the throughput",
          "[machine][omega][traffic]") {
  const auto throughput = [](int depth, const char* flow) {
    return number(figures_of("omega", {{"nodes", 64},
                                       {"load", 1.0},
                                       {"fifo_depth", depth},
                                       {"flow", flow},
                                       {"measure", 3000}}),
                  "throughput");
  };
  // The issue's own figures, measured with another program.
  CHECK(throughput(1, "registered") == Approx(0.210).margin(0.006));
  CHECK(throughput(1, "bypass") == Approx(0.391).margin(0.006));
  CHECK(throughput(4, "registered") == Approx(0.559).margin(0.006));
  CHECK(throughput(4, "bypass") == Approx(0.579).margin(0.006));
}

TEST_CASE("routers at low loads hold packets up no longer than M/D/1 queues in a row would",
          "[machine][torus][hypercube][traffic]") {
  // Every link is such a queue with the load of the links; what comes out of one comes one behind
  // the other, so that the next one is easier. The last link, the node's, alone is less than all.
  const auto queue = [](double load) { return load / (2 * (1 - load)); };
  const double load = GENERATE(0.05, 0.1, 0.2);
  const auto [machine, shape, links] = GENERATE(table<const char*, const char*, double>(
      {{"torus", R"({"sides": [8, 8]})", 4}, {"hypercube", R"({"dimension": 6})", 6}}));
  Json given = Json::parse(shape);
  given.update({{"load", load}, {"measure", 8000}});
  const Json seen = figures_of(machine, given);
  const double held_up = number(seen, "latency_mean") - number(seen, "zero_load_latency_mean");
  const double hops = number(seen, "hops_mean");
  CAPTURE(machine, load, held_up);
  CHECK(held_up < hops * queue(load * hops / links) + queue(load));
  CHECK(held_up > 0.8 * queue(load));
  CHECK(seen["saturated"] == false);
}

TEST_CASE("requests share the manager, and a hot node's ports, as queues do",
          "[machine][reconfigurable][traffic]") {
  // A command of one link takes 4 cycles, and every link waits for one: a quarter packet a cycle.
  const Json by_command =
      figures_of("reconfigurable", {{"load", 0.2}, {"beta_r", 3}, {"tau_r", 1}});
  CHECK(by_command["saturated"] == true);
  CHECK(9 * number(by_command, "accepted") == Approx(0.25).epsilon(0.01));
  // Node 3 takes two packets of 5 words at once.
  const Json hot = figures_of(
      "reconfigurable",
      {{"load", 0.2}, {"words", 5}, {"pattern", "hotspot:3,1"}, {"batch", 0}, {"ports", 2}});
  CHECK(hot["saturated"] == true);
  CHECK(9 * number(hot, "accepted") > 0.39);
  CHECK(hot["injected"] == hot["delivered"].get<int>() + hot["inside"].get<int>());
}

TEST_CASE("couplers grant one packet a slot", "[machine][pops][traffic]") {
  // One group: a coupler for all.
  const Json one = figures_of("pops", {{"d", 4}, {"g", 1}, {"words", 1}, {"load", 0.5}});
  CHECK(one["saturated"] == true);
  CHECK(4 * number(one, "accepted") == Approx(1).epsilon(0.001));
  // One processor in each group: a crossbar with queues at its inputs, of which four ports take
  // 0.6553 when requests are uniform over all ports, and more when nobody sends to itself.
  const Json crossbar = figures_of("pops", {{"d", 1}, {"g", 4}, {"words", 1}, {"load", 1.0}});
  CHECK(number(crossbar, "accepted") > 0.6553);
  CHECK(number(crossbar, "accepted") < 0.75);
  const Json lossy = figures_of(
      "pops", {{"d", 4}, {"g", 1}, {"words", 1}, {"load", 0.5}, {"source_queue", "none"}});
  CHECK(lossy["dropped"].get<int>() > 0);
  CHECK(lossy["latency_max"].get<int>() < 20);
}

TEST_CASE("a slot that the end of the measurement cuts brings nothing",
          "[machine][pops][traffic]") {
  // Slots of 96 cycles: that of cycle 288 is cut.
  const Report report =
      run_report("pops", "traffic", "synthetic",
                 {{"load", 1}, {"words", 64}, {"startup", 32}, {"warmup", 0}, {"measure", 300}});
  const Json& figures = report.statistics;
  CHECK(report.cycles == 300_cycles);
  CHECK(figures["slots"] == 4);
  CHECK(figures["guard_cycles"] == 3 * 32 + 12);
  CHECK(figures["inside"].get<int>() > 0);
  CHECK(figures["injected"] == figures["sends"]);
  CHECK(figures["delivered"] == figures["receives"]);
  CHECK(figures["injected"] == figures["delivered"].get<int>() + figures["inside"].get<int>());
  CHECK(figures["source_backlog"] == 16 * 300 - figures["injected"].get<int>());
}

TEST_CASE("a hop that the end of the measurement cuts is busy up to there", "[fat-tree][traffic]") {
  const Json figures = figures_of(
      "fat-tree", {{"nodes", 8}, {"words", 1000}, {"load", 0.01}, {"warmup", 0}, {"measure", 50}});
  for (const Json& share : figures["utilisation_up"]) CHECK(share <= 1);
  CHECK(figures["busy_up"][0] > 0);
}

// ---- determinism --------------------------------------------------------------------------------

TEST_CASE("figures of traffic do not depend on the order of construction", "[traffic][machine]") {
  const auto [machine, nodes, given] = GENERATE(table<const char*, NodeId, const char*>(
      {{"omega", 16, R"({"nodes": 16, "load": 0.7, "words": 2, "fifo_depth": 2})"},
       {"fat-tree", 16, R"({"nodes": 16, "load": 0.2, "pattern": "hotspot:3,0.2"})"},
       {"fat-tree", 16, R"({"nodes": 16, "load": 0.2, "switching": "wormhole", "words": 3})"},
       {"pops", 12, R"({"d": 3, "g": 4, "words": 1, "load": 0.4})"},
       {"torus", 12, R"({"sides": [4, 3], "load": 0.3, "routing": "minimal-adaptive"})"},
       {"torus", 12, R"({"sides": [4, 3], "wrap": false, "load": 0.3, "flow": "bypass"})"},
       {"hypercube", 8, R"({"load": 0.5, "words": 3, "arbitration": "random"})"},
       {"ring", 9, R"({"nodes": 9, "load": 0.3, "routing": "valiant"})"}}));
  Json values = Json::parse(given);
  values["measure"] = 500;
  ConstructionOrder backwards(nodes);
  std::iota(backwards.rbegin(), backwards.rend(), NodeId{0});
  std::ranges::rotate(backwards, backwards.begin() + 5);
  CAPTURE(machine);
  CHECK(figures_of(machine, values) == figures_of(machine, values, "synthetic", backwards));
}

TEST_CASE("equal seeds give equal bytes of report and trace, on every machine",
          "[traffic][machine]") {
  // The reconfigurable machine has one part, so no order in which parts could be made.
  const std::string line = GENERATE(
      as<std::string>{}, "omega traffic --load 0.7 --fifo-depth 2",
      "omega traffic --switching unbuffered-retry", "fat-tree traffic --load 0.3 --fifo-depth 2",
      "fat-tree traffic --switching wormhole --virtual-channels 2 --words 3",
      "torus traffic --routing minimal-adaptive --words 3",
      "torus traffic --wrap false --flow bypass",
      "hypercube traffic --arbitration random --load 0.5", "ring traffic --routing valiant",
      "pops traffic --algorithm synthetic --load 0.4",
      "reconfigurable traffic --burst 4 --beta-r 3");
  const auto file = std::filesystem::temp_directory_path() / "plexus_equal_bytes.csv";
  const auto run = [&](int seed) {
    const Said said = plexus_command("run " + line + " --warmup 20 --measure 200 --seed " +
                                     std::to_string(seed) + " --json --trace " + file.string());
    CHECK(said.status == 0);
    const std::string trace = content(file.string());
    CHECK(trace.size() > 1000);
    return std::pair{said.out, trace};
  };
  CAPTURE(line);
  const auto first = run(5);
  CHECK(run(5) == first);
  const auto other = run(6);
  CHECK(other.first != first.first);
  CHECK(other.second != first.second);
  std::filesystem::remove(file);
}

// ---- series -------------------------------------------------------------------------------------

TEST_CASE("a curve has the figures of the runs that it is made of, and a plot", "[traffic]") {
  const auto file = std::filesystem::temp_directory_path() / "plexus_load_curve.svg";
  const CommandResult result =
      run_json({"omega", "traffic", "--algorithm", "curve", "--nodes", "8", "--measure", "400",
                "--loads", "0.2:0.8:0.3", "--picture", file.string()});
  REQUIRE(result.status == 0);
  const Json rows = result.json["statistics"]["curve"];
  REQUIRE(rows.size() == 3);
  CHECK(result.json["cycles"] == 3 * 1400);
  for (const Json& row : rows) {
    const Json alone = figures_of("omega", {{"nodes", 8}, {"measure", 400}, {"load", row["load"]}});
    CHECK(row.size() == 12);  // the load, and its figures
    for (const auto& [name, value] : row.items()) {
      if (name != "load") CHECK(value == alone[name]);
    }
  }
  const std::string svg = content(file.string());
  std::size_t points = 0;  // of the last series
  for (std::size_t at = 0; (at = svg.find("network latency: ", at)) != std::string::npos; ++at) {
    ++points;
  }
  CHECK(points == 3);
  CHECK(svg.find("packets per node and cycle") != std::string::npos);
  std::filesystem::remove(file);
}

TEST_CASE("the load of saturation is enclosed by loads that do and do not saturate", "[traffic]") {
  const Json found =
      figures_of("omega", {{"nodes", 8}, {"measure", 4000}, {"fifo_depth", 1}, {"precision", 0.02}},
                 "saturation");
  const double above = number(found, "saturation_load");
  const double below = number(found, "saturation_below");
  CHECK(above - below <= 0.02);
  CHECK(above == Approx(number(found, "accepted_at_full_load")).epsilon(0.1));
  const auto saturated = [](double load) {
    return figures_of(
        "omega", {{"nodes", 8}, {"measure", 4000}, {"fifo_depth", 1}, {"load", load}})["saturated"];
  };
  CHECK(saturated(above) == true);
  CHECK(saturated(below) == false);
  // A permutation that passes never saturates.
  const Json never =
      figures_of("omega", {{"nodes", 8}, {"measure", 400}, {"pattern", "shift:3"}}, "saturation");
  CHECK(never["saturation_load"].is_null());
  CHECK(never["saturation_below"] == 1);
}

TEST_CASE("no more is offered in bursts than their pauses leave", "[traffic]") {
  const Said said = plexus_command(
      "run ring traffic --algorithm saturation --burst 3 --nodes 4 --warmup 10 --measure 50 "
      "--json");
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["statistics"]["tried"][0]["load"] == 0.75);  // three cycles of four

  const auto burst = [](const char* words) {
    return plexus_command(
        fmt::format("run ring traffic --nodes 4 --measure 50 --warmup 0 {}", words));
  };
  CHECK(burst("--algorithm saturation --burst 4").status == kVerified);  // 0.8 / (1 - 0.8) > 4
  CHECK(burst("--load 0.9 --burst 9").status == kVerified);
  CHECK(burst("--algorithm curve --loads [0.5,0.9] --burst 9").status == kVerified);
  const Said shorter = burst("--load 0.7 --burst 2.3333");
  CHECK(shorter.status == 2);
  CHECK_THAT(shorter.err, Catch::Contains("must be 2.3334 or more"));
  CHECK(burst("--load 0.7 --burst 2.3334").status == kVerified);
}

TEST_CASE("a picture of what fills has the queues, and what waits at the sources",
          "[omega][traffic][picture]") {
  const TemporaryFolder folder;
  const std::string file = folder / "filling.svg";
  REQUIRE(plexus_command(
              "run omega traffic --algorithm filling --nodes 4 --measure 100 --picture " + file)
              .status == kVerified);
  const std::string picture = content(file);
  CHECK_THAT(picture, Catch::Contains("In a queue, on average"));
  CHECK_THAT(picture, Catch::Contains("Packets that wait at their sources"));
}

TEST_CASE("queues fill from a hot spot back to the sources", "[omega][traffic]") {
  const Json filled = figures_of("omega",
                                 {{"nodes", 16},
                                  {"load", 0.5},
                                  {"fifo_depth", 8},
                                  {"pattern", "hotspot:5,0.2"},
                                  {"warmup", 0},
                                  {"measure", 2000}},
                                 "filling");
  const Json rows = filled["filling"];
  REQUIRE(rows.size() == 100);
  CHECK(rows.back()["cycle"] == 2000);
  CHECK(rows.front()["sources"] == 0);
  CHECK(number(rows.back(), "sources") > number(rows[50], "sources"));
  // What a piece shows is what the run's figure adds up, which begins and ends a cycle later.
  const Json whole = figures_of("omega", {{"nodes", 16},
                                          {"load", 0.5},
                                          {"fifo_depth", 8},
                                          {"pattern", "hotspot:5,0.2"},
                                          {"warmup", 0},
                                          {"measure", 2000}});
  for (std::size_t t = 0; t < 4; ++t) {
    double mean = 0;
    for (const Json& row : rows) mean += row["stage " + std::to_string(t)].get<double>() / 100;
    CHECK(mean == Approx(whole["queue_depth_mean"][t].get<double>()).margin(8.0 / 2000));
  }
}

TEST_CASE("what a trace has recorded can be offered again", "[traffic]") {
  const auto file = std::filesystem::temp_directory_path() / "plexus_recorded.csv";
  REQUIRE(run_json({"omega", "allgather", "--nodes", "8", "--trace", file.string()}).status == 0);
  const Json seen =
      figures_of("fat-tree", {{"nodes", 8}, {"recorded", file.string()}, {"measure", 20000}});
  CHECK(seen["delivered"] == 24);  // three steps of eight messages
  CHECK(seen["inside"] == 0);
  std::filesystem::remove(file);
}

TEST_CASE("routers in step wait for the longest packet of all leaves", "[fat-tree][traffic]") {
  // Blocks of 1 to 50 words; more than half of the packets cross the root, in 6 hops of a slot.
  const Json figures = figures_of(
      "fat-tree",
      {{"nodes", 8}, {"words", "varied:1,7,8"}, {"router", "synchronous"}, {"load", 0.001}});
  CHECK(figures["network_latency_p50"] == 6 * 50);
}
