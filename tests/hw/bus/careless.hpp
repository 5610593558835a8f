#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/bus/bus_arbiter.hpp"
#include "hw/channel/bus_arbiter.hpp"
#include "tests/faults.hpp"

namespace plexus {

/// A broken port rule, as a bus or a memory tells it.
inline void check_rule(const std::string& part, const Fault& fault, const char* rule, NodeId node,
                       Cycles cycle) {
  CAPTURE(fault.message);
  CHECK(fault.kind == "port-rule");
  CHECK(fault.cycle == cycle);
  CHECK(fault.part == part);
  CHECK(figure(fault, "rule") == '"' + std::string{rule} + '"');
  CHECK(figure(fault, "node") == std::to_string(node));
}

/// Grants whoever asks, or one who does not.
class careless_arbiter final : public bus_arbiter_if {
 public:
  explicit careless_arbiter(std::vector<NodeId> also = {}) : also_{std::move(also)} {}
  std::span<const NodeId> edge(std::span<const NodeId> /*released*/,
                               std::span<const BusRequest> requests) override {
    granted_ = also_;
    for (const BusRequest& request : requests) granted_.push_back(request.writer);
    return granted_;
  }

 private:
  std::vector<NodeId> also_;
  std::vector<NodeId> granted_;
};

/// Looks at what is asked for in every `period`th edge alone, or never (0). Grants from the highest
/// writer down if `falls`.
class late_arbiter final : public bus_arbiter_if {
 public:
  late_arbiter(NodeId processors, NodeId channels, unsigned period, bool falls = false)
      : inside_{"inside", processors, channels}, period_{period}, falls_{falls} {}
  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override {
    released_.insert(released_.end(), released.begin(), released.end());
    if (period_ == 0 || ++edges_ % period_ != 0) return {};
    const auto granted = inside_.edge(released_, requests);
    released_.clear();
    granted_ = {granted.begin(), granted.end()};
    if (falls_) std::ranges::reverse(granted_);
    return granted_;
  }

 private:
  bus_arbiter inside_;
  unsigned period_;
  bool falls_;
  unsigned edges_ = 0;
  std::vector<NodeId> released_;
  std::vector<NodeId> granted_;
};

}  // namespace plexus
