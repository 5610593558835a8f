#include <memory>

#include "models/operations/operation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/flip_groups.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// Of an allgather: the own block, then all blocks of a piece.
auto blocks_of_flip_pieces(const ReconfigurableCase& at, const FlipGroups& groups) {
  return [&](std::size_t phase, std::size_t j) {
    if (phase == 0) return at.words;
    return groups.size() * groups.rounds()[phase - 1].pieces[j].count * at.words;
  };
}

/// Of an alltoall: for every displacement that passes the blocks of a group, in the cliques one.
auto blocks_of_flip_passages(const ReconfigurableCase& at, const FlipGroups& groups,
                             const FlipPassages& passages) {
  return [&](std::size_t phase, std::size_t j) {
    const std::int64_t sources = phase == 0 ? 1 : groups.size();
    return sources * static_cast<std::int64_t>(passages[phase][j].size()) * at.words;
  };
}

}  // namespace

Plan plan_allgather_flip(const ReconfigurableCase& at, Detail detail) {
  const auto groups = std::make_shared<const FlipGroups>(at.shape());
  const std::int64_t g = groups->size();
  Plan plan = flips(*groups, detail, blocks_of_flip_pieces(at, *groups));
  plan.blocks = [at, groups, g](const Sending& sent) {
    if (sent.phase == 0) return run_of_blocks(sent.from.node, 1, at.words);
    const FlipPiece& piece = groups->rounds()[sent.phase - 1].pieces[sent.from.port];
    const std::int64_t to = groups->group(sent.to.node);
    const std::int64_t first =
        groups->looks_up(sent.to.node) ? to + piece.first : to - piece.first - piece.count + 1;
    return cyclic_blocks(wrapped(first, groups->count()) * g, piece.count * g, at.nodes, at.words);
  };
  return plan;
}

Plan plan_alltoall_flip(const ReconfigurableCase& at, Detail detail) {
  const auto groups = std::make_shared<const FlipGroups>(at.shape());
  const auto passages = std::make_shared<const FlipPassages>(passages_of_flip(*groups));
  const std::int64_t g = groups->size();
  Plan plan = flips(*groups, detail, blocks_of_flip_passages(at, *groups, *passages));
  plan.moves = true;
  plan.blocks = [at, groups, passages, g](const Sending& sent) {
    const auto nodes = static_cast<std::uint64_t>(at.nodes);
    const std::int64_t here = groups->group(sent.to.node);
    const std::int64_t rank = groups->rank(sent.to.node);
    const std::size_t piece = sent.phase == 0 ? 0 : sent.from.port;
    BlockList blocks;
    for (const FlipPassage& passage : (*passages)[sent.phase][piece]) {
      const std::int64_t rank_there = passage.flipped ? rank ^ 1 : rank;
      const std::int64_t way = rank_there % 2 == 0 ? 1 : -1;  // that the destination looks
      const std::int64_t group_there = here - way * passage.groups;
      const NodeId destination = groups->node(group_there, rank_there);
      if (sent.phase == 0) {
        blocks.add(alltoall_block(nodes, sent.from.node, destination));
        continue;
      }
      const NodeId first = groups->node(group_there + way * passage.displacement, 0);
      for (std::int64_t source = 0; source < g; ++source) {
        blocks.add(alltoall_block(nodes, first + static_cast<NodeId>(source), destination));
      }
    }
    return blocks.blocks({0_words, at.words});
  };
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

namespace {

/// The parameters with nodes and ports that flip fits.
std::vector<Parameter> flip_parameters() {
  std::vector<Parameter> parameters = reconfigurable_parameters();
  for (Parameter& parameter : parameters) {
    if (parameter.name == "nodes") parameter = with_bare_default(parameter, 8);
    if (parameter.name == "ports") parameter = with_bare_default(parameter, 3);
  }
  return parameters;
}

}  // namespace

Algorithm<ReconfigurableCase> allgather_flip() {
  return {.operation = "allgather",
          .name = "flip",
          .summary = "even groups gather, then look both ways round a ring of groups",
          .parameters = flip_parameters(),
          .prepare = plan_with<plan_allgather_flip, misfit_flip>,
          .programs = play_plan,
          .exact = exact_count};
}

Algorithm<ReconfigurableCase> alltoall_flip() {
  return {.operation = "alltoall",
          .name = "flip",
          .summary = "blocks go the ways of the allgather, each to its node",
          .parameters = flip_parameters(),
          .prepare = plan_with<plan_alltoall_flip, misfit_flip>,
          .programs = play_plan,
          .exact = exact_count};
}

}  // namespace plexus::reconfigurable
