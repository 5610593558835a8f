#include "models/pops/scan.hpp"

#include <algorithm>
#include <cmath>

#include "models/pops/module.hpp"

namespace plexus::pops {

Operands operand(const PopsCase& at, NodeId x) {
  const bool selected = std::ranges::binary_search(at.selected, x);
  return {x, x + std::uint64_t{1}, selected ? std::uint64_t{1} : 0};
}

namespace {

Numbers result(const PopsCase& at, NodeId x, Operands sum) {
  sum.selected -= operand(at, x).selected;
  return sum.payload();
}

}  // namespace

void finish_scan(pops_node& self, const PopsCase& at, Operands sum) {
  self.result(result(at, self.id(), sum));
}

std::optional<std::string> wrong_scan(const PopsCase& at, const pops_machine& top) {
  std::vector<std::optional<Numbers>> expected(at.nodes());
  Operands all;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    all = all + operand(at, x);
    expected[x] = result(at, x, all);
  }
  return top.wrong_result(expected);
}

Equation<PopsCase> prefix_sum(Relation (*relation)(const PopsCase&)) {
  return slots_formula(
      "prefix sum", "3.2",
      [](const PopsCase& at) {
        const double d = at.shape.d;
        const double g = at.shape.g;
        if (d <= g) return 3 + std::log2(d * g) + std::log2(d);
        return 2 * d / g * (1 + std::log2(g)) + std::log2(d) + 1;
      },
      relation, [](const PopsCase& at) { return at.shape.d > 1; });
}

Program scan_groups(pops_node& self, Words m, Operands prefix, bool all, Operands& before) {
  const PopsShape pops = self.shape();
  const NodeId i = self.group();
  std::vector<NodeId> receivers;
  for (std::uint64_t level = 0; level < ceil_log(pops.g); ++level) {
    const Halving halving = halving_of(pops.g, level, i);
    std::optional<Packet> message;
    if (self.index() == pops.d - 1 && halving.sends(i)) {
      receivers.clear();
      for (NodeId t = halving.first; t < halving.end; ++t) {
        for (NodeId j = all ? 0 : pops.d - 1; j < pops.d; ++j) receivers.push_back(pops.at(t, j));
      }
      message = self.hand(m, NodeSet{receivers}, (before + prefix).payload());
    }
    const auto heard = co_await self.slot(m, std::move(message));
    if (heard) before = Operands::of(data_of(*heard)) + before;
  }
}

std::vector<Parameter> scan_parameters(std::string_view operation) {
  return operation == "rank" ? parameters({selected_parameter()}) : parameters();
}

}  // namespace plexus::pops
