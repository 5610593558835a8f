#include "models/pops/algorithm.hpp"

namespace plexus {

namespace {

/// The slots as they are listed: a processor sends what the list says.
Program raw(pops_node& self, Words m, const std::vector<std::vector<RawMessage>>& slots) {
  std::uint64_t number = 0;
  std::vector<Message> messages;
  for (const auto& slot : slots) {
    messages.clear();
    for (const RawMessage& entry : slot) {
      if (entry.source == self.id()) messages.push_back(self.to(entry.receivers, datum(number)));
      ++number;
    }
    co_await self.slot(m, messages);
  }
}

}  // namespace

const PopsAlgorithm kRawRaw{
    .operation = "raw",
    .name = "raw",
    .summary = "slots as they are listed, to see what the hardware does",
    .knobs = {PopsKnob::kTransmissions, PopsKnob::kMultiTx, PopsKnob::kMultiRx},
    .require = {},
    .data =
        [](const PopsCase& at) {
          std::vector<std::vector<NodeId>> receivers;
          for (const auto& slot : at.transmissions) {
            for (const RawMessage& entry : slot) receivers.push_back(entry.receivers);
          }
          return std::make_unique<listed_data>(std::move(receivers));
        },
    .programs =
        [](const PopsCase& at) {
          auto slots =
              std::make_shared<const std::vector<std::vector<RawMessage>>>(at.transmissions);
          return [m = at.words, slots](pops_node& self) { return raw(self, m, *slots); };
        },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, at.transmissions.size()); },
    .lower_bound = {}};

}  // namespace plexus
