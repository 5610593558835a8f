#include "models/bus/case.hpp"
#include "models/bus/schedule.hpp"

namespace plexus::on_bus {

namespace {

PairSchedule schedule_of(const BusCase& at) { return {at.nodes, at.channels}; }

/// Pairs exchange by a schedule, as many at a time as the bus has channels. Ours: the paper has no
/// such algorithm.
Program pairs(bus_node& self, const BusCase& at) {
  const PairSchedule schedule = schedule_of(at);
  std::uint64_t now = 0;  // lock steps ended
  for (NodeId round = 0; round < schedule.rounds(); ++round) {
    const auto turn = schedule.turn(self.id(), round);
    if (!turn) continue;                     // rests
    for (const bool back : {false, true}) {  // the lower partner writes first, then the higher
      const std::uint64_t step = schedule.step(round, back, turn->group);
      co_await self.step(step - now);
      now = step;
      if ((self.id() < turn->partner) != back) {
        co_await self.write_now(NodeSet::one(turn->partner),
                                self.pack(alltoall_block(at.nodes, self.id(), turn->partner)));
      } else {
        co_await self.read_into_memory();
      }
    }
  }
}

/// 2 R ceil(h/g) c(w), with the schedule's rounds R, pairs h and groups of g.
Cycles exact_pairwise(const BusCase& at) {
  return schedule_of(at).steps() * at.timing.hop(at.words);
}

}  // namespace

Algorithm<BusCase> alltoall_pairwise() {
  return {.operation = "alltoall",
          .name = "pairwise",
          .summary = "pairs exchange by a schedule, k-star of them at a time",
          .is_default = true,
          .parameters = bus_parameters(),
          .program = pairs,
          .exact = exact_pairwise};
}

}  // namespace plexus::on_bus
