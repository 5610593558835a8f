#pragma once

#include <optional>

#include "hw/time/units.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// Bytes that a wave of a run will take, found by trying: a copy of this process goes through the
/// run, until it has told six million rows or of 10 GB, and counts what would be shown;
/// `cycles` is the length of the run, where it is known. Nothing if it cannot be tried. Right
/// within a factor of about three. Before the machine is looked at or loaded.
[[nodiscard]] std::optional<double> forecast_wave(machine& top, Experiment& experiment,
                                                  std::optional<Cycles> max_cycles,
                                                  std::optional<double> cycles);

}  // namespace plexus
