#include "models/ring/case.hpp"

#include <algorithm>

#include "models/catalogue/json.hpp"
#include "models/ensemble/lower_bound.hpp"

namespace plexus {

namespace {

/// Channels that a node can read, or write, at once under a port rule.
std::int64_t channels_read(PortRule rule) {
  switch (rule) {
    case PortRule::kRingStrict:
    case PortRule::kOneInOneOut:
    case PortRule::kOnePort:
      return 1;
    default:
      return 2;
  }
}

std::int64_t channels_written(PortRule rule) {
  return rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort ? 1 : 2;
}

}  // namespace

RingCase ring_case(const Values& values) {
  RingCase at;
  at.ring = {values.node("nodes")};
  at.read(values);
  return at;
}

Parameter ring_nodes_parameter() {
  return integer("nodes", 3, kMostNodes, 8, "processors of the ring", RefusalClass::kSize);
}

RunParameters ring_parameters() {
  return {.all = joined({{ring_nodes_parameter()},
                         transfer_parameters(),
                         {port_rule_parameter(PortRule::kRingStrict)}}),
          .farthest = "the farthest node"};
}

RingPlace place_on_ring(const RingCase& at, NodeId node) {
  return {kClockwise, kCounterclockwise, at.ring.nodes, node};
}

BundleOf own_chunks(const Reduction& data) {
  return [&data](NodeId place) { return data.some({place, 1}); };
}

Cycles ring_bound_move(const RingCase& at) {
  return lower_bound(at.distance(), at.words,
                     std::min(channels_read(at.rule), channels_written(at.rule)), at.timing);
}

Cycles ring_bound_broadcast(const RingCase& at) {
  return lower_bound(at.ring.reach(kClockwise), at.words, channels_read(at.rule), at.timing);
}

Cycles ring_bound_allreduce(const RingCase& at) {
  return lower_bound(at.ring.reach(kClockwise), allreduce_volume(at.ring.nodes, at.words),
                     channels_read(at.rule), at.timing);
}

Cycles ring_bound_scatter(const RingCase& at) {
  return lower_bound(at.ring.reach(kClockwise), (at.ring.nodes - 1) * at.words,
                     channels_written(at.rule), at.timing);
}

Cycles ring_bound_gather(const RingCase& at) {
  return lower_bound(at.ring.reach(kClockwise), (at.ring.nodes - 1) * at.words,
                     channels_read(at.rule), at.timing);
}

}  // namespace plexus
