#include "models/operations/standard.hpp"

#include <array>

namespace plexus {

namespace {

struct NamedOperation {
  std::string_view name;
  Operation (*of)(const OperationFacts&);
};

constexpr std::array kOperations{
    NamedOperation{"move",
                   [](const OperationFacts& run) {
                     return move_operation(run.source, run.destination, run.words);
                   }},
    NamedOperation{
        "broadcast",
        [](const OperationFacts& run) { return broadcast_operation(run.root, run.words); }},
    NamedOperation{"scatter",
                   [](const OperationFacts& run) {
                     return scatter_operation(run.nodes, run.root, run.words);
                   }},
    NamedOperation{
        "gather",
        [](const OperationFacts& run) { return gather_operation(run.nodes, run.root, run.words); }},
    NamedOperation{
        "allgather",
        [](const OperationFacts& run) { return allgather_operation(run.nodes, run.words); }},
    NamedOperation{
        "alltoall",
        [](const OperationFacts& run) { return alltoall_operation(run.nodes, run.words); }},
    NamedOperation{
        "permutation",
        [](const OperationFacts& run) { return permutation_operation(*run.image, run.words); }},
    NamedOperation{"allreduce",
                   [](const OperationFacts& run) { return run.reduction->allreduce(); }},
    NamedOperation{"reduce-scatter",
                   [](const OperationFacts& run) { return run.reduction->reduce_scatter(); }}};

}  // namespace

Operation standard_operation(std::string_view name, const OperationFacts& facts) {
  for (const NamedOperation& one : kOperations) {
    if (one.name == name) return one.of(facts);
  }
  return {};
}

}  // namespace plexus
