#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace plexus {

/// Sets of numbers, each known by its smallest one.
class Sets {
 public:
  explicit Sets(std::size_t count) : up_(count) {
    std::iota(up_.begin(), up_.end(), std::uint32_t{0});
  }
  std::uint32_t find(std::uint32_t x) {
    while (up_[x] != x) x = up_[x] = up_[up_[x]];
    return x;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) up_[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::uint32_t> all() {
    std::vector<std::uint32_t> of(up_.size());
    for (std::uint32_t x = 0; x < up_.size(); ++x) of[x] = find(x);
    return of;
  }

 private:
  std::vector<std::uint32_t> up_;
};

}  // namespace plexus
