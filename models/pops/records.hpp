#pragma once

#include <optional>
#include <string>

#include "models/pops/case.hpp"

/// Records that find their places: concentrate, distribute, generalize.
namespace plexus::pops {

/// Where the datum of processor k goes in distribute and generalize, if it has one.
[[nodiscard]] std::optional<NodeId> destination(const PopsCase& at, NodeId k);

/// A datum and the place it has to go to; none is there.
using Record = std::optional<Numbers>;

/// What a processor begins with: its own datum for `place`, if it has one.
[[nodiscard]] Record record_for(const pops_node& self, std::optional<NodeId> place);
/// One move of a simulated hypercube: a record moves if its place differs from here in bit b.
Program move_record(pops_node& self, Words m, NodeId b, Record& record);

/// 2 ceil(d/g) slots of a two-slot route for d > 1.
[[nodiscard]] Equation<PopsCase> two_hop_passes(const char* label, const char* place);

}  // namespace plexus::pops
