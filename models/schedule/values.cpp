#include "models/schedule/values.hpp"

#include <algorithm>

#include "models/catalogue/memory_limit.hpp"

namespace plexus {

ValueTable::ValueTable() {
  static const std::vector<Term> kNone;
  terms_.assign(2, &kNone);
}

ValueId ValueTable::of(Atom atom) {
  const auto [found, is_new] = single_.try_emplace(atom, kNothing);
  if (is_new) found->second = of(std::vector<Term>{{atom, 1}});
  return found->second;
}

ValueId ValueTable::of(std::vector<Term> terms) {
  constexpr double kEach = 120;
  if (terms.empty()) return kNothing;
  const auto size = static_cast<double>(terms.size() * sizeof(Term));
  const auto [found, is_new] =
      ids_.try_emplace(std::move(terms), static_cast<ValueId>(terms_.size()));
  if (is_new) {
    terms_.push_back(&found->first);
    constexpr double kStep = 64e6;  // looked at now and then
    const double before = bytes_;
    bytes_ += kEach + size;
    if (static_cast<std::int64_t>(before / kStep) != static_cast<std::int64_t>(bytes_ / kStep)) {
      require_memory(bytes_);
    }
  }
  return found->second;
}

ValueId ValueTable::sum(ValueId one, ValueId other) {
  if (one == kUnknown || other == kUnknown) return kUnknown;
  if (one == kNothing || other == kNothing) return std::max(one, other);
  const auto [low, high] = std::minmax(one, other);
  const std::uint64_t key = (std::uint64_t{low} << 32) | high;
  if (const auto known = sums_.find(key); known != sums_.end()) return known->second;
  std::vector<Term> all;
  const auto a = terms(one);
  const auto b = terms(other);
  all.reserve(a.size() + b.size());
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (j == b.size() || (i < a.size() && a[i].atom < b[j].atom)) {
      all.push_back(a[i++]);
    } else if (i == a.size() || b[j].atom < a[i].atom) {
      all.push_back(b[j++]);
    } else {
      all.push_back({a[i].atom, a[i].times + b[j].times});
      ++i;
      ++j;
    }
  }
  const ValueId value = of(std::move(all));
  sums_.emplace(key, value);
  return value;
}

}  // namespace plexus
