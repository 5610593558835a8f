#include "models/hypercube/case.hpp"

#include <algorithm>
#include <utility>

#include "models/catalogue/json.hpp"
#include "models/ensemble/lower_bound.hpp"

namespace plexus {

namespace {

HypercubeShape shape_of(const Values& values) {
  return HypercubeShape{static_cast<int>(values.number("dimension"))};
}

std::int64_t nodes_of(const Values& values) { return shape_of(values).nodes(); }

}  // namespace

HypercubeCase hypercube_case(const Values& values) {
  HypercubeCase at;
  at.cube = shape_of(values);
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

Parameter dimension_parameter(int default_dimension) {
  return integer("dimension", 0, HypercubeShape::kMaxDimension, default_dimension,
                 "bits of a node number; 2^dimension processors", RefusalClass::kSize);
}

std::vector<Parameter> hypercube_parameters(int default_dimension) {
  return joined({{dimension_parameter(default_dimension)},
                 transfer_parameters(),
                 {port_rule_parameter(PortRule::kAllHalf)}});
}

std::vector<Parameter> hypercube_reduction_parameters(OperandOrder order) {
  return joined({hypercube_parameters(), {op_parameter(order)}});
}

std::vector<Parameter> hypercube_move_parameters() {
  return joined({hypercube_parameters(),
                 source_and_destination(nodes_of, "the farthest node", [](const Values& values) {
                   return Json(values.node("source") ^ (shape_of(values).nodes() - 1));
                 })});
}

std::vector<Parameter> hypercube_root_parameters(const char* help, int default_dimension) {
  return joined(
      {hypercube_parameters(default_dimension), {node_parameter("root", 0, nodes_of, help)}});
}

std::vector<Parameter> hypercube_broadcast_parameters(int default_dimension) {
  return paper_1986::with_packets(
      hypercube_root_parameters("processor that has the message", default_dimension));
}

void report_packets(const HypercubeCase& at, const hypercube_machine& /*top*/,
                    Statistics& statistics) {
  statistics.set(paper_1986::kPackets, at.packets);
}

Equation<HypercubeCase> unless_alone(Equation<HypercubeCase> equation) {
  equation.applies = [](const HypercubeCase& at) { return at.n() > 0; };
  return equation;
}

std::int64_t channels(HypercubeShape cube, PortRule rule) {
  const bool one = rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort;
  return one ? 1 : cube.dimension();
}

Cycles hypercube_bound_move(const HypercubeCase& at) {
  return lower_bound(at.distance(), at.words, channels(at.cube, at.rule), at.timing);
}

Cycles hypercube_bound_broadcast(const HypercubeCase& at) {
  return lower_bound(at.n(), at.words, channels(at.cube, at.rule), at.timing);
}

Cycles hypercube_bound_exchange(const HypercubeCase& at) {
  return lower_bound(at.n(), (at.nodes() - 1) * at.words, channels(at.cube, at.rule), at.timing);
}

void report_op(const HypercubeCase& at, const hypercube_machine& /*top*/, Statistics& statistics) {
  statistics.set(kOp, to_string(at.op));
}

void report_packets_and_op(const HypercubeCase& at, const hypercube_machine& top,
                           Statistics& statistics) {
  report_packets(at, top, statistics);
  report_op(at, top, statistics);
}

void share_vector(HypercubeCase& at, Words words, std::int64_t chunks) {
  const auto nodes = static_cast<double>(at.nodes());
  require_memory(partial_bytes(nodes, static_cast<double>(std::min(chunks, words.count()))));
  at.reduction =
      std::make_shared<Reduction>(static_cast<NodeId>(at.nodes()), EvenSplit{words, chunks}, at.op);
}

std::optional<std::string> wrong_allreduce(const HypercubeCase& at,
                                           const hypercube_machine& /*top*/) {
  return at.reduction->problem(at.reduction->allreduce().after);
}

std::optional<std::string> wrong_reduce_scatter(const HypercubeCase& at,
                                                const hypercube_machine& /*top*/) {
  return at.reduction->problem(at.reduction->reduce_scatter().after);
}

Cycles hypercube_bound_allreduce(const HypercubeCase& at) {
  return lower_bound(at.n(), allreduce_volume(at.nodes(), at.words), channels(at.cube, at.rule),
                     at.timing);
}

}  // namespace plexus
