#pragma once

#include "hw/node/alu_node.hpp"
#include "hw/node/program.hpp"
#include "models/express-mesh/case.hpp"
#include "models/express-mesh/steps.hpp"

/// The algorithms of the express mesh, a file each: what they ask of their parameters, their steps
/// and hops in closed form (specification, sections 4.1, 5 and 6), and their programs.
namespace plexus {

struct ExpressMeshAlgorithm {
  const char* operation;
  const char* name;
  const char* summary;
  const char* section;  ///< of the paper
  ExpressMeshRules rules;
  Program (*program)(alu_node&, const ExpressMeshCase&);
  /// All hops, in closed form; null where none is known.
  Steps (*hops)(const ExpressMeshCase&) = nullptr;
};

}  // namespace plexus
