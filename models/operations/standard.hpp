#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/time/units.hpp"
#include "models/operations/operation.hpp"
#include "models/operations/reduction.hpp"

/// The operations by their names: an algorithm names one, and says nothing of it again.
namespace plexus {

/// What a run says to its operation; what the operation does not ask for keeps its default.
struct OperationFacts {
  std::uint64_t nodes = 0;
  Words words{1};  ///< of a block
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  const std::vector<NodeId>* image = nullptr;         ///< where the block of each node goes
  const std::vector<NodeId>* selected = nullptr;      ///< nodes that have a block, rising
  const std::vector<NodeId>* destinations = nullptr;  ///< of the blocks of nodes 0, 1, .., rising
  std::int64_t before_first = -1;                     ///< in the place of one before the first
  const Reduction* reduction = nullptr;               ///< what is combined
};

/// What every node holds before the operation and must hold after it, and who judges what it has
/// combined. Of a name that is none of them no more than that is said.
[[nodiscard]] Operation standard_operation(std::string_view name, const OperationFacts& facts);

/// The nodes of a case.
template <typename Case>
[[nodiscard]] NodeId nodes_of(const Case& at) {
  if constexpr (requires { at.nodes(); }) {
    return static_cast<NodeId>(at.nodes());
  } else {
    return at.nodes;
  }
}

/// A case that says all this, in `facts()` or in members of these names.
template <typename Case>
concept TellsFacts = requires(const Case& at) {
  at.facts();
};
template <typename Case>
concept SaysItsOperation = TellsFacts<Case> || requires(const Case& at) {
  at.words;
  at.root;
  at.source;
  at.destination;
  at.reduction;
};

template <SaysItsOperation Case>
[[nodiscard]] OperationFacts facts_of(const Case& at) {
  if constexpr (TellsFacts<Case>) {
    return at.facts();
  } else {
    OperationFacts facts{.nodes = nodes_of(at),
                         .words = at.words,
                         .root = at.root,
                         .source = at.source,
                         .destination = at.destination,
                         .reduction = at.reduction.get()};
    if constexpr (requires { at.permutation; }) facts.image = &at.permutation;
    return facts;
  }
}

/// A vector of `words` at every node of a case in `chunks` chunks, to be combined.
template <typename Case>
void share_vector(Case& at, Words words, std::int64_t chunks) {
  at.reduction = shared_vector(nodes_of(at), EvenSplit{words, chunks}, at.op);
}

}  // namespace plexus
