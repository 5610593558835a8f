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
  for (NodeId pass = 0; pass < pops.passes(); ++pass) {
    std::optional<Packet> message;
    if (const auto last = destination(at, k); last && own.pass == pass) {
      message = self.via(at.words, own.relay, datum(k), static_cast<NodeId>(low + 1), *last);
    }
    const auto heard = co_await self.slot(at.words, std::move(message));
    message.reset();
    if (heard) {
      const Interval onward = *heard->header().onward;
      const NodeSet groups = processors(static_cast<NodeId>(onward.first - 1) / pops.d,
                                        static_cast<NodeId>(onward.end() - 1) / pops.d);
      message = self.to(at.words, NodeSet::run(onward), data_of(*heard)[0], groups);
    }
    co_await self.slot(at.words, std::move(message));
    if (heard) self.passed_on();
  }
}

}  // namespace

Algorithm<PopsCase> generalize_printed() {
  return {.operation = "generalize",
          .name = "two-hop-printed",
          .summary = "line (42) as printed: collides for d >= g (erratum P8)",
          .parameters = parameters({destinations_parameter()}),
          .prepare =
              [](PopsCase& at) {
                require_d_above_one(at, "two-hop-printed");
                at.first_destination = 0;
              },
          .program = printed_generalize,
          .equations = {four_passes()},
          .exact = in_slots<two_moves>};
}

}  // namespace plexus::pops
