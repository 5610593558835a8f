#pragma once

#include <span>

#include "hw/systemc.hpp"

namespace plexus {

class vc_router;
struct ChannelGrant;

/// Decides what leaves a router with virtual channels in a cycle, behind the router's own arbiters.
class channel_grant_if : virtual public sc_core::sc_interface {
 public:
  /// `grants`: by output port, as the router's arbiters have given them; they may be given anew.
  virtual void decide(const vc_router& part, std::span<ChannelGrant> grants) = 0;
  /// In this cycle a flit or a credit comes to `part`, whether it decides something or not.
  virtual void entering(const vc_router& /*part*/) {}
};

}  // namespace plexus
