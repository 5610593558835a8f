#include "models/torus/halves.hpp"

#include <algorithm>

namespace plexus::torus {

using namespace paper_1986;

namespace {

bool even(const TorusCase& at) { return divides(2, at.words); }

/// Packets of a half.
std::int64_t packets_of_half(const TorusCase& at) {
  return std::min(at.packets, first_half(at.words).count());
}

double i(const TorusCase& at) { return real(at.shape.eccentricity(0)); }

}  // namespace

Cycles slower_half(const TorusCase& at, std::int64_t depth_x, std::int64_t depth_y) {
  return std::max(part_pipelined(depth_x, first_half(at.words), at.packets, at.timing),
                  part_pipelined(depth_y, second_half(at.words), at.packets, at.timing));
}

Cycles slower_tree(const TorusCase& at) {
  return slower_half(at, at.trees->x.depth(), at.trees->y.depth());
}

std::vector<Equation<TorusCase>> two_halves(const std::function<bool(const TorusCase&)>& reached) {
  const std::string label = "(3.19)";
  const std::string place = section("3.2(D)");
  return {
      {.label = label,
       .place = place,
       .formula =
           [](const TorusCase& at) {
             return printed_pipeline(real(packets_of_half(at)), i(at), real(at.words), at.timing,
                                     2);
           },
       .relation =
           [reached](const TorusCase& at) {
             return equal_if(reached(at) && even(at) &&
                             packets_divide(first_half(at.words), packets_of_half(at), at.timing));
           },
       .form = ", given nu"},
      {.label = label,
       .place = place,
       .formula =
           [](const TorusCase& at) {
             return printed_pipeline_minimum(i(at), real(at.words), at.timing, 2);
           },
       .relation = [](const TorusCase& at) { return at_least_if(even(at)); }}};
}

bool shallow_trees(const TorusCase& at) {
  return std::max(at.trees->x.depth(), at.trees->y.depth()) == at.shape.eccentricity(0);
}

NodeProgram<processor> down_both_trees(const TorusCase& at, torus_machine& /*top*/) {
  return [trees = std::vector<SpanningTree>{at.trees->x, at.trees->y},
          halves = even_streams(at.words, 2, at.packets)](processor& self) {
    return relay_down_trees(self, trees, halves);
  };
}

void report_trees(const TorusCase& at, const torus_machine& top, Statistics& statistics) {
  report_packets(at, top, statistics);
  statistics.set(kDepthX, at.trees->x.depth());
  statistics.set(kDepthY, at.trees->y.depth());
}

}  // namespace plexus::torus
