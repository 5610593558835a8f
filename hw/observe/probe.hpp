#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/observe/bits.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// What a wave shows of a part beside its own members: signals that follow from the part's state, a
/// line each. They stand still until the part says `show`, when all of a decision is in.
class Probe {
 public:
  /// Adds signal `name`, which is what `value()` gives; 0 until it is shown first. Before the
  /// simulation starts.
  template <typename Value>
  void add(sc_core::sc_trace_file* file, const std::string& name, Value value) {
    sc_core::sc_trace(file, *keep(std::move(value)), name);
  }
  /// The same of one that is read bit by bit.
  template <typename Value>
  void add_bits(sc_core::sc_trace_file* file, const std::string& name, Value value) {
    trace_bits(file, *keep(std::move(value)), name);
  }
  /// Is there a wave? Only then it costs time.
  explicit operator bool() const { return !signals_.empty(); }
  void show() const {
    for (const auto& signal : signals_) signal();
  }

 private:
  template <typename Value>
  auto keep(Value value) {
    auto shown = std::make_shared<decltype(value())>();
    signals_.push_back([shown, value = std::move(value)] { *shown = value(); });
    return shown.get();
  }

  std::vector<std::function<void()>> signals_;
};

}  // namespace plexus
