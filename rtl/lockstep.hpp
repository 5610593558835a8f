#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "hw/time/units.hpp"

namespace plexus {

/// Ends the run, class `lockstep`, with the figures `signal`, `model` and `twin`.
[[noreturn]] void raise_difference(Cycles cycle, const std::string& part, const std::string& signal,
                                   std::uint64_t model, std::uint64_t twin);

/// Compares what a part and its twin show in one cycle; the first difference ends the run.
template <typename PartName>
class Lockstep {
 public:
  /// `part`: a function that returns the part's full name.
  Lockstep(PartName part, Cycles cycle) : part_{std::move(part)}, cycle_{cycle} {}

  void check(const char* signal, std::uint64_t model, std::uint64_t twin) const {
    if (model != twin) [[unlikely]]
      raise_difference(cycle_, part_(), signal, model, twin);
  }

 private:
  PartName part_;
  Cycles cycle_;
};

}  // namespace plexus
