#pragma once

#include <string>

#include "testbenches/outputs/run_picture.hpp"

namespace plexus {

/// What a person is told of a run above its picture.
struct RunTitle {
  std::string what;   ///< `ring broadcast, algorithm two-way`
  std::string facts;  ///< `nodes 8, words 64, ...`
};

/// A run without a viewer, as SVG: the machine, its busiest links, the space-time diagram (who sent
/// what to whom when) and a strip of moments. Where there is more than a person can look at, the
/// load of the places over time stands in the place of single packets, and it says so. Of a run in
/// which nothing happens: the machine alone.
[[nodiscard]] std::string svg_picture(const RunPicture& run, const RunTitle& title);

}  // namespace plexus
