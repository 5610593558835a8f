#include "models/shared-memory/shape.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace plexus {

BankLayout sequential_layout(const SharedMemoryShape& shape, std::uint64_t chunks) {
  return {shape.banks, [chunks, banks = shape.banks](BlockId block, std::uint64_t chunk) {
            return static_cast<BankId>((block * chunks + chunk) % banks);
          }};
}

Layout layout(const SharedMemoryShape& shape) {
  Layout drawn = row_layout("shared memory", shape.nodes);
  const auto nodes = static_cast<std::uint32_t>(drawn.places.size());
  constexpr std::uint32_t kMostInARow = 16;  // more stand in two rows, each above a gap
  const bool two_rows = nodes > kMostInARow;
  for (std::uint32_t i = 0; two_rows && i < nodes; ++i) {
    drawn.places[i].x = 0.62 * i;
    drawn.places[i].y = i % 2 == 0 ? 0 : -1;
  }
  const double last = drawn.places[nodes - 1].x;
  Layout::Place memory;
  memory.part = "memory";
  memory.label = shape.interleaved() ? fmt::format("memory of {} banks", shape.banks) : "memory";
  memory.mark = Layout::Mark::kBar;
  memory.width = last + 1;
  memory.height = 0.4;
  memory.x = last / 2;
  memory.y = 1.4;
  drawn.places.push_back(memory);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    drawn.wires.push_back({node, nodes, "", 0, -1, -1});
  }
  if (!shape.interleaved() || shape.banks > kMostNodesDrawn) return drawn;
  const double apart = std::max(0.8, (last + 1) / shape.banks);
  for (BankId bank = 0; bank < shape.banks; ++bank) {
    Layout::Place place;
    place.part = "memory.bank_" + std::to_string(bank);
    place.label = fmt::format("b{}", bank);
    place.mark = Layout::Mark::kElement;
    place.x = memory.x + (bank - (shape.banks - 1) / 2.0) * apart;
    place.y = 2.4;
    place.height = 0.8;
    drawn.places.push_back(place);
    drawn.wires.push_back({nodes, nodes + 1 + bank, "", 0, -1, -1});
  }
  drawn.places[nodes].width = std::max(memory.width, apart * shape.banks);
  return drawn;
}

BankLayout alltoall_layout(const SharedMemoryShape& shape) {
  return {shape.banks, [shape](BlockId block, std::uint64_t /*chunk*/) {
            const std::uint64_t origin = block / shape.nodes;
            const std::uint64_t destination = block % shape.nodes;
            switch (shape.storage) {
              case Storage::kStraight:
                return static_cast<BankId>(destination % shape.banks);
              case Storage::kSkewed:
                return static_cast<BankId>((origin + destination) % shape.banks);
              case Storage::kXor:
                break;
            }
            return static_cast<BankId>((origin ^ destination) % shape.banks);
          }};
}

}  // namespace plexus
