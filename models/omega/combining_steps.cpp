#include <bit>

#include "models/omega/combining_plan.hpp"

/// Who sends which chunks to whom, step by step.
namespace plexus::omega {

namespace {

std::uint32_t bits_of(const Reduction& data) {
  return static_cast<std::uint32_t>(std::bit_width(data.nodes())) - 1;
}

/// The chunks whose numbers end, in bits 0 .. t, as `node` does.
Blocks alike(const Reduction& data, NodeId node, std::uint32_t t) {
  const NodeId stride = NodeId{2} << t;
  return data.every(node % stride, stride);
}

/// Node v sends chunk v - i to node v + 1.
std::vector<CombiningStep::Message> shift_by_one(const Reduction& data, NodeId i) {
  const NodeId k = data.nodes();
  std::vector<CombiningStep::Message> messages;
  for (NodeId v = 0; v < k; ++v) {
    messages.push_back({{v, (v + 1) % k}, data.some({(v + k - i) % k, 1})});
  }
  return messages;
}

}  // namespace

void add_reduce_scatter_ring(CombiningSteps& steps, const Reduction& data) {
  for (NodeId i = 1; i < data.nodes(); ++i) steps.push_back({shift_by_one(data, i), false});
}

void add_allgather_ring(CombiningSteps& steps, const Reduction& data) {
  for (NodeId i = 0; i + 1 < data.nodes(); ++i) steps.push_back({shift_by_one(data, i), true});
}

void add_recursive_halving(CombiningSteps& steps, const Reduction& data) {
  for (std::uint32_t t = 0; t < bits_of(data); ++t) {  // for t := 0 to n-1
    CombiningStep step;
    for (NodeId v = 0; v < data.nodes(); ++v) {
      const NodeId other = v ^ NodeId { 1 } << t;
      step.messages.push_back({{v, other}, alike(data, other, t)});
    }
    steps.push_back(std::move(step));
  }
}

void add_recursive_doubling(CombiningSteps& steps, const Reduction& data) {
  for (std::uint32_t t = bits_of(data); t-- > 0;) {  // for t := n-1 downto 0
    CombiningStep step{{}, true};
    for (NodeId v = 0; v < data.nodes(); ++v) {
      step.messages.push_back({{v, v ^ NodeId{1} << t}, alike(data, v, t)});
    }
    steps.push_back(std::move(step));
  }
}

}  // namespace plexus::omega
