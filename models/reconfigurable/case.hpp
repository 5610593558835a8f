#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/crossbar/setting.hpp"
#include "hw/time/units.hpp"
#include "models/operations/standard.hpp"
#include "models/reconfigurable/numbering.hpp"
#include "models/reconfigurable/shape.hpp"
#include "models/reconfigurable/topology.hpp"

namespace plexus {

/// The four classes of reconfigurable machines (section 2 of the paper).
enum class ReconfigurableMode { kStatic, kQuasiStatic, kQuasiDynamic, kDynamic };
inline constexpr std::array kModes{ReconfigurableMode::kStatic, ReconfigurableMode::kQuasiStatic,
                                   ReconfigurableMode::kQuasiDynamic, ReconfigurableMode::kDynamic};

[[nodiscard]] constexpr std::string_view to_string(ReconfigurableMode mode) {
  switch (mode) {
    case ReconfigurableMode::kStatic:
      return "static";
    case ReconfigurableMode::kQuasiStatic:
      return "quasi-static";
    case ReconfigurableMode::kQuasiDynamic:
      return "quasi-dynamic";
    case ReconfigurableMode::kDynamic:
      break;
  }
  return "dynamic";
}

class crossbar_node;
class reconfigurable_machine;
struct Plan;

/// The parameters of one run, and what follows from them.
struct ReconfigurableCase {
  using Module = reconfigurable_machine;
  using Node = crossbar_node;

  NodeId nodes = 9;
  std::int64_t ports = 2;  ///< as given
  Words words{1};          ///< L
  RendezvousTiming link;
  SettingPolicy policy;  ///< how links are set; `timing` and `grain` count in every mode
  ReconfigurableMode mode = ReconfigurableMode::kQuasiDynamic;
  NodeId root = 0;
  std::optional<Numbering> numbering;   ///< nothing: what suits algorithm and nodes
  std::optional<int> split_steps;       ///< h'; nothing: the best
  Topology topology = Topology::kRing;  ///< of fixed links
  std::int64_t rows = 1;                ///< of a torus
  NodeId source = 0;                    ///< of a move
  NodeId destination = 0;               ///< of a move
  std::vector<NodeId> permutation;      ///< image of every node
  std::int64_t channels = 1;            ///< links side by side, of a move or a permutation

  std::shared_ptr<const Plan> plan;  ///< what the algorithm does, once it has been worked out
  std::string chosen_algorithm;      ///< of `auto`

  /// The shape with k = min(ports, N - 1), which all algorithms use but those of given channels
  /// and fixed links.
  [[nodiscard]] ReconfigurableShape shape() const {
    return ReconfigurableShape::effective(nodes, ports);
  }
  /// The node that carries a number of the algorithm's numbering: renamed so that the root is 0.
  [[nodiscard]] NodeId renamed(std::int64_t number) const {
    return static_cast<NodeId>((number + root) % nodes);
  }
  /// The number of a node in the algorithm's numbering.
  [[nodiscard]] std::int64_t number_of(NodeId node) const {
    return (std::int64_t{node} + nodes - root) % nodes;
  }
  /// What the operation is of.
  [[nodiscard]] OperationFacts facts() const {
    return {.nodes = nodes,
            .words = words,
            .root = root,
            .source = source,
            .destination = destination,
            .image = &permutation};
  }
  /// Links that last for a whole run.
  [[nodiscard]] bool wired() const {
    return mode == ReconfigurableMode::kStatic || mode == ReconfigurableMode::kQuasiStatic;
  }
  /// The paper's machine: reconfigure, communicate, reconfigure, .. (model (a)).
  [[nodiscard]] bool as_in_the_paper() const {
    return mode == ReconfigurableMode::kQuasiDynamic && policy.grain == Grain::kPhase &&
           policy.banks == 1 && policy.setters == Setters::kCentral;
  }
};

}  // namespace plexus
