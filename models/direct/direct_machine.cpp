#include "models/direct/direct_machine.hpp"

#include <algorithm>

namespace plexus {

namespace {

DimensionMasks dimension_masks(const DirectWiring& wiring) {
  DimensionMasks masks;
  const unsigned width = wiring.channels_per_dimension;
  for (unsigned first = 0; first < wiring.channels; first += width) {
    masks.push_back(((std::uint64_t{1} << width) - 1) << first);
  }
  return masks;
}

ProcessorContext context_of(const DirectWiring& wiring, BlockSpace space, PortRule rule) {
  ProcessorContext context;
  context.space = space;
  context.rule = rule;
  context.dimensions = dimension_masks(wiring);
  return context;
}

}  // namespace

direct_machine::direct_machine(sc_core::sc_module_name name, const DirectWiring& wiring,
                               BlockSpace space, LinkTiming timing, PortRule rule,
                               const ConstructionOrder& order)
    : machine_of{name, wiring.nodes, context_of(wiring, space, rule), order, wiring.channels},
      links{"links"} {
  const auto place = [&](NodeId v, unsigned c) { return std::size_t{v} * wiring.channels + c; };
  std::vector<link*> leaving(place(wiring.nodes, 0));  // by node and channel
  for (NodeId v = 0; v < wiring.nodes; ++v) {
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      if (const auto other = wiring.neighbour(v, channel)) {
        leaving[place(v, channel)] = &links.add(v, other->node, timing);
        dimension_.push_back(static_cast<std::uint8_t>(channel / wiring.channels_per_dimension));
      }
    }
  }
  reverse_.resize(links.links().size());
  for (NodeId v = 0; v < wiring.nodes; ++v) {
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      if (const auto other = wiring.neighbour(v, channel)) {
        link& out = *leaving[place(v, channel)];
        link& in = *leaving[place(other->node, other->channel)];
        node(v).connect(channel, out, in);
        reverse_[out.index()] = in.index();
      }
    }
  }
}

ChannelFigures direct_machine::channel_figures() const {
  ChannelFigures figures;
  for (const link& one : links.links()) {
    if (one.index() > reverse_[one.index()]) continue;
    const link& other = links.links()[reverse_[one.index()]];
    const Cycles busy = one.busy_cycles() + other.busy_cycles();
    ++figures.links;
    figures.links_used += one.transfers() + other.transfers() > 0 ? 1 : 0;
    figures.max_link_busy = std::max(figures.max_link_busy, busy);
    figures.busy += busy;
  }
  return figures;
}

std::array<std::uint64_t, 10> direct_machine::idle_histogram(Cycles cycles) const {
  std::array<std::uint64_t, 10> histogram{};
  for (const link& one : links.links()) {
    if (one.index() > reverse_[one.index()]) continue;
    const Cycles busy = one.busy_cycles() + links.links()[reverse_[one.index()]].busy_cycles();
    const Cycles idle = std::max(0_cycles, cycles - busy);
    ++histogram[std::min<std::size_t>(
        9, static_cast<std::size_t>(10 * idle.count() / cycles.count()))];
  }
  return histogram;
}

std::vector<DimensionFigures> direct_machine::dimension_figures() const {
  std::vector<DimensionFigures> figures(context_.dimensions.size());
  for (const link& one : links.links()) {
    DimensionFigures& dimension = figures[dimension_[one.index()]];
    if (one.index() < reverse_[one.index()]) ++dimension.links;
    dimension.busy += one.busy_cycles();
  }
  return figures;
}

void direct_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  links.listen(sink);
}

}  // namespace plexus
