#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace plexus {

/// Parts of one kind that a module owns, by number. The kernel looks for an object that ends from
/// the first one of its lists on, and puts the last one in the gap: in the order in which these end
/// it finds each at once, however many stand before them and, up to kFirst, behind them. Taking
/// down a machine is not quadratic.
template <typename Part>
class Parts : public std::vector<std::unique_ptr<Part>> {
 public:
  using std::vector<std::unique_ptr<Part>>::vector;
  Parts(Parts&&) = delete;  // they stay where they were made
  Parts& operator=(Parts&&) = delete;
  ~Parts() {
    constexpr std::size_t kFirst = 16;
    for (std::size_t i = 0; i < std::min(kFirst, this->size()); ++i) (*this)[i].reset();
    while (!this->empty()) this->pop_back();
  }
};

}  // namespace plexus
