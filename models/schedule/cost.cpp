#include "models/schedule/cost.hpp"

#include <algorithm>
#include <map>

namespace plexus {

namespace {

/// Rounds until what one node knows is at `nodes` nodes, if all that know it tell `fan` others.
std::uint64_t rounds_to_reach(NodeId nodes, std::uint64_t fan) {
  std::uint64_t rounds = 0;
  for (std::uint64_t reached = 1; reached < nodes; reached *= 1 + fan) ++rounds;
  return rounds;
}

/// A word of a vector needs 2 (n - 1) messages until all have its sum; all else goes once to each
/// that needs it.
void add_bounds(CostOfSchedule& cost, ScheduledOperation operation, NodeId nodes) {
  if (nodes < 2) {
    cost.least_rounds = 0;
    cost.least_volume = cost.least_busiest = 0;
    return;
  }
  const double others = nodes - 1.0;
  switch (operation) {
    case ScheduledOperation::kBroadcast:
      cost.least_volume = others;
      cost.least_busiest = 1;
      break;
    case ScheduledOperation::kScatter:
    case ScheduledOperation::kGather:
      cost.least_volume = cost.least_busiest = others;
      break;
    case ScheduledOperation::kAllreduce:
      cost.least_volume = 2 * others;
      cost.least_busiest = 2 * others / nodes;
      break;
    default:
      cost.least_volume = nodes * others;
      cost.least_busiest = others;
      break;
  }
  const bool inwards = operation == ScheduledOperation::kGather;
  const std::uint64_t fan = inwards ? cost.fan_in : cost.fan;
  if (fan > 0) cost.least_rounds = rounds_to_reach(nodes, fan);
}

}  // namespace

CostOfSchedule cost_of(const Schedule& schedule, const ScheduleMatch& match, const RowOrder& order,
                       const std::vector<double>& volumes,
                       std::optional<ScheduledOperation> operation, NodeId nodes) {
  CostOfSchedule cost;
  std::vector<std::uint64_t> round(schedule.rows.size(), 0);  // messages before the row has ended
  std::vector<std::uint64_t> sent_in(schedule.rows.size(), 0);
  std::map<std::pair<NodeId, NodeId>, ScheduleLink> links;
  std::map<NodeId, double> sent;
  std::map<NodeId, double> taken;
  std::map<std::pair<NodeId, std::uint64_t>, std::uint64_t> fans;
  std::map<std::pair<NodeId, std::uint64_t>, std::uint64_t> fans_in;
  for (const std::size_t row : order.rows) {
    const ScheduleRow& at = schedule.rows[row];
    for (const std::size_t before : match.waits[row]) {
      round[row] = std::max(round[row], round[before]);
    }
    const std::size_t partner = match.partner[row];
    if (at.kind == RowKind::kSend) {
      sent_in[row] = round[row] + 1;
      cost.rounds = std::max(cost.rounds, sent_in[row]);
      cost.fan = std::max(cost.fan, ++fans[{at.node, sent_in[row]}]);
      cost.fan_in = std::max(cost.fan_in, ++fans_in[{at.peer, sent_in[row]}]);
      ++cost.messages;
      cost.volume += volumes[row];
      ScheduleLink& link =
          links.try_emplace({at.node, at.peer}, ScheduleLink{at.node, at.peer}).first->second;
      ++link.messages;
      link.volume += volumes[row];
      cost.busiest =
          std::max({cost.busiest, sent[at.node] += volumes[row], taken[at.peer] += volumes[row]});
    } else if (partner < schedule.rows.size()) {
      round[row] = std::max(round[row], sent_in[partner]);
    }
  }
  for (const auto& [ends, link] : links) cost.links.push_back(link);
  if (operation) add_bounds(cost, *operation, nodes);
  return cost;
}

}  // namespace plexus
