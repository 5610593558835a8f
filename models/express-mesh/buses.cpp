#include "models/express-mesh/buses.hpp"

#include <algorithm>
#include <string>

#include "models/express-mesh/module.hpp"

namespace plexus {

void express_mesh::wire_buses(const ExpressMeshCase& at) {
  const LinkTiming timing{at.timing.startup + (at.costs.bus - at.costs.mesh), at.timing.bandwidth};
  const bool separable = at.buses == BusLayout::kSeparable;
  const BusWires wires = separable ? BusWires::kSeparable : BusWires::kWhole;
  buses = std::make_unique<tap_bus_bank>("buses");
  if (at.buses == BusLayout::kGlobal) {
    tap_bus& bus = buses->add("bus_global", wires, timing);
    for (NodeId v = 0; v < size(); ++v) node(v).taps(buses->add_tap(bus, v, bus_channel(at, 1)));
    return;
  }
  for (const unsigned dimension : {1U, 0U}) {
    const std::int64_t side = at.mesh.sides[dimension];
    const std::int64_t lines = at.mesh.sides[1 - dimension];
    /// A bus that joins the places first, first + unit, .. before `end` of a line.
    const auto join = [&](std::int64_t line, std::int64_t first, std::int64_t end,
                          std::int64_t unit, unsigned number, const std::string& more) {
      const std::string name = dimension == 1 ? "bus_row_" : "bus_column_";
      tap_bus& bus = buses->add(name + std::to_string(line) + more, wires, timing);
      for (std::int64_t place = first; place < end; place += unit) {
        const NodeId v = dimension == 1 ? at.mesh.at(line, place) : at.mesh.at(place, line);
        node(v).taps(buses->add_tap(bus, v, bus_channel(at, dimension, number)));
      }
    };
    if (at.buses != BusLayout::kHierarchy) {
      for (std::int64_t line = 0; line < lines; line += separable ? at.block : 1) {
        join(line, 0, side, 1, 0, "");
      }
      continue;
    }
    std::int64_t block = 1;
    for (unsigned level = 0; block < side; ++level) {
      const std::int64_t unit = block;
      block = unit > side / at.group ? side : unit * at.group;
      for (std::int64_t line = 0; line < lines; ++line) {
        for (std::int64_t first = 0; first + unit < side; first += block) {
          join(line, first, std::min(first + block, side), unit, level,
               "_level_" + std::to_string(level) + "_at_" + std::to_string(first));
        }
      }
    }
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

unsigned bus_channel(const ExpressMeshCase& at, unsigned dimension, unsigned number) {
  const unsigned column = dimension == 1 ? 0 : 1;
  const bool separable = at.buses == BusLayout::kSeparable;
  return at.mesh.link_channels() + (separable ? 2 * column + number : 2 * number + column);
}

Stages blocks_to_corners(const ExpressMeshCase& at) {
  return {{1, 0, 1, at.block, {1, 1}}, {0, 0, 1, at.block, {1, at.block}}};
}

std::int64_t Items::slots() const {
  return std::max(std::min(group, count) - 1, count > group ? std::min(group, count - group) : 0);
}

Steps Items::steps() const {
  const std::int64_t aside = groups() - 1;
  return {over_links ? aside : 0, 0, slots() + (!over_links && aside > 0 ? 1 : 0)};
}

Program hand_over(alu_node& self, std::int64_t phase, unsigned channel, std::int64_t tap,
                  Operand& value) {
  co_await self.phase(static_cast<std::uint64_t>(phase));
  co_await self.send(channel, value, static_cast<std::uint32_t>(tap));
  value = {};
}

Program collect(alu_node& self, std::int64_t phase, unsigned channel, std::int64_t items,
                Operand& value) {
  for (std::int64_t item = 0; item < items; ++item) {
    co_await self.phase(static_cast<std::uint64_t>(phase + item));
    value = self.combine(value, (co_await self.receive(channel)).operand);
    self.keep(value);
  }
}

}  // namespace plexus
