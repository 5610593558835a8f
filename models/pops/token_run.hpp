#pragma once

#include <optional>

#include "models/pops/window_sums.hpp"

namespace plexus::pops {

/// One array in hand: its processor.
using Array = std::optional<NodeId>;

/// Does a block hold whole subgroups? Otherwise a subgroup has several blocks.
inline bool whole_subgroups(const PopsCase& at) {
  return at.shape.d <= at.shape.g || at.subgroup <= at.shape.g;
}

/// Token runs of one processor in one block, in cycles of columns: it is home of p(i, j), and relay
/// for one other.
class TokenRun {
 public:
  TokenRun(pops_node& self, const PopsCase& at, const WindowBlock& block, Array stored)
      : self_{&self},
        m_{at.words},
        windows_{at},
        block_{block},
        cycle_{whole_subgroups(at) ? at.subgroup : at.shape.g},
        stored_{stored} {}

  /// Array of this processor's home or relay role.
  [[nodiscard]] Array array(bool at_home) const {
    if (!at_home) return stored_;
    return block_.holds(self_->index()) ? Array{self_->id()} : std::nullopt;
  }

  /// Lines (13)-(22): the token of column j begins at position 1 of its cycle and takes element
  /// q(j) at each, `element(j)`. It is alternately at home and at the relay of a position and ends
  /// at position j, at home or at the relay. The token that ends here comes out.
  template <typename Element>
  Program run(Element element, bool ends_at_home, Sum& token) {
    const PopsShape& pops = self_->shape();
    bool at_home = cycle_ % 2 == 1 ? ends_at_home : !ends_at_home;
    token = {};
    if (const Array array = this->array(at_home)) {
      // The token at this position, at step t, is that of the column t places before it.
      token = windows_.operand(*array, element(before(*array, 1)));
    }
    for (NodeId t = 1; t < cycle_; ++t) {
      std::optional<Packet> message;
      if (const Array array = this->array(at_home)) {
        const NodeId i = pops.group(*array);
        const NodeId next = after(pops.index(*array), 1);
        const NodeId to = at_home ? block_.relay(pops, i, next) : pops.at(i, next);
        message = self_->hand(m_, to, token.payload());
      }
      const auto heard = co_await self_->slot(m_, std::move(message));
      at_home = !at_home;
      token = {};
      if (const Array array = this->array(at_home); heard && array) {
        token = Sum::of(data_of(*heard));
        token += windows_.operand(*array, element(before(*array, t + 1)));
      }
    }
  }

 private:
  /// The column t places after j in its cycle.
  [[nodiscard]] NodeId after(NodeId j, NodeId t) const {
    const NodeId first = block_.base + (j - block_.base) / cycle_ * cycle_;
    return first + (j - first + t) % cycle_;
  }
  /// The column whose token is at the position of array x at step t.
  [[nodiscard]] NodeId before(NodeId x, NodeId t) const {
    return after(self_->shape().index(x), cycle_ - t % cycle_);
  }

  pops_node* self_;
  Words m_;
  Windows windows_;
  WindowBlock block_;
  NodeId cycle_;
  Array stored_;
};

}  // namespace plexus::pops
