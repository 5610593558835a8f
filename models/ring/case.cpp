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
  if (values.has("schedule")) at.scheduled.name = values.word("schedule");
  if (values.has("op")) at.op = op_of(values);
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

std::vector<Parameter> ring_reduction_parameters(OperandOrder order) {
  return joined({ring_parameters(), {op_parameter(order)}});
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

void report_op(const RingCase& at, const direct_machine& /*top*/, Statistics& statistics) {
  statistics.set(kOp, to_string(at.op));
}

void report_packets_and_op(const RingCase& at, const direct_machine& top, Statistics& statistics) {
  report_packets(at, top, statistics);
  report_op(at, top, statistics);
}

void share_vector(RingCase& at, Words words, std::int64_t chunks) {
  require_memory(partial_bytes(at.k(), static_cast<double>(std::min(chunks, words.count()))));
  at.reduction = std::make_shared<Reduction>(at.ring.nodes, EvenSplit{words, chunks}, at.op);
}

RingPlace place_on_ring(const RingCase& at, NodeId node) {
  return {kClockwise, kCounterclockwise, at.ring.nodes, node};
}

BundleOf own_chunks(const Reduction& data) {
  return [&data](NodeId place) { return data.some({place, 1}); };
}

std::optional<std::string> wrong_allreduce(const RingCase& at, const direct_machine& /*top*/) {
  return at.reduction->problem(at.reduction->allreduce().after);
}

std::optional<std::string> wrong_reduce_scatter(const RingCase& at, const direct_machine& /*top*/) {
  return at.reduction->problem(at.reduction->reduce_scatter().after);
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
