#include "models/bus/schedule.hpp"

namespace plexus {

std::optional<PairTurn> PairSchedule::turn(NodeId node, NodeId round) const {
  const NodeId circle = even() - 1;  // m - 1 processors sit in a circle, the last one beside it
  const bool odd = nodes_ != even();
  NodeId place = 0;  // of the pair in the list
  NodeId partner = 0;
  if (node == circle || node == round) {
    if (odd) return std::nullopt;  // with the processor that does not exist
    partner = node == circle ? round : circle;
  } else {
    const NodeId ahead = (node + circle - round) % circle;  // node = round + ahead
    place = std::min(ahead, circle - ahead);
    partner = (round + circle - ahead) % circle;
  }
  return PairTurn{partner, (place - (odd ? 1 : 0)) / group_size()};
}

}  // namespace plexus
