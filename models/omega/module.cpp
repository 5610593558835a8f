#include "models/omega/module.hpp"

#include <algorithm>
#include <string>

#include "hw/channel/bindings.hpp"
#include "hw/rule/fault.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

SwitchWiring manipulator_wiring(const NetworkShape& network) {
  constexpr std::uint32_t kBranches = 3;
  SwitchWiring wiring{
      network.ports(), network.stages(), network.elements(), kBranches, 1, {}, {}, {}};
  for (std::uint32_t port = 0; port < wiring.ports; ++port)
    wiring.entry.push_back(port * kBranches);
  for (std::uint32_t t = 0; t < wiring.stages; ++t) {
    std::vector<std::uint32_t> to(wiring.lines());
    for (std::uint32_t output = 0; output < kBranches; ++output) {
      const Wiring branch = network.branch(t, output);
      for (std::uint32_t node = 0; node < wiring.elements; ++node) {
        to[node * kBranches + output] = branch[node] * kBranches + output;
      }
    }
    if (t + 1 < wiring.stages) {
      wiring.between.emplace_back(to);
    } else {
      for (const std::uint32_t line : to) wiring.exit.push_back(line / kBranches);
    }
  }
  return wiring;
}

ProcessorContext context_of(BlockSpace space) {
  ProcessorContext context;
  context.channels = 1;
  context.space = space;
  return context;
}

const Statistic kMaxFifo{"max_fifo", "packets", "most in one queue"};
const Statistic kDelivered{"transfers", "packets", "that came out"};
const Statistic kMaxFifoPerStage{"max_fifo_per_stage", "packets", "most in one queue, by stage"};

}  // namespace

SwitchWiring switch_wiring(const NetworkShape& network) {
  if (network.kind() == NetworkKind::kDataManipulator) return manipulator_wiring(network);
  const std::uint32_t radix = network.element_ports();
  SwitchWiring wiring{
      network.ports(), network.stages(), network.elements(), radix, radix, {}, {}, {}};
  wiring.entry = network.wires_before(0).ends();
  for (std::uint32_t t = 0; t + 1 < wiring.stages; ++t) {
    wiring.between.push_back(network.wires_behind(t).then(network.wires_before(t + 1)));
  }
  wiring.exit = network.wires_behind(wiring.stages - 1).ends();
  return wiring;
}

switch_machine::switch_machine(sc_core::sc_module_name name, const NetworkShape& network,
                               BlockSpace space, LinkTiming timing,
                               switch_fabric::Elements elements, OnConflict on_conflict,
                               const ConstructionOrder& order)
    : machine_of{name, network.ports(), context_of(space), order},
      net{"switch", switch_wiring(network), elements, timing, on_conflict, scheduler_},
      network_{network} {
  for (NodeId v = 0; v < network.ports(); ++v) node(v).channels(net.port(v));
  if (network.kind() == NetworkKind::kBenes) {
    const auto looping = [](std::span<const NodeId> permutation) {
      return benes_setting(permutation).exchange;
    };
    looping_.emplace("benes_setup", network.ports(), looping);
    setup.emplace("setup", *looping_);
  }
}

switch_machine::switch_machine(sc_core::sc_module_name name, const NetworkShape& network,
                               BlockSpace space, LinkTiming timing,
                               switch_fabric::Elements elements, OnConflict on_conflict,
                               pass_scheduler_if& scheduler, const ConstructionOrder& order)
    : switch_machine{name, network, space, timing, elements, on_conflict, order} {
  scheduler_.choose(scheduler);
}

void switch_machine::schedule(std::shared_ptr<pass_scheduler_if> scheduler) {
  owned_ = std::move(scheduler);
  scheduler_.choose(*owned_);
}

BenesSetting switch_machine::set_up(std::span<const NodeId> permutation) const {
  benes_setup_if& part = setup->occupant();  // also before elaboration
  BenesStates exchange = part.set_up(permutation);
  const std::uint32_t elements = network_.elements();
  const auto fits = [&](const auto& stage) { return stage.size() == elements; };
  if (exchange.size() != network_.stages() || !std::ranges::all_of(exchange, fits)) {
    raise("program", name_of(part), "A setting has {} stages: it must have {} of {} elements each.",
          exchange.size(), network_.stages(), elements);
  }
  return {size(), std::move(exchange)};
}

std::vector<Statistic> switch_machine::statistics() {
  using namespace switch_figures;
  return {kPasses, kSetups, kTransfers, kWordHops, kPeakActive, kElementsChanged};
}

void switch_machine::report(Cycles /*cycles*/, Statistics& statistics) const {
  using namespace switch_figures;
  const PassFigures& figures = net.figures();
  statistics.set(kPasses, figures.passes);
  statistics.set(kSetups, figures.setups);
  statistics.set(kTransfers, figures.transfers);
  statistics.set(kWordHops, figures.word_hops.count());
  statistics.set(kPeakActive, figures.peak_active);
  statistics.set(kElementsChanged, figures.elements_changed);
}

void switch_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  net.listen(sink);
}

std::vector<std::uint32_t> tag_weights(const NetworkShape& network) {
  std::vector<std::uint32_t> weights(network.stages(), 1);
  switch (network.kind()) {
    case NetworkKind::kCrossbar:
      return weights;
    case NetworkKind::kOmega:
    case NetworkKind::kBaseline:  // most significant digit first
      for (std::size_t t = weights.size() - 1; t-- > 0;) {
        weights[t] = weights[t + 1] * network.radix();
      }
      return weights;
    case NetworkKind::kInverseOmega:
    case NetworkKind::kIndirectBinaryCube:  // least significant bit first
      for (std::size_t t = 1; t < weights.size(); ++t) weights[t] = weights[t - 1] * 2;
      return weights;
    case NetworkKind::kDataManipulator:
    case NetworkKind::kBenes:
      break;
  }
  throw Refusal{RefusalClass::kFeature,
                std::string{"--network "} + to_string(network.kind()) +
                    " routes no packets by their destination alone: choose another --network"};
}

fifo_switch_machine::fifo_switch_machine(sc_core::sc_module_name name, const NetworkShape& network,
                                         BlockSpace space, const FifoSetting& setting,
                                         const ConstructionOrder& order)
    : machine_of{name, network.ports(), context_of(space), order},
      net{"switch", switch_wiring(network), tag_weights(network), setting, order},
      network_{network} {
  for (NodeId v = 0; v < network.ports(); ++v) node(v).channels(net.port(v));
}

void fifo_switch_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  net.listen(sink);
}

std::vector<Statistic> fifo_switch_machine::statistics() {
  return {kMaxFifo, kDelivered, kMaxFifoPerStage};
}

void fifo_switch_machine::report(Cycles /*cycles*/, Statistics& statistics) const {
  Json depths = Json::array();
  for (const FifoStageFigures& stage : net.stages()) depths.push_back(stage.max_depth);
  statistics.set(kMaxFifo, net.max_fifo());
  statistics.set(kDelivered, net.delivered());
  statistics.set(kMaxFifoPerStage, std::move(depths));
}

}  // namespace plexus
