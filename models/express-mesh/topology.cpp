#include "models/express-mesh/machine.hpp"

namespace plexus::express {

namespace {

const Statistic kMeshNodes{"nodes", "nodes", "second nodes of compound terminals included"};
const Statistic kMeshLinks{"mesh_links", "links", "between neighbours"};
const Statistic kExpressLinks{"express_links", "links", "of all levels"};
const Statistic kInternalLinks{"internal_links", "links", "inside compound nodes"};
const Statistic kTopologyMaxDegree{"max_degree", "links", "at any one node"};
const Statistic kEccentricity{"eccentricity_node0", "links", "from node 0 to the farthest node"};
const Statistic kMeshDiameter{"diameter", "links", "between the two nodes farthest apart"};
const Statistic kDegrees{"degree_histogram", "nodes", "with 0, 1, 2, .. links"};
const Statistic kWire{"express_wire", "links", "lengths of all express links together"};

void answer(const ExpressMeshCase& at, Statistics& statistics) {
  const ExpressMeshFigures found = figures(at.mesh);
  const ExpressMeshDistances far = distances(at.mesh);
  statistics.set(kMeshNodes, at.mesh.nodes());
  statistics.set(kMeshLinks, found.mesh_links);
  statistics.set(kExpressLinks, found.express_links);
  statistics.set(kInternalLinks, found.internal_links);
  statistics.set(kTopologyMaxDegree, found.max_degree);
  statistics.set(kEccentricity, far.eccentricity);
  statistics.set(kMeshDiameter, far.diameter);
  statistics.set(kDegrees, found.degrees);
  statistics.set(kWire, found.express_wire);
}

Algorithm<ExpressMeshCase> topology(const ExpressMeshSetup& setup, const char* summary) {
  return on_express_mesh(
      setup, {.operation = "topology",
              .name = std::string{to_string(setup.layout)},
              .summary = summary,
              .is_default = setup.layout == ExpressLayout::kLines,
              .answer = answer,
              .declared = {kMeshNodes, kMeshLinks, kExpressLinks, kInternalLinks,
                           kTopologyMaxDegree, kEccentricity, kMeshDiameter, kDegrees, kWire},
              .only_blocks = std::vector<std::string>{}});
}

}  // namespace

std::vector<Algorithm<ExpressMeshCase>> topologies() {
  using enum ExpressLayout;
  return {
      topology({.layout = kNone, .dimensions = 0, .levels = 0}, "the ordinary mesh"),
      topology({.layout = kLines, .dimensions = 0, .levels = kMostLevels},
               "express links on every line"),
      topology({.layout = kSparse, .levels = kMostLevels}, "express links on few rows and columns"),
      topology({.layout = kCompound}, "a second node at each terminal: degree 5"),
      topology({.layout = kShifted}, "express links shifted so that no two share a node: degree 5"),
      topology({.layout = kShortened},
               "express links shortened so that no two share a node: degree 5")};
}

}  // namespace plexus::express
