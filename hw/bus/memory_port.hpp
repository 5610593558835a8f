#pragma once

#include <cstdint>
#include <utility>

#include "hw/channel/memory.hpp"
#include "hw/node/node_of.hpp"
#include "hw/node/program_transfer.hpp"
#include "hw/systemc.hpp"

namespace plexus {

using MemoryAccess = Ask<ProgramTransfer<memory_if, MemoryTransfer>>;

/// The endpoint of a node at a global memory.
class memory_port : public endpoint {
 public:
  struct Setting {};
  memory_port(node& self, const Setting& /*setting*/) : endpoint{self} {}

  sc_core::sc_port<memory_if> accesses{"accesses"};

  /// Writes what `packet` carries; ends when the memory holds it. An empty packet takes no time.
  /// `first`: number of the chunk with which the access begins.
  [[nodiscard]] MemoryAccess write(Packet packet, std::uint64_t first = 0) {
    return access(std::move(packet), true, first);
  }
  /// Reads blocks; ends with a packet of them.
  [[nodiscard]] MemoryAccess read(const Blocks& blocks, std::uint64_t first = 0) {
    const NodeId id = self().id();
    return access({self().new_packet(), id, id, blocks.words(), blocks}, false, first);
  }

 private:
  [[nodiscard]] MemoryAccess access(Packet&& packet, bool writes, std::uint64_t first) {
    return MemoryAccess{self(), *accesses[0], false, self().id(), std::move(packet), writes, first};
  }
};

/// A node at a global memory, through which alone it reaches others.
class memory_node final : public node_of<memory_port> {
 public:
  using node_of::node_of;
};

}  // namespace plexus
