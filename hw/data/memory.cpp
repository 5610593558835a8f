#include "hw/data/memory.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace plexus {

/// The words of all blocks at once; then those blocks leave that have become whole.
bool Memory::add_parts(const Blocks& blocks) {
  if (const auto subcube = blocks.subcube()) {
    if (add_regular(*subcube, blocks.slice())) return true;
  }
  const Interval* only = blocks.only_interval();
  if (only != nullptr && only->count == 1) return add_part(only->first, blocks.slice());
  std::vector<Interval> parts;
  NumberReader whole{whole_};
  for (const Interval& interval : blocks.intervals()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (whole.contains({block, 1})) return false;
      parts.push_back(words_of(block, blocks.slice()));
    }
  }
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  if (!partial_) partial_ = std::make_unique<Parts>();
  if (!part_words().add(parts, space_.blocks * words)) return false;
  std::vector<BlockId> complete;
  NumberReader partial{partial_->words};
  for (const Interval& interval : blocks.intervals()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (partial.contains(words_of(block, space_.whole()))) complete.push_back(block);
    }
  }
  return std::ranges::all_of(complete, [&](BlockId block) { return make_whole(block); });
}

/// Slice by slice, as long as all is regular: then a subcube costs the same however many blocks it
/// has. False, and nothing, if it is not.
bool Memory::add_regular(Subcube subcube, Slice slice) {
  if (slice == space_.whole()) return false;
  Part* const here = partial_ ? partial_->find(slice) : nullptr;
  if (here == nullptr) return add_slice(subcube, slice);
  const auto together = joined(here->blocks, subcube);
  if (!together) return false;
  const std::uint64_t across = together->mask & ~here->blocks.mask;
  here->blocks = *together;
  // All slices have the whole blocks, so what they have in common grows if all extend over a bit.
  const auto extends = [across](const Part& one) { return (one.blocks.mask & across) != 0; };
  if (whole_.empty() || std::ranges::all_of(partial_->slices, extends)) make_common_whole();
  return true;
}

/// A slice of which nothing has come alone yet begins with the blocks that are whole.
bool Memory::add_slice(Subcube subcube, Slice slice) {
  constexpr std::size_t kMostSlices = 64;
  const auto whole = whole_.as_subcube();
  const auto together = whole ? joined(*whole, subcube) : subcube;
  if (!together || (!whole && !whole_.empty())) return false;
  if (!partial_) partial_ = std::make_unique<Parts>();
  const auto overlaps = [slice](const Part& other) {
    return other.slice.first < slice.first + slice.count &&
           slice.first < other.slice.first + other.slice.count;
  };
  auto& slices = partial_->slices;
  if (!partial_->words.empty() || slices.size() == kMostSlices ||
      std::ranges::any_of(slices, overlaps)) {
    return false;
  }
  partial_->latest = slices.size();
  partial_->width += slice.count;
  slices.push_back({slice, *together});
  make_common_whole();
  return true;
}

/// The blocks of which all slices are here are whole.
void Memory::make_common_whole() {
  const auto common = partial_->common(space_.words);
  if (!common || common == whole_.as_subcube()) return;
  const auto is_common = [&](const Part& one) { return one.blocks == *common; };
  if (std::ranges::all_of(partial_->slices, is_common)) partial_.reset();
  whole_ = NumberSet{};
  whole_.add_subcube(*common, space_.blocks);
}

std::optional<Subcube> Memory::Parts::common(Words all) const {
  if (width != all) return std::nullopt;
  Subcube common = slices.front().blocks;
  for (const Part& one : slices) {
    if (!common.meets(one.blocks)) return std::nullopt;
    const std::uint64_t mask = common.mask & one.blocks.mask;
    common = {(common.base | one.blocks.base) & ~mask, mask};
  }
  return common;
}

/// The words of blocks that are not whole, as they are numbered. There are parts.
NumberSet& Memory::part_words() const {
  if (partial_->slices.empty()) return partial_->words;
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  for (const Part& one : partial_->slices) {
    std::vector<Interval> parts;
    for (const Interval& interval : one.blocks.intervals()) {
      for (BlockId block = interval.first; block < interval.end(); ++block) {
        if (!whole_.contains({block, 1})) parts.push_back(words_of(block, one.slice));
      }
    }
    partial_->words.add(parts, space_.blocks * words);
  }
  partial_->slices.clear();
  partial_->width = 0_words;
  return partial_->words;
}

bool Memory::add_part(BlockId block, Slice slice) {
  if (whole_.contains({block, 1})) return false;
  if (!partial_) partial_ = std::make_unique<Parts>();
  const auto words = static_cast<std::uint64_t>(space_.words.count());
  if (!part_words().add(words_of(block, slice), space_.blocks * words)) return false;
  return make_whole(block);
}

/// The block is no longer in parts if all its words are here.
bool Memory::make_whole(BlockId block) {
  const Interval block_words = words_of(block, space_.whole());
  if (!partial_ || !part_words().contains(block_words)) return true;
  partial_->words.remove(block_words);
  if (partial_->words.empty()) partial_.reset();
  return whole_.add({block, 1}, space_.blocks);
}

Words Memory::gain(const Blocks& blocks) {
  Words known{0};
  if (partial_) part_words();
  for (const Interval& interval : blocks.intervals()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      const Slice slice = blocks.slice();
      if (whole_.contains({block, 1})) {
        known += slice.count;
        continue;
      }
      const Interval words = words_of(block, slice);
      const auto missing = partial_ ? partial_->words.missing(words) : std::vector{words};
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
  if (partial_) part_words();
  for (const Interval& interval : blocks.intervals()) {
    if (blocks.slice() == space_.whole() && whole_.contains(interval)) {
      whole_.remove(interval);
      continue;
    }
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      const Interval words = words_of(block, blocks.slice());
      if (whole_.contains({block, 1})) take_apart(block);
      if (!partial_ || !partial_->words.contains(words)) return false;
      partial_->words.remove(words);
      if (partial_->words.empty()) partial_.reset();
    }
  }
  return true;
}

/// A whole block becomes words, of which some will go.
void Memory::take_apart(BlockId block) {
  whole_.remove({block, 1});
  if (!partial_) partial_ = std::make_unique<Parts>();
  partial_->words.add(words_of(block, space_.whole()),
                      space_.blocks * static_cast<std::uint64_t>(space_.words.count()));
}

bool Memory::contains_parts(const Blocks& blocks) const {
  if (blocks.slice().count == 0_words) return true;
  const NumberSet none{};
  NumberReader whole{whole_};
  NumberReader partial{partial_ ? part_words() : none};
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
