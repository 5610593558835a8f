#include <algorithm>
#include <memory>

#include "models/operations/operation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// Consecutive displacements of groups that travel over the links of one offset.
struct FlipPiece {
  std::int64_t first = 0;   ///< x_j
  std::int64_t count = 0;   ///< w_j
  std::int64_t offset = 0;  ///< o_j
};

struct FlipRound {
  std::int64_t held = 0;  ///< m: groups that a node holds before it
  std::vector<FlipPiece> pieces;
};

/// Nodes in groups of even size, which gather among themselves first; then nodes of even rank look
/// up the ring of groups, those of odd rank down, and both gain what the other has (5.5).
class Groups {
 public:
  explicit Groups(ReconfigurableShape shape) : nodes_{shape.nodes}, ports_{shape.ports} {
    for (std::int64_t g = 2; g <= shape.radix(); g += 2) {
      if (nodes_ % g == 0) size_ = g;
    }
    const std::int64_t n = count();
    for (std::int64_t m = 1; nodes_ > 1 && m < n; m *= shape.radix()) {
      FlipRound round{m, {}};
      const std::int64_t A = std::min(n, m * shape.radix()) - m;
      std::int64_t first = m;
      for (std::int64_t j = 0; j < ports_; ++j) {
        const std::int64_t wide = (A + ports_ - 1 - j) / ports_;
        if (wide == 0) break;
        round.pieces.push_back({first, wide, first + m - 1});
        first += wide;
      }
      rounds_.push_back(std::move(round));
    }
  }

  [[nodiscard]] std::int64_t size() const { return size_; }  ///< g
  [[nodiscard]] std::int64_t count() const { return nodes_ / size_; }
  [[nodiscard]] const std::vector<FlipRound>& rounds() const { return rounds_; }
  [[nodiscard]] std::int64_t group(std::int64_t node) const { return node / size_; }
  [[nodiscard]] std::int64_t rank(std::int64_t node) const { return node % size_; }
  [[nodiscard]] bool looks_up(std::int64_t node) const { return rank(node) % 2 == 0; }
  [[nodiscard]] NodeId node(std::int64_t group, std::int64_t rank) const {
    return static_cast<NodeId>(wrapped(group, count()) * size_ + rank);
  }

 private:
  std::int64_t nodes_;
  std::int64_t ports_;
  std::int64_t size_ = 1;
  std::vector<FlipRound> rounds_;
};

/// A block d groups up the way that its destination looks (down, if that looks down): where it is
/// when it uses a link, seen from its destination.
struct FlipPassage {
  std::int64_t displacement = 0;  ///< d, of the source's group
  std::int64_t groups = 0;        ///< to the receiver, the way the destination looks
  bool flipped = false;           ///< the receiver looks the other way
};

/// By phase (the cliques, then the rounds) and piece: the displacements that use it.
using FlipPassages = std::vector<std::vector<std::vector<FlipPassage>>>;

FlipPassages passages_of_flip(const Groups& groups) {
  const auto& rounds = groups.rounds();
  FlipPassages passages(rounds.size() + 1);
  passages[0].resize(1);
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    passages[t + 1].resize(rounds[t].pieces.size());
  }
  for (std::int64_t displacement = 0; displacement < groups.count(); ++displacement) {
    FlipPassage here{displacement, 0, false};
    std::int64_t d = displacement;
    for (std::size_t t = rounds.size(); t-- > 0;) {  // from the destination backwards
      if (d < rounds[t].held) continue;
      for (std::size_t j = 0; j < rounds[t].pieces.size(); ++j) {
        const FlipPiece& piece = rounds[t].pieces[j];
        if (d >= piece.first + piece.count) continue;
        passages[t + 1][j].push_back(here);
        here.groups += here.flipped ? -piece.offset : piece.offset;
        here.flipped = !here.flipped;
        d = wrapped(piece.offset - d, groups.count());
        break;
      }
    }
    passages[0][0].push_back(here);
  }
  return passages;
}

/// The cliques of the groups; then for every piece, group and even rank a link to the odd rank
/// above, o_j groups on. `words(phase, piece)` for every message.
template <typename PieceWords>
Plan flips(const Groups& groups, PieceWords words) {
  Plan plan;
  if (groups.size() == 1) return plan;  // one node
  plan.schedule.begin_phase();
  for (std::int64_t G = 0; G < groups.count(); ++G) {
    for (std::int64_t a = 0; a < groups.size(); ++a) {
      for (std::int64_t b = a + 1; b < groups.size(); ++b) {
        plan.schedule.add({{groups.node(G, a), clique_port(a, b)},
                           {groups.node(G, b), clique_port(b, a)},
                           words(0, 0),
                           words(0, 0)});
      }
    }
  }
  const auto& rounds = groups.rounds();
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    plan.schedule.begin_phase();
    for (std::size_t j = 0; j < rounds[t].pieces.size(); ++j) {
      const auto port = static_cast<std::uint32_t>(j);
      for (std::int64_t G = 0; G < groups.count(); ++G) {
        for (std::int64_t e = 0; e < groups.size(); e += 2) {
          const NodeId other = groups.node(G + rounds[t].pieces[j].offset, e + 1);
          plan.schedule.add(
              {{groups.node(G, e), port}, {other, port}, words(t + 1, j), words(t + 1, j)});
        }
      }
    }
  }
  return plan;
}

std::int64_t passing_flip(const std::vector<FlipPassage>& passages) {
  return static_cast<std::int64_t>(passages.size());
}

}  // namespace

Plan plan_allgather_flip(const ReconfigurableCase& at) {
  const auto groups = std::make_shared<const Groups>(at.shape());
  const std::int64_t g = groups->size();
  Plan plan = flips(*groups, [&](std::size_t phase, std::size_t j) {
    return phase == 0 ? at.words : g * groups->rounds()[phase - 1].pieces[j].count * at.words;
  });
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

/// (N (g-1)/2, L), then (N/2 min(k, A), L g ceil(A/k)).
PhaseCosts costs_allgather_flip(const ReconfigurableCase& at) {
  PhaseCosts costs;
  if (at.nodes == 1) return costs;
  const ReconfigurableShape shape = at.shape();
  const std::int64_t N = shape.nodes;
  const std::int64_t g = Groups{shape}.size();
  costs.push_back({N * (g - 1) / 2, at.words});
  for (std::int64_t m = 1; m < N / g; m *= shape.radix()) {
    const std::int64_t A = std::min(N / g, m * shape.radix()) - m;
    costs.push_back({N / 2 * std::min(shape.ports, A), g * ceil_ratio(A, shape.ports) * at.words});
  }
  return costs;
}

Plan plan_alltoall_flip(const ReconfigurableCase& at) {
  const auto groups = std::make_shared<const Groups>(at.shape());
  const auto passages = std::make_shared<const FlipPassages>(passages_of_flip(*groups));
  const std::int64_t g = groups->size();
  Plan plan = flips(*groups, [&](std::size_t phase, std::size_t j) {
    const std::int64_t sources = phase == 0 ? 1 : g;
    return sources * passing_flip((*passages)[phase][j]) * at.words;
  });
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

/// L N/g in the cliques, then L g times the most displacements of groups that use one piece.
PhaseCosts costs_alltoall_flip(const ReconfigurableCase& at) {
  PhaseCosts costs = costs_allgather_flip(at);
  if (costs.empty()) return costs;
  const Groups groups{at.shape()};
  const FlipPassages passages = passages_of_flip(groups);
  costs[0].words = groups.count() * at.words;
  for (std::size_t p = 1; p < costs.size(); ++p) {
    std::int64_t most = 0;
    for (const auto& piece : passages[p]) most = std::max(most, passing_flip(piece));
    costs[p].words = groups.size() * most * at.words;
  }
  return costs;
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
  return playing({.operation = "allgather",
                  .name = "flip",
                  .summary = "even groups gather, then look both ways round a ring of groups",
                  .parameters = flip_parameters(),
                  .prepare =
                      [](ReconfigurableCase& at) {
                        if (const auto reason = misfit_flip(at)) refuse_size(*reason);
                        work_out(at, plan_allgather_flip, costs_allgather_flip);
                      },
                  .data = allgather_data,
                  .lower_bound = exchange_bound,
                  .memory = [](const ReconfigurableCase& at) { return 500.0 * at.nodes; }});
}

Algorithm<ReconfigurableCase> alltoall_flip() {
  return playing({.operation = "alltoall",
                  .name = "flip",
                  .summary = "blocks go the ways of the allgather, each to its node",
                  .parameters = flip_parameters(),
                  .prepare =
                      [](ReconfigurableCase& at) {
                        if (const auto reason = misfit_flip(at)) refuse_size(*reason);
                        work_out(at, plan_alltoall_flip, costs_alltoall_flip);
                      },
                  .data = alltoall_data,
                  .lower_bound = exchange_bound});
}

}  // namespace plexus::reconfigurable
