#include "hw/data/number_set.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace plexus {

namespace {

/// Numbers up to which one bit each is found faster than one of many intervals, and takes little
/// room.
constexpr std::uint64_t kSmallUniverse = 8192;
/// In a larger universe: when the bits take up to so many words for each bound of a run.
constexpr std::uint64_t kWordsPerBound = 256;
/// A list of intervals is merged in one pass with up to so many bounds for each of them; into more
/// they are inserted one by one.
constexpr std::size_t kMergedBounds = 16;
/// More than a column of numbers has that is kept side by side.
constexpr std::uint64_t kRows = std::uint64_t{1} << 32;

}  // namespace

// ---- runs --------------------------------------------------------------------------------------

std::size_t NumberSet::first_above(std::uint64_t number) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(words_, number) - words_.begin());
}

/// Brings `words_` up to date with the run in hand.
inline void NumberSet::settle() const {
  if (form_ != Form::kRuns || run_.end == 0) return;
  words_[recent_] = run_.begin;
  words_[recent_ + 1] = run_.end;
}

/// The set is runs, of which none is in hand any more.
void NumberSet::put_down() {
  settle();
  if (form_ == Form::kSubcube) {
    for (const Interval& interval : subcube_.intervals()) {
      words_.push_back(interval.first);
      words_.push_back(interval.end());
    }
  }
  form_ = Form::kRuns;
  run_ = {};
}

bool NumberSet::add_apart(Interval interval, std::uint64_t universe) {
  if (interval.count == 0) return true;
  if (form_ == Form::kBits) return add_bits(interval);
  put_down();
  const std::size_t next = first_above(interval.first);
  if (next % 2 != 0 || (next < words_.size() && words_[next] < interval.end())) return false;
  toggle(interval.first);
  toggle(interval.end());
  const std::size_t place = first_above(interval.first) - 1;
  recent_ = static_cast<std::uint32_t>(place);
  run_ = {words_[place], words_[place + 1], place == 0 ? 0 : words_[place - 1] + 1,
          place + 2 == words_.size() ? kNever : words_[place + 2] - 1};
  limit_form(universe);
  return true;
}

/// A bound that two intervals share is none any more.
void NumberSet::toggle(std::uint64_t bound) {
  const auto place = std::ranges::lower_bound(words_, bound);
  if (place != words_.end() && *place == bound) {
    words_.erase(place);
  } else {
    words_.insert(place, bound);
  }
}

/// Many runs for the universe are better kept as bits.
void NumberSet::limit_form(std::uint64_t universe) {
  const bool small = words_.size() > 8 && universe <= kSmallUniverse;
  if (!small && (words_.size() <= 16 || words_.size() <= universe / kWordsPerBound)) return;
  const std::vector<Interval> runs = intervals();
  keep_bits(1);
  words_.assign(static_cast<std::size_t>((universe + 63) / 64), 0);
  for (const Interval& run : runs) add_bits(run);
}

bool NumberSet::add(std::span<const Interval> intervals, std::uint64_t universe) {
  const auto touch = [](const Interval& a, const Interval& b) { return a.end() > b.first; };
  const bool rise = std::ranges::adjacent_find(intervals, touch) == intervals.end();
  if (form_ != Form::kBits && rise && words_.size() <= kMergedBounds * intervals.size()) {
    return merge(intervals, universe);
  }
  return std::ranges::all_of(intervals, [&](const Interval& one) { return add(one, universe); });
}

bool NumberSet::merge(std::span<const Interval> rising, std::uint64_t universe) {
  put_down();
  std::vector<std::uint64_t> merged;
  merged.reserve(words_.size() + 2 * rising.size());
  const auto append = [&](std::uint64_t begin, std::uint64_t end) {
    if (!merged.empty() && merged.back() == begin) {
      merged.back() = end;
    } else {
      merged.push_back(begin);
      merged.push_back(end);
    }
  };
  std::size_t next = 0;  // of the runs that were here
  for (const Interval& interval : rising) {
    if (interval.count == 0) continue;
    for (; next < words_.size() && words_[next] < interval.first; next += 2) {
      append(words_[next], words_[next + 1]);
    }
    if (!merged.empty() && merged.back() > interval.first) return false;
    if (next < words_.size() && words_[next] < interval.end()) return false;
    append(interval.first, interval.end());
  }
  for (; next < words_.size(); next += 2) append(words_[next], words_[next + 1]);
  words_ = std::move(merged);
  limit_form(universe);
  return true;
}

// ---- subcubes ----------------------------------------------------------------------------------

std::optional<Subcube> NumberSet::as_subcube() const {
  if (form_ == Form::kSubcube) return subcube_;
  if (form_ != Form::kRuns || words_.size() != 2) return std::nullopt;
  settle();
  const std::uint64_t count = words_[1] - words_[0];
  if (!is_power_of_two(count) || words_[0] % count != 0) return std::nullopt;
  return Subcube{words_[0], count - 1};
}

bool NumberSet::add_subcube(Subcube subcube, std::uint64_t universe) {
  const auto mine = as_subcube();
  const auto together = mine ? joined(*mine, subcube) : std::nullopt;
  if (!together && !(empty() && form_ == Form::kRuns)) return add(subcube.intervals(), universe);
  if (together) subcube = *together;
  words_.clear();
  if (is_power_of_two(subcube.mask + 1)) {  // one run
    form_ = Form::kRuns;
    run_ = {};
    return add_apart({subcube.base, subcube.mask + 1}, universe);
  }
  form_ = Form::kSubcube;
  subcube_ = subcube;
  return true;
}

bool NumberSet::contains_subcube(Subcube subcube) const {
  const auto mine = as_subcube();
  return mine ? mine->contains(subcube) : contains(subcube.intervals());
}

// ---- bits --------------------------------------------------------------------------------------

void NumberSet::keep_bits(std::uint64_t apart) {
  form_ = Form::kBits;
  recent_ = 0;
  word_ = {apart, kNever, 0, 0};
}

void NumberSet::scatter(std::uint64_t apart) { keep_bits(apart); }

/// Where the word with this index is, or where it would be: if there are too few, behind them.
std::size_t NumberSet::place_of(std::uint64_t index) const {
  if (shift_ == 0) return static_cast<std::size_t>(index - word_.place);
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
  auto place = 2 * static_cast<std::size_t>((index + 1) * kSpread >> shift_);
  while (words_[place] != 0 && words_[place] != index + 1) place = (place + 2) % words_.size();
  return place + 1;
}

std::uint64_t NumberSet::bits_of(std::size_t index) const {
  if (index == word_.index) return word_.bits;
  const std::size_t place = place_of(index);
  return place < words_.size() ? words_[place] : 0;
}

/// The word in hand goes back to its place.
void NumberSet::put_back() {
  if (word_.index == kNever) return;
  words_[static_cast<std::size_t>(shift_ == 0 ? word_.index - word_.place : word_.place)] =
      word_.bits;
  word_.index = kNever;
}

/// The place of the word with this index, which it gets if it has none. Nothing is in hand.
std::size_t NumberSet::enter(std::uint64_t index) {
  if (shift_ == 0) {
    if (place_of(index) < words_.size() || widen(index)) return place_of(index);
    hash();
  }
  std::size_t place = place_of(index);
  if (words_[place - 1] != 0) return place;
  if (8 * (std::size_t{recent_} + 1) > 3 * words_.size()) {  // three quarters full
    hash();
    place = place_of(index);
  }
  words_[place - 1] = index + 1;
  ++recent_;
  return place;
}

/// Makes words up to this index, if they are not many for those that have been entered.
bool NumberSet::widen(std::uint64_t index) {
  constexpr std::uint64_t kFew = 64;
  constexpr std::uint64_t kForOne = 8;
  ++recent_;
  if (words_.empty()) word_.place = index;
  const std::uint64_t first = std::min(word_.place, index);
  const std::uint64_t end = std::max(word_.place + words_.size(), index + 1);
  if (end - first > std::max(kFew, kForOne * recent_)) return false;
  words_.insert(words_.begin(), static_cast<std::size_t>(word_.place - first), 0);
  words_.resize(static_cast<std::size_t>(end - first));
  word_.place = first;
  return true;
}

/// The words that are not all zero go into a hash table, which is half full then, or less.
void NumberSet::hash() {
  constexpr std::size_t kFewest = 16;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all;  // index + 1, and bits
  const bool hashed = shift_ != 0;
  for (std::size_t i = hashed ? 1 : 0; i < words_.size(); i += hashed ? 2 : 1) {
    if (words_[i] != 0) all.emplace_back(hashed ? words_[i - 1] : word_.place + i + 1, words_[i]);
  }
  const std::size_t slots = std::max(kFewest, std::bit_ceil(2 * all.size()));
  shift_ = static_cast<std::uint8_t>(64 - std::countr_zero(slots));
  recent_ = static_cast<std::uint32_t>(all.size());
  words_ = std::vector<std::uint64_t>(2 * slots);
  for (const auto& [key, bits] : all) {
    const std::size_t place = place_of(key - 1);
    words_[place - 1] = key;
    words_[place] = bits;
  }
}

/// As for_each_mask, of the bits that the numbers are.
template <typename Visit>
bool NumberSet::for_each_word(Interval interval, const Visit& visit) const {
  if (word_.apart == 1) return for_each_mask(interval, visit);
  for (std::uint64_t number = interval.first; number < interval.end(); ++number) {
    const std::uint64_t bit = number % word_.apart * kRows + number / word_.apart;
    if (!visit(bit / 64, std::uint64_t{1} << bit % 64)) return false;
  }
  return true;
}

bool NumberSet::add_bits(Interval interval) {
  bool fresh = true;
  for_each_word(interval, [&](std::size_t index, std::uint64_t mask) {
    if (index != word_.index) {
      put_back();
      const std::size_t place = enter(index);
      word_ = {word_.apart, index, words_[place], shift_ == 0 ? word_.place : place};
    }
    fresh = fresh && (word_.bits & mask) == 0;
    word_.bits |= mask;
    return true;
  });
  return fresh;
}

std::vector<Interval> NumberSet::intervals_of_bits() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> words;  // index and bits
  for (std::size_t place = shift_ != 0 ? 1 : 0; place < words_.size();) {
    const std::uint64_t index = shift_ != 0 ? words_[place - 1] - 1 : word_.place + place;
    if (const std::uint64_t bits = index == kNever ? 0 : bits_of(index); bits != 0) {
      words.emplace_back(index, bits);
    }
    place += shift_ != 0 ? 2 : 1;
  }
  if (word_.apart != 1) {
    std::vector<std::uint64_t> numbers;
    for (const auto& [index, bits] : words) {
      for (std::uint64_t rest = bits; rest != 0; rest &= rest - 1) {
        const std::uint64_t bit = 64 * index + static_cast<std::uint64_t>(std::countr_zero(rest));
        numbers.push_back(bit % kRows * word_.apart + bit / kRows);
      }
    }
    words.clear();
    for (const std::uint64_t number : numbers) words.emplace_back(number / 64, 1ULL << number % 64);
  }
  if (!std::ranges::is_sorted(words)) std::ranges::sort(words);
  BlockList all;
  for (auto [index, bits] : words) {
    while (bits != 0) {
      const auto offset = static_cast<std::uint64_t>(std::countr_zero(bits));
      const auto length = static_cast<std::uint64_t>(std::countr_one(bits >> offset));
      all.add(Interval{64 * index + offset, length});
      bits &= bits + (std::uint64_t{1} << offset);
    }
  }
  return all.intervals();
}

// ---- all forms
// -----------------------------------------------------------------------------------

bool NumberSet::contains(std::span<const Interval> intervals) const {
  NumberReader reader{*this};
  return std::ranges::all_of(intervals, [&](const Interval& one) { return reader.contains(one); });
}

/// Looks for the first bound above `interval` in steps that double, then between the last two.
bool NumberReader::contains_from_here(Interval interval) {
  set_->settle();
  const std::vector<std::uint64_t>& bounds = set_->words_;
  if (interval.count == 0) return true;
  if (next_ > 0 && bounds[next_ - 1] > interval.first) next_ = 0;  // it does not rise
  std::size_t step = 1;
  std::size_t below = next_;
  while (below + step < bounds.size() && bounds[below + step] <= interval.first) {
    below += step;
    step *= 2;
  }
  const auto end = bounds.begin() + std::ptrdiff_t(std::min(below + step, bounds.size()));
  const auto above = std::upper_bound(bounds.begin() + std::ptrdiff_t(below), end, interval.first);
  next_ = static_cast<std::size_t>(above - bounds.begin());
  return next_ % 2 != 0 && interval.end() <= bounds[next_];
}

bool NumberSet::contains_apart(Interval interval) const {
  if (interval.count == 0) return true;
  if (form_ == Form::kBits) {
    return for_each_word(interval, [this](std::size_t index, std::uint64_t mask) {
      return (bits_of(index) & mask) == mask;
    });
  }
  if (form_ == Form::kSubcube) {
    for (std::uint64_t number = interval.first; number < interval.end(); ++number) {
      if (!subcube_.contains({number, 0})) return false;
    }
    return true;
  }
  settle();
  const std::size_t next = first_above(interval.first);
  return next % 2 != 0 && words_[next] >= interval.end();
}

void NumberSet::remove(Interval interval) {
  if (form_ == Form::kBits) {
    put_back();
    for_each_word(interval, [this](std::size_t index, std::uint64_t mask) {
      words_[place_of(index)] &= ~mask;
      return true;
    });
    return;
  }
  put_down();
  toggle(interval.first);
  toggle(interval.end());
}

std::vector<Interval> NumberSet::intervals() const {
  if (form_ == Form::kSubcube) return subcube_.intervals();
  if (form_ == Form::kBits) return intervals_of_bits();
  settle();
  std::vector<Interval> all;
  for (std::size_t i = 0; i < words_.size(); i += 2) {
    all.push_back({words_[i], words_[i + 1] - words_[i]});
  }
  return all;
}

std::vector<Interval> NumberSet::missing(Interval interval) const {
  std::vector<Interval> gaps;
  std::uint64_t from = interval.first;
  for (const Interval& here : intervals()) {
    if (here.end() <= from) continue;
    if (here.first >= interval.end()) break;
    if (here.first > from) gaps.push_back({from, here.first - from});
    from = here.end();
  }
  if (from < interval.end()) gaps.push_back({from, interval.end() - from});
  return gaps;
}

}  // namespace plexus
