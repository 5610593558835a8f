#include "models/operations/standard.hpp"

#include <array>

#include "models/operations/permutation.hpp"

namespace plexus {

namespace {

struct NamedOperation {
  std::string_view name;
  Operation (*of)(const OperationFacts&);
};

/// One move of another network, whose links say who gets what.
Operation along_links(const OperationFacts& run) {
  return image_operation("move", *run.image, run.words);
}

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
    NamedOperation{"hypercube-move", along_links},
    NamedOperation{"mesh-move", along_links},
    NamedOperation{"ring-move", along_links},
    NamedOperation{"concentrate",
                   [](const OperationFacts& run) {
                     return concentrate_operation(run.nodes, *run.selected, run.words);
                   }},
    NamedOperation{"distribute",
                   [](const OperationFacts& run) {
                     return distribute_operation(run.nodes, *run.destinations, run.words);
                   }},
    NamedOperation{"generalize",
                   [](const OperationFacts& run) {
                     return generalize_operation(run.nodes, *run.destinations, run.before_first,
                                                 run.words);
                   }},
    NamedOperation{"allreduce",
                   [](const OperationFacts& run) { return run.reduction->allreduce(); }},
    NamedOperation{"reduce-scatter",
                   [](const OperationFacts& run) { return run.reduction->reduce_scatter(); }}};

}  // namespace

Operation standard_operation(std::string_view name, const OperationFacts& facts) {
  Operation operation;
  for (const NamedOperation& one : kOperations) {
    if (one.name == name) operation = one.of(facts);
  }
  operation.name = name;
  return operation;
}

}  // namespace plexus
