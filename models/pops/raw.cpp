#include "models/pops/case.hpp"

namespace plexus::pops {

namespace {

/// The slots as they are listed: a processor sends what the list says.
Program raw(pops_node& self, const PopsCase& at) {
  std::uint64_t number = 0;
  std::vector<Packet> messages;
  for (const auto& slot : at.transmissions) {
    messages.clear();
    for (const RawMessage& entry : slot) {
      if (entry.source == self.id()) {
        messages.push_back(self.to(at.words, NodeSet{entry.receivers}, number));
      }
      ++number;
    }
    co_await self.slot(at.words, messages);
  }
}

/// Message k comes to each of its receivers.
Operation data_raw(const PopsCase& at) {
  Receivers receivers;
  for (const auto& slot : at.transmissions) {
    for (const RawMessage& entry : slot) receivers.push_back(entry.receivers);
  }
  return messages_operation("raw", at.nodes(), receivers, at.words);
}

}  // namespace

Algorithm<PopsCase> raw_raw() {
  return {.operation = "raw",
          .name = "raw",
          .summary = "slots as they are listed, to see what the hardware does",
          .is_default = true,
          .parameters =
              parameters({transmissions_parameter(), multi_tx_parameter(), multi_rx_parameter()}),
          .data = data_raw,
          .program = raw,
          .exact = in_slots<[](const PopsCase& at) { return at.transmissions.size(); }>};
}

}  // namespace plexus::pops
