#include "models/omega/combining_plan.hpp"

/// Who sends which chunks to whom, step by step.
namespace plexus::omega {

std::vector<CombiningStep::Message> shift_by_one(const Reduction& data, NodeId i) {
  const NodeId k = data.nodes();
  std::vector<CombiningStep::Message> messages;
  for (NodeId v = 0; v < k; ++v) {
    messages.push_back({{v, (v + 1) % k}, data.some({(v + k - i) % k, 1})});
  }
  return messages;
}

CombiningSteps reduce_scatter_in_shifts(const Reduction& data) {
  CombiningSteps steps;
  for (NodeId i = 1; i < data.nodes(); ++i) steps.push_back({shift_by_one(data, i), false});
  return steps;
}

CombiningSteps halving_of_chunks(const Reduction& data) {
  CombiningSteps steps;
  for (NodeId bit = 1; bit < data.nodes(); bit *= 2) {  // for t := 0 to n-1
    CombiningStep& step = steps.emplace_back();
    for (NodeId v = 0; v < data.nodes(); ++v) {
      step.messages.push_back({{v, v ^ bit}, data.every((v ^ bit) % (2 * bit), 2 * bit)});
    }
  }
  return steps;
}

}  // namespace plexus::omega
