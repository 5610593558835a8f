#pragma once

#include "hw/node/link_ports.hpp"
#include "hw/node/node_of.hpp"

namespace plexus {

/// A node at links, or at a switch.
class processor final : public node_of<link_ports> {
 public:
  using node_of::node_of;
};
using ProcessorContext = processor::Context;

}  // namespace plexus
