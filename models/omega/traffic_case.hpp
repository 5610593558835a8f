#pragma once

#include "models/omega/case.hpp"
#include "models/omega/traffic.hpp"

namespace plexus {

/// How a switch carries synthetic traffic.
enum class Switching { kBuffered, kDrop, kRetry };

/// The parameters of synthetic traffic, read once.
struct SwitchTrafficCase {
  using Module = switch_traffic;
  using Node = plexus::node;

  NetworkShape network{NetworkKind::kOmega, 2};
  TrafficSetting setting;
  Switching switching = Switching::kBuffered;
  FifoSetting fifos;  ///< of buffered elements
};

/// Reads a case. Throws Refusal.
[[nodiscard]] SwitchTrafficCase switch_traffic_case(const Values& values);

}  // namespace plexus
