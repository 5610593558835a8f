#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/cost/blocks.hpp"

namespace plexus {

/// What a block costs as Yosys synthesises it to gates and flip-flops of no technology.
struct SynthesisCost {
  std::int64_t cells = 0;  ///< gates and flip-flops
  std::int64_t flip_flops = 0;
  std::int64_t logic_depth = 0;  ///< cells on the longest path between registers or pins
  double area = 0;               ///< gate equivalents: two-input NANDs of as many transistors
  double delay = 0;              ///< FO4: delays of an inverter that drives four like itself
  std::map<std::string, std::int64_t> cells_by_kind;
  std::string tool;     ///< `Yosys 0.23`
  bool cached = false;  ///< the answer was kept from an earlier time
};

/// What `area` and `delay` take for granted, one sentence each.
[[nodiscard]] std::vector<std::string> cost_assumptions();

/// Synthesises `block` with these parameters (name in the file, value), or finds the answer of an
/// earlier time, which is kept by the content of all files, the parameters and the tool. Throws
/// Refusal: usage where Yosys is missing, size where the block does not exist in this size.
[[nodiscard]] SynthesisCost synthesise(
    const BlockSource& block, const std::vector<std::pair<std::string, std::int64_t>>& parameters);

}  // namespace plexus
