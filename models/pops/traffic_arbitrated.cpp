#include "models/pops/algorithm.hpp"

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

}  // namespace

std::uint64_t longest_queue(const PopsCase& at) {
  std::size_t longest = 0;
  for (const auto& queue : queues_of(at)) longest = std::max(longest, queue.size());
  return longest;
}

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
    .lower_bound = {}};

}  // namespace plexus
