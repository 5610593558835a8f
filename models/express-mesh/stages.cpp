#include "models/express-mesh/stages.hpp"

#include <algorithm>

#include "models/express-mesh/case.hpp"

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

namespace {

/// The node's part in Algorithm 1 on its line, of which `stage` is the first phase.
LineRole line_role(const alu_node& self, const ExpressMeshCase& at, const Stage& stage) {
  LineRole role;
  role.nodes = static_cast<std::uint32_t>(at.mesh.sides[stage.dimension]);
  role.position = static_cast<std::uint32_t>(at.mesh.coordinate(self.id(), stage.dimension));
  role.length = static_cast<std::uint32_t>(stage.group);
  role.combines = !at.forward;
  role.mesh_left = at.mesh.channel(stage.dimension, false);
  role.mesh_right = at.mesh.channel(stage.dimension, true);
  role.express_left = at.mesh.channel(stage.dimension, false, 1);
  role.express_right = at.mesh.channel(stage.dimension, true, 1);
  role.op = at.op;
  return role;
}

}  // namespace

Program run_stages(alu_node& self, const ExpressMeshCase& at, const std::vector<Stage>& stages,
                   Operand& value) {
  const std::uint64_t start = self.phase();
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const std::optional<ListPlace> place = stages[s].place(at.mesh, self.id());
    if (place && stages[s].opens_line && self.watched()) {
      co_await self.phase(start + s);
      self.tell_watches([&](alu_watch_if& watch) {
        watch.line_begins(self, line_role(self, at, stages[s]), value);
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
