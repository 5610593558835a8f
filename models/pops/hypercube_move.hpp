#pragma once

#include "models/pops/permutation.hpp"

/// One move of a hypercube: data along a bit of the processors' numbers.
namespace plexus::pops {

/// Those who send do so to x xor 2^b. Refuses (`size`, `feature`) machines without such a bit, in
/// the name of `algorithm`.
void prepare_along_bit(PopsCase& at, const char* algorithm);

inline double one_move(const PopsCase& /*at*/) { return 1; }

}  // namespace plexus::pops
