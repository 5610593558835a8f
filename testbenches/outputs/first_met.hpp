#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plexus {

/// Numbers names 0, 1, 2, .. in the order in which they are first met.
class NamesMet {
 public:
  std::uint32_t number(std::string_view name) {
    if (const auto known = numbers_.find(name); known != numbers_.end()) return known->second;
    const auto next = static_cast<std::uint32_t>(names_.size());
    numbers_.emplace(names_.emplace_back(name), next);
    behind_.push_back(next);
    return next;
  }
  /// The same of the name that comes behind number `before`: mostly the one that came there last.
  std::uint32_t number_behind(std::uint32_t before, std::string_view name) {
    if (names_[behind_[before]] != name) behind_[before] = number(name);
    return behind_[before];
  }
  /// Stays where it is.
  [[nodiscard]] std::string_view name(std::uint32_t number) const { return names_[number]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::uint32_t> behind_;  ///< by number: what came behind it last
};

/// The same for whole numbers.
class KeysMet {
 public:
  std::uint32_t number(std::uint64_t key) {
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

}  // namespace plexus
