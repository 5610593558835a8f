#include "models/omega/case.hpp"

#include <bit>
#include <cmath>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/ensemble/lower_bound.hpp"
#include "models/operations/permutation.hpp"

namespace plexus {

namespace {

std::int64_t ceil_log2(NodeId nodes) { return std::bit_width(nodes - 1); }

}  // namespace

// ---- Cases --------------------------------------------------------------------------------------

double SwitchCase::log2_k() const { return std::log2(k()); }

const SwitchCount& SwitchCase::counted() const {
  if (!counted_) counted_ = count(*this);
  return *counted_;
}

bool SwitchCase::on_papers_machine() const {
  if (!count) return true;
  return setup == SetupMode::kNone && counted().tally.passes == counted().steps;
}

SwitchCase switch_case(const Values& values) {
  SwitchCase at;
  at.network = network_of(values);
  require_memory(switch_memory(at.network));  // before a permutation is worked out
  fill<SwitchCase>(at, values,
                   common_fields<SwitchCase>(
                       {{"element_broadcast", &SwitchCase::element_broadcast},
                        {"schedule", inside(&SwitchCase::scheduled, &ScheduleSlot::name)}}));
  if (values.has("setup")) at.setup = parse_setup_mode(values.word("setup"));
  static_cast<void>(setup_charge(at.setup, at.nodes()));  // refuses sizes
  if (values.has("permutation")) at.permutation = permutation_of(values);
  if (values.has("packets")) at.packet_wish = paper_1986::packet_wish(values);
  return at;
}

BufferedSwitchCase buffered_switch_case(const Values& values) {
  const NetworkShape network = network_of(values);
  require_memory(switch_memory(network));
  return {network, permutation_of(values), fifos_of(values)};
}

TopologyCase topology_case(const Values& values) {
  TopologyCase at;
  at.network = network_of(values);
  if (values.has("source")) at.route = {values.node("source"), values.node("destination")};
  if (values.has("permutation")) at.permutation = permutation_of(values);
  return at;
}

// ---- Lists of parameters ------------------------------------------------------------------------

RunParameters switch_parameters() {
  return {joined({{switch_nodes_parameter()},
                  transfer_parameters(),
                  {network_parameter(), setup_parameter()}}),
          nodes_asked, "the node before the source", [](const Values& values) {
            const std::int64_t nodes = nodes_asked(values);
            return Json((values.number("source") + nodes - 1) % nodes);
          }};
}

std::vector<Parameter> switch_broadcast_parameters() {
  return switch_parameters().with_root("processor that has the message");
}

std::vector<Parameter> switch_packet_parameters() {
  return joined({switch_broadcast_parameters(), {packets_parameter()}});
}

std::vector<Parameter> topology_parameters() {
  return {switch_nodes_parameter(), network_parameter(), radix_parameter()};
}

// ---- Memory -------------------------------------------------------------------------------------

double switch_memory(const NetworkShape& network) {
  constexpr double kElement = 2300;  // module, its ports and vectors
  constexpr double kLine = 250;
  const double elements = double{1} * network.stages() * network.elements();
  constexpr double kPorts = 6500;  // of a node and the elements behind it
  return memory_of(network.ports(), 0) + kPorts * network.ports() + elements * kElement +
         elements * network.element_ports() * kLine;
}

// ---- Counts and bounds --------------------------------------------------------------------------

std::optional<Cycles> counted_cycles(const SwitchCase& at) {
  return at.count ? std::optional{at.counted().tally.cycles} : std::nullopt;
}

Cycles switch_bound_message(const SwitchCase& at) { return lower_bound(1, at.words, 1, at.timing); }

Cycles switch_bound_broadcast(const SwitchCase& at) {
  return lower_bound(ceil_log2(at.nodes()), at.words, 1, at.timing);
}

Cycles switch_bound_allgather(const SwitchCase& at) {
  return lower_bound(ceil_log2(at.nodes()), (at.nodes() - 1) * at.words, 1, at.timing);
}

Cycles switch_bound_allreduce(const SwitchCase& at) {
  return lower_bound(ceil_log2(at.nodes()), allreduce_volume(at.nodes(), at.words), 1, at.timing);
}

Cycles switch_bound_personal(const SwitchCase& at) {
  return lower_bound(1, (at.nodes() - 1) * at.words, 1, at.timing);
}

Cycles switch_bound_permutation(const SwitchCase& at) {
  return is_identity(at.permutation) ? 0_cycles : switch_bound_message(at);
}

}  // namespace plexus
