#include "models/express-mesh/buses.hpp"

namespace plexus {

namespace {

std::vector<NodeId> line_taps(const ExpressMeshCase& at, unsigned dimension, std::int64_t line,
                              std::int64_t first, std::int64_t end, std::int64_t step) {
  std::vector<NodeId> taps;
  for (std::int64_t place = first; place < end; place += step) {
    taps.push_back(dimension == 1 ? at.mesh.at(line, place) : at.mesh.at(place, line));
  }
  return taps;
}

std::string line_name(unsigned dimension, std::int64_t line) {
  return (dimension == 1 ? "bus_row_" : "bus_column_") + std::to_string(line);
}

/// One bus for every `step`-th line of both dimensions.
void visit_lines(const ExpressMeshCase& at, BusWires wires, std::int64_t step,
                 const std::function<void(const BusPlan&)>& visit) {
  for (const unsigned dimension : {1U, 0U}) {
    const unsigned channel = dimension == 1 ? row_bus_channel(at) : column_bus_channel(at);
    for (std::int64_t line = 0; line < at.mesh.sides[1 - dimension]; line += step) {
      visit({line_name(dimension, line), wires, channel,
             line_taps(at, dimension, line, 0, at.mesh.sides[dimension], 1)});
    }
  }
}

void visit_hierarchy(const ExpressMeshCase& at, const std::function<void(const BusPlan&)>& visit) {
  for (const unsigned dimension : {1U, 0U}) {
    const std::int64_t side = at.mesh.sides[dimension];
    unsigned level = 0;
    for (std::int64_t unit = 1; unit < side; unit *= at.group, ++level) {
      const std::int64_t block = unit > side / at.group ? side : unit * at.group;
      for (std::int64_t line = 0; line < at.mesh.sides[1 - dimension]; ++line) {
        for (std::int64_t first = 0; first + unit < side; first += block) {
          visit({line_name(dimension, line) + "_level_" + std::to_string(level) + "_at_" +
                     std::to_string(first),
                 BusWires::kWhole, level_bus_channel(at, dimension, level),
                 line_taps(at, dimension, line, first, std::min(first + block, side), unit)});
        }
      }
      if (block == side) break;
    }
  }
}

}  // namespace

void for_each_bus(const ExpressMeshCase& at, const std::function<void(const BusPlan&)>& visit) {
  switch (at.buses) {
    case BusLayout::kNone:
      return;
    case BusLayout::kGlobal: {
      BusPlan all{"bus_global", BusWires::kWhole, row_bus_channel(at), {}};
      for (std::int64_t v = 0; v < at.mesh.nodes(); ++v) all.taps.push_back(static_cast<NodeId>(v));
      visit(all);
      return;
    }
    case BusLayout::kRowColumn:
      visit_lines(at, BusWires::kWhole, 1, visit);
      return;
    case BusLayout::kSeparable:
      visit_lines(at, BusWires::kSeparable, at.block, visit);
      return;
    case BusLayout::kHierarchy:
      visit_hierarchy(at, visit);
      return;
  }
}

unsigned channels_of(const ExpressMeshCase& at) {
  const unsigned links = at.mesh.link_channels();
  switch (at.buses) {
    case BusLayout::kNone:
      return links;
    case BusLayout::kGlobal:
      return links + 1;
    case BusLayout::kRowColumn:
      return links + 2;
    case BusLayout::kSeparable:
      return links + 4;
    case BusLayout::kHierarchy:
      break;
  }
  const std::int64_t longest = std::max(at.mesh.sides[0], at.mesh.sides[1]);
  unsigned levels = 0;
  for (std::int64_t heads = longest; heads > 1; heads = ceil_div(heads, at.group)) ++levels;
  return links + 2 * levels;
}

unsigned row_bus_channel(const ExpressMeshCase& at, bool high) {
  return at.mesh.link_channels() + (high ? 1 : 0);
}

unsigned column_bus_channel(const ExpressMeshCase& at, bool high) {
  const unsigned first = at.buses == BusLayout::kSeparable ? 2 : 1;
  return at.mesh.link_channels() + first + (high ? 1 : 0);
}

unsigned level_bus_channel(const ExpressMeshCase& at, unsigned dimension, unsigned level) {
  return at.mesh.link_channels() + 2 * level + (dimension == 1 ? 0 : 1);
}

std::vector<Stage> blocks_to_corners(const ExpressMeshCase& at) {
  return {{1, 0, 1, at.block, {1, 1}}, {0, 0, 1, at.block, {1, at.block}}};
}

Steps corner_steps(const ExpressMeshCase& at) {
  return {std::min(at.block, at.mesh.sides[0]) + std::min(at.block, at.mesh.sides[1]) - 2, 0, 0};
}

Program collect(alu_node& self, Collection part, Operand& value) {
  if (part.slot >= 0) {
    co_await self.phase(part.phase + static_cast<std::uint64_t>(part.slot));
    co_await self.send(part.send_channel, value, part.to);
  }
  for (std::int64_t item = 0; item < part.items; ++item) {
    co_await self.phase(part.phase + static_cast<std::uint64_t>(part.first + item));
    value = self.combine(value, (co_await self.receive(part.receive_channel)).operand);
    self.keep(value);
  }
}

Program halve(alu_node& self, std::uint64_t phase, std::int64_t head, std::int64_t heads,
              std::int64_t unit, unsigned low_channel, Operand& value) {
  for (std::int64_t distance = 1; distance < heads; distance *= 2, ++phase) {
    const bool receives = head % (2 * distance) == 0;
    if (receives && head + distance >= heads) continue;
    co_await self.phase(phase);
    if (receives) {
      value = self.combine(value, (co_await self.receive(low_channel + 1)).operand);
      self.keep(value);
    } else {
      const auto to = static_cast<std::uint32_t>((head - distance) * unit);
      co_await self.send(low_channel, value, to);
      co_return;
    }
  }
}

}  // namespace plexus
