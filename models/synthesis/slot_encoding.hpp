#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "models/synthesis/slot_problem.hpp"
#include "models/synthesis/solver.hpp"

/// Schedules in slots as clauses: there is one of so many slots where they can hold together.
namespace plexus {

/// Values by cycle, medium, token and place at the medium, with no room for what cannot be.
class MediumTable {
 public:
  MediumTable(std::int64_t slots, std::size_t tokens) : slots_{slots}, tokens_{tokens} {}
  /// The next medium, with so many places.
  void add(std::size_t places) {
    places_.push_back(places);
    first_.push_back(values_.size());
    values_.resize(values_.size() + static_cast<std::size_t>(slots_) * tokens_ * places, 0);
  }
  int& at(std::int64_t slot, std::size_t medium, std::uint32_t token, std::size_t place) {
    return values_[index(slot, medium, token, place)];
  }
  [[nodiscard]] int at(std::int64_t slot, std::size_t medium, std::uint32_t token,
                       std::size_t place) const {
    return values_[index(slot, medium, token, place)];
  }

 private:
  [[nodiscard]] std::size_t index(std::int64_t slot, std::size_t medium, std::uint32_t token,
                                  std::size_t place) const {
    return first_[medium] + (static_cast<std::size_t>(slot) * tokens_ + token) * places_[medium] +
           place;
  }
  std::int64_t slots_;
  std::size_t tokens_;
  std::vector<std::size_t> places_;
  std::vector<std::size_t> first_;
  std::vector<int> values_;
};

/// The clauses that hold for the schedules of so many slots. A variable says that a node has a
/// word, that a medium carries it, who sends it, and who takes it.
class SlotEncoding {
 public:
  /// Of those in which nobody but its targets takes a word, if `straight` says so. Throws TimeToEnd
  /// when `stop` says so, and TooManyClauses.
  SlotEncoding(const SlotProblem& problem, std::int64_t slots, bool straight,
               const std::function<bool()>& stop);

  [[nodiscard]] const Clauses& clauses() const { return clauses_; }
  /// The schedule that a solver has found, without what no target needs.
  [[nodiscard]] SlotTimetable timetable(const Solver& solver) const;

  /// Variables that it would have, about.
  [[nodiscard]] static double size(const SlotProblem& problem, std::int64_t slots);

 private:
  /// The variable that says that a node has a word; 0 where it is known.
  int& have(std::int64_t t, std::uint32_t c, NodeId v) {
    return have_[(static_cast<std::size_t>(t) * problem_.tokens.size() + c) * network_.nodes + v];
  }
  void slot(std::int64_t t);

  const SlotProblem& problem_;
  const SlotNetwork& network_;
  std::int64_t slots_;
  Clauses clauses_;
  std::vector<int> have_;  ///< by slot, word and node
  MediumTable sends_;      ///< by place among those that drive a medium
  MediumTable takes_;      ///< by place among those that hear it
};

}  // namespace plexus
