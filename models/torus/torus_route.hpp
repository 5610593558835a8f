#pragma once

#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/router/route.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Routers of a torus or an open mesh, dimension order: the lowest dimension that still differs.
/// Channel 2j leads in + and channel 2j + 1 in - direction of dimension j; dimension 0 counts
/// fastest in a node's number. Twin: rtl/router/torus_route.sv.
class torus_route final : public route_part {
 public:
  torus_route(sc_core::sc_module_name name, std::vector<int> sides, bool wrap)
      : route_part{name}, sides_{std::move(sides)}, wrap_{wrap} {}

  /// Signed hops from one coordinate to another: the way with fewer hops, half-way round an even
  /// side counts as +. On the open mesh the plain difference.
  [[nodiscard]] static constexpr int hops(int from, int to, int side, bool wrap) {
    if (!wrap) return to - from;
    const int forward = (to - from + side) % side;
    return forward <= side / 2 ? forward : forward - side;
  }
  [[nodiscard]] static constexpr std::optional<unsigned> channel(std::span<const int> sides,
                                                                 bool wrap, NodeId here,
                                                                 NodeId destination) {
    for (unsigned j = 0; j < sides.size(); ++j) {
      const auto side = static_cast<NodeId>(sides[j]);
      const int way =
          hops(static_cast<int>(here % side), static_cast<int>(destination % side), sides[j], wrap);
      if (way != 0) return way > 0 ? 2 * j : 2 * j + 1;
      here /= side;
      destination /= side;
    }
    return std::nullopt;
  }

  [[nodiscard]] NodeId nodes() const override {
    return std::accumulate(sides_.begin(), sides_.end(), NodeId{1}, std::multiplies<>{});
  }
  [[nodiscard]] const std::vector<int>& sides() const { return sides_; }
  [[nodiscard]] bool wrap() const { return wrap_; }

 private:
  [[nodiscard]] std::optional<unsigned> decide(NodeId here, NodeId destination) const override {
    return channel(sides_, wrap_, here, destination);
  }

  std::vector<int> sides_;
  bool wrap_;
};

}  // namespace plexus
