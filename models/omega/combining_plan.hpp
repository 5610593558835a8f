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
/// Every chunk once round the nodes: it collects an operand at each stop, and ends at its own.
void add_reduce_scatter_ring(CombiningSteps& steps, const Reduction& data);
void add_allgather_ring(CombiningSteps& steps, const Reduction& data);
/// Over bit 0, 1, .. the chunks for the other side: partials stand for neighbouring nodes, and the
/// order of the operands is kept. The way back with results.
void add_recursive_halving(CombiningSteps& steps, const Reduction& data);
void add_recursive_doubling(CombiningSteps& steps, const Reduction& data);

// ---- Algorithms ---------------------------------------------------------------------------------
/// An algorithm's `prepare`: a vector of `words` in `chunks` chunks at every node, and the count of
/// what the steps take.
void share_vector(SwitchCase& at, Words words, std::int64_t chunks, StepsOf steps);
/// An algorithm's `programs`: all nodes play the steps.
[[nodiscard]] std::function<NodeProgram<processor>(const SwitchCase&, switch_machine&)> combining(
    StepsOf steps);

/// How a formula of the literature stands to a run: equal where nothing is rounded or cut. Of
/// messages of all words; and of a chunk of them for each node.
[[nodiscard]] Relation as_in_literature(const SwitchCase& at);
[[nodiscard]] Relation chunks_as_in_literature(const SwitchCase& at);

}  // namespace plexus::omega
