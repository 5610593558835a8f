#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

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

}  // namespace plexus
