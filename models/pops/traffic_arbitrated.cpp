#include "models/pops/case.hpp"
#include "models/pops/module.hpp"

namespace plexus::pops {

namespace {

/// The messages of every processor in their order: numbers.
using Queues = std::vector<std::vector<std::uint64_t>>;

Queues queues_of(const PopsCase& at) {
  Queues queues(at.nodes());
  for (std::uint64_t k = 0; k < at.messages.size(); ++k) {
    queues[at.messages[k].first].push_back(k);
  }
  return queues;
}

/// One message after another: each waits for its coupler and for its receiver.
Program arbitrated(pops_node& self, const PopsCase& at, const std::vector<std::uint64_t>& queue) {
  for (const std::uint64_t k : queue) {
    co_await self.request(at.words, self.to(at.words, at.messages[k].second, k));
  }
}

/// Message k comes to its destination.
Operation data_arbitrated(const PopsCase& at) {
  Receivers receivers;
  for (const auto& message : at.messages) receivers.push_back({message.second});
  return messages_operation("traffic", at.nodes(), receivers, at.words);
}

const Statistic kDelivered{"delivered", "messages", "messages that have arrived"};
const Statistic kRefused{"refused", "requests", "requests that a coupler or a receiver refused"};
const Statistic kMaxQueue{"max_queue", "messages", "longest queue at the start"};
const Statistic kWaitMean{"wait_mean", "slots",
                          "slots that the head of a queue waited, on average"};
const Statistic kWaitMax{"wait_max", "slots", "most slots that the head of a queue waited"};

void report(const PopsCase& at, const pops_machine& top, Statistics& statistics) {
  const OpticalFigures& of = top.stars.figures();
  std::size_t longest = 0;
  for (const auto& queue : queues_of(at)) longest = std::max(longest, queue.size());
  const auto requests = static_cast<double>(of.requests);
  statistics.set(kDelivered, of.receives);
  statistics.set(kRefused, of.refused);
  statistics.set(kMaxQueue, longest);
  statistics.set(kWaitMean, of.requests > 0 ? static_cast<double>(of.waited) / requests : 0.0);
  statistics.set(kWaitMax, of.longest_wait);
}

}  // namespace

Algorithm<PopsCase> traffic_arbitrated() {
  return {
      .operation = "traffic",
      .name = "arbitrated",
      .summary = "messages wait in queues; couplers and receivers grant them round robin",
      .is_default = true,
      .parameters = parameters({messages_parameter(), multi_tx_parameter(), multi_rx_parameter()}),
      .data = data_arbitrated,
      .programs = [](const PopsCase& at, pops_machine&) -> NodeProgram<pops_node> {
        return [&at, queues = queues_of(at)](pops_node& self) {
          return arbitrated(self, at, queues[self.id()]);
        };
      },
      .statistics = report,
      .declared = {kDelivered, kRefused, kMaxQueue, kWaitMean, kWaitMax},
      .blocks = {"pops_arbiter"}};
}

}  // namespace plexus::pops
