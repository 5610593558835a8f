#pragma once

#include <cstdint>

#include "hw/node/processor.hpp"
#include "hw/rule/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/direct/figures.hpp"
#include "models/ensemble/equations.hpp"
#include "models/operations/reduction.hpp"
#include "models/operations/run_parameters.hpp"
#include "models/schedule/algorithm.hpp"

namespace plexus {

/// Parameters of a run that all machines have whose nodes are joined by links, read once. What an
/// operation does not take keeps its default.
struct DirectCase {
  using Module = direct_machine;
  using Node = processor;

  explicit DirectCase(PortRule usual) : rule{usual} {}

  Words words{1};  ///< of one block
  LinkTiming timing;
  PortRule rule;
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  Operator op = Operator::kSum;
  ScheduleSlot scheduled;
  SharedReduction reduction;  ///< what is combined, and by how much: filled by the run
  paper_1986::PacketWish packet_wish{std::int64_t{1}};
  std::int64_t packets = 1;  ///< nu, 1 .. words

  /// Reads what `values` have of them. Throws Refusal.
  void read(const Values& values);
};

// ---- A message that goes the shortest way -------------------------------------------------------
inline constexpr auto shortest_way = [](const auto& at) {
  return paper_1986::Pipeline{at.distance(), at.words, at.packets};
};
/// As a whole: i c(w).
inline constexpr auto hop_by_hop = [](const auto& at) -> Cycles {
  return at.distance() * at.timing.hop(at.words);
};
/// Packets one behind the other: F(i, w, nu).
inline constexpr auto in_a_row = [](const auto& at) -> Cycles {
  return pipelined(at.distance(), at.words, at.packets, at.timing);
};

/// `packets`, `distance`: what a move reports.
inline constexpr auto report_move = [](const auto& at, const direct_machine& top,
                                       Statistics& statistics) {
  paper_1986::report_packets(at, top, statistics);
  statistics.set(kDistance, at.distance());
};

/// `packets` and `op`.
inline constexpr auto report_packets_and_op = [](const auto& at, const direct_machine& top,
                                                 Statistics& statistics) {
  paper_1986::report_packets(at, top, statistics);
  report_op(at, top, statistics);
};

}  // namespace plexus
