#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/operations/operation.hpp"
#include "models/schedule/player.hpp"
#include "models/synthesis/network.hpp"

namespace plexus {

/// The operations that schedules are searched for.
enum class SynthesisOperation : std::uint8_t {
  kMove,
  kBroadcast,
  kScatter,
  kGather,
  kAllgather,
  kAlltoall,
  kReduceScatter,
  kPermutation,
  kReduce,
  kAllreduce,
};
[[nodiscard]] const char* to_string(SynthesisOperation operation);
/// That of this name, which must be one of them.
[[nodiscard]] SynthesisOperation synthesis_operation(std::string_view name);
[[nodiscard]] constexpr bool combines(SynthesisOperation operation) {
  return operation == SynthesisOperation::kReduceScatter ||
         operation == SynthesisOperation::kReduce || operation == SynthesisOperation::kAllreduce;
}
[[nodiscard]] constexpr bool has_root(SynthesisOperation operation) {
  return operation == SynthesisOperation::kBroadcast || operation == SynthesisOperation::kScatter ||
         operation == SynthesisOperation::kGather || operation == SynthesisOperation::kReduce;
}

/// What is asked of a search.
struct SynthesisRequest {
  SynthesisOperation operation = SynthesisOperation::kAllgather;
  NodeId nodes = 1;
  Words words{1};
  NodeId root = 0;
  Operator op = Operator::kSum;
  NodeId source = 0;            ///< of a move
  NodeId destination = 0;       ///< of a move
  std::vector<NodeId> image{};  ///< of a permutation: where the block of each node goes
};
/// How a schedule plays it: a move is a broadcast that ends at one node, a permutation an allgather
/// of which each node takes one block.
[[nodiscard]] ScheduleRequest played_as(const SynthesisRequest& request);
/// What must be held at the end, of what `played` says.
[[nodiscard]] Operation asked_of(const SynthesisRequest& request, Operation played);

/// A word that has to go from one node to others.
struct Token {
  NodeId source = 0;
  std::vector<NodeId> targets;  ///< in rising order, without the source; never empty
  std::uint64_t piece = 0;      ///< its number in a schedule of one piece for each word
  std::uint64_t word = 0;       ///< its number among those of one block

  friend bool operator==(const Token&, const Token&) = default;
};

/// What has to go where: all words of all blocks. No allreduce.
[[nodiscard]] std::vector<Token> tokens_of(const SynthesisRequest& request);
/// By token and node: who has it.
using Held = std::vector<std::vector<bool>>;
/// Before anything moves: its source alone.
[[nodiscard]] Held held_at_first(const std::vector<Token>& tokens, NodeId nodes);

/// What a schedule is looked for: each token has to come to all its targets. Reductions are
/// searched as what they are backwards: the result goes out to all that have an operand.
struct SynthesisProblem {
  SynthesisNetwork network;  ///< backwards, if something is combined
  std::vector<Token> tokens;
  SynthesisRequest request;
  std::optional<std::int64_t> steps{};  ///< at most so many lock steps; nothing: any schedule

  [[nodiscard]] bool combined() const { return network.backwards; }
  /// Does every token have one target?
  [[nodiscard]] bool single() const;
};

/// `request` on `network`, which runs forwards. No allreduce.
[[nodiscard]] SynthesisProblem problem_of(const SynthesisNetwork& network,
                                          const SynthesisRequest& request);
/// Renumberings of a problem's tokens that go with one of the nodes; nothing where the problem is
/// not the same afterwards.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> token_map(const SynthesisProblem& problem,
                                                                  const NodeMap& map);
/// The halves of an allreduce, one after the other: each word is combined at one node and goes out
/// from there, the words spread over the nodes as evenly as they can be.
[[nodiscard]] std::vector<SynthesisProblem> allreduce_halves(const SynthesisNetwork& network,
                                                             const SynthesisRequest& request);

/// One packet on its way.
struct TimedTransfer {
  std::size_t link = 0;
  std::int64_t start = 0;             ///< cycle in which its first cycle begins
  std::vector<std::uint32_t> tokens;  ///< numbers in the problem, rising

  friend bool operator==(const TimedTransfer&, const TimedTransfer&) = default;
};

/// When which packet goes on which link, sorted by start and link.
using TransferTimetable = std::vector<TimedTransfer>;

/// The cycle in which the last packet has come.
[[nodiscard]] std::int64_t cycles_of(const SynthesisNetwork& network,
                                     const TransferTimetable& timetable);
/// What is wrong with it, by the rules of the hardware, in a sentence; nothing if all is well.
[[nodiscard]] std::optional<std::string> flaw_of(const SynthesisProblem& problem,
                                                 const TransferTimetable& timetable);
/// Sorted, without what no target needs.
[[nodiscard]] TransferTimetable tidy(const SynthesisProblem& problem,
                                     const TransferTimetable& timetable);
/// Of one whose starts are numbers of lock steps: each lasts as long as the longest of its packets.
[[nodiscard]] TransferTimetable in_lock_steps(const SynthesisNetwork& network,
                                              TransferTimetable timetable);
/// A problem with a timetable for it.
struct SolvedProblem {
  SynthesisProblem problem;
  TransferTimetable timetable;
};
/// The rows that play them one after the other, each packet in its cycle. Without `clocked` a
/// packet goes as soon as it and its link are there, which is never later where links work in both
/// directions.
[[nodiscard]] Schedule rows_of(const std::vector<SolvedProblem>& parts,
                               const SynthesisRequest& request, bool clocked);

}  // namespace plexus
