#include "models/pops/generalize.hpp"

namespace plexus::pops {

namespace {

/// As printed: every coupler of the range is driven, also where nobody listens.
Program printed_generalize(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const NodeId k = self.id();
  const RelayStop own = self.stop(self.by_position(), k);
  std::int64_t low = 0;
  co_await shift_destinations(self, at, low);
  std::vector<NodeId> receivers;
  std::vector<NodeId> groups;
  for (NodeId pass = 0; pass < pops.passes(); ++pass) {
    std::optional<Message> message;
    if (const auto last = destination(at, k); last && own.pass == pass) {
      message = self.via(own.relay, datum(k), static_cast<NodeId>(low + 1), *last);
    }
    const auto heard = co_await self.slot(at.words, std::move(message));
    message.reset();
    if (heard) {
      receivers = processors(heard->first, heard->last);
      groups = processors((heard->first - 1) / pops.d, heard->last / pops.d);
      message = self.to(receivers, heard->data);
      message->groups = groups;
    }
    co_await self.slot(at.words, std::move(message));
    if (heard) self.passed_on();
  }
}

}  // namespace

Algorithm<PopsCase> generalize_printed() {
  return {.operation = "generalize",
          .name = "two-hop-printed",
          .summary = "line (42) as printed: collides for d >= g (erratum E9)",
          .parameters = parameters({destinations_parameter()}),
          .prepare =
              [](PopsCase& at) {
                require_d_above_one(at, "two-hop-printed");
                at.first_destination = 0;
              },
          .data = ranges_operation,
          .program = printed_generalize,
          .equations = {four_passes()},
          .exact = in_slots<two_moves>};
}

}  // namespace plexus::pops
