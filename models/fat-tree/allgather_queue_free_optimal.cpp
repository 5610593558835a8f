#include <map>

#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

namespace {

/// Place of the pair (o, y) in the sequence of phase h: o outermost, but the last two leaves that
/// phase h - 1 lets send come first.
std::int64_t place_in_phase(const FatTreeShape& tree, unsigned h, NodeId o, NodeId y) {
  const NodeId N = tree.power(h - 1);
  const std::int64_t natural = std::int64_t{o - 1} * N + y;
  if (h < 2 || tree.power(h - 2) < 2) return natural;
  const std::int64_t front = tree.power(h - 2) - 2;
  if (natural < front) return natural + 2;
  return natural < front + 2 ? natural - front : natural;
}

}  // namespace

Timetable queue_free_allgather(const FatTreeShape& tree, NodeId leaf) {
  std::map<std::int64_t, TreeHeader> packets;  // what falls into one step goes in one packet
  for (unsigned h = 1; h <= tree.height(); ++h) {
    const NodeId N = tree.power(h - 1);
    const std::int64_t first_arrival = N + (tree.arity() == 2 && tree.nodes() > 2 ? 2 : 1);
    for (NodeId o = 1; o < tree.arity(); ++o) {
      const std::int64_t arrival = first_arrival + place_in_phase(tree, h, o, leaf % N);
      const auto [packet, fresh] = packets.try_emplace(arrival - (2 * h - 1), TreeHeader::turn());
      packet->second = packet->second.with(tree, h, o);
    }
  }
  Timetable timetable;
  for (const auto& [step, header] : packets) timetable.push_back({step, header});
  return timetable;
}

/// What the paper asks for in Sec. 6: without any queue as fast as with queues, n + 1 steps (n for
/// k >= 3). Phases have arrival windows side by side, which tile 3 .. n + 1; where the dispatch
/// windows of two phases overlap, one packet serves both.
Algorithm<FatTreeCase> allgather_queue_free_optimal() {
  return {.operation = "allgather",
          .name = "queue-free-optimal",
          .summary = "phases side by side, one packet for several of them: the bound",
          .is_default = true,
          .parameters = timed_parameters(),
          .prepare = settle<FatTreeStyle::kTimed, longest_of_allgather>,
          .program = timed<queue_free_allgather, BlockKind::kOwn>,
          .equations = {theorem_of_n_plus_1("Table 1", "Sec. 2.1")},
          .exact = in_steps<bound_scatter_by_one_link>,
          .blocks = queue_free_blocks({"ft_turn_decode"})};
}

}  // namespace plexus::fat_tree
