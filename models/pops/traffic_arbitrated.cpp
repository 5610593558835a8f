#include "models/pops/algorithm.hpp"
#include "models/pops/module.hpp"

namespace plexus {

namespace {

/// The messages of every processor in their order: number and destination.
using Queues = std::vector<std::vector<std::pair<std::uint64_t, NodeId>>>;

Queues queues_of(const PopsCase& at) {
  Queues queues(at.nodes());
  for (std::uint64_t number = 0; number < at.messages.size(); ++number) {
    const auto& [source, destination] = at.messages[number];
    queues[source].emplace_back(number, destination);
  }
  return queues;
}

/// One message after another: each waits for its coupler and for its receiver.
Program arbitrated(pops_node& self, Words m, const Queues& queues) {
  for (const auto& [number, destination] : queues[self.id()]) {
    co_await self.request(m, self.to(destination, datum(number)));
  }
}

const Statistic kDelivered{"delivered", "messages", "messages that have arrived"};
const Statistic kRefused{"refused", "requests", "requests that a coupler or a receiver refused"};
const Statistic kMaxQueue{"max_queue", "messages", "longest queue at the start"};
const Statistic kWaitMean{"wait_mean", "slots",
                          "slots that the head of a queue waited, on average"};
const Statistic kWaitMax{"wait_max", "slots", "most slots that the head of a queue waited"};

std::uint64_t longest_queue(const PopsCase& at) {
  std::size_t longest = 0;
  for (const auto& queue : queues_of(at)) longest = std::max(longest, queue.size());
  return longest;
}

void arbitrated_figures(const PopsCase& at, const pops_machine& top, Statistics& statistics) {
  const OpticalFigures& of = top.stars.figures();
  statistics.set(kDelivered, of.receives);
  statistics.set(kRefused, of.refused);
  statistics.set(kMaxQueue, longest_queue(at));
  const auto requests = static_cast<double>(of.requests);
  statistics.set(kWaitMean, of.requests > 0 ? static_cast<double>(of.waited) / requests : 0.0);
  statistics.set(kWaitMax, of.longest_wait);
}

}  // namespace

const PopsAlgorithm kTrafficArbitrated{
    .operation = "traffic",
    .name = "arbitrated",
    .summary = "messages wait in queues; couplers and receivers grant them round robin",
    .knobs = {PopsKnob::kMessages, PopsKnob::kMultiTx, PopsKnob::kMultiRx},
    .require = {},
    .data =
        [](const PopsCase& at) {
          std::vector<std::vector<NodeId>> receivers;
          for (const auto& [source, destination] : at.messages) receivers.push_back({destination});
          return std::make_unique<listed_data>(std::move(receivers));
        },
    .programs =
        [](const PopsCase& at) {
          auto queues = std::make_shared<const Queues>(queues_of(at));
          return [m = at.words, queues](pops_node& self) { return arbitrated(self, m, *queues); };
        },
    .equations = {},
    .exact = {},
    .lower_bound = {},
    .statistics = arbitrated_figures,
    .declared = {kDelivered, kRefused, kMaxQueue, kWaitMean, kWaitMax},
    .blocks = {"pops_arbiter"}};

}  // namespace plexus
