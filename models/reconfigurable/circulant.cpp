#include "models/reconfigurable/circulant.hpp"

#include <algorithm>

namespace plexus {

std::vector<CirculantRound> rounds_of_circulant(ReconfigurableShape shape) {
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

}  // namespace plexus
