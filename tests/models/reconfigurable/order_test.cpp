#include <algorithm>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "models/reconfigurable/plan.hpp"
#include "models/reconfigurable/timing.hpp"
#include "tests/machines/reconfigurable_runs.hpp"

using namespace plexus;

namespace {

/// A program of random matchings of ports, messages of random lengths.
struct RandomProgram {
  NodeId nodes;
  std::uint32_t ports;
  LinkSchedule schedule;
};

RandomProgram random_program(std::mt19937& random) {
  const auto up_to = [&](std::uint32_t most) {
    return static_cast<std::uint32_t>(random() % (most + 1));
  };
  RandomProgram program{static_cast<NodeId>(2 + up_to(7)), 1 + up_to(3), {}};
  const std::uint32_t phases = 1 + up_to(5);
  for (std::uint32_t p = 0; p < phases; ++p) {
    std::vector<CrossbarPort> free;
    for (NodeId v = 0; v < program.nodes; ++v) {
      for (std::uint32_t port = 0; port < program.ports; ++port) free.push_back({v, port});
    }
    std::shuffle(free.begin(), free.end(), random);
    std::vector<PhaseLink> links;
    while (free.size() >= 2) {
      const CrossbarPort a = free.back();
      free.pop_back();
      const CrossbarPort b = free.back();
      free.pop_back();
      if (a.node == b.node || up_to(2) == 0) continue;
      links.push_back({a, b, Words{up_to(12)}, Words{up_to(3) == 0 ? up_to(12) : 0}});
    }
    if (links.empty()) continue;
    program.schedule.begin_phase();
    for (const PhaseLink& link : links) program.schedule.add(link);
  }
  return program;
}

/// (a), (b), (c), (d) without a swap.
std::vector<SettingPolicy> models(const SettingTiming& timing) {
  std::vector<SettingPolicy> all(4);
  for (SettingPolicy& one : all) one.timing = timing;
  all[1].banks = all[3].banks = 2;
  all[2].grain = all[3].grain = Grain::kLink;
  return all;
}

}  // namespace

TEST_CASE("with no swap (d) is as fast as (b) and (c), and these as (a)",
          "[reconfigurable][cost]") {
  const auto seed = GENERATE(range(1u, 41u));
  std::mt19937 random{seed};
  for (int i = 0; i < 15; ++i) {
    const RandomProgram program = random_program(random);
    const RendezvousTiming link{Cycles{static_cast<std::int64_t>(random() % 3)},
                                Cycles{static_cast<std::int64_t>(random() % 20)},
                                1 + static_cast<std::int64_t>(random() % 4), 1_words};
    const SettingTiming timing{Cycles{static_cast<std::int64_t>(random() % 40)},
                               Cycles{static_cast<std::int64_t>(random() % 5)}};
    std::vector<Cycles> cycles;
    for (const SettingPolicy& policy : models(timing)) {
      cycles.push_back(schedule_cost(program.schedule, program.nodes, link, policy).cycles);
    }
    CAPTURE(seed, i);
    CHECK(cycles[3] <= cycles[2]);
    CHECK(cycles[2] <= cycles[0]);
    CHECK(cycles[3] <= cycles[1]);
    CHECK(cycles[1] <= cycles[0]);
    const auto costs = costs_of(program.schedule);
    CHECK(cycles[0] == phase_by_phase(costs, link, timing));
    CHECK(cycles[1] == double_buffered(costs, link, timing, 0_cycles));
  }
}

TEST_CASE("the hardware takes for random programs what they cost", "[reconfigurable][machine]") {
  const auto seed = GENERATE(range(100u, 116u));
  std::mt19937 random{seed};
  const RandomProgram program = random_program(random);
  if (program.schedule.phases() == 0) return;
  ReconfigurableCase at;
  at.nodes = program.nodes;
  at.ports = program.ports;
  at.link.startup = Cycles{static_cast<std::int64_t>(random() % 20)};
  const SettingTiming timing{Cycles{static_cast<std::int64_t>(random() % 30)},
                             Cycles{static_cast<std::int64_t>(random() % 4)}};
  for (const SettingPolicy& policy : models(timing)) {
    at.policy = policy;
    Plan plan;
    plan.schedule = program.schedule;
    plan.in_vain = true;
    plan.blocks = [](const Sending& sent) {  // every node holds block 0 of twelve words
      return Blocks{Interval{0, 1}, Slice{0_words, sent.words}};
    };
    Operation everywhere = broadcast_operation(0, 12_words);
    everywhere.before = everywhere.after;
    ReconfigurableRun run{at, plan, everywhere};
    CAPTURE(seed, policy.banks, to_string(policy.grain));
    CHECK(run.finish() == schedule_cost(program.schedule, at.nodes, at.link, policy).cycles);
  }
}
