#pragma once

#include <deque>
#include <functional>

#include "models/ring/machine.hpp"

namespace plexus {

/// What the nodes of a ring run in an algorithm of the machine's list, for tests that build the
/// hardware themselves: `ring_program(ring::allgather_daisy_chain(), RingShape{8})`.
inline std::function<Program(processor&)> ring_program(const Algorithm<RingCase>& algorithm,
                                                       RingShape ring) {
  static std::deque<RingCase> cases;  // programs look at their case as long as they run
  RingCase& at = cases.emplace_back();
  at.ring = ring;
  return [&at, program = algorithm.program](processor& self) { return program(self, at); };
}

}  // namespace plexus
