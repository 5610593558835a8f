#include "models/express-mesh/module.hpp"

#include <algorithm>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/buses.hpp"

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
const Statistic kModuleMaxDegree{"max_degree", "links", "at any one node"};
const Statistic kPhases{"phases", "cycles", "ends of the phases that took time, the last left out"};
const Statistic kKindUtilisation{"utilisation", "", "busy share of the links, by kind and level"};

AluContext context_of(const ExpressMeshCase& at, AluFigures& figures) {
  AluContext context;
  context.links = at.mesh.link_channels();
  context.ports = static_cast<unsigned>(
      std::min<std::int64_t>(at.ports, static_cast<std::int64_t>(port_guard::kMostPorts)));
  context.full_duplex = at.full_duplex;
  context.op = at.op;
  context.words = at.words;
  context.figures = &figures;
  context.hops = {at.costs.mesh, at.costs.express, at.costs.bus};
  // Kinds 0, 1, 2 by channel: mesh and internal links, express links, buses.
  const unsigned first_express = 2 * at.mesh.dimensions();
  for (unsigned channel = 0; channel < channels_of(at); ++channel) {
    const bool bus = channel >= at.mesh.link_channels();
    const bool express = channel >= first_express && channel < at.mesh.internal_channel();
    context.kinds.push_back(bus ? 2 : express ? 1 : 0);
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
  return {kMeshSteps,       kExpressSteps,    kBusSteps,    kMeshHops,
          kExpressHops,     kBusSlots,        kMaxLinkLoad, kMaxNodeSends,
          kMaxNodeReceives, kModuleMaxDegree, kPhases,      kKindUtilisation};
}

express_mesh::express_mesh(sc_core::sc_module_name name, const ExpressMeshCase& at,
                           const ConstructionOrder& order)
    : machine_of{name, static_cast<NodeId>(at.mesh.nodes()), context_of(at, figures_), order},
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
      groups_.push_back({joined.kind, joined.level, links.links().size() - 2});
    }
    groups_.back().end = links.links().size();
  });
  for (NodeId v = 0; v < size(); ++v) {
    for (const auto& [leaving, entering] : joins[v]) {
      node(v).channels(links.pair(leaving, entering));
    }
  }
}

AluLine express_mesh::line() const {
  const ExpressLine line = mesh_.line(0);
  return {static_cast<std::uint32_t>(line.nodes), static_cast<std::uint32_t>(line.full())};
}

void express_mesh::listen(trace_sink_if& sink) {
  machine::listen(sink);
  links.listen(sink);
  if (buses) buses->listen(sink);
  for (NodeId v = 0; v < size(); ++v) node(v).tell_partial_to(sink);
  PartView phases = named_view(std::string{name()} + ".phase", PartKind::kControl);
  phases.order = sort_key(name()) + ".a";
  if (sink.wants(phases)) figures_.phases = phases.part;
}

/// In which phase of its algorithm it is.
void express_mesh::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  visit({std::string{name()} + ".phase", "phase", {}});
}

void express_mesh::start_of_simulation() { tell_phase(context_, figures_); }

std::string express_mesh::LinkGroup::name() const {
  const std::string kind_name = kind == HopKind::kMesh       ? "mesh"
                                : kind == HopKind::kInternal ? "internal"
                                                             : "express";
  return level > 1 ? kind_name + "_" + std::to_string(level) : kind_name;
}

void express_mesh::report(Cycles cycles, Statistics& statistics) const {
  std::array<std::uint64_t, 2> hops{};  // over mesh links, over express links
  std::uint64_t load = 0;
  Json shares = Json::object();
  const auto share = [&](const std::string& kind, Cycles busy, std::size_t channels) {
    if (cycles == 0_cycles) return;
    shares[kind] = static_cast<double>(busy.count()) /
                   (static_cast<double>(channels) * static_cast<double>(cycles.count()));
  };
  for (const LinkGroup& group : groups_) {
    Cycles busy{0};
    for (std::size_t i = group.first; i < group.end; i += 2) {
      const link& there = links.links()[i];
      const link& back = links.links()[i + 1];
      const std::uint64_t transfers = there.transfers() + back.transfers();
      hops[group.kind == HopKind::kExpress ? 1 : 0] += transfers;
      load = std::max(load, transfers);
      busy += there.busy_cycles() + back.busy_cycles();
    }
    share(group.name(), busy, (group.end - group.first) / 2);
  }
  if (buses && !buses->buses().empty()) {
    Cycles busy{0};
    for (const tap_bus& bus : buses->buses()) {
      load = std::max(load, bus.transfers());
      busy += bus.busy_cycles();
    }
    share("bus", busy, buses->buses().size());
  }
  std::uint32_t sends = 0;
  std::uint32_t receives = 0;
  for (NodeId v = 0; v < size(); ++v) {
    sends = std::max(sends, node(v).sends());
    receives = std::max(receives, node(v).receives());
  }
  Json ends = Json::array();
  for (const Cycles end : figures_.phase_ends) {
    if (end < cycles) ends.push_back(end.count());
  }
  const auto& path = figures_.latest.counts;
  statistics.set(kMeshSteps, path[0]);
  statistics.set(kExpressSteps, path[1]);
  statistics.set(kBusSteps, path[2]);
  statistics.set(kMeshHops, hops[0]);
  statistics.set(kExpressHops, hops[1]);
  statistics.set(kBusSlots, buses ? buses->transfers() : 0);
  statistics.set(kMaxLinkLoad, load);
  statistics.set(kMaxNodeSends, sends);
  statistics.set(kMaxNodeReceives, receives);
  statistics.set(kModuleMaxDegree, plexus::figures(mesh_).max_degree);
  statistics.set(kPhases, std::move(ends));
  if (cycles > 0_cycles) statistics.set(kKindUtilisation, std::move(shares));
}

}  // namespace plexus
