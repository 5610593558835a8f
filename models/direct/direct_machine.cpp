#include "models/direct/direct_machine.hpp"

#include <algorithm>
#include <optional>

#include "hw/channel/bindings.hpp"
#include "models/catalogue/json.hpp"

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
  context.channels = wiring.channels;
  context.space = space;
  context.rule = rule;
  context.dimensions = dimension_masks(wiring);
  return context;
}

[[noreturn]] void report_end(NodeId node, unsigned channel, const ChannelEnd& other,
                             const char* why) {
  report_wiring(
      "Channel {} of node {} leads to channel {} of node {}, and {}: a link joins two "
      "channels both ways.",
      channel, node, other.channel, other.node, why);
}

}  // namespace

direct_machine::direct_machine(sc_core::sc_module_name name, const DirectWiring& wiring,
                               BlockSpace space, LinkTiming timing, PortRule rule,
                               const ConstructionOrder& order)
    : machine_of{name, wiring.nodes, context_of(wiring, space, rule), order},
      links{"links", wiring.channels},
      relays{"relays", links},
      layout_{wiring.layout} {
  context_.relays = &relays;
  links.end_in_portions();
  const auto place = [&](NodeId v, unsigned c) { return std::size_t{v} * wiring.channels + c; };
  std::vector<link*> leaving(place(wiring.nodes, 0));  // by node and channel
  for (NodeId v = 0; v < wiring.nodes; ++v) {
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      if (const auto other = wiring.neighbour(v, channel)) {
        if (other->node >= wiring.nodes || other->channel >= wiring.channels) {
          report_end(v, channel, *other, "there is none");
        }
        leaving[place(v, channel)] =
            &links.add(v, other->node, wiring.timing ? wiring.timing(v, channel) : timing);
        dimension_.push_back(static_cast<std::uint8_t>(channel / wiring.channels_per_dimension));
      }
    }
  }
  reverse_.resize(links.links().size());
  for (NodeId v = 0; v < wiring.nodes; ++v) {
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      const auto other = wiring.neighbour(v, channel);
      link* const out = other ? leaving[place(v, channel)] : nullptr;
      link* const in = other ? leaving[place(other->node, other->channel)] : nullptr;
      if (other && (in == nullptr || in->destination() != v)) {
        report_end(v, channel, *other, "that does not lead back");
      }
      node(v).channels(links.pair(out, in));
      if (out != nullptr) reverse_[out->index()] = in->index();
    }
  }
}

namespace {

const Statistic kTransfers{"transfers", "transfers", "packets over a link, hops counted apart"};
const Statistic kWordHops{"word_hops", "words", "words of all transfers"};
const Statistic kLinksUsed{"links_used", "links", "links that carried something"};
const Statistic kMaxLinkBusy{"max_link_busy", "cycles", "busy cycles of the busiest link"};
const Statistic kPeakActive{"peak_active", "transfers", "most transfers at the same time"};
const Statistic kDirectMachineUtilisation{"utilisation", "", "busy share of all links and cycles"};
const Statistic kIdleHistogram{"link_idle_histogram", "links",
                               "links by the tenth of the run for which they were idle"};
const Statistic kDimensionUtilisation{"dimension_utilisation", "", "utilisation by dimension"};

/// Busy cycles as a part of those that the links could have worked; nothing without links or time.
std::optional<double> utilisation(Cycles busy, std::uint64_t links, Cycles cycles) {
  const double all = static_cast<double>(links) * static_cast<double>(cycles.count());
  return all > 0 ? std::optional{static_cast<double>(busy.count()) / all} : std::nullopt;
}

}  // namespace

std::vector<Statistic> direct_machine::statistics() {
  return {kTransfers,     kWordHops,
          kLinksUsed,     kMaxLinkBusy,
          kPeakActive,    kDirectMachineUtilisation,
          kIdleHistogram, kDimensionUtilisation};
}

void direct_machine::report(Cycles cycles, Statistics& statistics) const {
  const LinkFigures& figures = links.figures();
  const ChannelFigures channels = channel_figures();
  statistics.set(kTransfers, figures.transfers);
  statistics.set(kWordHops, figures.word_hops.count());
  statistics.set(kLinksUsed, channels.links_used);
  statistics.set(kMaxLinkBusy, channels.max_link_busy.count());
  statistics.set(kPeakActive, figures.peak_active);
  const auto share = utilisation(channels.busy, channels.links, cycles);
  if (!share) return;
  statistics.set(kDirectMachineUtilisation, *share);
  statistics.set(kIdleHistogram, idle_histogram(cycles));
  Json by_dimension = Json::array();
  for (const DimensionFigures& dimension : dimension_figures()) {
    by_dimension.push_back(utilisation(dimension.busy, dimension.links, cycles).value_or(0));
  }
  if (by_dimension.size() > 1) statistics.set(kDimensionUtilisation, by_dimension);
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
