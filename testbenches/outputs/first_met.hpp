#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace plexus {

/// Places of a hash table, each the number of an entry or none; at most half of them are taken.
class HashPlaces {
 public:
  /// The number of the entry with this hash for which same(number) holds; `next` if there is none,
  /// which is the number of a new entry from now on. hash(number): of the entry with this number.
  template <typename Same, typename Hash>
  std::uint32_t find_or_take(std::uint64_t hash, std::uint32_t next, Same same, Hash hash_of) {
    if (2 * (next + std::size_t{1}) > places_.size()) grow(next, hash_of);
    std::size_t place = hash >> shift_;
    while (places_[place] != kFree) {
      if (same(places_[place])) return places_[place];
      place = (place + 1) & (places_.size() - 1);
    }
    return places_[place] = next;
  }
  void clear() { places_.assign(places_.size(), kFree); }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;

  template <typename Hash>
  void grow(std::uint32_t entries, Hash hash_of) {
    places_.assign(places_.empty() ? 64 : 2 * places_.size(), kFree);
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(places_.size()));
    for (std::uint32_t number = 0; number < entries; ++number) {
      std::size_t place = hash_of(number) >> shift_;
      while (places_[place] != kFree) place = (place + 1) & (places_.size() - 1);
      places_[place] = number;
    }
  }

  std::vector<std::uint32_t> places_;
  unsigned shift_ = 0;
};

/// Numbers names 0, 1, 2, .. in the order in which they are first met.
class NamesMet {
 public:
  std::uint32_t number(std::string_view name) {
    const std::uint64_t hash = hash_of(name);
    const auto next = static_cast<std::uint32_t>(names_.size());
    const std::uint32_t found = places_.find_or_take(
        hash, next, [&](std::uint32_t other) { return views_[other] == name; },
        [&](std::uint32_t other) { return hash_of(views_[other]); });
    if (found == next) {
      views_.push_back(names_.emplace_back(name));
      behind_.push_back(next);
    }
    return found;
  }
  /// The same of the name that comes behind number `before`: mostly the one that came there last.
  std::uint32_t number_behind(std::uint32_t before, std::string_view name) {
    const std::uint32_t guess = behind_[before];
    if (views_[guess] == name) return guess;
    const std::uint32_t found = number(name);
    return behind_[before] = found;
  }
  /// Stays where it is.
  [[nodiscard]] std::string_view name(std::uint32_t number) const { return views_[number]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  void clear() {
    names_.clear();
    views_.clear();
    behind_.clear();
    places_.clear();
  }

 private:
  static std::uint64_t hash_of(std::string_view name) {
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;  // odd, its bits far from regular
    std::uint64_t hash = name.size();
    const auto take = [&](std::size_t at, std::size_t count) {
      std::uint64_t letters = 0;
      std::memcpy(&letters, name.data() + at, count);
      hash = (hash ^ letters) * kMix;
      hash ^= hash >> 29;
    };
    std::size_t at = 0;
    for (; at + 8 <= name.size(); at += 8) take(at, 8);
    if (at < name.size()) take(at, name.size() - at);
    return hash * kMix;
  }

  HashPlaces places_;
  std::deque<std::string> names_;
  std::vector<std::string_view> views_;  ///< of the names
  std::vector<std::uint32_t> behind_;    ///< by number: what came behind it last
};

/// The same for whole numbers.
class KeysMet {
 public:
  std::uint32_t number(std::uint64_t key) {
    const auto next = static_cast<std::uint32_t>(keys_.size());
    const std::uint32_t found = places_.find_or_take(
        hash_of(key), next, [&](std::uint32_t other) { return keys_[other] == key; },
        [&](std::uint32_t other) { return hash_of(keys_[other]); });
    if (found == next) keys_.push_back(key);
    return found;
  }

 private:
  static std::uint64_t hash_of(std::uint64_t key) { return key * 0x9e3779b97f4a7c15; }

  HashPlaces places_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace plexus
