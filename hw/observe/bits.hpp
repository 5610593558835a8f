#pragma once

#include <string>

#include "hw/systemc.hpp"

namespace plexus {

/// Shows waves, and takes signals that are read bit by bit: sets, states of which bits tell.
class bits_trace_if {
 public:
  /// `signal` is the one that was traced last.
  virtual void bit_by_bit(const std::string& signal) = 0;

 protected:
  ~bits_trace_if() = default;
};

/// Traces a number that is read bit by bit.
template <typename Value>
void trace_bits(sc_core::sc_trace_file* file, const Value& value, const std::string& name) {
  sc_core::sc_trace(file, value, name);
  if (auto* const wave = dynamic_cast<bits_trace_if*>(file)) wave->bit_by_bit(name);
}

}  // namespace plexus
