#include "models/express-mesh/stages.hpp"

#include <algorithm>

#include "models/express-mesh/case.hpp"
#include "models/express-mesh/lines.hpp"

namespace plexus {

std::optional<ListPlace> Stage::place(const ExpressMeshShape& mesh, NodeId node) const {
  std::uint64_t rest = node;
  std::int64_t position = 0;
  for (unsigned k = mesh.dimensions(); k-- > 0;) {
    const auto side = static_cast<std::uint64_t>(mesh.sides[k]);
    const auto coordinate = static_cast<std::int64_t>(rest % side);
    rest /= side;
    if (k == dimension) {
      position = coordinate;
    } else if (coordinate % lines[k] != 0) {
      return std::nullopt;
    }
  }
  if (position % unit != 0) return std::nullopt;
  const std::int64_t heads = ceil_div(mesh.sides[dimension], unit);
  const std::int64_t size = group == 0 ? heads : group;
  const std::int64_t head = position / unit;
  const std::int64_t index = head % size;
  return ListPlace{index, std::min(size, heads - (head - index)),
                   mesh.channel(dimension, false, level), mesh.channel(dimension, true, level)};
}

Steps Stage::steps(const ExpressMeshShape& mesh) const {
  const std::int64_t heads = ceil_div(mesh.sides[dimension], unit);
  const std::int64_t hops = (group == 0 ? heads : std::min(group, heads)) - 1;
  return level == 0 ? Steps{hops} : Steps{0, hops};
}

namespace {

/// All levels of the lines of one dimension: level 0 in groups of L_1, level k in groups of
/// L_(k+1) / L_k heads, the last level all heads.
Stages line_stages(const ExpressMeshShape& mesh, unsigned dimension,
                   const std::vector<std::int64_t>& lines) {
  if (mesh.lengths.empty()) return {{dimension, 0, 1, 0, lines}};
  const std::vector<std::int64_t>& lengths = mesh.lengths[dimension];
  Stages stages{{dimension, 0, 1, lengths[0], lines, lengths.size() == 1}};
  for (unsigned k = 1; k <= lengths.size(); ++k) {
    const std::int64_t ratio = k < lengths.size() ? lengths[k] / lengths[k - 1] : 0;
    stages.push_back({dimension, k, lengths[k - 1], ratio, lines});
  }
  return stages;
}

}  // namespace

Stages in_dimension_order(const ExpressMeshCase& at) {
  Stages all;
  const unsigned d = at.mesh.dimensions();
  std::vector<std::int64_t> lines(d, 1);
  for (unsigned i = 0; i < d; ++i) {
    const unsigned k = exchanged(at.placement) ? i : d - 1 - i;
    for (Stage& stage : line_stages(at.mesh, k, lines)) all.push_back(std::move(stage));
    lines[k] = at.mesh.sides[k];
  }
  return all;
}

Stages in_submeshes(const ExpressMeshCase& at) {
  const unsigned first = at.first_dimension();
  const unsigned second = at.second_dimension();
  Stages all;
  const Stages rows = line_stages(at.mesh, first, {1, 1});
  const Stages columns = line_stages(at.mesh, second, {1, 1});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    all.push_back(rows[k]);
    all.back().lines[second] = columns[k].unit;
    all.push_back(columns[k]);
    all.back().lines[first] = k + 1 < rows.size() ? rows[k + 1].unit : at.mesh.sides[first];
  }
  return all;
}

Steps steps_of(const Stages& stages, const ExpressMeshShape& mesh) {
  Steps all;
  for (const Stage& stage : stages) all += stage.steps(mesh);
  return all;
}

Program run_stages(alu_node& self, const ExpressMeshCase& at, const Stages& stages,
                   Operand& value) {
  const std::uint64_t start = self.phase();
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const std::optional<ListPlace> place = stages[s].place(at.mesh, self.id());
    if (place && stages[s].opens_line && self.watched()) {
      co_await self.phase(start + s);
      LinePlace::of(at.mesh, stages[s].dimension, self.id()).tell(self, at.op, !at.forward, value);
    }
    if (!place || place->size == 1) continue;
    co_await self.phase(start + s);
    if (!at.forward) {
      co_await chain(self, *place, value);
      continue;
    }
    co_await gather(self, *place, Record{value}, [&](const Record& arrived) {
      value = self.combine(value, arrived.operand);
      self.keep(value);
    });
  }
}

Program reduce_in_stages(alu_node& self, const ExpressMeshCase& at) {
  Operand value = self.id() < at.mesh.values() ? at.operand_at(self.id()) : Operand{};
  self.keep(value);
  co_await run_stages(self, at, at.stages, value);
}

}  // namespace plexus
