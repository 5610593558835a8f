#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/observe/trace.hpp"
#include "hw/switch/omega_element.hpp"
#include "hw/switch/switch_stage.hpp"
#include "hw/switch/switch_wiring.hpp"
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
class steering_if {
 public:
  [[nodiscard]] virtual OutputSet steer(std::uint32_t stage, std::uint32_t element,
                                        std::uint32_t input,
                                        const SwitchRequest& message) const = 0;

 protected:
  ~steering_if() = default;
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

/// Stages of unbuffered elements and the wires between them: what one pass of messages comes to.
/// Combinational; knows no time. Elements decide in data-flow order. Ends the run (fault
/// `conservation`) if a message is lost other than by a drop.
class switch_fabric : public sc_core::sc_module {
 public:
  enum class Elements { kPlain, kCombining };

  switch_fabric(sc_core::sc_module_name name, const SwitchWiring& wiring, Elements kind);

  [[nodiscard]] const SwitchWiring& wiring() const { return wiring_; }
  [[nodiscard]] switch_stage<omega_element>& stage(std::uint32_t t) { return *stages_[t]; }

  /// Brings `messages` through the elements, as far as they get. The elements stay set until
  /// `clear` or the next pass. The outcome is valid until then.
  const SwitchOutcome& carry(std::span<const SwitchRequest> messages, const steering_if& steering);
  /// Takes all messages away from the elements.
  void clear();

  /// Writes the settings of the present pass to `sink`, a row per element that sees a message;
  /// or that they are empty.
  void record_settings(trace_sink_if& sink, bool empty = false) const;

  /// Lets `twin` hear of the decisions of every element; null: nobody.
  void set_element_twin(element_twin_if* twin);

 private:
  struct Worm {  ///< head of a message, in front of a stage
    std::uint32_t line;
    std::uint32_t message;
  };

  void cross(std::uint32_t stage, std::span<const SwitchRequest> messages,
             const steering_if& steering);
  void arrive();
  void drop(std::uint32_t message, std::uint32_t stage, std::uint32_t element);
  void check_conservation(std::span<const SwitchRequest> messages) const;

  SwitchWiring wiring_;
  std::vector<std::unique_ptr<switch_stage<omega_element>>> stages_;
  std::vector<std::vector<std::uint32_t>> touched_;  ///< by stage: elements with messages
  std::vector<Worm> worms_;
  std::vector<Worm> next_;
  SwitchOutcome outcome_;
};

}  // namespace plexus
