#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// A machine of this build and what enters it, with its operations, in a catalogue.
struct MachineEntry {
  std::string_view name;
  void (*add)(Catalogue&);
};

/// All of them, in the order of the tables.
[[nodiscard]] std::span<const MachineEntry> machines();

/// The papers' tables and figures that can be reproduced.
[[nodiscard]] std::vector<Study> studies();

}  // namespace plexus
