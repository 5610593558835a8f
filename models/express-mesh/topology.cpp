#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/distances.hpp"

namespace plexus::express {

namespace {

const Statistic kMeshNodes{"nodes", "nodes", "second nodes of compound terminals included"};
const Statistic kMeshLinks{"mesh_links", "links", "between neighbours"};
const Statistic kExpressLinks{"express_links", "links", "of all levels"};
const Statistic kInternalLinks{"internal_links", "links", "inside compound nodes"};
const Statistic kMaxDegree{"max_degree", "links", "at any one node"};
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
  statistics.set(kMaxDegree, found.max_degree);
  statistics.set(kEccentricity, far.eccentricity);
  statistics.set(kMeshDiameter, far.diameter);
  statistics.set(kDegrees, found.degrees);
  statistics.set(kWire, found.express_wire);
}

}  // namespace

ExpressMeshAlgorithm topology(ExpressLayout layout) {
  ExpressMeshAlgorithm algorithm;
  algorithm.operation = "topology";
  algorithm.name = to_string(layout);
  algorithm.rules.layout = layout;
  algorithm.rules.runs = false;
  algorithm.answer = answer;
  algorithm.declared = {kMeshNodes,    kMeshLinks,    kExpressLinks, kInternalLinks, kMaxDegree,
                        kEccentricity, kMeshDiameter, kDegrees,      kWire};
  switch (layout) {
    case ExpressLayout::kNone:
      algorithm.summary = "the ordinary mesh";
      algorithm.rules.levels = Levels::kNone;
      algorithm.rules.dimensions = 0;
      break;
    case ExpressLayout::kLines:
      algorithm.summary = "express links on every line";
      algorithm.rules.levels = Levels::kMany;
      algorithm.rules.dimensions = 0;
      algorithm.is_default = true;
      break;
    case ExpressLayout::kSparse:
      algorithm.summary = "express links on few rows and columns";
      algorithm.rules.levels = Levels::kMany;
      algorithm.rules.same_levels = true;
      break;
    case ExpressLayout::kCompound:
      algorithm.summary = "a second node at each terminal: degree 5";
      break;
    case ExpressLayout::kShifted:
      algorithm.summary = "express links shifted so that no two share a node: degree 5";
      break;
    case ExpressLayout::kShortened:
      algorithm.summary = "express links shortened so that no two share a node: degree 5";
      algorithm.rules.shortest = 4;
      break;
  }
  return algorithm;
}

}  // namespace plexus::express
