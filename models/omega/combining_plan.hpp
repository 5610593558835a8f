#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "models/omega/play.hpp"

/// Plans of operations that combine: who sends which chunks to whom in every step.
namespace plexus::omega {

/// One step of such a plan, as long as it is made.
struct CombiningStep {
  /// The chunks that a node sends to another one.
  struct Message {
    SwitchRoute route;
    Blocks chunks;
  };
  std::vector<Message> messages;
  bool results = false;  ///< what comes is taken over; it is combined otherwise
};
using CombiningSteps = std::vector<CombiningStep>;

/// Steps of an algorithm for a vector that is cut as `data` says.
using StepsOf = CombiningSteps (*)(const Reduction& data);

// ---- What the algorithms are made of ------------------------------------------------------------
/// Node v sends chunk v - i to node v + 1.
[[nodiscard]] std::vector<CombiningStep::Message> shift_by_one(const Reduction& data, NodeId i);
/// Every chunk once round the nodes: it collects an operand at each stop, and ends at its own.
[[nodiscard]] CombiningSteps reduce_scatter_in_shifts(const Reduction& data);
/// Over bit 0, 1, .. the chunks for the other side, half as much each time: partials stand for
/// neighbouring nodes, and the order of the operands is kept.
[[nodiscard]] CombiningSteps halving_of_chunks(const Reduction& data);

// ---- Algorithms ---------------------------------------------------------------------------------
/// What is combined, and on how many nodes.
struct Vectors {
  OperandOrder order;
  bool powers_of_two;  ///< only on 2^n nodes
  bool chunks;         ///< one for each node, or the vector as a whole
};
/// An algorithm in which all nodes play `steps`, of vectors of `words` or, to be scattered, of so
/// many for each node: adds to name, summary and equations what all have.
[[nodiscard]] Algorithm<SwitchCase> combining(Algorithm<SwitchCase> algorithm, Vectors of,
                                              StepsOf steps);
/// How a formula of the literature stands to a run: equal where nothing is rounded or cut. Of
/// messages of all words; and of a chunk of them for each node.
[[nodiscard]] Relation as_in_literature(const SwitchCase& at);
[[nodiscard]] Relation chunks_as_in_literature(const SwitchCase& at);

}  // namespace plexus::omega
