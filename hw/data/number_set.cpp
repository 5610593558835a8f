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
/// From so many bounds on, and whenever there are twice as many, runs that are mostly short become
/// words in a table: a list takes too long to insert into.
constexpr std::size_t kManyBounds = 1024;
constexpr std::uint64_t kShortRun = 8;
/// More than a column of numbers has that is kept side by side.
constexpr std::uint64_t kRows = std::uint64_t{1} << 32;

}  // namespace

std::size_t NumberSet::first_above(std::uint64_t number) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(words_, number) - words_.begin());
}

/// Brings `words_` up to date with what is in hand.
inline void NumberSet::settle() const {
  if (in_hand_ == InHand::kRun) {
    if (run_.end == 0) return;
    words_[recent_] = run_.begin;
    words_[recent_ + 1] = run_.end;
    return;
  }
  if (in_hand_ == InHand::kSubcube) return;
  const auto enter_word = [this]() __attribute__((noinline)) {
    for (std::uint64_t fresh = word_.bits & ~bits_at(word_.first); fresh != 0;) {
      const auto offset = static_cast<std::uint64_t>(std::countr_zero(fresh));
      const auto length = static_cast<std::uint64_t>(std::countr_one(fresh >> offset));
      toggle(word_.first + offset);
      toggle(word_.first + offset + length);
      fresh &= fresh + (std::uint64_t{1} << offset);
    }
  };
  if (dense_) {
    words_[static_cast<std::size_t>(word_.first / 64)] = word_.bits;
  } else {
    enter_word();
  }
}

bool NumberSet::add_apart(Interval interval, std::uint64_t universe) {
  if (interval.count == 0) return true;
  if (hashed_) return add_hashed(interval);
  if (near_run(interval)) {
    take_word(interval.first & ~63ULL);
    return extend(interval);
  }
  // Dense: a word in hand that got several numbers is followed by the next one.
  const bool follows = dense_ && in_hand_ == InHand::kWord && in_one_word(interval) &&
                       std::popcount(word_.bits & ~bits_at(word_.first)) > 1;
  put_down();
  if (follows) {
    take_word(interval.first & ~63ULL);
    return extend(interval);
  }
  if (dense_) {
    bool fresh = true;
    for_each_mask(interval, [&](std::size_t word, std::uint64_t mask) {
      fresh = fresh && (words_[word] & mask) == 0;
      words_[word] |= mask;
      return true;
    });
    return fresh;
  }
  const std::size_t next = first_above(interval.first);
  if (next % 2 != 0 || (next < words_.size() && words_[next] < interval.end())) return false;
  toggle(interval.first);
  toggle(interval.end());
  take_run(first_above(interval.first) - 1);
  limit_form(universe);
  if (dense_ && in_one_word(interval)) take_word(interval.first & ~63ULL);
  if (!dense_ && words_.size() >= kManyBounds && is_power_of_two(words_.size())) {
    scatter_short_runs();
  }
  return true;
}

/// Takes the run at `place` in hand. `words_` is up to date.
void NumberSet::take_run(std::size_t place) {
  recent_ = static_cast<std::uint32_t>(place);
  run_ = {words_[place], words_[place + 1], place == 0 ? 0 : words_[place - 1] + 1,
          place + 2 == words_.size() ? kNever : words_[place + 2] - 1};
}

/// Would the interval, which does not continue the run in hand, share a word with it?
bool NumberSet::near_run(Interval interval) const {
  if (in_hand_ != InHand::kRun || run_.end == 0) return false;
  const std::uint64_t first = interval.first & ~63ULL;
  return in_word_at(first, interval) && (run_.begin - first < 64 || run_.end - 1 - first < 64);
}

/// Takes the word that begins with number `first` in hand.
void NumberSet::take_word(std::uint64_t first) {
  put_down();
  in_hand_ = InHand::kWord;
  word_ = {first, bits_at(first)};
}

/// There is nothing in hand any more.
void NumberSet::put_down() {
  settle();
  if (in_hand_ == InHand::kSubcube) {
    for (const Interval& interval : subcube_.intervals()) {
      words_.push_back(interval.first);
      words_.push_back(interval.end());
    }
  }
  in_hand_ = InHand::kRun;
  run_ = {};
}

std::optional<Subcube> NumberSet::as_subcube() const {
  if (in_hand_ == InHand::kSubcube) return subcube_;
  if (!is_sparse() || words_.size() != 2) return std::nullopt;
  settle();
  const std::uint64_t count = words_[1] - words_[0];
  if (words_.size() != 2 || !is_power_of_two(count) || words_[0] % count != 0) {
    return std::nullopt;
  }
  return Subcube{words_[0], count - 1};
}

bool NumberSet::add_subcube(Subcube subcube, std::uint64_t universe) {
  const auto mine = as_subcube();
  const auto together = mine ? joined(*mine, subcube) : std::nullopt;
  if (!together && !(empty() && is_sparse())) return add(subcube.intervals(), universe);
  if (together) subcube = *together;
  words_.clear();
  in_hand_ = InHand::kSubcube;
  subcube_ = subcube;
  if (is_power_of_two(subcube.mask + 1)) {  // one run
    put_down();
    take_run(0);
  }
  return true;
}

bool NumberSet::contains_subcube(Subcube subcube) const {
  const auto mine = as_subcube();
  return mine ? mine->contains(subcube) : contains(subcube.intervals());
}

/// The numbers from `first` on, the first one of a word, that `words_` has: a bit each.
std::uint64_t NumberSet::bits_at(std::uint64_t first) const {
  if (dense_) return words_[static_cast<std::size_t>(first / 64)];
  std::uint64_t bits = 0;
  for (std::size_t bound = first_above(first) & ~std::size_t{1};
       bound < words_.size() && words_[bound] < first + 64; bound += 2) {
    const std::uint64_t begin = std::max(words_[bound], first);
    const std::uint64_t end = std::min(words_[bound + 1], first + 64);
    if (begin < end) bits |= mask_of({begin, end - begin});
  }
  return bits;
}

/// Many runs for the universe are better kept as bits.
void NumberSet::limit_form(std::uint64_t universe) {
  const bool small = words_.size() > 8 && universe <= kSmallUniverse;
  if (small || (words_.size() > 16 && words_.size() > universe / kWordsPerBound)) {
    make_dense(universe);
  }
}

bool NumberSet::add(std::span<const Interval> intervals, std::uint64_t universe) {
  const auto touch = [](const Interval& a, const Interval& b) { return a.end() > b.first; };
  const bool rise = std::ranges::adjacent_find(intervals, touch) == intervals.end();
  if (!dense_ && !hashed_ && rise && words_.size() <= kMergedBounds * intervals.size()) {
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

/// A bound that two intervals share is none any more.
void NumberSet::toggle(std::uint64_t bound) const {
  const auto place = std::ranges::lower_bound(words_, bound);
  if (place != words_.end() && *place == bound) {
    words_.erase(place);
  } else {
    words_.insert(place, bound);
  }
}

void NumberSet::make_dense(std::uint64_t universe) {
  const std::vector<Interval> sparse = intervals();
  put_down();
  words_.assign(static_cast<std::size_t>((universe + 63) / 64), 0);
  dense_ = true;
  for (const Interval& interval : sparse) add_apart(interval, universe);
}

void NumberSet::scatter(std::uint64_t apart) {
  constexpr int kFirstBits = 4;
  in_hand_ = InHand::kPlaces;
  places_ = {apart, kNever, 0, 0};
  hashed_ = true;
  recent_ = 0;
  shift_ = 64 - kFirstBits;
  words_.assign(std::size_t{2} << kFirstBits, 0);
}

void NumberSet::scatter_short_runs() {
  const std::vector<Interval> runs = intervals();
  std::uint64_t numbers = 0;
  for (const Interval& run : runs) numbers += run.count;
  if (numbers > kShortRun * runs.size()) return;
  scatter(1);
  for (const Interval& run : runs) add_hashed(run);
}

/// Where the word with this index is, or where it would be.
std::size_t NumberSet::slot_of(std::uint64_t index) const {
  const std::size_t slots = words_.size() / 2;
  std::size_t slot = first_slot(index);
  while (words_[2 * slot] != 0 && words_[2 * slot] != index + 1) slot = (slot + 1) % slots;
  return slot;
}

/// Where the word with this index is; it is entered if it was not there. Nothing is in hand.
std::size_t NumberSet::slot_for(std::uint64_t index) {
  std::size_t slot = slot_of(index);
  if (words_[2 * slot] == 0) {
    if (8 * (std::size_t{recent_} + 1) > 3 * words_.size()) {  // three quarters full
      grow_table();
      slot = slot_of(index);
    }
    words_[2 * slot] = index + 1;
    ++recent_;
  }
  return slot;
}

void NumberSet::grow_table() {
  const std::vector<std::uint64_t> old = std::exchange(words_, {});
  words_.assign(2 * old.size(), 0);
  --shift_;
  recent_ = 0;
  for (std::size_t i = 0; i < old.size(); i += 2) {
    if (old[i] == 0 || old[i + 1] == 0) continue;
    const std::size_t slot = slot_of(old[i] - 1);
    words_[2 * slot] = old[i];
    words_[2 * slot + 1] = old[i + 1];
    ++recent_;
  }
}

/// As for_each_mask, of the places at which the numbers are kept.
template <typename Visit>
bool NumberSet::for_each_hashed(Interval interval, const Visit& visit) const {
  if (places_.apart == 1) return for_each_mask(interval, visit);
  for (std::uint64_t number = interval.first; number < interval.end(); ++number) {
    const std::uint64_t place = number % places_.apart * kRows + number / places_.apart;
    if (!visit(place / 64, std::uint64_t{1} << place % 64)) return false;
  }
  return true;
}

/// Nothing of the table is in hand any more.
void NumberSet::put_back() {
  if (places_.index == kNever) return;
  words_[2 * places_.slot + 1] = places_.bits;
  places_.index = kNever;
}

bool NumberSet::add_hashed(Interval interval) {
  bool fresh = true;
  for_each_hashed(interval, [&](std::size_t index, std::uint64_t mask) {
    if (index != places_.index) {
      put_back();
      const std::size_t slot = slot_for(index);
      places_ = {places_.apart, index, words_[2 * slot + 1], slot};
    }
    fresh = fresh && (places_.bits & mask) == 0;
    places_.bits |= mask;
    return true;
  });
  return fresh;
}

bool NumberSet::contains(std::span<const Interval> intervals) const {
  NumberReader reader{*this};
  return std::ranges::all_of(intervals, [&](const Interval& one) { return reader.contains(one); });
}

/// Looks for the first bound above `interval` in steps that double, then between the last two.
bool NumberReader::contains_from_here(Interval interval) {
  if (set_->in_hand_ == NumberSet::InHand::kSubcube) return set_->contains_apart(interval);
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
  if (hashed_) {
    return for_each_hashed(interval, [&](std::size_t index, std::uint64_t mask) {
      const bool here = index == places_.index;
      return ((here ? places_.bits : words_[2 * slot_of(index) + 1]) & mask) == mask;
    });
  }
  if (in_hand_ == InHand::kSubcube) {
    for (std::uint64_t number = interval.first; number < interval.end(); ++number) {
      if (!subcube_.contains({number, 0})) return false;
    }
    return true;
  }
  if (in_hand_ == InHand::kWord && in_word_at(word_.first, interval)) {
    return has_bits(word_.bits, interval);
  }
  settle();
  if (dense_) {
    return for_each_mask(interval, [&](std::size_t word, std::uint64_t mask) {
      return word < words_.size() && (words_[word] & mask) == mask;
    });
  }
  const std::size_t next = first_above(interval.first);
  return next % 2 != 0 && words_[next] >= interval.end();
}

void NumberSet::remove(Interval interval) {
  if (hashed_) {
    put_back();
    for_each_hashed(interval, [&](std::size_t index, std::uint64_t mask) {
      words_[2 * slot_of(index) + 1] &= ~mask;
      return true;
    });
    return;
  }
  put_down();
  if (dense_) {
    for_each_mask(interval, [&](std::size_t word, std::uint64_t mask) {
      words_[word] &= ~mask;
      return true;
    });
    return;
  }
  toggle(interval.first);
  toggle(interval.end());
}

std::vector<Interval> NumberSet::intervals() const {
  if (in_hand_ == InHand::kSubcube) return subcube_.intervals();
  std::vector<Interval> all;
  const auto add_word = [&](std::uint64_t index, std::uint64_t rest) {
    while (rest != 0) {
      const auto offset = static_cast<std::uint64_t>(std::countr_zero(rest));
      const auto length = static_cast<std::uint64_t>(std::countr_one(rest >> offset));
      const std::uint64_t first = 64 * index + offset;
      if (!all.empty() && all.back().end() == first) {
        all.back().count += length;
      } else {
        all.push_back({first, length});
      }
      rest = offset + length == 64 ? 0 : rest >> (offset + length) << (offset + length);
    }
  };
  if (hashed_) {
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < words_.size(); i += 2) {
      if (words_[i] == 0) continue;  // no word
      const bool here = words_[i] == places_.index + 1;
      for (std::uint64_t bits = here ? places_.bits : words_[i + 1]; bits != 0; bits &= bits - 1) {
        const std::uint64_t place =
            64 * (words_[i] - 1) + static_cast<std::uint64_t>(std::countr_zero(bits));
        numbers.push_back(places_.apart == 1 ? place
                                             : place % kRows * places_.apart + place / kRows);
      }
    }
    std::ranges::sort(numbers);
    for (const std::uint64_t number : numbers) add_word(number / 64, 1ULL << number % 64);
  } else if (settle(); dense_) {
    for (std::size_t word = 0; word < words_.size(); ++word) add_word(word, words_[word]);
  } else {
    for (std::size_t i = 0; i < words_.size(); i += 2) {
      all.push_back({words_[i], words_[i + 1] - words_[i]});
    }
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
