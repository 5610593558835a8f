#include "models/pops/scan.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus::pops {

namespace {

/// Slot x: p(x - 1) -> p(x), x = 1 .. n - 1.
Program one_by_one(pops_node& self, const PopsCase& at) {
  const NodeId x = self.id();
  Operands sum = operand(at, x);
  const auto heard = co_await self.listen(at.words, x);
  if (heard) sum = Operands::of(data_of(*heard)) + sum;
  finish_scan(self, at, sum);
  if (x == at.shape.others()) co_return;
  co_await self.slot(at.words, self.hand(at.words, x + 1, sum.payload()));
  co_await self.listen(at.words, at.shape.others() - 1 - x);
}

/// Bits from low to high: all exchange their totals t. Where the bit is set: e = in + e, t = in +
/// t; else t = t + in.
Program on_hypercube_scan_simple(pops_node& self, const PopsCase& at) {
  const Operands own = operand(at, self.id());
  Operands before;
  Operands total = own;
  for (NodeId b = 0; b < at.shape.bits(); ++b) {
    const NodeId bit = NodeId{1} << b;
    std::optional<Packet> given;
    co_await simulated_move(self, at.words, self.id() ^ bit, total.payload(), &given);
    const Operands in = given ? Operands::of(data_of(*given)) : Operands{};
    if ((self.id() & bit) != 0) {
      before = in + before;
      total = in + total;
    } else {
      total = total + in;
    }
  }
  finish_scan(self, at, before + own);
}

Algorithm<PopsCase> in_sequence(const char* operation) {
  return {.operation = operation,
          .name = "sequential",
          .summary = "one processor after another passes on its sum",
          .parameters = scan_parameters(operation),
          .program = one_by_one,
          .exact = in_slots<&PopsShape::others>,
          .lower_bound = [](const PopsCase& at) {
            return at.shape.g > 1 ? std::nullopt : in_slots<&PopsShape::others>(at);
          }};
}

Algorithm<PopsCase> on_hypercube(const char* operation) {
  return {.operation = operation,
          .name = "hypercube",
          .summary = "the hypercube's prefix sum, every move simulated",
          .parameters = scan_parameters(operation),
          .prepare = needs_powers_of_two("hypercube"),
          .program = on_hypercube_scan_simple,
          .equations = {simulated("prefix sum, simulated", "3.2", hypercube_moves)},
          .exact = in_slots<&PopsShape::hypercube_slots>};
}

}  // namespace

Algorithm<PopsCase> scan_sequential() { return in_sequence("scan"); }
Algorithm<PopsCase> rank_sequential() { return in_sequence("rank"); }
Algorithm<PopsCase> scan_hypercube() { return on_hypercube("scan"); }
Algorithm<PopsCase> rank_hypercube() { return on_hypercube("rank"); }

}  // namespace plexus::pops
