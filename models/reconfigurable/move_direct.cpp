#include "models/catalogue/json.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// What channel j of c carries: floor((L + j) / c) words.
Slice on_channel(const ReconfigurableCase& at, std::uint32_t channel) {
  return part_of({0_words, at.words}, channel, at.channels);
}

}  // namespace

/// Section 1: a message over links side by side, set for it.
Plan plan_move(const ReconfigurableCase& at, Detail detail) {
  Plan plan{detail};
  plan.given_ports = true;
  plan.begin_phase();
  plan.links(at.channels, Words{ceil_ratio(at.words.count(), at.channels)}, [&] {
    for (std::uint32_t j = 0; j < at.channels; ++j) {
      plan.schedule.add({{at.source, j}, {at.destination, j}, on_channel(at, j).count, 0_words});
    }
  });
  plan.blocks = [at](const Sending& sent) {
    return Blocks{Interval{0, 1}, on_channel(at, sent.from.port)};
  };
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

Algorithm<ReconfigurableCase> move_direct() {
  return {
      .operation = "move",
      .name = "direct",
      .summary = "links side by side, set for the message",
      .is_default = true,
      .parameters = joined({reconfigurable_parameters(),
                            source_and_destination(nodes_asked, "half way round", half_way_round),
                            {channels_parameter()}}),
      .prepare = plan_with<plan_move>,
      .programs = play_plan,
      .exact = exact_count};
}

}  // namespace plexus::reconfigurable
