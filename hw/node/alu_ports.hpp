#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/bus_tap.hpp"
#include "hw/channel/link.hpp"
#include "hw/node/node_of.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Links and taps of buses of a node, under one guard: by default at most one packet is sent and
/// one is received at a time.
class alu_ports : public endpoint {
 public:
  struct Setting {
    unsigned links = 0;  ///< channels of links, at most port_guard::kMostPorts with those of taps
    unsigned ports = 1;  ///< sends, and receives, that a node may have at a time
    bool full_duplex = false;   ///< channels carry packets both ways at once
    DimensionMasks dimensions;  ///< none: the rule does not ask for them
  };
  alu_ports(node& self, const Setting& setting);

  /// The channels of links, numbered in the order of binding.
  multiport<duplex_if> channels{"channels"};
  /// The taps of buses, whose channels follow those of links.
  multiport<bus_tap_if> taps{"taps"};

  [[nodiscard]] port_guard& guard() { return guard_; }
  /// Is a link or a bus joined to this channel?
  [[nodiscard]] bool has(unsigned channel) const {
    return channel < setting_->links && links_[channel].leaving != nullptr;
  }
  /// Sends through the link of a channel, or on its bus to tap `tap`.
  void leave(unsigned channel, std::uint32_t tap, Packet&& packet);
  /// Do both numbers stand for one channel, as the two sides of a tap do?
  [[nodiscard]] bool same(unsigned a, unsigned b) const;
  /// Full name of what is joined to a channel; of a link, of the one that leaves or enters.
  [[nodiscard]] std::string channel_name(unsigned channel, bool leaving = false) const;
  /// Sends, and receives, that the node may have at a time.
  [[nodiscard]] unsigned at_a_time() const { return setting_->ports; }
  /// The node breaks `rule` there.
  [[noreturn]] void violation(unsigned channel, const std::string& rule,
                              const std::string& sentence) const;

  void bound();
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
    guard_.trace(file, prefix);
  }

 private:
  struct LinkEnds {
    link_tx_if* leaving = nullptr;
    const channel_if* entering = nullptr;  ///< for its name
  };
  [[nodiscard]] bus_tap_if* tap_at(unsigned channel) const;

  const Setting* setting_;
  port_guard guard_;
  std::unique_ptr<LinkEnds[]> links_;
  std::vector<bus_tap_if*> taps_;
};

}  // namespace plexus
