#include "models/pops/scan.hpp"

namespace plexus {

std::shared_ptr<const ScanInput> scan_input(const PopsCase& at) {
  auto input = std::make_shared<ScanInput>();
  if (!at.ranks) return input;
  input->selected.assign(at.nodes(), false);
  for (const NodeId x : at.selected) input->selected[x] = true;
  return input;
}

std::unique_ptr<pops_data> scan_data(const PopsCase& at) {
  const auto input = scan_input(at);
  std::vector<std::optional<MessageData>> expected(at.nodes());
  Operands all;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    all = all + input->operand(x);
    expected[x] = input->result(x, all);
  }
  return std::make_unique<computed>(std::move(expected));
}

Program scan_groups(pops_node& self, Words m, Operands prefix, bool all, Operands& before) {
  const PopsShape pops = self.shape();
  const NodeId i = self.group();
  std::vector<NodeId> receivers;
  for (std::uint64_t level = 0; level < ceil_log(pops.g); ++level) {
    const Halving halving = halving_of(pops.g, level, i);
    std::optional<Message> message;
    if (self.index() == pops.d - 1 && halving.first < halving.end && i == halving.last) {
      receivers.clear();
      for (NodeId t = halving.first; t < halving.end; ++t) {
        for (NodeId j = all ? 0 : pops.d - 1; j < pops.d; ++j) receivers.push_back(pops.at(t, j));
      }
      message = self.hand(receivers, (before + prefix).payload());
    }
    const auto heard = co_await self.slot(m, std::move(message));
    if (heard) before = Operands::of(heard->data) + before;
  }
}

std::optional<Cycles> scan_bound(const PopsCase& at) {
  const std::uint64_t n = at.nodes();
  const std::uint64_t couplers = std::uint64_t{at.shape.g} * at.shape.g;
  return slots_of(at, std::max(ceil_log(n), ceil_div(n - 1, couplers)));
}

}  // namespace plexus
