#pragma once

#include <string>
#include <string_view>

#include "testbenches/outputs/run_picture.hpp"
#include "testbenches/outputs/svg_picture.hpp"

namespace plexus {

/// A run as one page that needs no network: the machine with a slider over the cycles, play, and a
/// click on node, link or packet that tells its story; below, space and time. Equal runs give equal
/// bytes.
[[nodiscard]] std::string picture_page(const RunPicture& run, const RunTitle& title);

/// The page with marks in the place of what comes from the run: `/*DATA*/`, `/*WIRES*/`, ..
[[nodiscard]] std::string_view page_template();

}  // namespace plexus
