#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "testbenches/cost/blocks.hpp"

namespace plexus {

/// What `block` costs with these parameters (name in the file, value) as Yosys synthesises it to
/// gates and flip-flops of no technology, or the answer of an earlier time (`cached`), which is
/// kept by the content of all files, the parameters and the tool. An object: cells (gates and
/// flip-flops), flip_flops, logic_depth (cells on the longest path between registers or pins), area
/// (two-input NANDs of as many transistors), delay (FO4: of an inverter that drives four like
/// itself), cells_by_kind, assumptions (one sentence each), tool (`Yosys 0.23`), cached. Throws
/// Refusal: usage where Yosys is missing, size where the block does not exist in this size.
[[nodiscard]] Json synthesise(const BlockSource& block,
                              const std::vector<std::pair<std::string, std::int64_t>>& parameters);

}  // namespace plexus
