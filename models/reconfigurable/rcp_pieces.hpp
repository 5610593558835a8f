#pragma once

#include <cstdint>

#include "hw/data/blocks.hpp"
#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/numbering.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

/// The parts of the two-phase broadcast (5.2.2): M = r^h' pieces in G copies on the first M G
/// nodes, and X nodes beyond them that no clique reaches. Labels are those of the radix numbering.
class RcpPieces {
 public:
  RcpPieces(const ReconfigurableCase& at, int split_steps)
      : shape_{at.shape()},
        whole_{0_words, at.words},
        split_steps_{split_steps},
        pieces_{shape_.power(split_steps)},
        copies_{shape_.nodes / pieces_},
        extras_{shape_.nodes % pieces_} {}

  [[nodiscard]] const ReconfigurableShape& shape() const { return shape_; }
  [[nodiscard]] int split_steps() const { return split_steps_; }
  [[nodiscard]] std::int64_t pieces() const { return pieces_; }
  [[nodiscard]] std::int64_t copies() const { return copies_; }
  [[nodiscard]] std::int64_t extras() const { return extras_; }
  [[nodiscard]] std::int64_t complete() const { return pieces_ * copies_; }  ///< M G
  /// Steps that copy pieces: ceil(log_r G).
  [[nodiscard]] int copy_steps() const {
    return ReconfigurableShape{copies_, shape_.ports}.steps();
  }

  /// The level-`level` piece of the node with `label`: digit a_0 chooses the part of the whole, a_1
  /// the part of that part, ..
  [[nodiscard]] Slice piece(int level, std::int64_t label) const {
    Slice piece = whole_;
    for (int i = 0; i < level; ++i) {
      piece = part_of(piece, radix_digit(shape_, label, i), shape_.radix());
    }
    return piece;
  }
  /// Share `share` of the whole message for a node that no clique reaches.
  [[nodiscard]] Slice share(std::int64_t share) const {
    return part_of(whole_, share, shape_.ports);
  }

 private:
  ReconfigurableShape shape_;
  Slice whole_;
  int split_steps_;
  std::int64_t pieces_;
  std::int64_t copies_;
  std::int64_t extras_;
};

}  // namespace plexus
