#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "hw/data/fifo_packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What an output of a buffered element does in one cycle.
struct FifoGrant {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t input = kNone;  ///< of which a packet moves
  bool valid = true;            ///< the output shows it: a grant without is a packet lost
  std::uint32_t place = 0;      ///< of that packet in its queue: 0 is the head

  friend bool operator==(const FifoGrant&, const FifoGrant&) = default;
};

/// The queues of a buffered element at the start of a cycle, as its arbiter sees them.
class fifo_queues_if : virtual public sc_core::sc_interface {
 public:
  [[nodiscard]] virtual std::uint32_t radix() const = 0;  ///< inputs, and outputs
  /// Packets that wait at `input`.
  [[nodiscard]] virtual std::uint32_t held(std::uint32_t input) const = 0;
  /// One of them, `place` 0 .. held - 1 from the head on, and the output that it wants.
  [[nodiscard]] virtual const FifoPacket& packet(std::uint32_t input,
                                                 std::uint32_t place = 0) const = 0;
  [[nodiscard]] virtual std::uint32_t output_of(const FifoPacket& packet) const = 0;
  /// Is there a free place behind `output`?
  [[nodiscard]] virtual bool ready(std::uint32_t output) const = 0;
  /// 64 random bits, others in every element and cycle.
  [[nodiscard]] virtual std::uint64_t coin() const = 0;
};

/// Decides what moves in an element of a buffered switch: its arbiter and the discipline of its
/// queues.
class fifo_arbiter_if : virtual public sc_core::sc_interface {
 public:
  /// One cycle. `grants`: by output, none of them given. At most one packet leaves a queue, and
  /// only into a free place.
  virtual void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) = 0;
};

}  // namespace plexus
