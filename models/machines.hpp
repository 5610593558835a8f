#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// A machine of this build, and what enters it in a catalogue: its operations, and the schedules
/// that are searched for on it (null: none).
struct MachineEntry {
  std::string_view name;
  void (*add)(Catalogue&);
  void (*add_searches)(Catalogue&) = nullptr;
};

/// All of them, in the order of the tables.
[[nodiscard]] std::span<const MachineEntry> machines();

/// The papers' tables and figures that can be reproduced.
[[nodiscard]] std::vector<Study> studies();

}  // namespace plexus
