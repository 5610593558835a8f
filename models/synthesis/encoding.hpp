#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/synthesis/problem.hpp"
#include "models/synthesis/solver.hpp"

/// A problem as clauses: there is a schedule of so many cycles where they can hold together.
namespace plexus {

/// Faults that tests plant: one kind of clause is left out or made too strict.
enum class PlantedFault : std::uint8_t {
  kNone,
  kCapacity,  ///< a link carries any number of words at a time
  kPortRule,  ///< a node's ports do as they please
  kArrival,   ///< a word is there in the cycle in which it leaves
  kPruning,   ///< a word is at a node one cycle later than it could be
};

/// Which schedules are looked for.
struct Wanted {
  std::vector<NodeMap> same{};   ///< those that all of these take onto themselves
  std::vector<NodeMap> alike{};  ///< of those that differ by one of these alone only some; either
                                 ///< of both lists is empty
  bool straight = false;         ///< tokens of one target go shortest ways
};

/// The clauses that hold for the schedules of at most so many cycles. A variable says that a token
/// is at a node in a cycle, or that a packet that starts on a link in a cycle has a token, or is so
/// long. Left out is what never helps: a token that comes to a node twice, or too late for its
/// targets. In lock steps, a step takes the place of a cycle and has a length of its own.
class Encoding {
 public:
  /// Throws TimeToEnd when `stop` says so, and TooManyClauses.
  Encoding(
      const SynthesisProblem& problem, std::int64_t cycles, const Wanted& wanted,
      PlantedFault fault = PlantedFault::kNone,
      const std::function<bool()>& stop = [] { return false; });

  [[nodiscard]] const Clauses& clauses() const { return clauses_; }
  /// The schedule that a solver has found.
  [[nodiscard]] TransferTimetable timetable(const Solver& solver) const;

  /// Variables that it would have, about.
  [[nodiscard]] static double size(const SynthesisProblem& problem, std::int64_t cycles,
                                   const Wanted& wanted);
  /// Of a problem in lock steps: cycles that no schedule has more of.
  [[nodiscard]] static std::int64_t longest_steps(const SynthesisProblem& problem);

 private:
  /// The cycles in which something may be, and the variable of the first one.
  struct Range {
    std::int64_t first = 0;
    std::int64_t last = -1;
    int variable = 0;
    [[nodiscard]] int at(std::int64_t t) const { return variable + static_cast<int>(t - first); }
    [[nodiscard]] bool has(std::int64_t t) const { return t >= first && t <= last; }
    [[nodiscard]] bool empty() const { return last < first; }
  };
  using Table = std::vector<std::vector<std::int64_t>>;

  void merge(const std::vector<NodeMap>& same);
  void make_variables();
  void add(std::vector<int> literals);
  [[nodiscard]] int have(NodeId node, std::uint32_t token, std::int64_t t) const;
  [[nodiscard]] int coming(NodeId node, std::uint32_t token, std::int64_t t) const;
  [[nodiscard]] const Range& sent(std::size_t link, std::uint32_t token) const;
  [[nodiscard]] bool at_once(NodeId node) const;
  [[nodiscard]] std::int64_t startup(std::size_t link) const;
  void arrivals(NodeId node, std::uint32_t token);
  void link_in_cycles(std::size_t link);
  void packets(std::size_t link);
  void port_rules();
  void steps();
  void order_words();
  void order_alike(const std::vector<NodeMap>& alike);
  void at_most(const std::vector<int>& literals, std::int64_t most);
  [[nodiscard]] std::vector<int> sent_at(std::size_t link, std::int64_t t) const;
  [[nodiscard]] int running(std::size_t link, std::int64_t t) const;

  const SynthesisProblem& problem_;
  const SynthesisNetwork& network_;
  std::int64_t cycles_;
  std::int64_t slots_;  ///< cycles, or lock steps
  PlantedFault fault_;
  bool alone_;     ///< no two things are one
  bool straight_;  ///< tokens of one target go shortest ways
  Clauses clauses_;
  int true_ = 0;
  Table far_;
  Table use_;                              ///< by node and token: how far the nearest target is
  std::vector<std::uint32_t> same_link_;   ///< by link: the first one that does the same
  std::vector<std::uint32_t> same_sent_;   ///< by link and token
  std::vector<std::uint32_t> same_held_;   ///< by node and token
  std::vector<std::uint32_t> same_token_;  ///< by token
  std::vector<Range> sent_;
  std::vector<Range> have_;
  std::vector<Range> coming_;              ///< there, or on its way
  std::vector<std::vector<int>> running_;  ///< by link and cycle; 0: never
};

}  // namespace plexus
