#include "models/express-mesh/module.hpp"

#include <algorithm>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/drawing.hpp"

namespace plexus {

namespace {

const Statistic kMeshSteps{"mesh_steps", "hops", "on the critical path: A, internal hops included"};
const Statistic kExpressSteps{"express_steps", "hops", "on the critical path: X"};
const Statistic kBusSteps{"bus_steps", "slots", "on the critical path: B"};
const Statistic kMeshHops{"mesh_hops", "hops", "over mesh links and inside compound nodes"};
const Statistic kExpressHops{"express_hops", "hops", "over express links"};
const Statistic kBusSlots{"bus_slots", "slots", "transfers on buses"};
const Statistic kMaxLinkLoad{"max_link_load", "packets", "on any one link or bus"};
const Statistic kMaxNodeSends{"max_node_sends", "packets", "sent by any one node"};
const Statistic kMaxNodeReceives{"max_node_receives", "packets", "received by any one node"};
const Statistic kMaxDegree{"max_degree", "links", "at any one node"};
const Statistic kPhases{"phases", "cycles", "ends of the phases that took time, the last left out"};
const Statistic kUtilisation{"utilisation", "", "busy share of the links, by kind and level"};

/// Place of a kind of channel in the counts of a critical path.
std::uint8_t count_of(HopKind kind) {
  return kind == HopKind::kExpress ? 1 : kind == HopKind::kBus ? 2 : 0;
}

AluContext context_of(const ExpressMeshCase& at, AluFigures& figures) {
  AluContext context;
  context.ports = static_cast<unsigned>(
      std::min<std::int64_t>(at.ports, static_cast<std::int64_t>(port_guard::kMostPorts)));
  context.full_duplex = at.full_duplex;
  context.op = at.op;
  context.words = at.words;
  context.figures = &figures;
  context.hops = {at.costs.mesh, at.costs.express, at.costs.bus};
  const unsigned per_level = 2 * at.mesh.dimensions();
  for (unsigned channel = 0; channel < channels_of(at); ++channel) {
    const bool bus = channel >= at.mesh.link_channels();
    const bool express = channel >= per_level && channel < at.mesh.internal_channel();
    context.kinds.push_back(count_of(bus       ? HopKind::kBus
                                     : express ? HopKind::kExpress
                                               : HopKind::kMesh));
  }
  return context;
}

/// Most rows of a submesh, or of a block: each may be a set of its own.
std::uint32_t rows_of_a_submesh(const ExpressMeshCase& at) {
  std::int64_t most = 1;
  for (unsigned k = 0; k < at.mesh.dimensions(); ++k) {
    const std::int64_t rows =
        at.mesh.lengths.empty() ? std::min(at.block, at.mesh.sides[k]) : at.mesh.line(k).full();
    most = std::max(most, rows);
  }
  return static_cast<std::uint32_t>(most);
}

}  // namespace

std::vector<Statistic> express_mesh::statistics() {
  return {kMeshSteps,   kExpressSteps, kBusSteps,        kMeshHops,  kExpressHops, kBusSlots,
          kMaxLinkLoad, kMaxNodeSends, kMaxNodeReceives, kMaxDegree, kPhases,      kUtilisation};
}

express_mesh::express_mesh(sc_core::sc_module_name name, const ExpressMeshCase& at,
                           const ConstructionOrder& order)
    : machine_of{name, static_cast<NodeId>(at.mesh.nodes()), context_of(at, figures_), order,
                 at.mesh.link_channels()},
      links{"links"},
      mesh_{at.mesh},
      parts_{at.parts},
      most_sets_{rows_of_a_submesh(at)} {
  wire(at);
  if (at.buses != BusLayout::kNone) wire_buses(at);
}

express_mesh::~express_mesh() = default;

void express_mesh::wire(const ExpressMeshCase& at) {
  const LinkTiming mesh_timing = at.timing;
  const LinkTiming express_timing{at.timing.startup + (at.costs.express - at.costs.mesh),
                                  at.timing.bandwidth};
  struct Channel {
    link* leaving = nullptr;
    link* entering = nullptr;
  };
  std::vector<std::vector<Channel>> joins(size(), std::vector<Channel>(mesh_.link_channels()));
  mesh_.for_each_link([&](const ExpressMeshLink& joined) {
    const bool express = joined.kind == HopKind::kExpress;
    const LinkTiming timing = express ? express_timing : mesh_timing;
    link& there = links.add(joined.first, joined.second, timing);
    link& back = links.add(joined.second, joined.first, timing);
    joins[joined.first][joined.first_channel] = {&there, &back};
    joins[joined.second][joined.second_channel] = {&back, &there};
    if (groups_.empty() || groups_.back().kind != joined.kind ||
        groups_.back().level != joined.level) {
      groups_.push_back({joined.kind, joined.level, 0});
    }
    groups_.back().end = links.links().size();
  });
  for (NodeId v = 0; v < size(); ++v) {
    for (const auto& [leaving, entering] : joins[v]) {
      node(v).channels(links.pair(leaving, entering));
    }
  }
}

void express_mesh::wire_buses(const ExpressMeshCase& at) {
  buses = std::make_unique<tap_bus_bank>("buses");
  const LinkTiming timing{at.timing.startup + (at.costs.bus - at.costs.mesh), at.timing.bandwidth};
  for_each_bus(at, [&](const BusPlan& plan) {
    tap_bus& bus = buses->add(plan.name, plan.wires, timing);
    for (const NodeId v : plan.taps) node(v).taps(buses->add_tap(bus, v, plan.channel));
  });
}

AluLine express_mesh::line() const {
  const ExpressLine line = mesh_.line(0);
  return {static_cast<std::uint32_t>(line.nodes), static_cast<std::uint32_t>(line.full())};
}

std::uint32_t express_mesh::most_sets() const { return most_sets_; }

bool express_mesh::plays(const char* part) const {
  return std::ranges::find(parts_, part) != parts_.end();
}

void express_mesh::listen(trace_sink_if& sink) {
  machine::listen(sink);
  links.listen(sink);
  if (buses) buses->listen(sink);
  for (NodeId v = 0; v < size(); ++v) node(v).tell_partial_to(sink);
  PartView phases = view_of(std::string{name()} + ".phase");
  if (!sink.wants(phases.part)) return;
  phases.order = view_of(name()).order + ".a";
  phases.kind = PartKind::kControl;
  sink.describe(phases);
  figures_.phases = std::move(phases);
}

void express_mesh::start_of_simulation() { tell_phase(context_); }

Steps express_mesh::hops() const {
  Steps hops{0, 0, buses ? static_cast<std::int64_t>(buses->transfers()) : 0};
  std::size_t i = 0;
  for (const LinkGroup& group : groups_) {
    std::int64_t& sum = group.kind == HopKind::kExpress ? hops.express : hops.mesh;
    for (; i < group.end; ++i) sum += static_cast<std::int64_t>(links.links()[i].transfers());
  }
  return hops;
}

Steps express_mesh::steps() const {
  const auto& counts = figures_.latest.counts;
  return {counts[0], counts[1], counts[2]};
}

Json express_mesh::utilisation(Cycles cycles) const {
  Json shares = Json::object();
  const auto add = [&](const std::string& kind, Cycles busy, std::size_t channels) {
    shares[kind] = static_cast<double>(busy.count()) /
                   (static_cast<double>(channels) * static_cast<double>(cycles.count()));
  };
  std::size_t i = 0;
  for (const LinkGroup& group : groups_) {
    const std::size_t first = i;
    Cycles busy{0};
    for (; i < group.end; ++i) busy += links.links()[i].busy_cycles();
    const std::string kind = group.kind == HopKind::kMesh       ? "mesh"
                             : group.kind == HopKind::kInternal ? "internal"
                                                                : "express";
    add(group.level > 1 ? kind + "_" + std::to_string(group.level) : kind, busy,
        (group.end - first) / 2);
  }
  if (buses) {
    Cycles busy{0};
    for (const tap_bus& bus : buses->buses()) busy += bus.busy_cycles();
    if (!buses->buses().empty()) add("bus", busy, buses->buses().size());
  }
  return shares;
}

void express_mesh::report(Cycles cycles, Statistics& statistics) const {
  const Steps path = steps();
  statistics.set(kMeshSteps, path.mesh);
  statistics.set(kExpressSteps, path.express);
  statistics.set(kBusSteps, path.bus);
  const Steps all = hops();
  statistics.set(kMeshHops, all.mesh);
  statistics.set(kExpressHops, all.express);
  statistics.set(kBusSlots, all.bus);
  std::uint64_t load = 0;
  for (std::size_t i = 0; i + 1 < links.links().size(); i += 2) {
    load = std::max(load, links.links()[i].transfers() + links.links()[i + 1].transfers());
  }
  if (buses) {
    for (const tap_bus& bus : buses->buses()) load = std::max(load, bus.transfers());
  }
  std::uint32_t sends = 0;
  std::uint32_t receives = 0;
  for (NodeId v = 0; v < size(); ++v) {
    sends = std::max(sends, node(v).sends());
    receives = std::max(receives, node(v).receives());
  }
  statistics.set(kMaxLinkLoad, load);
  statistics.set(kMaxNodeSends, sends);
  statistics.set(kMaxNodeReceives, receives);
  statistics.set(kMaxDegree, plexus::figures(mesh_).max_degree);
  Json ends = Json::array();
  for (const Cycles end : figures_.phase_ends) {
    if (end < cycles) ends.push_back(end.count());
  }
  statistics.set(kPhases, std::move(ends));
  if (cycles > 0_cycles) statistics.set(kUtilisation, utilisation(cycles));
}

Layout express_mesh::layout() const { return express_mesh_layout(mesh_); }

}  // namespace plexus
