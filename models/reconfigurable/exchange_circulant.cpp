#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "models/operations/operation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// Consecutive displacements that travel over the links of one offset, and their mirror images.
struct CirculantPiece {
  std::int64_t first = 0;   ///< x_j
  std::int64_t count = 0;   ///< w_j, upwards
  std::int64_t mirror = 0;  ///< w'_j, downwards
  std::int64_t offset = 0;  ///< o_j: v is linked to v + o_j
};

/// One round: before it every node holds the blocks of v - held .. v + held.
struct CirculantRound {
  std::int64_t held = 0;  ///< s_l
  std::vector<CirculantPiece> pieces;
};

/// The rounds of 5.5: each multiplies by c = e + 1 what a node holds, e the ports that are used.
std::vector<CirculantRound> rounds_of(ReconfigurableShape shape) {
  std::vector<CirculantRound> rounds;
  const std::int64_t N = shape.nodes;
  if (N == 1) return rounds;
  const std::int64_t e = shape.ports - shape.ports % 2;
  const std::int64_t c = e + 1;
  for (std::int64_t m = 1; m < N; m *= c) {
    CirculantRound round{(m - 1) / 2, {}};
    const std::int64_t A = std::min(N, m * c) - m;
    const std::int64_t H = ceil_ratio(A, 2);
    std::int64_t first = round.held + 1;
    for (std::int64_t j = 0; j < e / 2; ++j) {
      const std::int64_t count = (H + e / 2 - 1 - j) / (e / 2);
      if (count == 0) break;
      round.pieces.push_back({first, count, count, first + round.held});
      first += count;
    }
    if (A % 2 != 0) --round.pieces.back().mirror;
    rounds.push_back(std::move(round));
  }
  return rounds;
}

/// A displacement d = source - destination of an alltoall that uses a link in some round: the node
/// that it is at then is destination + `behind`.
struct CirculantPassage {
  std::int64_t displacement = 0;
  std::int64_t behind = 0;
};

/// By round, piece and direction (0: up the offset to v, 1: down): the displacements that use it.
using CirculantPassages = std::vector<std::vector<std::array<std::vector<CirculantPassage>, 2>>>;

/// A block goes the way on which an allgather would bring it, found from its destination backwards.
CirculantPassages passages_of_circulant(const std::vector<CirculantRound>& rounds,
                                        std::int64_t nodes) {
  CirculantPassages passages(rounds.size());
  for (std::size_t l = 0; l < rounds.size(); ++l) passages[l].resize(rounds[l].pieces.size());
  for (std::int64_t d = -((nodes - 1) / 2); d <= nodes / 2; ++d) {
    std::int64_t left = d;
    std::int64_t behind = 0;
    for (std::size_t l = rounds.size(); l-- > 0;) {
      const std::int64_t distance = left < 0 ? -left : left;
      if (distance <= rounds[l].held) continue;
      const std::size_t way = left > 0 ? 0 : 1;
      for (std::size_t j = 0; j < rounds[l].pieces.size(); ++j) {
        const CirculantPiece& piece = rounds[l].pieces[j];
        const std::int64_t count = way == 0 ? piece.count : piece.mirror;
        if (distance < piece.first || distance >= piece.first + count) continue;
        passages[l][j][way].push_back({d, behind});
        const std::int64_t hop = way == 0 ? piece.offset : -piece.offset;
        behind += hop;
        left -= hop;
        break;
      }
    }
  }
  return passages;
}

/// For every piece j and node v: port 2j of v with port 2j + 1 of v + o_j.
template <typename PieceWords>
Plan circulants(const ReconfigurableCase& at, const std::vector<CirculantRound>& rounds,
                PieceWords words) {
  Plan plan;
  const std::int64_t N = at.nodes;
  for (std::size_t l = 0; l < rounds.size(); ++l) {
    plan.schedule.begin_phase();
    for (std::size_t j = 0; j < rounds[l].pieces.size(); ++j) {
      const auto [to_lower, to_upper] = words(l, j);  // to v, and to v + o_j
      const auto port = static_cast<std::uint32_t>(2 * j);
      for (std::int64_t v = 0; v < N; ++v) {
        const auto lower = static_cast<NodeId>(v);
        const auto upper = static_cast<NodeId>((v + rounds[l].pieces[j].offset) % N);
        plan.schedule.add({{lower, port}, {upper, port + 1}, to_upper, to_lower});
      }
    }
  }
  return plan;
}

std::int64_t passing_circulant(const std::vector<CirculantPassage>& passages) {
  return static_cast<std::int64_t>(passages.size());
}

}  // namespace

Plan plan_allgather_circulant(const ReconfigurableCase& at) {
  const auto rounds = std::make_shared<const std::vector<CirculantRound>>(rounds_of(at.shape()));
  Plan plan = circulants(at, *rounds, [&](std::size_t l, std::size_t j) {
    const CirculantPiece& piece = (*rounds)[l].pieces[j];
    return std::pair{piece.count * at.words, piece.mirror * at.words};
  });
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

/// (N e/2, L c^l), and what is left in the last round.
PhaseCosts costs_allgather_circulant(const ReconfigurableCase& at) {
  const std::int64_t N = at.nodes;
  const std::int64_t e = at.shape().ports - at.shape().ports % 2;
  PhaseCosts costs;
  for (std::int64_t m = 1; m < N; m *= e + 1) {
    const std::int64_t H = ceil_ratio(std::min(N, m * (e + 1)) - m, 2);
    costs.push_back({N * std::min(e / 2, H), ceil_ratio(H, e / 2) * at.words});
  }
  return costs;
}

Plan plan_alltoall_circulant(const ReconfigurableCase& at) {
  const std::vector<CirculantRound> rounds = rounds_of(at.shape());
  const auto passages =
      std::make_shared<const CirculantPassages>(passages_of_circulant(rounds, at.nodes));
  Plan plan = circulants(at, rounds, [&](std::size_t l, std::size_t j) {
    const auto& [up, down] = (*passages)[l][j];
    return std::pair{passing_circulant(up) * at.words, passing_circulant(down) * at.words};
  });
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

/// n as for the allgather; the most displacements that use one offset and direction.
PhaseCosts costs_alltoall_circulant(const ReconfigurableCase& at) {
  PhaseCosts costs = costs_allgather_circulant(at);
  const std::vector<CirculantRound> rounds = rounds_of(at.shape());
  const CirculantPassages passages = passages_of_circulant(rounds, at.nodes);
  for (std::size_t l = 0; l < costs.size(); ++l) {
    std::int64_t most = 0;
    for (const auto& [up, down] : passages[l])
      most = std::max({most, passing_circulant(up), passing_circulant(down)});
    costs[l].words = most * at.words;
  }
  return costs;
}

}  // namespace plexus

namespace plexus::reconfigurable {

Algorithm<ReconfigurableCase> allgather_circulant() {
  return playing({.operation = "allgather",
                  .name = "circulant",
                  .summary = "links round the circle; in fewest steps for an even number of ports",
                  .parameters = reconfigurable_parameters(),
                  .prepare =
                      [](ReconfigurableCase& at) {
                        if (const auto reason = misfit_circulant(at)) refuse_size(*reason);
                        work_out(at, plan_allgather_circulant, costs_allgather_circulant);
                      },
                  .data = allgather_data,
                  .lower_bound = exchange_bound});
}

Algorithm<ReconfigurableCase> alltoall_circulant() {
  return playing({.operation = "alltoall",
                  .name = "circulant",
                  .summary = "blocks go the ways of the allgather, each to its node",
                  .parameters = reconfigurable_parameters(),
                  .prepare =
                      [](ReconfigurableCase& at) {
                        if (const auto reason = misfit_circulant(at)) refuse_size(*reason);
                        work_out(at, plan_alltoall_circulant, costs_alltoall_circulant);
                      },
                  .data = alltoall_data,
                  .lower_bound = exchange_bound});
}

}  // namespace plexus::reconfigurable
