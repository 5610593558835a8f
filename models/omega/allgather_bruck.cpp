#include <utility>

#include "models/omega/play.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// In every round node v sends what it has of v, v + 1, .., the blocks that it got last included;
/// the last round carries what is still missing. The blocks stand in order after a rotation at each
/// node, which takes no time here.
PayloadRule from_own_on(const SwitchCase& at) {
  return [k = at.nodes(), words = at.words](std::size_t, const SwitchMessage& message) {
    const auto count = static_cast<NodeId>(message.words.count() / words.count());
    BlockList blocks;
    for (NodeId i = 0; i < count; ++i) blocks.add((message.source + i) % k);
    return blocks.blocks({0_words, words});
  };
}

/// ceil(lg p) alpha + (p - 1)/p n beta, n = p w.
double formula_allgather_bruck(const SwitchCase& at) {
  return mpich_2005::rounds(at.nodes()) * mpich_2005::alpha(at.timing) +
         (at.k() - 1) * real(at.words) * mpich_2005::beta(at.timing);
}

}  // namespace

Algorithm<SwitchCase> allgather_bruck() {
  return {.operation = "allgather",
          .name = "bruck",
          .summary = "what is held doubles in each pass, for any number of nodes",
          .parameters = switch_parameters(),
          .prepare = counted_by(plan_of<doubling_allgather_plan>),
          .programs = playing(plan_of<doubling_allgather_plan>, from_own_on),
          .equations = {{"T_bruck", mpich_2005::section("allgather"), formula_allgather_bruck,
                         [](const SwitchCase& at) {
                           return equal_if(bandwidth_divides(at.words, at.timing) &&
                                           at.on_papers_machine());
                         }}},
          .exact = counted_cycles,
          .within_paper = true};
}

}  // namespace plexus::omega
