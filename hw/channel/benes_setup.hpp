#pragma once

#include <span>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Settings of a benes network: [stage][element], true: exchange.
using BenesStates = std::vector<std::vector<bool>>;

/// Works out how a benes network is to be set for a permutation.
class benes_setup_if : virtual public sc_core::sc_interface {
 public:
  /// Message v is for port `permutation[v]`.
  [[nodiscard]] virtual BenesStates set_up(std::span<const NodeId> permutation) = 0;
};

}  // namespace plexus
