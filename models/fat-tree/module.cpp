#include "models/fat-tree/module.hpp"

#include <algorithm>
#include <utility>

#include "hw/data/construction_order.hpp"

namespace plexus {

namespace {

const Statistic kMaxQueue{"max_queue", "packets", "most that waited in one queue of a router"};
const Statistic kQueueUp{"queue_up", "packets", "the same at the ports up, for levels 1 .. H-1"};
const Statistic kQueueDown{"queue_down", "packets", "the same at the ports down, levels 1 .. H"};
const Statistic kTotalWait{"total_wait", "cycles", "in queues of routers, over all copies"};
const Statistic kInjected{"injected_packets", "packets", "that leaves dispatched"};
const Statistic kTransfers{"transfers", "transfers", "links crossed, by every copy on every hop"};
const Statistic kBusyUp{"busy_up", "cycles", "in which links were busy, by branch level 1 .. H"};
const Statistic kBusyDown{"busy_down", "cycles", "the same downwards"};
const Statistic kUtilisationUp{"utilisation_up", "", "share of the cycles of all links of a level"};
const Statistic kUtilisationDown{"utilisation_down", "", "the same downwards"};

TerminalContext context_of(const FatTreeShape& shape, const FatTreeHardware& hardware,
                           const NodeContext& common, packet_addressing_if& addressing) {
  TerminalContext context{common};
  context.addressing = &addressing;
  context.watch = hardware.watch;
  context.first_place = shape.routers();
  return context;
}

}  // namespace

fat_tree_machine::fat_tree_machine(sc_core::sc_module_name name, const FatTreeShape& shape,
                                   const FatTreeHardware& hardware, const NodeContext& context,
                                   const ConstructionOrder& order)
    : machine_of<terminal>{name, shape.nodes(), context_of(shape, hardware, context, route), order},
      route{shape, hardware.sets},
      branches{"branches", hardware.rules},
      shape_{shape},
      last_{hardware.last},
      routers_(shape.routers()) {
  for (const std::uint32_t number : numbers_in(order, shape.routers())) {
    const auto [level, index] = route.place_of(number);
    const std::string router_name = "router_" + std::to_string(level) + '_' + std::to_string(index);
    routers_[number] =
        std::make_unique<packet_router>(router_name.c_str(), number, shape.arity() + 1, route);
  }
  for (unsigned j = 1; j <= shape.height(); ++j) {
    const std::uint64_t links = hardware.wide ? 1 : static_cast<std::uint64_t>(shape.capacity(j));
    for (NodeId x = 0; x < shape.branches(j); ++x) {  // joins (j - 1, x) to router (j, x / k)
      const branch_bank::End below = j == 1 ? branch_bank::End{&node(x).end(), 0}
                                            : branch_bank::End{&router(j - 1, x), kParentPort};
      const branch_bank::End above{&router(j, x / shape.arity()), child_port(x % shape.arity())};
      branches.add_branch(below, above, links, hardware.link(shape, j));
    }
  }
  if (last_) branches.stop_after(*last_);
  if (hardware.dispatch) {
    dispatcher_ =
        std::make_unique<packet_dispatcher>("dispatcher", *hardware.dispatch, shape.nodes());
    context_.dispatcher = dispatcher_.get();
  }
}

void fat_tree_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  branches.listen(sink);
  for (const auto& router : routers_) router->listen(sink);
}

std::optional<std::string> fat_tree_machine::left_inside() const {
  branches.check_conservation();
  if (!branches.busy()) return std::nullopt;
  return std::to_string(branches.entered() - branches.left()) +
         " packets are left in the routers at the end.";
}

const branch_output& fat_tree_machine::output_of_branch(unsigned level, NodeId index,
                                                        bool up) const {
  NodeId before = 0;
  for (unsigned j = 1; j < level; ++j) before += shape_.branches(j);
  return branches.outputs()[2 * (before + index) + (up ? 0 : 1)];
}

void fat_tree_machine::report(Cycles cycles, Statistics& statistics) const {
  const unsigned H = shape_.height();
  std::vector<std::uint64_t> queue_up(H > 0 ? H - 1 : 0);
  std::vector<std::uint64_t> queue_down(H);
  std::vector<std::int64_t> busy_up(H);
  std::vector<std::int64_t> busy_down(H);
  std::vector<double> used_up(H);
  std::vector<double> used_down(H);
  std::uint64_t injected = 0;
  Cycles waited{0};
  for (unsigned j = 1; j <= H; ++j) {
    for (NodeId x = 0; x < shape_.branches(j); ++x) {
      const BranchFigures& up = output_of_branch(j, x, true).figures();
      const BranchFigures& down = output_of_branch(j, x, false).figures();
      busy_up[j - 1] += up.busy.count();
      busy_down[j - 1] += down.busy.count();
      waited += down.total_wait;
      queue_down[j - 1] = std::max(queue_down[j - 1], down.max_waiting);
      if (j == 1) {
        injected += up.transfers;
        continue;  // what waits at a leaf is stored there
      }
      waited += up.total_wait;
      queue_up[j - 2] = std::max(queue_up[j - 2], up.max_waiting);
    }
    const double links = static_cast<double>(output_of_branch(j, 0, true).links().links());
    const double capacity = static_cast<double>(cycles.count()) * links * shape_.branches(j);
    used_up[j - 1] = capacity > 0 ? static_cast<double>(busy_up[j - 1]) / capacity : 0;
    used_down[j - 1] = capacity > 0 ? static_cast<double>(busy_down[j - 1]) / capacity : 0;
  }
  std::uint64_t most = 0;
  for (const std::uint64_t queue : queue_up) most = std::max(most, queue);
  for (const std::uint64_t queue : queue_down) most = std::max(most, queue);
  statistics.set(kMaxQueue, most);
  statistics.set(kQueueUp, queue_up);
  statistics.set(kQueueDown, queue_down);
  statistics.set(kTotalWait, waited.count());
  statistics.set(kInjected, injected);
  statistics.set(kTransfers, branches.transfers());
  statistics.set(kBusyUp, busy_up);
  statistics.set(kBusyDown, busy_down);
  statistics.set(kUtilisationUp, used_up);
  statistics.set(kUtilisationDown, used_down);
}

std::vector<Statistic> fat_tree_statistics() {
  return {kMaxQueue,  kQueueUp, kQueueDown, kTotalWait,     kInjected,
          kTransfers, kBusyUp,  kBusyDown,  kUtilisationUp, kUtilisationDown};
}

Layout fat_tree_machine::layout() const { return plexus::layout(shape_); }

}  // namespace plexus
