#include "hw/data/memory.hpp"

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

/// Calls visit(word index, mask) for the 64-bit words that hold the bits of `run`, until it
/// returns false; true if it never did.
template <typename Visit>
bool for_each_mask(Interval interval, Visit visit) {
  for (std::uint64_t bit = interval.first; bit < interval.end();) {
    const std::uint64_t offset = bit % 64;
    const std::uint64_t length = std::min<std::uint64_t>(64 - offset, interval.end() - bit);
    const std::uint64_t mask = (length == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1)
                               << offset;
    if (!visit(static_cast<std::size_t>(bit / 64), mask)) return false;
    bit += length;
  }
  return true;
}

}  // namespace

std::size_t NumberSet::first_above(std::uint64_t number) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(words_, number) - words_.begin());
}

bool NumberSet::add_apart(Interval interval, std::uint64_t universe) {
  if (interval.count == 0) return true;
  if (hashed_) return add_hashed(interval);
  if (dense_) {
    bool fresh = true;
    for_each_mask(interval, [&](std::size_t word, std::uint64_t mask) {
      fresh = fresh && (words_[word] & mask) == 0;
      words_[word] |= mask;
      return true;
    });
    return fresh;
  }
  settle();
  const std::size_t next = first_above(interval.first);
  if (next % 2 != 0 || (next < words_.size() && words_[next] < interval.end())) return false;
  toggle(interval.first);
  toggle(interval.end());
  open(first_above(interval.first) - 1);
  limit_form(universe);
  return true;
}

/// The run at `place` is the latest one from now on. `words_` is up to date.
void NumberSet::open(std::size_t place) {
  recent_ = static_cast<std::uint32_t>(place);
  latest_begin_ = words_[place];
  latest_end_ = words_[place + 1];
  lowest_ = place == 0 ? 0 : words_[place - 1] + 1;
  highest_ = place + 2 == words_.size() ? kNever : words_[place + 2] - 1;
}

/// There is no latest run any more.
void NumberSet::close() {
  settle();
  latest_begin_ = latest_end_ = highest_ = 0;
  lowest_ = kNever;
  recent_ = 0;
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
  close();
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
void NumberSet::toggle(std::uint64_t bound) {
  const auto place = std::ranges::lower_bound(words_, bound);
  if (place != words_.end() && *place == bound) {
    words_.erase(place);
  } else {
    words_.insert(place, bound);
  }
}

void NumberSet::make_dense(std::uint64_t universe) {
  const std::vector<Interval> sparse = intervals();
  close();
  words_.assign(static_cast<std::size_t>((universe + 63) / 64), 0);
  dense_ = true;
  for (const Interval& interval : sparse) add_apart(interval, universe);
}

void NumberSet::scatter() {
  constexpr int kFirstBits = 4;
  hashed_ = true;
  shift_ = 64 - kFirstBits;
  words_.assign(std::size_t{2} << kFirstBits, 0);
}

/// Where the word with this index is, or where it would be.
std::size_t NumberSet::slot_of(std::uint64_t index) const {
  const std::size_t slots = words_.size() / 2;
  std::size_t slot = first_slot(index);
  while (words_[2 * slot] != 0 && words_[2 * slot] != index + 1) slot = (slot + 1) % slots;
  return slot;
}

std::uint64_t& NumberSet::hashed_word(std::uint64_t index) {
  std::size_t slot = slot_of(index);
  if (words_[2 * slot] == 0) {
    if (8 * (std::size_t{recent_} + 1) > 3 * words_.size()) {  // three quarters full
      grow_table();
      slot = slot_of(index);
    }
    words_[2 * slot] = index + 1;
    ++recent_;
  }
  return words_[2 * slot + 1];
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

bool NumberSet::add_hashed(Interval interval) {
  bool fresh = true;
  for_each_mask(interval, [&](std::size_t index, std::uint64_t mask) {
    std::uint64_t& word = hashed_word(index);
    fresh = fresh && (word & mask) == 0;
    word |= mask;
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
    return for_each_mask(interval, [&](std::size_t index, std::uint64_t mask) {
      return (words_[2 * slot_of(index) + 1] & mask) == mask;
    });
  }
  if (dense_) {
    return for_each_mask(interval, [&](std::size_t word, std::uint64_t mask) {
      return word < words_.size() && (words_[word] & mask) == mask;
    });
  }
  settle();
  const std::size_t next = first_above(interval.first);
  return next % 2 != 0 && words_[next] >= interval.end();
}

void NumberSet::remove(Interval interval) {
  if (hashed_) {
    for_each_mask(interval, [&](std::size_t index, std::uint64_t mask) {
      words_[2 * slot_of(index) + 1] &= ~mask;
      return true;
    });
    return;
  }
  if (dense_) {
    for_each_mask(interval, [&](std::size_t word, std::uint64_t mask) {
      words_[word] &= ~mask;
      return true;
    });
    return;
  }
  close();
  toggle(interval.first);
  toggle(interval.end());
}

std::vector<Interval> NumberSet::intervals() const {
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
    std::vector<std::pair<std::uint64_t, std::uint64_t>> words;
    for (std::size_t i = 0; i < words_.size(); i += 2) {
      if (words_[i] != 0) words.emplace_back(words_[i] - 1, words_[i + 1]);
    }
    std::ranges::sort(words);
    for (const auto& [index, bits] : words) add_word(index, bits);
  } else if (dense_) {
    for (std::size_t word = 0; word < words_.size(); ++word) add_word(word, words_[word]);
  } else {
    settle();
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

/// The words of all blocks at once; then those blocks leave that have become whole.
bool Memory::add_parts(const Blocks& blocks) {
  std::vector<Interval> parts;
  NumberReader whole{whole_};
  for (const Interval& interval : blocks.intervals()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (whole.contains({block, 1})) return false;
      parts.push_back(words_of(block, blocks.slice()));
    }
  }
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  if (!partial_) partial_ = std::make_unique<NumberSet>();
  if (!partial_->add(parts, space_.blocks * words)) return false;
  std::vector<BlockId> complete;
  NumberReader partial{*partial_};
  for (const Interval& interval : blocks.intervals()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (partial.contains(words_of(block, space_.whole()))) complete.push_back(block);
    }
  }
  return std::ranges::all_of(complete, [&](BlockId block) { return make_whole(block); });
}

bool Memory::add_part(BlockId block, Slice slice) {
  if (whole_.contains({block, 1})) return false;
  if (!partial_) partial_ = std::make_unique<NumberSet>();
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  if (!partial_->add(words_of(block, slice), space_.blocks * words)) return false;
  return make_whole(block);
}

/// The block is no longer in parts if all its words are here.
bool Memory::make_whole(BlockId block) {
  const Interval block_words = words_of(block, space_.whole());
  if (!partial_ || !partial_->contains(block_words)) return true;
  partial_->remove(block_words);
  if (partial_->empty()) partial_.reset();
  return whole_.add({block, 1}, space_.blocks);
}

Words Memory::gain(const Blocks& blocks) {
  Words known{0};
  for (const Interval& interval : blocks.intervals()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      const Slice slice = blocks.slice();
      if (whole_.contains({block, 1})) {
        known += slice.count;
        continue;
      }
      const Interval words = words_of(block, slice);
      const auto missing = partial_ ? partial_->missing(words) : std::vector{words};
      const auto first = static_cast<std::int64_t>(words_of(block, {}).first);
      known += slice.count;
      for (const Interval& gap : missing) {
        const Words count{static_cast<std::int64_t>(gap.count)};
        known -= count;
        add_part(block, {Words{static_cast<std::int64_t>(gap.first) - first}, count});
      }
    }
  }
  return known;
}

bool Memory::forget(const Blocks& blocks) {
  for (const Interval& interval : blocks.intervals()) {
    if (blocks.slice() == space_.whole() && whole_.contains(interval)) {
      whole_.remove(interval);
      continue;
    }
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      const Interval words = words_of(block, blocks.slice());
      if (whole_.contains({block, 1})) take_apart(block);
      if (!partial_ || !partial_->contains(words)) return false;
      partial_->remove(words);
      if (partial_->empty()) partial_.reset();
    }
  }
  return true;
}

/// A whole block becomes words, of which some will go.
void Memory::take_apart(BlockId block) {
  whole_.remove({block, 1});
  if (!partial_) partial_ = std::make_unique<NumberSet>();
  partial_->add(words_of(block, space_.whole()),
                space_.blocks * static_cast<std::uint64_t>(space_.words.count()));
}

bool Memory::contains_parts(const Blocks& blocks) const {
  if (blocks.slice().count == 0_words) return true;
  const NumberSet none;
  NumberReader whole{whole_};
  NumberReader partial{partial_ ? *partial_ : none};
  for (const Interval& interval : blocks.intervals()) {
    if (whole.contains(interval)) continue;
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      const Interval part = words_of(block, blocks.slice());
      if (!whole.contains({block, 1}) && !partial.contains(part)) return false;
    }
  }
  return true;
}

}  // namespace plexus
