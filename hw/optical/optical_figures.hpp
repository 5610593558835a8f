#pragma once

#include <cstdint>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What the passive stars of a machine allow, and how long a slot lasts.
struct OpticalRules {
  LinkTiming slot;        ///< guard time (startup) and bandwidth of a slot
  bool multi_tx = false;  ///< a processor may send a different message on every coupler
  bool multi_rx = false;  ///< a processor may accept a message from every coupler
  bool drop = false;      ///< messages in conflict are lost and the run goes on
  Words words{1};         ///< of one datum
  bool feasible = true;   ///< the optical budget closes; otherwise faults say that it does not
};

/// Figures of a bank of couplers over a run.
struct OpticalFigures {
  std::uint64_t slots = 0;              ///< that have ended
  std::uint64_t sends = 0;              ///< (processor, slot) in which the processor transmits
  std::uint64_t drives = 0;             ///< (coupler, slot) in which the coupler carries a message
  std::uint64_t receives = 0;           ///< accepted messages
  Words coupler_words{0};               ///< words of all drives
  std::uint64_t peak_couplers = 0;      ///< most couplers driven in one slot
  Cycles guard{0};                      ///< cycles of all slots in which no word crosses
  Cycles lit{0};                        ///< cycles for which transmitters were on, all added
  std::uint64_t peak_relay_buffer = 0;  ///< most messages that one processor stored for others
  std::uint64_t collisions = 0;         ///< (coupler, slot) with two messages
  std::uint64_t tx_conflicts = 0;       ///< (processor, slot) with two messages to send
  std::uint64_t rx_conflicts = 0;       ///< (processor, slot) with two messages to accept
  std::uint64_t lost = 0;               ///< messages that receivers did not get
  std::uint64_t requests = 0;           ///< for arbitrated transmissions
  std::uint64_t refused = 0;            ///< requests and grants refused
  std::uint64_t waited = 0;             ///< slots that granted requests waited, all added
  std::uint64_t longest_wait = 0;       ///< of one request
  Cycles last_end{0};                   ///< when the last slot ended
};

}  // namespace plexus
