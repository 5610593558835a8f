#include "models/pops/window_sums.hpp"

#include "models/pops/module.hpp"

namespace plexus::pops {

std::optional<std::string> wrong_window(const PopsCase& at, const pops_machine& top) {
  const Windows windows{at};
  std::vector<std::optional<Numbers>> expected(at.nodes());
  for (NodeId x = 0; x < at.nodes(); ++x) {
    Sum sum = windows.own(x);
    const NodeId j = at.shape.index(x);
    for (NodeId t = 1; t < at.subgroup; ++t) {
      sum += windows.part(j, at.shape.at(at.shape.group(x), windows.needed(j, t)));
    }
    expected[x] = sum.payload();
  }
  return top.wrong_result(expected);
}

std::vector<WindowBlock> window_blocks(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const NodeId M = at.subgroup;
  if (M <= 1) return {};
  const bool whole_subgroups = !at.adjacent && M <= pops.g;
  const NodeId length = whole_subgroups ? M * (pops.g / M) : pops.g;
  std::vector<WindowBlock> blocks;
  for (NodeId base = 0; base < pops.d; base += length) {
    blocks.push_back({base, std::min(length, pops.d - base)});
  }
  return blocks;
}

std::optional<Packet> to_relay(pops_node& self, Words m, const WindowBlock& block) {
  if (!block.holds(self.index())) return std::nullopt;
  const NodeId relay = block.relay(self.shape(), self.group(), self.index());
  return self.via(m, relay, datum(self.id()), self.id(), self.id());
}

std::vector<Parameter> window_parameters(std::string_view operation) {
  return parameters({subgroup_parameter(operation == kConsecutive)});
}

Prepare in_windows(std::string_view operation, Prepare require) {
  return [adjacent = operation == kAdjacent, require = std::move(require)](PopsCase& at) {
    at.adjacent = adjacent;
    if (require) require(at);
  };
}

}  // namespace plexus::pops
