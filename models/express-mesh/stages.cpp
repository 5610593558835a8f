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

std::int64_t Stage::hops(const ExpressMeshShape& mesh) const {
  const std::int64_t heads = ceil_div(mesh.sides[dimension], unit);
  return (group == 0 ? heads : std::min(group, heads)) - 1;
}

Program chain(alu_node& self, ListPlace at, Operand& value) {
  if (at.index + 1 < at.size) {
    value = self.combine(value, (co_await self.receive(at.from)).operand);
    self.keep(value);
  }
  if (at.index > 0) co_await self.send(at.towards, value, at.tap);
}

Program gather(alu_node& self, ListPlace at, Operand& value) {
  const std::int64_t behind = at.size - 1 - at.index;
  if (at.index > 0) {
    co_await self.send(at.towards, value, at.tap);
    for (std::int64_t q = 0; q < behind; ++q) co_await self.relay(at.from, at.towards);
  } else {
    for (std::int64_t q = 0; q < behind; ++q) {
      value = self.combine(value, (co_await self.receive(at.from)).operand);
      self.keep(value);
    }
  }
}

Program run_stages(alu_node& self, const ExpressMeshCase& at, const std::vector<Stage>& stages,
                   Operand& value) {
  const std::uint64_t start = self.phase();
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const std::optional<ListPlace> place = stages[s].place(at.mesh, self.id());
    if (place && stages[s].opens_line && self.watched()) {
      co_await self.phase(start + s);
      self.tell_watches([&](alu_watch_if& watch) {
        const LinePlace place_on_line = LinePlace::of(at.mesh, stages[s].dimension, self.id());
        watch.line_begins(self, line_role(self, place_on_line, at.op, !at.forward), value);
      });
    }
    if (!place || place->size == 1) continue;
    co_await self.phase(start + s);
    if (at.forward) {
      co_await gather(self, *place, value);
    } else {
      co_await chain(self, *place, value);
    }
  }
}

Program reduce_in_stages(alu_node& self, const ExpressMeshCase& at) {
  Operand value = self.id() < at.mesh.values() ? at.operand_at(self.id()) : Operand{};
  self.keep(value);
  co_await run_stages(self, at, at.stages, value);
}

std::vector<Stage> line_stages(const ExpressMeshShape& mesh, unsigned dimension,
                               const std::vector<std::int64_t>& lines) {
  const ExpressLine line = mesh.line(dimension);
  return {{dimension, 0, 1, line.length, lines, true}, {dimension, 1, line.length, 0, lines}};
}

}  // namespace plexus
