#pragma once

#include <bit>

#include "models/pops/window_sums.hpp"

/// Tokens that visit a cube of M processors in the order of a Gray code, every move simulated.
namespace plexus::pops {

/// Refuses (`size`) d, g or M that are no powers of two.
[[nodiscard]] Prepare needs_subgroup_power(const char* algorithm);

/// The bit of the t-th move of a token, t = 1 .. M: all M processors of a cube, and home again.
inline NodeId gray_bit(NodeId t, NodeId M) {
  return t < M ? NodeId{1} << std::countr_zero(t) : M / 2;
}

/// One move of a sum along bit `bit`, by those who are in it.
Program move_sum(pops_node& self, Words m, NodeId bit, bool active, Sum& sum);

}  // namespace plexus::pops
