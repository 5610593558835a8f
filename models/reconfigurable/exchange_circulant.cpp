#include <algorithm>
#include <memory>
#include <utility>

#include "models/operations/operation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/circulant.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

using Rounds = std::vector<CirculantRound>;
/// Words over the links of piece j of round l: to v, and to v + o_j.
using BothWords = std::pair<Words, Words>;

/// For every piece j and node v: port 2j of v with port 2j + 1 of v + o_j.
template <typename PieceWords>
Plan circulants(const ReconfigurableCase& at, Detail detail, const Rounds& rounds,
                PieceWords words) {
  Plan plan{detail};
  const std::int64_t N = at.nodes;
  for (std::size_t l = 0; l < rounds.size(); ++l) {
    plan.begin_phase();
    for (std::size_t j = 0; j < rounds[l].pieces.size(); ++j) {
      const auto [to_lower, to_upper] = words(l, j);
      const auto port = static_cast<std::uint32_t>(2 * j);
      plan.links(N, std::max(to_lower, to_upper), [&, lower = to_lower, upper = to_upper] {
        for (std::int64_t v = 0; v < N; ++v) {
          const auto above = static_cast<NodeId>((v + rounds[l].pieces[j].offset) % N);
          plan.schedule.add({{static_cast<NodeId>(v), port}, {above, port + 1}, upper, lower});
        }
      });
    }
  }
  return plan;
}

/// Of an allgather: all blocks of a piece.
auto blocks_of_pieces(const ReconfigurableCase& at, const Rounds& rounds) {
  return [&](std::size_t l, std::size_t j) -> BothWords {
    const CirculantPiece& piece = rounds[l].pieces[j];
    return {piece.count * at.words, piece.mirror * at.words};
  };
}

/// Of an alltoall: a block for every displacement that passes.
auto blocks_of_passages(const ReconfigurableCase& at, const CirculantPassages& passages) {
  return [&](std::size_t l, std::size_t j) -> BothWords {
    const auto passing = [&](std::size_t way) {
      return static_cast<std::int64_t>(passages[l][j][way].size()) * at.words;
    };
    return {passing(0), passing(1)};
  };
}

}  // namespace

Plan plan_allgather_circulant(const ReconfigurableCase& at, Detail detail) {
  const auto rounds = std::make_shared<const Rounds>(rounds_of_circulant(at.shape()));
  Plan plan = circulants(at, detail, *rounds, blocks_of_pieces(at, *rounds));
  plan.blocks = [at, rounds](const Sending& sent) {
    const CirculantPiece& piece = (*rounds)[sent.phase].pieces[sent.from.port / 2];
    const std::int64_t to = sent.to.node;
    const std::int64_t N = at.nodes;
    if (sent.to.port % 2 == 0) {  // down the offset, to v
      return cyclic_blocks(to + piece.first, piece.count, N, at.words);
    }
    return cyclic_blocks(to - piece.first - piece.mirror + 1, piece.mirror, N, at.words);
  };
  return plan;
}

Plan plan_alltoall_circulant(const ReconfigurableCase& at, Detail detail) {
  const Rounds rounds = rounds_of_circulant(at.shape());
  const auto passages =
      std::make_shared<const CirculantPassages>(passages_of_circulant(rounds, at.nodes));
  Plan plan = circulants(at, detail, rounds, blocks_of_passages(at, *passages));
  plan.moves = true;
  plan.blocks = [at, passages](const Sending& sent) {
    const std::int64_t N = at.nodes;
    const std::size_t way = sent.to.port % 2;
    BlockList blocks;
    for (const CirculantPassage& passage : (*passages)[sent.phase][sent.from.port / 2][way]) {
      const std::int64_t destination = wrapped(sent.to.node - passage.behind, N);
      const std::int64_t source = wrapped(destination + passage.displacement, N);
      blocks.add(alltoall_block(static_cast<std::uint64_t>(N), static_cast<NodeId>(source),
                                static_cast<NodeId>(destination)));
    }
    return blocks.blocks({0_words, at.words});
  };
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

Algorithm<ReconfigurableCase> allgather_circulant() {
  return {.operation = "allgather",
          .name = "circulant",
          .summary = "links round the circle; in fewest steps for an even number of ports",
          .parameters = reconfigurable_parameters(),
          .prepare = plan_with<plan_allgather_circulant, misfit_circulant>,
          .programs = play_plan,
          .exact = exact_count};
}

Algorithm<ReconfigurableCase> alltoall_circulant() {
  return {.operation = "alltoall",
          .name = "circulant",
          .summary = "blocks go the ways of the allgather, each to its node",
          .parameters = reconfigurable_parameters(),
          .prepare = plan_with<plan_alltoall_circulant, misfit_circulant>,
          .programs = play_plan,
          .exact = exact_count};
}

}  // namespace plexus::reconfigurable
