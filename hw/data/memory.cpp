#include "hw/data/memory.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace plexus {

namespace {

/// Numbers up to which one bit each is found faster than one of many intervals, and takes little
/// room.
constexpr std::uint64_t kSmallUniverse = 8192;

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
  recent_ = static_cast<std::uint32_t>(first_above(interval.first) - 1);
  const bool small = words_.size() > 8 && universe <= kSmallUniverse;
  if (small || (words_.size() > 16 && words_.size() > universe / 64)) make_dense(universe);
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

bool NumberSet::contains(Interval interval) const {
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
  toggle(interval.first);
  toggle(interval.end());
  recent_ = 0;
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

bool Memory::add_intervals(const Blocks& blocks) {
  const bool whole = blocks.slice() == space_.whole();
  for (const Interval& interval : blocks.intervals()) {
    if (whole && !partial_) {
      if (!whole_.add(interval, space_.blocks)) return false;
      continue;
    }
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (!add_part(block, blocks.slice())) return false;
    }
  }
  return true;
}

bool Memory::add_part(BlockId block, Slice slice) {
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  const Interval block_words{block * words, words};
  const Interval part{block_words.first + static_cast<std::uint64_t>(slice.first.count()),
                      static_cast<std::uint64_t>(slice.count.count())};
  if (whole_.contains({block, 1})) return false;
  if (!partial_) partial_ = std::make_unique<NumberSet>();
  if (!partial_->add(part, space_.blocks * words)) return false;
  if (!partial_->contains(block_words)) return true;
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

bool Memory::contains(const Blocks& blocks) const {
  if (blocks.slice().count == 0_words) return true;
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  for (const Interval& interval : blocks.intervals()) {
    if (whole_.contains(interval)) continue;
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      const Interval part{block * words + static_cast<std::uint64_t>(blocks.slice().first.count()),
                          static_cast<std::uint64_t>(blocks.slice().count.count())};
      if (!whole_.contains({block, 1}) && (!partial_ || !partial_->contains(part))) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace plexus
