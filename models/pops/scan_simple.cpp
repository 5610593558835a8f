#include "models/pops/scan.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

namespace {

/// Slot x: p(x - 1) -> p(x), x = 1 .. n - 1.
Program sequential(pops_node& self, Words m, const ScanInput& input) {
  const NodeId n = self.shape().nodes();
  const NodeId x = self.id();
  Operands sum = input.operand(x);
  std::uint64_t done = 0;
  if (x > 0) {
    Slots listening = self.listen(m, x);
    const auto heard = co_await listening;
    if (heard) sum = Operands::of(heard->data) + sum;
    done = x;
  }
  self.result(input.result(x, sum));
  if (x + 1 < n) {
    co_await self.slot(m, self.hand(x + 1, sum.payload()));
    co_await self.listen(m, n - 2 - done);
  }
}

/// Bits from low to high: all exchange their totals t. Where the bit is set: e = in + e, t = in +
/// t; else t = t + in.
Program on_hypercube(pops_node& self, Words m, const ScanInput& input) {
  const Operands own = input.operand(self.id());
  Operands before;
  Operands total = own;
  for (NodeId b = 0; b < self.shape().bits(); ++b) {
    const NodeId bit = NodeId{1} << b;
    std::optional<Received> given;
    co_await simulated_move(self, m, self.id() ^ bit, total.payload(), &given);
    const Operands in = given ? Operands::of(given->data) : Operands{};
    if ((self.id() & bit) != 0) {
      before = in + before;
      total = in + total;
    } else {
      total = total + in;
    }
  }
  self.result(input.result(self.id(), before + own));
}

std::uint64_t hypercube_slots(const PopsCase& at) {
  return at.shape.move_slots() * at.shape.bits();
}

PopsAlgorithm sequential_of(const char* operation, std::vector<PopsKnob> knobs) {
  return {.operation = operation,
          .name = "sequential",
          .summary = "one processor after another passes on its sum",
          .knobs = std::move(knobs),
          .require = {},
          .data = scan_data,
          .programs =
              [](const PopsCase& at) {
                return [m = at.words, input = scan_input(at)](pops_node& self) {
                  return sequential(self, m, *input);
                };
              },
          .equations = {},
          .exact = [](const PopsCase& at) { return slots_of(at, at.nodes() - 1); },
          .lower_bound = [](const PopsCase& at) -> std::optional<Cycles> {
            if (at.shape.g > 1) return std::nullopt;
            return slots_of(at, at.nodes() - 1);
          }};
}

PopsAlgorithm hypercube_of(const char* operation, std::vector<PopsKnob> knobs) {
  return {.operation = operation,
          .name = "hypercube",
          .summary = "the hypercube's prefix sum, every move simulated",
          .knobs = std::move(knobs),
          .require = [](const PopsCase& at) { require_powers_of_two(at, "hypercube"); },
          .data = scan_data,
          .programs =
              [](const PopsCase& at) {
                return [m = at.words, input = scan_input(at)](pops_node& self) {
                  return on_hypercube(self, m, *input);
                };
              },
          .equations = {counted(
              "prefix sum, simulated", "3.2",
              [](const PopsCase& at) {
                return (at.shape.d == 1 ? 1 : 2 * passes(at)) * at.shape.bits();
              },
              equal_always)},
          .exact = [](const PopsCase& at) { return slots_of(at, hypercube_slots(at)); },
          .lower_bound = {}};
}

}  // namespace

const PopsAlgorithm kScanSequential = sequential_of("scan", {});
const PopsAlgorithm kRankSequential = sequential_of("rank", {PopsKnob::kSelected});
const PopsAlgorithm kScanHypercube = hypercube_of("scan", {});
const PopsAlgorithm kRankHypercube = hypercube_of("rank", {PopsKnob::kSelected});

}  // namespace plexus
