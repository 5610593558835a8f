#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// A column of equal switch elements, `element_0` (at the top), `element_1`, ...
template <typename Element>
class switch_stage final : public sc_core::sc_module {
 public:
  /// Makes element `index` under the name `name`.
  using Maker = std::function<std::unique_ptr<Element>(const char* name, std::uint32_t index)>;

  /// `order`: in which the elements are constructed; empty: from the top. It must not matter; a
  /// test says so.
  switch_stage(sc_core::sc_module_name name, std::uint32_t elements, const Maker& make,
               const std::vector<std::uint32_t>& order = {})
      : sc_module{name}, elements_(elements) {
    for (std::uint32_t place = 0; place < elements; ++place) {
      const std::uint32_t e = order.empty() ? place : order[place];
      elements_[e] = make(("element_" + std::to_string(e)).c_str(), e);
    }
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(elements_.size()); }
  /// An element; `at` checks the number.
  [[nodiscard]] Element& at(std::uint32_t index) {
    return *elements_[checked_number(index, elements_.size(), "elements", *this)];
  }
  [[nodiscard]] Element& operator[](std::uint32_t index) { return *elements_[index]; }
  [[nodiscard]] const Element& operator[](std::uint32_t index) const { return *elements_[index]; }

  /// Messages or packets in front of its elements: what a wave shows.
  void set_occupancy(std::uint32_t occupancy) { occupancy_ = occupancy; }
  [[nodiscard]] std::uint32_t occupancy() const { return occupancy_; }

  void trace(sc_core::sc_trace_file* file) const override {
    sc_core::sc_trace(file, occupancy_, std::string{name()} + ".occupancy");
  }

 private:
  std::vector<std::unique_ptr<Element>> elements_;
  std::uint32_t occupancy_ = 0;
};

}  // namespace plexus
