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
  const std::vector<NodeId>* image = nullptr;  ///< where the block of each node goes
  const Reduction* reduction = nullptr;        ///< what is combined
};

/// What every node holds before the operation and must hold after it, and who judges what it has
/// combined. Empty for a name that is none of them.
[[nodiscard]] Operation standard_operation(std::string_view name, const OperationFacts& facts);

/// A case that says all this in members of these names.
template <typename Case>
concept SaysItsOperation = requires(const Case& at) {
  at.words;
  at.root;
  at.source;
  at.destination;
  at.reduction;
};

template <SaysItsOperation Case>
[[nodiscard]] OperationFacts facts_of(const Case& at) {
  OperationFacts facts{.words = at.words,
                       .root = at.root,
                       .source = at.source,
                       .destination = at.destination,
                       .reduction = at.reduction.get()};
  if constexpr (requires { at.nodes(); }) {
    facts.nodes = static_cast<std::uint64_t>(at.nodes());
  } else {
    facts.nodes = at.nodes;
  }
  if constexpr (requires { at.permutation; }) facts.image = &at.permutation;
  return facts;
}

}  // namespace plexus
