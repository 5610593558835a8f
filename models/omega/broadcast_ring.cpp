#include "models/omega/pipelined_broadcast.hpp"
#include "models/omega/play.hpp"

namespace plexus {

PipelinedMaps ring_maps(NodeId nodes, NodeId root) {
  PipelinedMaps ring{nodes - 1, {{}}, {shift_routes(nodes, 1)}};
  for (NodeId h = 0; h + 1 < nodes; ++h) {
    ring.maps[0].push_back({{(root + h) % nodes, (root + h + 1) % nodes}, h});
  }
  sort_by_source(ring.maps[0]);
  return ring;
}

namespace omega {

using namespace paper_1986;

namespace {

std::int64_t links_of_ring(const SwitchCase& at) { return std::int64_t{at.nodes()} - 1; }

/// As a ring of k processors does it, over k - 1 links.
Pipeline round_the_ring(const SwitchCase& at) { return {links_of_ring(at), at.words, at.packets}; }

Equation<SwitchCase> pipeline_over_ring() {
  Equation<SwitchCase> equation = pipeline<SwitchCase>(round_the_ring);
  equation.part = ", for i = k - 1";
  return equation;
}

}  // namespace

Algorithm<SwitchCase> broadcast_ring() {
  return pipelined_broadcast(
      {.name = "ring",
       .summary = "packets round an emulated ring: shifts by one",
       .equations = {pipeline_over_ring(),
                     pipeline_minimum<SwitchCase>("(3.22)", "3.2(F)", round_the_ring)}},
      {ring_maps, links_of_ring});
}

}  // namespace omega
}  // namespace plexus
