#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus::express {

namespace {

const Statistic kValue{"value", "", "value of the rank asked for, at node 0"};
const Statistic kIterations{"iterations", "", "pivots tried"};

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

// ---- steps -------------------------------------------------------------------------------------

Steps up_steps(const ExpressMeshCase& at) {
  return building_block::terminals(at.mesh.line(1)) + building_block::line(at.mesh.line(0));
}
Steps down_steps(const ExpressMeshCase& at) {
  return building_block::down(at.mesh.line(0)) + building_block::terminals(at.mesh.line(1));
}

/// l_c - 1 + (1 + I)(l_r - 1) + I D(R) mesh steps, (1 + I)(T_c - 1 + T_r - 1) + I(T_r - 1 + T_c -
/// 1) express steps for I iterations; one broadcast more if all nodes are to know.
Steps steps_of(const ExpressMeshCase& at, std::int64_t iterations) {
  Steps steps = building_block::segments(at.mesh.line(1)) + (1 + iterations) * up_steps(at) +
                iterations * down_steps(at);
  if (at.everywhere) {
    steps += building_block::down(at.mesh.line(0)) + building_block::down(at.mesh.line(1));
  }
  return steps;
}

/// I <= 1 + log N / log(16/15): each iteration that goes on removes a sixteenth of the values.
double most_iterations(const ExpressMeshCase& at) {
  return 1 + std::log(static_cast<double>(at.mesh.values())) / std::log(16.0 / 15);
}

// ---- what a packet of the sweeps carries -------------------------------------------------------

/// A value that stands for `weight` values; of weight 0: for none.
struct Weighted {
  std::int64_t value = 0;
  std::int64_t weight = 0;
};

/// Upwards: active values below and equal to the pivot, and medians of those on either side of it.
struct Counts {
  std::int64_t below = 0;
  std::int64_t equal = 0;
  Weighted lower;
  Weighted upper;

  [[nodiscard]] Record record() const {
    return Record{{below, equal, lower.value, lower.weight, upper.value, upper.weight}};
  }
  static Counts of(const Record& record) {
    const auto& n = record.numbers;
    return {n[0], n[1], {n[2], n[3]}, {n[4], n[5]}};
  }
};

/// Downwards: the open range of the active values, and the pivot.
struct Pivot {
  std::int64_t low = kLowest;
  std::int64_t high = kHighest;
  std::int64_t pivot = 0;

  [[nodiscard]] Record record() const { return Record{{low, high, pivot, 0, 0, 0}}; }
  static Pivot of(const Record& record) {
    return {record.numbers[0], record.numbers[1], record.numbers[2]};
  }
};

/// The smallest value whose cumulative weight reaches half of the total, with the total.
Weighted weighted_median(std::vector<Weighted> pairs) {
  std::ranges::sort(pairs, {}, &Weighted::value);
  std::int64_t total = 0;
  for (const Weighted& pair : pairs) total += pair.weight;
  std::int64_t cumulative = 0;
  for (const Weighted& pair : pairs) {
    cumulative += pair.weight;
    if (pair.weight > 0 && 2 * cumulative >= total) return {pair.value, total};
  }
  return {};
}

Counts merge(const std::vector<Counts>& all) {
  Counts merged;
  std::vector<Weighted> lower;
  std::vector<Weighted> upper;
  for (const Counts& one : all) {
    merged.below += one.below;
    merged.equal += one.equal;
    lower.push_back(one.lower);
    upper.push_back(one.upper);
  }
  merged.lower = weighted_median(std::move(lower));
  merged.upper = weighted_median(std::move(upper));
  return merged;
}

/// The local median of sorted values first .. end: index floor((w - 1) / 2).
Weighted local_median(const std::vector<std::int64_t>& sorted, std::size_t first, std::size_t end) {
  if (first >= end) return {};
  return {sorted[first + (end - first - 1) / 2], static_cast<std::int64_t>(end - first)};
}

/// What a terminal counts among its values inside the range.
Counts count(const std::vector<std::int64_t>& sorted, const Pivot& range) {
  const auto place = [&](auto bound) { return static_cast<std::size_t>(bound - sorted.begin()); };
  const std::size_t first = place(std::ranges::upper_bound(sorted, range.low));
  const std::size_t end = place(std::ranges::lower_bound(sorted, range.high));
  const std::size_t low =
      std::clamp(place(std::ranges::lower_bound(sorted, range.pivot)), first, std::max(first, end));
  const std::size_t high =
      std::clamp(place(std::ranges::upper_bound(sorted, range.pivot)), low, std::max(low, end));
  return {static_cast<std::int64_t>(low - first), static_cast<std::int64_t>(high - low),
          local_median(sorted, first, low), local_median(sorted, high, end)};
}

// ---- program -----------------------------------------------------------------------------------

std::int64_t value_at(const ExpressMeshCase& at, NodeId node) {
  return express_hash(node, at.seed) % at.modulus;
}

/// GATHER of records: the first node merges its own with all that come.
Program gather_counts(alu_node& self, ListPlace at, Counts& counts) {
  const std::int64_t behind = at.size - 1 - at.index;
  if (at.index > 0) {
    co_await self.send(at.towards, counts.record());
    for (std::int64_t q = 0; q < behind; ++q) co_await self.relay(at.from, at.towards);
    co_return;
  }
  std::vector<Counts> all{counts};
  for (std::int64_t q = 0; q < behind; ++q) {
    all.push_back(Counts::of(co_await self.receive(at.from)));
  }
  counts = merge(all);
}

constexpr std::uint64_t kUpPhases = 3;
constexpr std::uint64_t kIterationPhases = 2 + kUpPhases;

/// UP sweep from `phase` on: over the terminals of each row, in the segments of column 0, over the
/// terminals of the column.
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

/// The pivot goes down column 0, then from terminal to terminal along the rows.
Program spread(alu_node& self, LinePlace row, LinePlace column, std::uint64_t phase,
               Record& pivot) {
  if (row.position == 0) {
    co_await self.phase(phase);
    co_await down(self, column, pivot);
  }
  co_await self.phase(phase + 1);
  const ListPlace terminals = row.among_terminals();
  if (terminals.index > 0) pivot = co_await self.receive(terminals.towards);
  if (terminals.index + 1 < terminals.size) co_await self.send(terminals.from, pivot);
}

/// What node 0 decides on from one iteration to the next.
class Selection {
 public:
  Selection(std::int64_t rank, std::int64_t first_pivot) : rank_{rank} {
    next_.pivot = first_pivot;
  }

  [[nodiscard]] const Pivot& next() const { return next_; }
  [[nodiscard]] std::int64_t active() const { return active_; }

  /// True if the pivot has the rank that is looked for.
  bool decide(const Counts& counts) {
    if (rank_ <= below_ + counts.below) {
      next_.high = next_.pivot;
      next_.pivot = counts.lower.value;
      active_ = counts.lower.weight;
    } else if (rank_ <= below_ + counts.below + counts.equal) {
      return true;
    } else {
      below_ += counts.below + counts.equal;
      next_.low = next_.pivot;
      next_.pivot = counts.upper.value;
      active_ = counts.upper.weight;
    }
    return false;
  }

 private:
  std::int64_t rank_;
  std::int64_t below_ = 0;  ///< values below the range
  std::int64_t active_ = 0;
  Pivot next_;
};

/// A terminal's part. All terminals go through the iterations together; node 0 stops them.
Program select(alu_node& self, const ExpressMeshCase& at, LinePlace row, LinePlace column,
               const std::vector<std::int64_t>& sorted) {
  Counts counts;
  counts.upper = local_median(sorted, 0, sorted.size());
  std::uint64_t phase = 1;
  co_await up(self, row, column, phase, counts);
  Selection selection{at.rank, counts.upper.value};
  std::int64_t active = at.mesh.values();
  for (std::int64_t iteration = 1; !self.stopped(); ++iteration) {
    phase += kUpPhases;
    Record pivot = selection.next().record();
    co_await spread(self, row, column, phase, pivot);
    phase += 2;
    counts = count(sorted, Pivot::of(pivot));
    co_await up(self, row, column, phase, counts);
    if (self.id() == 0) {
      if (selection.decide(counts)) {
        self.keep(Operand{static_cast<std::uint64_t>(selection.next().pivot)});
        self.keep_second(Operand{static_cast<std::uint64_t>(iteration)});
        self.stop();
      } else if (16 * selection.active() > 15 * active) {  // the bound on I would not hold
        self.keep_second(Operand{});
        self.stop();
      }
      active = selection.active();
    }
    co_await self.phase(phase + kUpPhases);  // all terminals know by then whether it goes on
  }
}

Program program(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  // 0. The values of a segment, at its terminal.
  const Operand own{static_cast<std::uint64_t>(value_at(at, self.id()))};
  const ListPlace segment = row.in_segment();
  const std::int64_t behind = segment.size - 1 - segment.index;
  if (segment.index > 0) {
    co_await self.send(segment.towards, own);
    for (std::int64_t q = 0; q < behind; ++q) co_await self.relay(segment.from, segment.towards);
  } else {
    std::vector<std::int64_t> sorted{static_cast<std::int64_t>(own.number())};
    for (std::int64_t q = 0; q < behind; ++q) {
      const Operand next = (co_await self.receive(segment.from)).operand;
      sorted.push_back(static_cast<std::int64_t>(next.number()));
    }
    std::ranges::sort(sorted);
    co_await select(self, at, row, column, sorted);
  }
  if (!at.everywhere) co_return;
  Record answer{self.partial()};
  // The other nodes hear with the phases that the search is over.
  std::uint64_t phase = 1 + kUpPhases;
  while (!row.is_terminal() && !self.stopped()) co_await self.phase(phase += kIterationPhases);
  if (row.is_terminal()) phase = self.phase();
  if (row.position == 0) {
    co_await self.phase(phase);
    co_await down(self, column, answer);
  }
  co_await self.phase(phase + 1);
  co_await down(self, row, answer);
  self.keep(answer.operand);
}

// ---- check and figures -------------------------------------------------------------------------

std::optional<std::string> check(const ExpressMeshCase& at, const express_mesh& machine) {
  if (!machine.node(0).second().present()) {
    return "An iteration removed fewer than a sixteenth of the active values.";
  }
  std::vector<std::int64_t> values;
  for (NodeId v = 0; v < machine.size(); ++v) values.push_back(value_at(at, v));
  const auto wanted = values.begin() + at.rank - 1;
  std::ranges::nth_element(values, wanted);
  const NodeId last = at.everywhere ? machine.size() : 1;
  for (NodeId v = 0; v < last; ++v) {
    if (machine.node(v).partial() == Operand{static_cast<std::uint64_t>(*wanted)}) continue;
    return fmt::format("Node {} holds {} and not {}, the value of rank {}.", v,
                       to_text(Operator::kSum, machine.node(v).partial()), *wanted, at.rank);
  }
  return std::nullopt;
}

void report(const ExpressMeshCase& /*at*/, const express_mesh& machine, Statistics& statistics) {
  statistics.set(kIterations, machine.node(0).second().number());
  statistics.set(kValue, machine.node(0).partial().number());
}

double most_cycles(const ExpressMeshCase& at) {
  const double iterations = most_iterations(at);
  const auto none = static_cast<double>(steps_of(at, 0).cycles(at.costs).count());
  const auto one = static_cast<double>(steps_of(at, 1).cycles(at.costs).count());
  return none + iterations * (one - none);
}

double growth(const ExpressMeshCase& at) {
  return fourth_root(at) * std::log2(static_cast<double>(at.mesh.values()));
}

}  // namespace

Steps median_steps(const ExpressMeshCase& at, std::int64_t iterations) {
  return steps_of(at, iterations);
}

ExpressMeshAlgorithm median_of_medians() {
  ExpressMeshAlgorithm algorithm;
  algorithm.operation = "median";
  algorithm.name = "median-of-medians";
  algorithm.summary = "weighted medians of medians as pivots, each removing a sixteenth at least";
  algorithm.section = "9, Table 2";
  algorithm.is_default = true;
  algorithm.rules.own = median_parameters;
  algorithm.program = program;
  algorithm.least_steps = least_to_result;
  algorithm.check = check;
  algorithm.statistics = report;
  algorithm.declared = {kIterations, kValue};
  algorithm.most = most_cycles;
  algorithm.growth = "N^(1/4) log2 N";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace plexus::express
