#include "models/ring/case.hpp"

#include <algorithm>

#include "models/catalogue/json.hpp"
#include "models/ensemble/lower_bound.hpp"

namespace plexus {

namespace {

std::int64_t nodes_of(const Values& values) { return values.number("nodes"); }

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
  if (values.has("words")) {  // not asked for by a question about the machine itself
    at.words = values.words();
    at.timing = values.timing();
    at.rule = values.port_rule();
  }
  if (values.has("root")) at.root = values.node("root");
  if (values.has("source")) at.source = values.node("source");
  if (values.has("destination")) at.destination = values.node("destination");
  if (values.has("packets")) at.packet_wish = paper_1986::packet_wish(values);
  return at;
}

Parameter ring_nodes_parameter() {
  return integer("nodes", 3, kMostNodes, 8, "processors of the ring", RefusalClass::kSize);
}

std::vector<Parameter> ring_parameters() {
  return joined({{ring_nodes_parameter()},
                 transfer_parameters(),
                 {port_rule_parameter(PortRule::kRingStrict)}});
}

std::vector<Parameter> ring_move_parameters() {
  return joined(
      {ring_parameters(), source_and_destination(nodes_of, "the farthest node", half_way_round)});
}

std::vector<Parameter> ring_root_parameters(const char* help) {
  return joined({ring_parameters(), {node_parameter("root", 0, nodes_of, help)}});
}

void report_packets(const RingCase& at, const direct_machine& /*top*/, Statistics& statistics) {
  statistics.set(paper_1986::kPackets, at.packets);
}

void report_move(const RingCase& at, const direct_machine& top, Statistics& statistics) {
  report_packets(at, top, statistics);
  statistics.set(kDistance, at.distance());
}

Cycles ring_bound_move(const RingCase& at) {
  return lower_bound(at.distance(), at.words,
                     std::min(channels_read(at.rule), channels_written(at.rule)), at.timing);
}

Cycles ring_bound_broadcast(const RingCase& at) {
  return lower_bound(at.ring.reach(kClockwise), at.words, channels_read(at.rule), at.timing);
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
