#include "models/reconfigurable/flip_groups.hpp"

#include <algorithm>
#include <utility>

namespace plexus {

FlipGroups::FlipGroups(ReconfigurableShape shape) : nodes_{shape.nodes}, ports_{shape.ports} {
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

FlipPassages passages_of_flip(const FlipGroups& groups) {
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

Plan flips(const FlipGroups& groups, Detail detail, const FlipWords& words) {
  Plan plan{detail};
  const std::int64_t g = groups.size();
  if (g == 1) return plan;  // one node
  const Words own = words(0, 0);
  plan.begin_phase();
  plan.links(groups.count() * g * (g - 1) / 2, own, [&] {
    for (std::int64_t G = 0; G < groups.count(); ++G) {
      for (std::int64_t a = 0; a < g; ++a) {
        for (std::int64_t b = a + 1; b < g; ++b) {
          plan.schedule.add({{groups.node(G, a), clique_port(a, b)},
                             {groups.node(G, b), clique_port(b, a)},
                             own,
                             own});
        }
      }
    }
  });
  for (std::size_t phase = 1; phase <= groups.rounds().size(); ++phase) {
    const FlipRound& round = groups.rounds()[phase - 1];
    plan.begin_phase();
    for (std::size_t j = 0; j < round.pieces.size(); ++j) {
      const auto port = static_cast<std::uint32_t>(j);
      const Words both = words(phase, j);
      plan.links(groups.count() * g / 2, both, [&] {
        for (std::int64_t G = 0; G < groups.count(); ++G) {
          for (std::int64_t e = 0; e < g; e += 2) {
            const NodeId other = groups.node(G + round.pieces[j].offset, e + 1);
            plan.schedule.add({{groups.node(G, e), port}, {other, port}, both, both});
          }
        }
      });
    }
  }
  return plan;
}

}  // namespace plexus
