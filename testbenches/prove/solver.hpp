#pragma once

#include <cstddef>
#include <string>

#include "models/system/process.hpp"
#include "testbenches/prove/circuit.hpp"

namespace plexus {

/// Can a wire ever become 1?
struct WireAnswer {
  enum class Kind {
    kNever,   ///< whatever the inputs do, for ever
    kCan,     ///< `inputs` bring it about, in their last cycle; no fewer cycles can, if
              ///< the time was enough to look for them
    kNotYet,  ///< not in the first `cycles`; the time was over before more was known
  };
  Kind kind = Kind::kNotYet;
  std::string how;         ///< of kNever: `induction`, `PDR`
  std::size_t cycles = 0;  ///< kCan: of `inputs`; kNotYet: looked through
  Circuit::Stimulus inputs;
};

/// `ABC 1.01`. Throws Refusal (usage) where Berkeley ABC is missing.
[[nodiscard]] std::string abc_version();

/// Asks Berkeley ABC: the first cycles by bounded model checking, then induction, then property
/// directed reachability, each for a share of the time. May be called from several threads.
[[nodiscard]] WireAnswer ask(const Circuit& circuit, Circuit::Wire wire, Deadline until);

}  // namespace plexus
