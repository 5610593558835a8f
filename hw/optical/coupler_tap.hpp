#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "hw/channel/coupler_slot.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/data/mixed.hpp"
#include "hw/node/node_of.hpp"
#include "hw/optical/slots.hpp"

namespace plexus {

/// The endpoint of a node at the couplers of its group: its transmitters and receivers. A program
/// takes all slots of its operation, one after another: it sends, listens, or both at once.
class coupler_tap : public endpoint, private coupler_client_if {
 public:
  struct Setting {};
  coupler_tap(node& self, const Setting& /*setting*/) : endpoint{self} {}

  required_port<coupler_tx_if> transmit{"transmit", "the transmitters of its processor"};
  required_port<coupler_rx_if> receive{"receive", "the receivers of its processor"};

  // ---- slots: all of `m` words -----------------------------------------------------------------
  /// One slot in which the processor sends `message`, if there is one, and listens. Gives what the
  /// program was handed.
  [[nodiscard]] Slots slot(Words m, std::optional<Packet> message = std::nullopt) {
    return Slots{self(), *transmit.channel(), m, std::move(message), false};
  }
  /// One slot with several messages: needs multi_tx where they are more than one.
  [[nodiscard]] Slots slot(Words m, std::span<const Packet> messages) {
    return Slots{self(), *transmit.channel(), m, messages};
  }
  /// Up to `count` slots in which the processor only listens: ends with that in which its program
  /// is handed a message.
  [[nodiscard]] Slots listen(Words m, std::uint64_t count) {
    return Slots{self(), *receive.channel(), m, count};
  }
  /// Waits until `message`, for one receiver, is granted its coupler, and its receiver too; then
  /// sends it.
  [[nodiscard]] Slots request(Words m, Packet message) {
    return Slots{self(), *transmit.channel(), m, std::optional{std::move(message)}, true};
  }

  /// A message stored for others has gone on.
  void passed_on(std::uint32_t count = 1) { receive->pass_on(count); }
  /// What tells packets from each other by their sources, destinations and numbers.
  [[nodiscard]] static std::uint64_t fingerprint(const Packet& packet) {
    return mixed(mixed(packet.id()) ^
                 mixed(std::uint64_t{packet.source()} << 32 | packet.destination()));
  }
  /// The sum of the fingerprints of packets with blocks alone that it has accepted.
  [[nodiscard]] std::uint64_t accepted() const { return accepted_; }

  void bound() { receive->serve(*this); }
  void list_waits(Waits& waits) const {
    Awaited one = receive->waits_for();
    if (one.what != WaitFor::kNothing) waits.push_back(std::move(one));
  }
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
    transmit->trace(file, prefix);
    receive->trace(file, prefix);
  }

 private:
  void received(const Packet& packet) override {
    accepted_ += fingerprint(packet);
    self().keep(packet.blocks());
  }

  std::uint64_t accepted_ = 0;
};

}  // namespace plexus
