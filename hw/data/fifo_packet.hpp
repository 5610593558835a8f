#pragma once

#include <cstdint>

#include "hw/time/units.hpp"

namespace plexus {

/// What travels through a buffered network: one word, with what hardware needs to route and check
/// it. Small, because it is copied at every hop.
struct FifoPacket {
  Cycles born{0};             ///< when it was made
  NodeId source = 0;          ///< port
  NodeId destination = 0;     ///< port
  std::uint32_t number = 0;   ///< among the packets of its source; rises
  std::uint32_t payload = 0;  ///< whatever its sender wants to find again
};

}  // namespace plexus
