#include "models/bus/case.hpp"

namespace plexus::on_bus {

namespace {

/// The nodes tell their vectors in turn, and each combines its own chunk.
Program rows(bus_node& self, const BusCase& at) {
  co_await combine_in_turn(self, at, at.reduction->some({self.id(), 1}));
}

/// k c(k w).
Cycles exact_rows(const BusCase& at) { return at.nodes * at.timing.hop(at.nodes * at.words); }

}  // namespace

Algorithm<BusCase> reduce_scatter_rows() {
  return {.operation = "reduce-scatter",
          .name = "broadcast-rows",
          .summary = "the processors tell their vectors in turn, and each combines its chunk",
          .is_default = true,
          .parameters = bus_parameters().with_op(OperandOrder::kKept),
          .prepare = [](BusCase& at) { share_vector(at, at.nodes * at.words, at.nodes); },
          .program = rows,
          .exact = exact_rows,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::on_bus
