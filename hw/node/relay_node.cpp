#include "hw/node/relay_node.hpp"

#include <algorithm>

namespace plexus {

std::optional<PacketId> relay_node::offered(unsigned channel) const {
  for (const auto& [packet, pending] : kept_) {
    if ((pending >> channel & 1) != 0) return packet;
  }
  return std::nullopt;
}

void relay_node::take(unsigned channel) {
  const auto taken = std::ranges::find_if(
      kept_, [channel](const Kept& kept) { return (kept.pending >> channel & 1) != 0; });
  taken->pending &= ~(std::uint64_t{1} << channel);
  while (!kept_.empty() && kept_.front().pending == 0) kept_.pop_front();
}

}  // namespace plexus
