#include "hw/memory.hpp"

#include <algorithm>
#include <bit>

namespace plexus {

namespace {

/// Calls visit(word index, mask) for the 64-bit words that hold the bits of `run`, until it
/// returns false; true if it never did.
template <typename Visit>
bool for_each_mask(Run run, Visit visit) {
  for (std::uint64_t bit = run.first; bit < run.end();) {
    const std::uint64_t offset = bit % 64;
    const std::uint64_t length = std::min<std::uint64_t>(64 - offset, run.end() - bit);
    const std::uint64_t mask = (length == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1)
                               << offset;
    if (!visit(static_cast<std::size_t>(bit / 64), mask)) return false;
    bit += length;
  }
  return true;
}

}  // namespace

std::size_t NumberSet::first_after(std::uint64_t number) const {
  const auto next = std::upper_bound(
      runs_.begin(), runs_.end(), number,
      [](std::uint64_t value, const Interval& interval) { return value < interval.begin; });
  return static_cast<std::size_t>(next - runs_.begin());
}

bool NumberSet::add_apart(Run run, std::uint64_t universe) {
  if (run.count == 0) return true;
  if (!bits_.empty()) {
    bool fresh = true;
    for_each_mask(run, [&](std::size_t word, std::uint64_t mask) {
      fresh = fresh && (bits_[word] & mask) == 0;
      bits_[word] |= mask;
      return true;
    });
    return fresh;
  }
  if (!insert(first_after(run.first), run)) return false;
  if (runs_.size() > 8 && runs_.size() * sizeof(Interval) > universe / 8) make_dense(universe);
  return true;
}

bool NumberSet::insert(std::size_t position, Run run) {
  const bool has_left = position > 0;
  const bool has_right = position < runs_.size();
  if (has_left && runs_[position - 1].end > run.first) return false;
  if (has_right && runs_[position].begin < run.end()) return false;
  const bool joins_left = has_left && runs_[position - 1].end == run.first;
  const bool joins_right = has_right && runs_[position].begin == run.end();
  const auto here = runs_.begin() + static_cast<std::ptrdiff_t>(position);
  recent_ = joins_left ? position - 1 : position;
  if (joins_left && joins_right) {
    runs_[position - 1].end = runs_[position].end;
    runs_.erase(here);
  } else if (joins_left) {
    runs_[position - 1].end = run.end();
  } else if (joins_right) {
    runs_[position].begin = run.first;
  } else {
    runs_.insert(here, Interval{run.first, run.end()});
  }
  return true;
}

void NumberSet::make_dense(std::uint64_t universe) {
  bits_.assign(static_cast<std::size_t>((universe + 63) / 64), 0);
  for (const Interval& interval : runs_) {
    for_each_mask({interval.begin, interval.end - interval.begin},
                  [&](std::size_t word, std::uint64_t mask) {
                    bits_[word] |= mask;
                    return true;
                  });
  }
  runs_ = {};
}

bool NumberSet::contains(Run run) const {
  if (run.count == 0) return true;
  if (!bits_.empty()) {
    return for_each_mask(run, [&](std::size_t word, std::uint64_t mask) {
      return word < bits_.size() && (bits_[word] & mask) == mask;
    });
  }
  const std::size_t position = first_after(run.first);
  return position > 0 && runs_[position - 1].end >= run.end();
}

void NumberSet::remove(Run run) {
  if (!bits_.empty()) {
    for_each_mask(run, [&](std::size_t word, std::uint64_t mask) {
      bits_[word] &= ~mask;
      return true;
    });
    return;
  }
  const std::size_t position = first_after(run.first) - 1;
  const Interval whole = runs_[position];
  const auto here = runs_.begin() + static_cast<std::ptrdiff_t>(position);
  recent_ = 0;
  if (whole.begin == run.first && whole.end == run.end()) {
    runs_.erase(here);
  } else if (whole.begin == run.first) {
    here->begin = run.end();
  } else if (whole.end == run.end()) {
    here->end = run.first;
  } else {
    here->end = run.first;
    runs_.insert(here + 1, Interval{run.end(), whole.end});
  }
}

std::vector<Run> NumberSet::runs() const {
  std::vector<Run> all;
  for (const Interval& interval : runs_) {
    all.push_back({interval.begin, interval.end - interval.begin});
  }
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    for (std::uint64_t rest = bits_[word]; rest != 0;) {
      const auto offset = static_cast<std::uint64_t>(std::countr_zero(rest));
      const auto length = static_cast<std::uint64_t>(std::countr_one(rest >> offset));
      const std::uint64_t first = 64 * word + offset;
      if (!all.empty() && all.back().end() == first) {
        all.back().count += length;
      } else {
        all.push_back({first, length});
      }
      rest = offset + length == 64 ? 0 : rest >> (offset + length) << (offset + length);
    }
  }
  return all;
}

bool Memory::add_runs(const Blocks& blocks) {
  for (const Run& run : blocks.runs()) {
    if (blocks.slice() == space_.whole()) {
      if (!partial_.empty()) {
        for (BlockId block = run.first; block < run.end(); ++block) {
          if (!add_part(block, blocks.slice())) return false;
        }
      } else if (!whole_.add(run, space_.blocks)) {
        return false;
      }
    } else {
      for (BlockId block = run.first; block < run.end(); ++block) {
        if (!add_part(block, blocks.slice())) return false;
      }
    }
  }
  return true;
}

bool Memory::add_part(BlockId block, Slice slice) {
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  const Run block_words{block * words, words};
  const Run part{block_words.first + static_cast<std::uint64_t>(slice.first.count()),
                 static_cast<std::uint64_t>(slice.count.count())};
  if (whole_.contains({block, 1}) || !partial_.add(part, space_.blocks * words)) return false;
  if (partial_.contains(block_words)) {
    partial_.remove(block_words);
    return whole_.add({block, 1}, space_.blocks);
  }
  return true;
}

bool Memory::contains(const Blocks& blocks) const {
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  for (const Run& run : blocks.runs()) {
    if (whole_.contains(run)) continue;
    for (BlockId block = run.first; block < run.end(); ++block) {
      const Run part{block * words + static_cast<std::uint64_t>(blocks.slice().first.count()),
                     static_cast<std::uint64_t>(blocks.slice().count.count())};
      if (!whole_.contains({block, 1}) && !partial_.contains(part)) return false;
    }
  }
  return true;
}

}  // namespace plexus
