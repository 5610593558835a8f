#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hw/data/packet.hpp"

namespace plexus {

/// Settings of a benes network: [stage][element], true: exchange.
using BenesStates = std::vector<std::vector<bool>>;

/// Works out how a benes network is to be set for a permutation: by the looping algorithm, which
/// whoever builds the machine hands over, or by what has been put in its place.
/// Twin: rtl/benes_setup.sv.
struct benes_setup {
  std::string name;  ///< full name
  NodeId ports = 0;
  std::function<BenesStates(std::span<const NodeId> permutation)> set_up;
};

}  // namespace plexus
