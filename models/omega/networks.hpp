#pragma once

#include <compare>
#include <cstdint>
#include <ostream>
#include <span>
#include <string_view>
#include <vector>

#include "hw/switch/wiring.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// The switches that can join the processors of the switch-connected machine.
enum class NetworkKind {
  kCrossbar,            ///< k^2 crosspoints, any k
  kOmega,               ///< Lawrie: a perfect shuffle in front of every stage
  kInverseOmega,        ///< the omega network walked backwards
  kIndirectBinaryCube,  ///< stage t joins links that differ in bit t
  kBaseline,            ///< inverse shuffles in ever smaller blocks
  kDataManipulator,     ///< node j of stage i leads to j, j + 2^i, j - 2^i
  kBenes,               ///< rearrangeable: every permutation in one pass
};

/// The word of the command line for a kind, e.g. `inverse-omega`.
[[nodiscard]] const char* to_string(NetworkKind kind);
/// The kind a word names. Throws Refusal (usage) for any other word, listing those that exist.
[[nodiscard]] NetworkKind parse_network_kind(std::string_view word);
/// All kinds.
[[nodiscard]] std::span<const NetworkKind> all_network_kinds();
std::ostream& operator<<(std::ostream& out, NetworkKind kind);

/// One message's way through a switch: from input `source` to output `destination`.
struct SwitchRoute {
  NodeId source = 0;
  NodeId destination = 0;

  friend auto operator<=>(const SwitchRoute&, const SwitchRoute&) = default;
  friend std::ostream& operator<<(std::ostream& out, const SwitchRoute& route) {
    return out << route.source << "->" << route.destination;
  }
};

/// Where a message crosses one stage.
struct StageCrossing {
  std::uint32_t element = 0;  ///< counted from the top, 0 .. elements - 1
  std::uint32_t input = 0;    ///< of that element, 0 = upper
  std::uint32_t output = 0;   ///< of that element, 0 = upper
  std::uint32_t link = 0;     ///< number of the link (data manipulator: node) it reaches behind
                              ///< the stage's wires

  friend bool operator==(const StageCrossing&, const StageCrossing&) = default;
};

/// Shape of a switch network: a plain value from which the hardware is wired and on which all
/// index arithmetic is done.
///
/// Stage t = 0 .. stages - 1 is a column of equal elements between two sets of wires. Element e
/// joins links e r .. e r + r - 1 (r = element inputs); link i arrives through `wires_before(t)`
/// and leaves through `wires_behind(t)`. So column t is joined to column t + 1 by
/// `wires_behind(t).then(wires_before(t + 1))`, the sources to the first column by
/// `wires_before(0)`, the last column to the destinations by `wires_behind(stages - 1)`.
///
/// The data manipulator is wired node by node: node j of column t has three outputs, straight, up
/// and down, each with its own set of wires, `branch(t, output)`, into the nodes of column t + 1
/// (behind the last column: the destinations).
class NetworkShape {
 public:
  /// `ports` k >= 2 on either side: any k for a crossbar, else a power of `radix` (Refusal, size).
  /// `radix` r: outputs of an element, 2 .. k; other than 2 for kOmega only (Refusal, feature).
  explicit NetworkShape(NetworkKind kind, NodeId ports, std::uint32_t radix = 2);

  [[nodiscard]] NetworkKind kind() const { return kind_; }
  [[nodiscard]] NodeId ports() const { return ports_; }
  [[nodiscard]] std::uint32_t radix() const { return radix_; }
  /// n = log_r k, digits of a port number in base r; 0 for a crossbar of a k that is no power of 2.
  [[nodiscard]] std::uint32_t digits() const { return digits_; }

  /// Columns that a message crosses: n; 2n - 1 for benes; 1 for the crossbar.
  [[nodiscard]] std::uint32_t stages() const;
  /// Elements (data manipulator: nodes) in one column.
  [[nodiscard]] std::uint32_t elements() const;
  /// Inputs of one element, and its outputs: r; k for the crossbar; 3 for the data manipulator.
  [[nodiscard]] std::uint32_t element_ports() const;

  /// The wires in front of the elements of stage `stage`: links to element inputs.
  [[nodiscard]] Wiring wires_before(std::uint32_t stage) const;
  /// The wires behind the elements of stage `stage`. Not for the data manipulator.
  [[nodiscard]] Wiring wires_behind(std::uint32_t stage) const;
  /// Data manipulator only: wires from output `output` (0 straight, 1 up: j + 2^i, 2 down: j - 2^i,
  /// i = n - 1 - stage) of the nodes of one column to the nodes of the next.
  [[nodiscard]] Wiring branch(std::uint32_t stage, std::uint32_t output) const;

  /// Does a pass depend on the route alone (5.2)? All kinds but benes, whose elements are set by
  /// the looping algorithm (benes.hpp).
  [[nodiscard]] bool steered_by_tag() const { return kind_ != NetworkKind::kBenes; }
  /// Can two messages of a one-to-one map meet? Not on a crossbar, not on benes.
  [[nodiscard]] bool can_block() const;
  /// Can every output take one source's message in one pass (5.2, hardware broadcast)?
  [[nodiscard]] bool can_broadcast() const;

  /// Label of the message behind stage `stage` (5.1): two messages of one pass collide there if
  /// their labels are equal. Always 0 .. k - 1. Not for benes. Radix r: section 10.
  [[nodiscard]] std::uint32_t label(SwitchRoute route, std::uint32_t stage) const;
  /// Number of the link that carries this label behind the stage's wires. The label itself, except
  /// on the inverse omega network, whose labels stand still while the links are shuffled.
  [[nodiscard]] std::uint32_t link_of_label(std::uint32_t label, std::uint32_t stage) const;
  /// Element output that the message takes at `stage`, by destination tag (5.2): 0 = upper; data
  /// manipulator: 0 straight, 1 up, 2 down; crossbar: the destination. Not for benes.
  [[nodiscard]] std::uint32_t steer(SwitchRoute route, std::uint32_t stage) const;

  /// The whole way of a message, one crossing per stage, found by following the wires. A data
  /// manipulator's node takes from straight (0), the node below that sent up (1), the one above
  /// that sent down (2); a source enters by 0. Not for benes (see benes.hpp).
  [[nodiscard]] std::vector<StageCrossing> walk(SwitchRoute route) const;

  friend bool operator==(const NetworkShape&, const NetworkShape&) = default;
  friend std::ostream& operator<<(std::ostream& out, const NetworkShape& shape);

 private:
  [[nodiscard]] std::int64_t signed_distance(SwitchRoute route) const;

  NetworkKind kind_;
  NodeId ports_;
  std::uint32_t radix_;
  std::uint32_t digits_;
};

}  // namespace plexus
