#pragma once

#include <iosfwd>
#include <limits>
#include <string>
#include <vector>

#include "hw/systemc.hpp"
#include "models/catalogue/json_fwd.hpp"

namespace plexus {

/// A port of a part and the full names of what it is bound to; of a light part, one of its ends.
struct TreePort {
  std::string name;
  std::string kind;
  std::vector<std::string> bound;
};

/// What stands in the hierarchy of SystemC, and the light parts that banks answer for.
struct TreePart {
  std::string name;  ///< full, as in waves, traces, faults
  std::string kind;
  std::vector<TreePort> ports;
  std::vector<TreePart> children;
};

inline constexpr std::size_t kWholeTree = std::numeric_limits<std::size_t>::max();

/// The tree below `top`, `depth` levels of it. After elaboration.
[[nodiscard]] TreePart part_tree(const sc_core::sc_object& top, std::size_t depth = kWholeTree);

/// A line for each part and each port. Parts side by side that are alike but for the numbers in
/// their names share one, with the ports of the first of them.
void print_tree(std::ostream& out, const TreePart& tree);
/// `{name, kind, ports: [{name, kind, bound: [..]}], children: [..]}`, every part by itself.
[[nodiscard]] Json tree_json(const TreePart& tree);

}  // namespace plexus
