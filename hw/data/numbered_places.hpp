#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace plexus {

/// Things that come and go, each in a place with a number. The place that has become free last is
/// the next one to be taken.
template <typename Item, typename Kept = std::vector<Item>>
class NumberedPlaces {
 public:
  /// Puts `item` in a place, whose number it returns.
  std::uint32_t add(Item item) {
    if (free_.empty()) {
      kept_.push_back(std::move(item));
      return static_cast<std::uint32_t>(kept_.size() - 1);
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    kept_[place] = std::move(item);
    return place;
  }
  [[nodiscard]] Item& operator[](std::uint32_t place) { return kept_[place]; }
  [[nodiscard]] const Item& operator[](std::uint32_t place) const { return kept_[place]; }
  /// Another item may take the place; until then it holds what it held.
  void free(std::uint32_t place) { free_.push_back(place); }

 private:
  Kept kept_;
  std::vector<std::uint32_t> free_;
};

}  // namespace plexus
