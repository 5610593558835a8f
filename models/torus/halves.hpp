#pragma once

#include "models/torus/case.hpp"

/// Broadcasts of two halves down two trees: what they share.
namespace plexus::torus {

/// The slower half, F(dx, ceil(w/2), nu) and F(dy, floor(w/2), nu), down two trees that do not
/// disturb each other.
[[nodiscard]] Cycles slower_half(const TorusCase& at, std::int64_t depth_x, std::int64_t depth_y);
/// The same with the depths of the case's trees.
[[nodiscard]] Cycles slower_tree(const TorusCase& at);

/// (3.19), two halves down two trees of depth i = 2 floor(sqrt(k/4)): as it is for nu packets,
/// (nu - 1 + i)(tau + N/(2 nu b)), and at its minimum, (sqrt(N/2b) + sqrt((i - 1) tau))^2.
/// `reached`: do both halves end as it assumes?
[[nodiscard]] std::vector<Equation<TorusCase>> two_halves(
    const std::function<bool(const TorusCase&)>& reached);
/// Neither tree of the case is deeper than the node farthest from the root.
[[nodiscard]] bool shallow_trees(const TorusCase& at);

/// The two halves down the trees of the case, which share no directed link.
[[nodiscard]] NodeProgram<processor> down_both_trees(const TorusCase& at, torus_machine& top);
inline const Statistic kDepthX{"depth_x", "links", "depth of the first half's tree"};
inline const Statistic kDepthY{"depth_y", "links", "depth of the second half's tree"};
/// `packets`, `depth_x` and `depth_y`.
void report_trees(const TorusCase& at, const torus_machine& top, Statistics& statistics);

}  // namespace plexus::torus
