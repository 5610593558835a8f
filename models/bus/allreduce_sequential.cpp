#include "models/bus/case.hpp"

namespace plexus::on_bus {

namespace {

/// The nodes tell their vectors in turn, and all combine what they hear.
Program sequential(bus_node& self, const BusCase& at) {
  co_await combine_in_turn(self, at, at.reduction->some({0, 1}));
}

/// k c(w).
Cycles exact_allreduce_sequential(const BusCase& at) { return at.nodes * at.timing.hop(at.words); }

}  // namespace

Algorithm<BusCase> allreduce_sequential() {
  return {.operation = "allreduce",
          .name = "sequential",
          .summary = "the processors tell their vectors in turn, and all combine them",
          .is_default = true,
          .parameters = bus_parameters().with_op(OperandOrder::kKept),
          .prepare = [](BusCase& at) { share_vector(at, at.words, 1); },
          .program = sequential,
          .exact = exact_allreduce_sequential,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::on_bus
