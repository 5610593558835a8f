#include "models/pops/records.hpp"

#include "models/pops/two_hop.hpp"

namespace plexus::pops {

std::optional<NodeId> destination(const PopsCase& at, NodeId k) {
  return k < at.destinations.size() ? std::optional{at.destinations[k]} : std::nullopt;
}

Record record_for(const pops_node& self, std::optional<NodeId> place) {
  return place ? Record{{self.id(), *place, 0}} : std::nullopt;
}

Program move_record(pops_node& self, Words m, NodeId b, Record& record) {
  const NodeId bit = NodeId{1} << b;
  std::optional<NodeId> target;
  if (record && (((*record)[1] ^ self.id()) & bit) != 0) target = self.id() ^ bit;
  std::optional<Packet> given;
  co_await simulated_move(self, m, target, record.value_or(Numbers{}), &given);
  if (target) record.reset();
  if (given) record = data_of(*given);
}

Equation<PopsCase> two_hop_passes(const char* label, const char* place) {
  return slots_formula(
      label, place, [](const PopsCase& at) { return 2 * passes(at); },
      [](const PopsCase& at) { return at.shape.d > 1 ? Relation::kEqual : Relation::kAtMost; });
}

}  // namespace plexus::pops
