#include "models/pops/module.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

const Statistic kSlots{"slots", "slots", "slots that have begun"};
const Statistic kSends{"sends", "sends", "processors that transmit, counted in every slot"};
const Statistic kDrives{"drives", "drives", "couplers that carry a message, in every slot"};
const Statistic kReceives{"receives", "messages", "accepted messages"};
const Statistic kCouplerWords{"coupler_words", "words", "words of all drives"};
const Statistic kPeakCouplers{"peak_couplers", "couplers", "most couplers driven in one slot"};
const Statistic kUtilisation{"utilisation", "", "drives as a share of couplers times slots"};
const Statistic kGain{"broadcast_gain", "", "receivers of a drive, on average"};
const Statistic kBusyMin{"busy_slots_min", "slots", "busy slots of the least driven coupler"};
const Statistic kBusyMean{"busy_slots_mean", "slots", "busy slots of a coupler, on average"};
const Statistic kBusyMax{"busy_slots_max", "slots", "busy slots of the most driven coupler"};
const Statistic kImbalance{"imbalance", "", "busy slots of the busiest coupler over the mean"};
const Statistic kIdle{"idle_couplers", "couplers", "couplers that are idle in a slot, on average"};
const Statistic kMatrix{"traffic_matrix", "drives",
                        "drives by destination group and source group; up to 16 groups"};
const Statistic kRelayBuffer{"peak_relay_buffer", "messages",
                             "most messages that one processor stores for others"};
const Statistic kGuard{"guard_cycles", "cycles", "guard time of all slots"};
const Statistic kGuardShare{"guard_overhead", "", "guard time as a share of the run"};
const Statistic kLit{"transmitter_cycles", "cycles",
                     "time for which transmitters are on, added up"};
const Statistic kCollisions{"collisions", "couplers", "collided couplers, with on_fault = drop"};
const Statistic kTxConflicts{"tx_conflicts", "senders", "senders with two messages in a slot"};
const Statistic kRxConflicts{"rx_conflicts", "receivers", "receivers of two messages in a slot"};
const Statistic kLost{"lost", "messages", "messages that conflicts have taken"};
const Statistic kLoss{"loss", "dB", "loss of a star: splitting, stages, connectors"};
const Statistic kMargin{"margin", "dB", "power left at a receiver; negative: not feasible"};
const Statistic kLargest{"largest_d", "processors", "largest group with a margin of 0 or more"};
const Statistic kFeasible{"feasible", "", "the optical budget closes"};
const Statistic kBudget{"optical_budget", "", "the same in words"};
const Statistic kOptics{"transmitters_receivers", "",
                        "transmitters and receivers of all processors"};
const Statistic kCouplers{"coupler_count", "couplers", "passive stars"};
const Statistic kEfficiency{"slot_efficiency", "", "payload as a share of a slot of one datum"};

pops_node::Context context_of(const PopsShape& shape, const NodeContext& common) {
  pops_node::Context context{common};
  context.shape = shape;
  return context;
}

}  // namespace

pops_machine::pops_machine(sc_core::sc_module_name name, PopsShape shape, const OpticalRules& rules,
                           const NodeContext& context, const Optics& optics,
                           const ConstructionOrder& order)
    : machine_of{name, shape.nodes(), context_of(shape, context), order},
      routes_{"routes", shape.d, shape.g},
      stars{"stars", shape.g, shape.d, rules, steps},
      route{"route", routes_},
      shape_{shape},
      optics_{optics} {
  for (NodeId x = 0; x < size(); ++x) {
    node(x).transmit(stars.transmitters(x));
    node(x).receive(stars.receivers(x));
    node(x).route(*this);
  }
}

std::optional<std::string> pops_machine::left_over() const {
  if (const std::uint64_t lost = stars.figures().lost; lost > 0) {
    return fmt::format("Conflicts have taken {} messages, which on_fault = drop leaves lost.",
                       lost);
  }
  for (NodeId x = 0; x < size(); ++x) {
    if (stars.relayed(x) > 0) return fmt::format("Node {} still stores messages for others.", x);
  }
  return std::nullopt;
}

std::optional<std::string> pops_machine::wrong_result(
    const std::vector<std::optional<Numbers>>& expected) const {
  for (NodeId x = 0; x < size(); ++x) {
    const std::optional<Numbers>& result = node(x).result();
    if (result == expected[x]) continue;
    return fmt::format("Node {} has {} result.", x,
                       !result        ? "no"
                       : !expected[x] ? "a result, and should have no"
                                      : "worked out a wrong");
  }
  return std::nullopt;
}

void pops_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  stars.listen(sink);
}

std::vector<Statistic> pops_machine::statistics() {
  std::vector<Statistic> list{kSlots,        kSends,       kDrives,    kReceives,   kCouplerWords,
                              kPeakCouplers, kUtilisation, kGain,      kBusyMin,    kBusyMean,
                              kBusyMax,      kImbalance,   kIdle,      kMatrix,     kRelayBuffer,
                              kGuard,        kGuardShare,  kLit,       kCollisions, kTxConflicts,
                              kRxConflicts,  kLost,        kEfficiency};
  const std::vector<Statistic> cost = cost_statistics();
  list.insert(list.end() - 1, cost.begin(), cost.end());
  return list;
}

void report_cost(const PopsShape& shape, const Optics& optics, Statistics& statistics) {
  const double margin = optics.margin(shape.d);
  statistics.set(kLoss, optics.loss(shape.d));
  statistics.set(kMargin, margin);
  statistics.set(kLargest, optics.largest_d());
  statistics.set(kFeasible, margin >= 0);
  statistics.set(kBudget, margin >= 0
                              ? std::string{"feasible"}
                              : fmt::format("infeasible: {:.2f} dB are missing, stars may have up "
                                            "to {} processors",
                                            -margin, optics.largest_d()));
  statistics.set(kOptics, 2 * std::uint64_t{shape.nodes()} * shape.g);
  statistics.set(kCouplers, std::uint64_t{shape.g} * shape.g);
}

std::vector<Statistic> cost_statistics() {
  return {kLoss, kMargin, kLargest, kFeasible, kBudget, kOptics, kCouplers};
}

void pops_machine::report(Cycles cycles, Statistics& statistics) const {
  const OpticalFigures& figures = stars.figures();
  const auto real = [](auto count) { return static_cast<double>(count); };
  statistics.set(kSlots, figures.slots);
  statistics.set(kSends, figures.sends);
  statistics.set(kDrives, figures.drives);
  statistics.set(kReceives, figures.receives);
  statistics.set(kCouplerWords, figures.coupler_words.count());
  statistics.set(kPeakCouplers, figures.peak_couplers);

  const std::uint64_t couplers = stars.couplers();
  if (figures.slots > 0) {
    const double mean = real(figures.drives) / real(couplers);
    const auto [least, most] = stars.busy_range();
    statistics.set(kUtilisation, mean / real(figures.slots));
    statistics.set(kBusyMin, least);
    statistics.set(kBusyMean, mean);
    statistics.set(kBusyMax, most);
    statistics.set(kIdle, real(couplers) - real(figures.drives) / real(figures.slots));
    if (figures.drives > 0) {
      statistics.set(kGain, real(figures.receives) / real(figures.drives));
      statistics.set(kImbalance, real(most) / mean);
    }
  }
  constexpr NodeId kMostShown = 16;
  if (shape_.g <= kMostShown) {
    Json matrix = Json::array();
    for (NodeId to = 0; to < shape_.g; ++to) {
      Json row = Json::array();
      for (NodeId from = 0; from < shape_.g; ++from) {
        row.push_back(stars.busy_slots(std::uint64_t{to} * shape_.g + from));
      }
      matrix.push_back(std::move(row));
    }
    statistics.set(kMatrix, std::move(matrix));
  }
  statistics.set(kRelayBuffer, figures.peak_relay_buffer);
  statistics.set(kGuard, figures.guard.count());
  if (cycles > 0_cycles) {
    statistics.set(kGuardShare, real(figures.guard.count()) / real(cycles.count()));
  }
  statistics.set(kLit, figures.lit.count());
  if (stars.rules().drop) {
    statistics.set(kCollisions, figures.collisions);
    statistics.set(kTxConflicts, figures.tx_conflicts);
    statistics.set(kRxConflicts, figures.rx_conflicts);
    statistics.set(kLost, figures.lost);
  }

  report_cost(shape_, optics_, statistics);
  const LinkTiming& slot = stars.rules().slot;
  const Words datum = stars.rules().words;
  statistics.set(kEfficiency, real(slot.beats(datum).count()) / real(slot.hop(datum).count()));
}

}  // namespace plexus
