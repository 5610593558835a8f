#pragma once

#include <cstdint>
#include <utility>

#include "hw/channel/shared_transfer.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// An access to a global memory, of a processor: it has started when it has got a slot, and ended
/// when the memory holds what it writes, or all that it reads has come.
class MemoryTransfer : public SharedTransfer {
 public:
  MemoryTransfer(NodeId by, Packet what, bool write, std::uint64_t from)
      : SharedTransfer{by, std::move(what)}, writes{write}, first{from} {}

  bool writes;          ///< or reads
  std::uint64_t first;  ///< number of the chunk with which it begins
};

/// A processor's side of a global memory.
class memory_if : virtual public sc_core::sc_interface {
 public:
  /// Asks for a slot.
  virtual void ask(MemoryTransfer& transfer) = 0;
};

}  // namespace plexus
