#include "models/express-mesh/stages.hpp"

#include <algorithm>

#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/lines.hpp"

namespace plexus {

std::int64_t Stage::heads(const ExpressMeshShape& mesh) const {
  const std::int64_t of_line = ceil_div(mesh.sides[dimension], unit);
  return over == Over::kGlobalBus ? of_line * ceil_div(mesh.sides[1 - dimension], unit) : of_line;
}

std::optional<ListPlace> Stage::place(const ExpressMeshCase& at, NodeId node) const {
  const ExpressMeshShape& mesh = at.mesh;
  const bool second = node >= mesh.values();
  if (over == Over::kLevel && moves != Moves::kSetsOn && mesh.layout == ExpressLayout::kCompound &&
      second != (level > 0)) {
    return std::nullopt;
  }
  const bool inside = over == Over::kSecondNodes || over == Over::kFromSecondNode;
  std::int64_t position = 0;
  std::int64_t rest = mesh.grid_node(node);
  for (unsigned k = mesh.dimensions(); k-- > 0; rest /= mesh.sides[k]) {
    const std::int64_t coordinate = rest % mesh.sides[k];
    if (k == dimension && !inside) {
      position = coordinate;
    } else if (coordinate % lines[k] != 0) {
      return std::nullopt;
    }
  }
  if (inside) {
    const unsigned channel = mesh.internal_channel();
    return ListPlace{second == (over == Over::kSecondNodes) ? 0 : 1, 2, channel, channel};
  }
  if (position % unit != 0) return std::nullopt;
  const std::int64_t all = heads(mesh);
  const std::int64_t size = group == 0 ? all : group;
  std::int64_t head = position / unit;
  if (over == Over::kGlobalBus) {  // its row of heads begins behind those of the rows above
    head += mesh.coordinate(node, 0) / unit * ceil_div(mesh.sides[1], unit);
  }
  const std::int64_t index = head % size;
  ListPlace place{index, std::min(size, all - (head - index))};
  if (over == Over::kLevel) {
    place.towards = mesh.channel(dimension, false, level);
    place.from = mesh.channel(dimension, true, level);
  } else if (in_slots()) {
    place.towards = place.from = bus_channel(at, dimension, level);
  } else {
    place.towards = bus_channel(at, dimension, 0);
    place.from = bus_channel(at, dimension, 1);
    if (index > 0) place.tap = static_cast<std::uint32_t>(position - unit);
  }
  return place;
}

Steps Stage::steps(const ExpressMeshShape& mesh) const {
  if (over == Over::kSecondNodes || over == Over::kFromSecondNode) return {1};
  const std::int64_t hops = (group == 0 ? heads(mesh) : std::min(group, heads(mesh))) - 1;
  if (over != Over::kLevel) return {.bus = hops};
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

Stages in_submeshes_apart(const ExpressMeshCase& at) {
  Stages all = in_submeshes(at);
  all[1].moves = Stage::Moves::kSets;
  all[2].moves = Stage::Moves::kOverlapped;
  all[3].fold = Stage::Fold::kBefore;
  return all;
}

Stages rounds(const ExpressMeshCase& at, Stage::Over over, unsigned dimension, std::int64_t unit,
              std::int64_t group, const std::vector<std::int64_t>& lines) {
  Stages all;
  for (unsigned level = 0; unit < at.mesh.sides[dimension]; ++level, unit *= group) {
    all.push_back({dimension, level, unit, group, lines, false, over});
  }
  return all;
}

Stages joined(std::initializer_list<Stages> plans) {
  Stages all;
  for (const Stages& plan : plans) all.insert(all.end(), plan.begin(), plan.end());
  return all;
}

Steps steps_of(const Stages& stages, const ExpressMeshShape& mesh) {
  Steps all;
  for (const Stage& stage : stages) all += stage.steps(mesh);
  return all;
}

namespace {

/// GATHER, of which the first head merges what comes.
Program forward(alu_node& self, ListPlace place, Operand& value) {
  co_await gather(self, place, Record{value}, [&](const Record& arrived) {
    value = self.combine(value, arrived.operand);
    self.keep(value);
  });
}

/// GATHER of sets to a compound terminal, whose first node passes on every set the moment it has
/// it: its own at once, set k at k hops.
Program hand_sets_on(alu_node& self, const ExpressMeshShape& mesh, ListPlace place, Operand& value,
                     Sets& sets) {
  const unsigned inside = mesh.internal_channel();
  if (self.id() >= mesh.values()) {
    for (std::uint32_t k = 0; k < place.size; ++k) {
      keep_set(self, k, (co_await self.receive(inside)).operand, sets);
    }
  } else if (place.index > 0) {
    co_await gather_sets(self, place, value, sets);
  } else {
    for (std::int64_t k = 1; k < place.size; ++k) {
      value = (co_await both(self.send(inside, value), self.receive(place.from))).operand;
    }
    co_await self.send(inside, value);
    value = {};
  }
}

/// A node's part in a stage that begins with that phase.
Program take_part(alu_node& self, const ExpressMeshCase& at, const Stage& stage, ListPlace place,
                  std::int64_t phase, Operand& value, Sets& sets) {
  if (stage.in_slots()) {
    if (place.index > 0) {
      co_await hand_over(self, phase + place.index - 1, place.towards, 0, value);
    } else {
      co_await collect(self, phase, place.from, place.behind(), value);
    }
    co_return;
  }
  co_await self.phase(static_cast<std::uint64_t>(phase));
  if (stage.fold == Stage::Fold::kBefore) self.keep(value = fold(self, sets));
  switch (stage.moves) {
    case Stage::Moves::kValue:
      co_await (at.forward ? forward : chain)(self, place, value);
      break;
    case Stage::Moves::kSets:
      co_await gather_sets(self, place, value, sets);
      break;
    case Stage::Moves::kSetsOn:
      co_await hand_sets_on(self, at.mesh, place, value, sets);
      break;
    case Stage::Moves::kOverlapped:
      sets.resize(std::max(sets.size(), stage.sets));
      co_await overlap_sets(self, place, sets);
  }
  if (place.index > 0) value = {};
  if (place.index == 0 && stage.fold == Stage::Fold::kAfter) self.keep(value = fold(self, sets));
}

}  // namespace

Program run_stages(alu_node& self, const ExpressMeshCase& at, const Stages& stages,
                   Operand& value) {
  auto phase = static_cast<std::int64_t>(self.phase());
  Sets sets;
  for (const Stage& stage : stages) {
    const std::optional<ListPlace> place = stage.place(at, self.id());
    if (place && stage.opens_line && self.watched()) {
      co_await self.phase(static_cast<std::uint64_t>(phase));
      LinePlace::of(at.mesh, stage.dimension, self.id()).tell(self, at.op, !at.forward, value);
    }
    const bool acts = place && (place->size > 1 || stage.moves != Stage::Moves::kValue ||
                                stage.fold != Stage::Fold::kNever);
    if (acts) co_await take_part(self, at, stage, *place, phase, value, sets);
    phase += stage.in_slots() ? stage.steps(at.mesh).bus : 1;
  }
}

Program reduce_in_stages(alu_node& self, const ExpressMeshCase& at) {
  Operand value;
  if (self.id() < at.mesh.values()) self.keep(value = at.operand_at(self.id()));
  co_await run_stages(self, at, at.stages, value);
}

}  // namespace plexus
