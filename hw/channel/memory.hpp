#pragma once

#include <cstdint>
#include <utility>

#include "hw/data/awaited.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// An access to a global memory. It belongs to a processor, and stays with the memory from the time
/// it is asked for until it ends.
class MemoryTransfer {
 public:
  MemoryTransfer(NodeId by, Packet what, bool write, std::uint64_t from)
      : processor{by}, packet{std::move(what)}, writes{write}, first{from} {}

  NodeId processor;
  Packet packet;        ///< what is written or read
  bool writes;          ///< or reads
  std::uint64_t first;  ///< number of the chunk with which it begins

  /// The memory holds what it writes, or all that it reads has come.
  virtual void ended() = 0;
  /// It has got a slot.
  virtual void started() {}
  /// What its processor waits for at the memory has changed.
  virtual void note_wait(WaitFor /*what*/) {}

 protected:
  ~MemoryTransfer() = default;
};

/// A processor's side of a global memory.
class memory_if : virtual public sc_core::sc_interface {
 public:
  /// Asks for a slot: `transfer` is told when it ends.
  virtual void ask(MemoryTransfer& transfer) = 0;
};

}  // namespace plexus
