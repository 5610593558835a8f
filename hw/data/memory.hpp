#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/data/number_set.hpp"
#include "hw/fast/line_pool.hpp"

namespace plexus {

/// A processor's memory: which words of which blocks it holds. No word is stored twice.
class Memory {
 public:
  explicit Memory(BlockSpace space = {}) : space_{space} {
    if (space.apart > 0) whole_.scatter(space.apart);
  }

  /// Stores `blocks`, which are whole, if they are one run next to the latest one, or in one word
  /// of bits; false, and nothing, if they are not, or there already.
  [[nodiscard]] bool extend(const Blocks& blocks) {
    const Interval* only = blocks.only_interval();
    return only != nullptr && !partial_ && whole_.extend(*only);
  }
  /// Stores `blocks`. Returns false if a word of them was there before.
  [[nodiscard]] bool add(const Blocks& blocks) {
    if (blocks.slice() != space_.whole() || partial_) return add_parts(blocks);
    if (const Interval* only = blocks.only_interval()) return whole_.add(*only, space_.blocks);
    if (const auto subcube = blocks.subcube()) return whole_.add_subcube(*subcube, space_.blocks);
    return whole_.add(blocks.intervals(), space_.blocks);
  }
  /// Stores what of `blocks` is not here yet. Returns the words that were here already.
  Words gain(const Blocks& blocks);
  /// Takes `blocks` out. Returns false, and may have taken some, unless all of them were here.
  [[nodiscard]] bool forget(const Blocks& blocks);
  /// Does the memory hold every word of `blocks`?
  [[nodiscard]] bool contains(const Blocks& blocks) const {
    if (const Interval* only = blocks.only_interval()) {
      if (whole_.contains(*only)) return true;
    } else if (const auto subcube = blocks.subcube()) {
      if (partial_ && partial_->contains(*subcube, blocks.slice())) return true;
      if (whole_.contains_subcube(*subcube)) return true;
    } else if (whole_.contains(blocks.intervals())) {
      return true;
    }
    return contains_parts(blocks);
  }
  /// Whole blocks held, as intervals in rising order.
  [[nodiscard]] std::vector<Interval> whole_blocks() const { return whole_.intervals(); }
  /// Parts of blocks of which not all words are here yet, as intervals of word numbers
  /// block * words + word.
  [[nodiscard]] std::vector<Interval> partial_words() const {
    return partial_ ? part_words().intervals() : std::vector<Interval>{};
  }

  [[nodiscard]] const BlockSpace& space() const { return space_; }

 private:
  /// A slice that came in subcubes alone, and always whole, and the blocks of which it is here,
  /// those that are whole included.
  struct Part {
    Slice slice;
    Subcube blocks;
  };
  /// Words of blocks that are not whole yet: by slices that do not overlap, as long as those blocks
  /// that are whole, if there are any, are a subcube too; or as they are numbered.
  struct Parts {
    std::vector<Part, LinePoolAllocator<Part>> slices;
    std::size_t latest = 0;  ///< place of the slice that was looked for last
    Words width{0};          ///< of all slices together
    NumberSet words;         ///< numbered; then there are no slices

    static void* operator new(std::size_t size) { return LinePool::take(size); }
    static void operator delete(void* parts, std::size_t size) { LinePool::give_back(parts, size); }
    /// Slices come in turn: looked for from behind the latest one on, round and round.
    [[nodiscard]] Part* find(Slice slice) {
      for (std::size_t left = slices.size(); left > 0; --left) {
        latest = latest + 1 < slices.size() ? latest + 1 : 0;
        if (slices[latest].slice == slice) return &slices[latest];
      }
      return nullptr;
    }
    [[nodiscard]] bool contains(Subcube subcube, Slice slice) {
      const Part* const here = find(slice);
      return here != nullptr && here->blocks.contains(subcube);
    }
    /// The blocks of which all slices are here; nothing if there are none, or slices are missing.
    [[nodiscard]] std::optional<Subcube> common(Words all) const;
  };

  bool add_parts(const Blocks& blocks);
  bool add_regular(Subcube subcube, Slice slice);
  bool add_slice(Subcube subcube, Slice slice);
  void make_common_whole();
  NumberSet& part_words() const;
  [[nodiscard]] bool contains_parts(const Blocks& blocks) const;
  bool add_part(BlockId block, Slice slice);
  bool make_whole(BlockId block);
  void take_apart(BlockId block);
  [[nodiscard]] Interval words_of(BlockId block, Slice slice) const {
    return {block * static_cast<std::uint64_t>(space_.words.count()) +
                static_cast<std::uint64_t>(slice.first.count()),
            static_cast<std::uint64_t>(slice.count.count())};
  }

  // First what is mostly looked at alone: whether there are parts, and the latest run of blocks.
  std::unique_ptr<Parts> partial_;  ///< null without parts
  NumberSet whole_;                 ///< blocks
  BlockSpace space_;
};

}  // namespace plexus