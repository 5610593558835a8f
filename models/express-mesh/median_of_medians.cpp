#include <algorithm>

#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/medians.hpp"
#include "models/express-mesh/module.hpp"
#include "models/operations/results.hpp"

namespace plexus::express {

namespace {

const Statistic kValue{"value", "", "value of the rank asked for, at node 0"};
const Statistic kIterations{"iterations", "", "pivots tried"};

Operand register_of(std::int64_t value) { return Operand{static_cast<std::uint64_t>(value)}; }

std::int64_t value_at(const ExpressMeshCase& at, NodeId node) {
  return express_hash(node, at.seed) % at.modulus;
}

/// GATHER of counts: the first node merges its own with all that come.
Program gather_counts(alu_node& self, ListPlace at, Counts& counts) {
  std::vector<Counts> all{counts};
  co_await gather(self, at, counts.record(),
                  [&all](const Record& arrived) { all.push_back(Counts::of(arrived)); });
  if (at.index == 0) counts = merge(all);
}

constexpr std::uint64_t kUpPhases = 3, kDownPhases = 2;

/// UP sweep: the terminals of each row, the segments of column 0, the terminals of the column.
Program up(alu_node& self, LinePlace row, LinePlace column, std::uint64_t phase, Counts& counts) {
  co_await self.phase(phase);
  co_await gather_counts(self, row.among_terminals(), counts);
  if (row.position != 0) co_return;
  co_await self.phase(phase + 1);
  co_await gather_counts(self, column.in_segment(), counts);
  if (!column.is_terminal()) co_return;
  co_await self.phase(phase + 2);
  co_await gather_counts(self, column.among_terminals(), counts);
}

/// DOWN: column 0, then from terminal to terminal along the rows.
Program spread(alu_node& self, LinePlace row, LinePlace column, std::uint64_t phase,
               Record& pivot) {
  if (row.position == 0) {
    co_await self.phase(phase);
    co_await down(self, column, pivot);
  }
  co_await self.phase(phase + 1);
  const ListPlace terminals = row.among_terminals();
  if (terminals.index > 0) pivot = co_await self.receive(terminals.towards);
  if (terminals.behind() > 0) co_await self.send(terminals.from, pivot);
}

/// A terminal's part in iterations, which all go through together.
Program select(alu_node& self, const ExpressMeshCase& at, LinePlace row, LinePlace column,
               const std::vector<std::int64_t>& sorted) {
  // 1. The first pivot: the median of the medians of all terminals.
  Counts counts;
  counts.upper = local_median(sorted, 0, sorted.size());
  std::uint64_t phase = 1;
  co_await up(self, row, column, phase, counts);
  Selection selection{.rank = at.rank, .active = at.mesh.values()};
  selection.next.pivot = counts.upper.value;
  // 2. The pivot down to all terminals, what they count up to node 0, which decides.
  for (std::int64_t iteration = 1; !self.stopped(); ++iteration) {
    phase += kUpPhases;
    Record pivot = selection.next.record();
    co_await spread(self, row, column, phase, pivot);
    phase += kDownPhases;
    counts = count(sorted, Pivot::of(pivot));
    co_await up(self, row, column, phase, counts);
    if (self.id() == 0 && !selection.goes_on(counts)) {
      if (selection.found) self.keep(register_of(selection.next.pivot));
      self.keep_second(selection.found ? register_of(iteration) : Operand{});
      self.stop();
    }
    co_await self.phase(phase + kUpPhases);  // all terminals know by then whether it goes on
  }
}

Program program_median_of_medians(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  // 0. The values of a segment, at its terminal.
  std::vector<std::int64_t> sorted{value_at(at, self.id())};
  self.tell_held(sorted.size());
  co_await gather(self, row.in_segment(), Record{register_of(sorted.front())},
                  [&self, &sorted](const Record& arrived) {
                    sorted.push_back(static_cast<std::int64_t>(arrived.operand.number()));
                    self.tell_held(sorted.size());
                  });
  if (row.is_terminal()) {
    std::ranges::sort(sorted);
    co_await select(self, at, row, column, sorted);
  }
  if (!at.everywhere) co_return;
  Record answer{self.partial()};
  std::uint64_t phase = row.is_terminal() ? self.phase() : 1 + kUpPhases;
  while (!row.is_terminal() && !self.stopped()) {
    co_await self.phase(phase += kDownPhases + kUpPhases);
  }
  co_await down_to_all(self, at.mesh, phase, answer);
  self.keep(answer.operand);
}

std::optional<std::string> wrong_median_of_medians(const ExpressMeshCase& at,
                                                   const express_mesh& machine) {
  if (!machine.node(0).second().present()) {
    return "An iteration removed fewer than a sixteenth of the active values.";
  }
  std::vector<std::int64_t> values;
  for (NodeId v = 0; v < machine.size(); ++v) values.push_back(value_at(at, v));
  const auto wanted = values.begin() + at.rank - 1;
  std::ranges::nth_element(values, wanted);
  return first_wrong(at.everywhere ? machine.size() : 1, [&](NodeId v) {
    return wrong_result(at.op, v, "the value of the rank asked for", machine.node(v).partial(),
                        register_of(*wanted));
  });
}

void report_median_of_medians(const ExpressMeshCase& /*at*/, const express_mesh& machine,
                              Statistics& statistics) {
  statistics.set(kIterations, machine.node(0).second().number());
  statistics.set(kValue, machine.node(0).partial().number());
}

}  // namespace

Algorithm<ExpressMeshCase> median_of_medians() {
  return on_express_mesh(
      {}, {.operation = "median",
           .name = "median-of-medians",
           .summary = "weighted medians of medians as pivots, each removing a sixteenth at least",
           .is_default = true,
           .parameters = median_parameters(),
           .program = program_median_of_medians,
           .equations = {{"N^(1/4) log2 N", section("9, Table 2"), median_growth},
                         {"I <= 1 + log N / log(16/15)", "bound on the iterations", most_cycles,
                          [](const ExpressMeshCase&) { return Relation::kAtMost; }}},
           .statistics = report_median_of_medians,
           .declared = {kIterations, kValue},
           .check = wrong_median_of_medians});
}

}  // namespace plexus::express
