#pragma once

#include <cstdint>
#include <span>

#include "hw/systemc.hpp"

namespace plexus {

/// Arbiters of one kind by number: those of all couplers, or of all receivers. Each is asked in the
/// slots in which somebody wants it; what it has granted may still come to nothing elsewhere.
class coupler_grant_if : virtual public sc_core::sc_interface {
 public:
  /// The one of `requests` (at least one, rising) that arbiter `number` grants. Combinational.
  virtual std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) = 0;
  /// What arbiter `number` granted in this slot goes through.
  virtual void advance(std::uint64_t number) = 0;
};

}  // namespace plexus
