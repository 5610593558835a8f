#include "models/operations/run_parameters.hpp"

#include "models/catalogue/json.hpp"

namespace plexus {

std::vector<Parameter> RunParameters::with_root(const char* help) const {
  return joined({all, {node_parameter("root", 0, nodes, help)}});
}

std::vector<Parameter> RunParameters::with_ends() const {
  return joined({all, source_and_destination(nodes, farthest, destination)});
}

std::vector<Parameter> RunParameters::with_op(OperandOrder order) const {
  return joined({all, {op_parameter(order)}});
}

}  // namespace plexus
