#pragma once

#include <typeinfo>

#include "hw/channel/link.hpp"
#include "hw/data/packet.hpp"

namespace plexus {

/// How what sits at the ends of links is fetched into the computer's caches some places before hops
/// end there: of parts that are all of one type. Changes no result.
struct LookAhead {
  const std::type_info* type;
  /// A hop to or from `port` will soon end.
  void (*at_port)(const link_end_if& end, unsigned port, bool receives);
  /// `packet` will very soon arrive at `port`: what stands behind that.
  void (*at_arrival)(const link_end_if& end, unsigned port, const Packet& packet);
};

}  // namespace plexus
