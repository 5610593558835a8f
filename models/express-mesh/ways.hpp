#pragma once

#include <utility>

#include "models/express-mesh/shape.hpp"

namespace plexus {

/// A node's place on a way through a submesh, in at most two straight parts.
struct OnWay {
  static constexpr unsigned kNone = ~0U;

  bool is_on = false;
  bool is_last = false;
  unsigned in = kNone;
  unsigned out = kNone;

  /// Packets come to the first node over its channel `entry`; with kNone it sends them.
  OnWay(const ExpressMeshShape& mesh, SubmeshPlace here, SubmeshPlace from, SubmeshPlace to,
        bool rows_first, unsigned entry = kNone)
      : in{entry} {
    while (from != to && from != here) {
      const auto [dimension, higher] = next(from, to, rows_first);
      (dimension == 0 ? from.row : from.column) += higher ? 1 : -1;
      in = mesh.channel(dimension, !higher);
    }
    is_on = from == here;
    is_last = from == to;
    if (is_last) return;
    const auto [dimension, higher] = next(from, to, rows_first);
    out = mesh.channel(dimension, higher);
  }

 private:
  /// The dimension of the next hop, and whether it goes to higher places.
  static std::pair<unsigned, bool> next(SubmeshPlace from, SubmeshPlace to, bool rows_first) {
    const bool rows = rows_first ? from.row != to.row : from.column == to.column;
    return {rows ? 0 : 1, rows ? from.row < to.row : from.column < to.column};
  }
};

}  // namespace plexus
