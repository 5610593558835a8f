#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plexus {

/// What a place can hold at the start: a piece of a block, or a node's operand of a chunk.
using Atom = std::uint64_t;

/// So many times in a value.
struct Term {
  Atom atom = 0;
  std::uint32_t times = 1;

  friend auto operator<=>(const Term&, const Term&) = default;
};

/// Number of a value: equal values have one number.
using ValueId = std::uint32_t;

/// All values that places have held: atoms, and sums of them, which show how often each is in.
class ValueTable {
 public:
  static constexpr ValueId kNothing = 0;
  static constexpr ValueId kUnknown = 1;  ///< what came of a mistake that is told already

  ValueTable();
  [[nodiscard]] ValueId of(Atom atom);
  [[nodiscard]] ValueId of(std::vector<Term> terms);  ///< in rising order of the atoms
  [[nodiscard]] ValueId sum(ValueId one, ValueId other);
  [[nodiscard]] std::span<const Term> terms(ValueId value) const { return *terms_[value]; }

 private:
  std::map<std::vector<Term>, ValueId> ids_;
  std::deque<const std::vector<Term>*> terms_;
  std::unordered_map<Atom, ValueId> single_;
  std::unordered_map<std::uint64_t, ValueId> sums_;  ///< by both numbers
  double bytes_ = 0;
};

}  // namespace plexus
