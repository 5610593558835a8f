#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/channel/element_setting.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Destination of a message that broadcasting elements bring to every port.
inline constexpr NodeId kEveryPort = kNobody;

/// One message in front of an unbuffered network.
struct SwitchRequest {
  NodeId source = 0;       ///< port by which it enters; every port at most once
  NodeId destination = 0;  ///< port that it is for, or kEveryPort
  PacketId packet = 0;     ///< what it carries, for waves and traces

  friend bool operator==(const SwitchRequest&, const SwitchRequest&) = default;
};

/// Which outputs a message takes in front of an element: its destination tag, or a setting that was
/// worked out before.
class steering_if : virtual public sc_core::sc_interface {
 public:
  [[nodiscard]] virtual OutputSet steer(std::uint32_t stage, std::uint32_t element,
                                        std::uint32_t input,
                                        const SwitchRequest& message) const = 0;
};

/// Where two messages wanted the same output first.
struct Clash {
  std::uint32_t stage = 0;  ///< the number of stages: at a port behind the last one
  std::uint32_t element = 0;
  std::uint32_t loser = 0;  ///< message
};

/// What became of the messages of one pass.
struct SwitchOutcome {
  std::vector<std::uint32_t> at_port;  ///< by port: the message that comes out, or kNobody
  std::vector<std::uint32_t> carrier;  ///< by message: the one that it came out with, itself if it
                                       ///< did not merge into another; kNobody: dropped
  std::vector<std::uint32_t> blocked;  ///< by stage: messages dropped there; last: at the ports
  std::vector<std::pair<std::uint32_t, std::uint32_t>> merges;  ///< in order: right one into left
  std::uint64_t conflicts = 0;                                  ///< messages dropped
  std::uint64_t elements_changed = 0;  ///< elements set otherwise than before
  std::optional<Clash> first_clash;
};

/// A message that waits in front of an unbuffered network.
struct WaitingMessage {
  NodeId source = 0;       ///< port
  NodeId destination = 0;  ///< port, or kEveryPort
  Words words{0};

  friend bool operator==(const WaitingMessage&, const WaitingMessage&) = default;
};

/// What a pass controller is told to do next.
struct PassOrder {
  std::vector<std::uint32_t> chosen;      ///< which of the waiting messages, rising; at least one
  bool set_up = false;                    ///< the switch is set otherwise than in the pass before
  Cycles setup{0};                        ///< cycles that this takes before the pass
  const steering_if* steering = nullptr;  ///< how the elements are set
};

/// Decides which messages cross a switch together: a schedule, or whoever takes all of them.
class pass_scheduler_if : virtual public sc_core::sc_interface {
 public:
  /// `waiting` is what all processors asked for up to this time step and has not crossed yet: never
  /// empty, in rising source order.
  [[nodiscard]] virtual PassOrder next(std::span<const WaitingMessage> waiting) = 0;
};

/// A pass as its controller shows it, from its first cycle to its last.
class pass_if : virtual public sc_core::sc_interface {
 public:
  [[nodiscard]] virtual std::span<const SwitchRequest> requests() const = 0;
  /// What the elements, as they are set, make of them.
  [[nodiscard]] virtual const SwitchOutcome& outcome() const = 0;
  [[nodiscard]] virtual Words pass_words() const = 0;  ///< of its longest message
  [[nodiscard]] virtual Cycles pass_start() const = 0;
  /// The cycle after its last one: start-up and words by the bandwidth behind the start.
  [[nodiscard]] virtual Cycles pass_end() const = 0;
  /// Ends it in the present time step: `outcome` is what has become of the messages.
  virtual void finish(const SwitchOutcome& outcome) = 0;
};

/// Brings the messages of a pass through an unbuffered switch, the elements of which are set.
class pass_stream_if : virtual public sc_core::sc_interface {
 public:
  /// `pass` begins in the present cycle; `finish` is called when it ends.
  virtual void stream(pass_if& pass) = 0;
};

}  // namespace plexus
