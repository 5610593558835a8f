#pragma once

#include <string>
#include <string_view>

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

/// A run as an SVG that moves and begins anew at its end, for a text or a page that shows pictures:
/// the machine, packets on its wires and stars, red where they are lost, nodes that fill up, and
/// how far the run has come. Raises a fault (output) where that would be too much to follow, which
/// the run tells: beyond 64 nodes, or of very many packets.
[[nodiscard]] std::string moving_picture(const RunPicture& run, const RunTitle& title);

/// A run as one page that needs no network: the machine with a slider over the cycles, play, and a
/// click on node, link or packet that tells its story; below, space and time. Equal runs give equal
/// bytes.
[[nodiscard]] std::string picture_page(const RunPicture& run, const RunTitle& title);

/// The page with marks in the place of what comes from the run: `/*DATA*/`, `/*WIRES*/`, ..
[[nodiscard]] std::string_view page_template();

}  // namespace plexus
