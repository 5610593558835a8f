#pragma once

#include <string>

#include "testbenches/outputs/svg_picture.hpp"

namespace plexus {

/// A run as an SVG that moves and begins anew at its end, for a text or a page that shows pictures:
/// the machine, packets on its wires and stars, red where they are lost, nodes that fill up, and
/// how far the run has come. Raises a fault (output) where that would be too much to follow, which
/// the run tells: beyond 64 nodes, or of very many packets.
[[nodiscard]] std::string moving_picture(const RunPicture& run, const RunTitle& title);

}  // namespace plexus
