#include <cmath>

#include "models/torus/case.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// Node 0, 1, .. broadcasts down its tree (3.3(D)).
Program sequential_broadcast(processor& self, const TorusCase& at) {
  for (NodeId root = 0; root < at.shape.nodes(); ++root) {
    co_await relay(self, row_last_place(at.shape, root, self.id()),
                   whole_stream(at.words, at.packets, root));
    co_await self.step();
  }
}

/// k (sqrt(N/(k b)) + sqrt((sqrt k - 1) tau))^2, N = k w.
double printed_sequential_broadcast(const TorusCase& at) {
  return at.k() * printed_pipeline_minimum(std::sqrt(at.k()), real(at.nodes() * at.words),
                                           at.timing, at.k());
}

/// Hops from every node to the one farthest from it, added up.
std::int64_t sum_of_eccentricities(const TorusShape& shape) {
  if (shape.wrap()) return std::int64_t{shape.nodes()} * shape.eccentricity(0);
  std::int64_t sum = 0;
  for (NodeId node = 0; node < shape.nodes(); ++node) sum += shape.eccentricity(node);
  return sum;
}

/// The sum over all roots of F(eccentricity, w, nu).
Cycles broadcasts(const TorusCase& at, std::int64_t eccentricities) {
  if (at.nodes() == 1) return 0_cycles;
  const EvenSplit split{at.words, at.packets};
  return at.nodes() * sum_of_hops(split, at.timing) +
         (eccentricities - at.nodes()) * at.timing.hop(split.largest());
}

Cycles exact_sequential_broadcast(const TorusCase& at) {
  return broadcasts(at, sum_of_eccentricities(at.shape));
}

/// The formula on a mesh: with the eccentricity of a corner, the largest one.
void cut_sequential_broadcast(TorusCase& at) {
  std::optional<std::int64_t> sum;  // worked out once, if at all
  settle_packets(at, at.shape.diameter(), at.words, [&](const TorusCase& with) {
    if (!sum) sum = sum_of_eccentricities(with.shape);
    return broadcasts(with, *sum);
  });
}

}  // namespace

Algorithm<TorusCase> allgather_sequential_broadcast() {
  return {.operation = "allgather",
          .name = "sequential-broadcast",
          .summary = "the processors broadcast in turn",
          .parameters = with_packets(torus_parameters()),
          .prepare = cut_sequential_broadcast,
          .program = sequential_broadcast,
          .equations = {on_squares(on_grid(
              {"(3.29)", section("3.3(D)"), printed_sequential_broadcast,
               [](const TorusCase& at) { return at_least_if(at.shape.side(0) % 2 == 0); }}))},
          .exact = exact_sequential_broadcast,
          .statistics = report_packets,
          .declared = {kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::torus
