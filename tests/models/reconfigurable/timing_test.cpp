#include "models/reconfigurable/timing.hpp"

#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/reconfigurable/plan.hpp"

using namespace plexus;

namespace {

/// N = 125, k = 4, L = 25, startup 50, beta_r 100, tau_r 2.
ReconfigurableCase faster_managers() {
  ReconfigurableCase at;
  at.nodes = 125;
  at.ports = 4;
  at.words = 25_words;
  at.link.startup = 50_cycles;
  at.policy.timing = {100_cycles, 2_cycles};
  return at;
}

/// Models (a) to (d), (e) by phase and by link, dynamic with batch 0 and 1.
std::vector<SettingPolicy> policies(const SettingTiming& timing) {
  std::vector<SettingPolicy> all(8);
  for (SettingPolicy& one : all) one.timing = timing;
  all[1].banks = all[3].banks = 2;
  all[2].grain = all[3].grain = all[5].grain = Grain::kLink;
  all[4].setters = all[5].setters = Setters::kPerNode;
  all[6].dynamic = all[7].dynamic = true;
  all[6].batch = 0;
  return all;
}

}  // namespace

TEST_CASE("faster managers cost what the specification's observation 3 says",
          "[reconfigurable][cost]") {
  struct Row {
    std::string name;
    Plan (*plan)(const ReconfigurableCase&, Detail);
    std::array<std::int64_t, 8> cycles;
  };
  const std::vector<Row> rows{
      {"naive", plan_broadcast_naive, {773, 623, 623, 623, 549, 549, 892, 12723}},
      {"two-phase", plan_broadcast_two_phase, {2011, 1803, 1803, 1803, 803, 803, 2152, 63703}},
      {"scatter", plan_scatter, {1473, 1158, 1233, 1052, 1249, 1249, 1629, 13092}},
      {"gather", plan_gather, {1473, 1290, 1290, 1290, 1249, 1249, 1580, 13323}},
      {"allgather", plan_allgather_clique, {2725, 2475, 2475, 2475, 1249, 1249, 2675, 77175}},
      {"alltoall", plan_alltoall_clique, {3825, 2625, 3071, 2625, 2349, 2349, 3503, 77175}}};
  for (const Row& row : rows) {
    ReconfigurableCase at = faster_managers();
    if (row.name == "two-phase") at.split_steps = 2;
    const Plan plan = row.plan(at, Detail::kListed);
    std::size_t column = 0;
    for (const SettingPolicy& policy : policies(at.policy.timing)) {
      CAPTURE(row.name, column);
      CHECK(schedule_cost(plan.schedule, at.nodes, at.link, policy).cycles.count() ==
            row.cycles[column++]);
    }
  }
}

TEST_CASE("a schedule's figures count waits and commands", "[reconfigurable][cost]") {
  const ReconfigurableCase at = faster_managers();
  const Plan plan = plan_scatter(at);
  const auto cost = [&](const SettingPolicy& policy) {
    return schedule_cost(plan.schedule, at.nodes, at.link, policy);
  };
  auto all = policies(at.policy.timing);
  CHECK(cost(all[2]).open_wait == 6_cycles);
  all[3].swap = 5_cycles;
  CHECK(cost(all[3]).cycles == 1067_cycles);
  CHECK(cost(all[3]).open_wait == 9607_cycles);
  CHECK(cost(all[5]).commands == 155);
  CHECK(cost(all[6]).commands == 6);
  CHECK(cost(all[7]).commands == 124);
}

TEST_CASE("figure 4 is exact to the cycle", "[reconfigurable][cost]") {
  struct Row {
    std::int64_t words;
    std::array<std::int64_t, 6> cycles;  // h' = 0 .. 5
    int best;
  };
  const auto row = GENERATE(values<Row>({
      {10, {60150, 67956, 78842, 90080, 101318, 112556}, 0},
      {33, {70270, 70596, 80162, 91136, 102374, 113612}, 0},
      {34, {70710, 70596, 80162, 91136, 102374, 113612}, 1},
      {113, {105470, 79044, 84298, 94480, 105718, 116956}, 1},
      {210, {148150, 89076, 89402, 98880, 109942, 121180}, 1},
      {211, {148590, 89604, 89578, 99056, 110118, 121356}, 2},
      {546, {295990, 124980, 107090, 114192, 124726, 135964}, 2},
      {1000, {495750, 172500, 130850, 134256, 144526, 155676}, 2},
  }));
  ReconfigurableCase at;
  at.nodes = 3125;
  at.ports = 4;
  at.words = Words{row.words};
  at.link = {0_cycles, 1150_cycles, 88, 1_words};
  at.policy.timing = {10000_cycles, 0_cycles};
  CAPTURE(row.words);
  for (int h = 0; h <= 5; ++h) {
    CHECK(phase_by_phase(costs_with_split(at, h), at.link, at.policy.timing).count() ==
          row.cycles[static_cast<std::size_t>(h)]);
  }
  CHECK(split_steps_of(at) == row.best);
}
