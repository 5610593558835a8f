#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "hw/channel/bindings.hpp"
#include "hw/data/flit.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Channels of one output that a packet may take.
struct ChannelOption {
  std::uint32_t port = 0;      ///< output
  std::uint32_t channels = 0;  ///< bit w: channel w of it
  bool spare = false;          ///< only where room for one more packet of its length is left
};

/// All that a packet may take, without those that are taken or full: that is the router's matter.
class ChannelOptions {
 public:
  static constexpr std::size_t kMost = 128;

  void clear() { count_ = 0; }
  void add(std::uint32_t port, std::uint32_t channels, bool spare = false) {
    if (channels == 0) return;
    if (count_ == kMost) {
      report_wiring("A route names more than {} ways for a packet: name each output once.", kMost);
    }
    options_[count_++] = {port, channels, spare};
  }
  [[nodiscard]] std::span<const ChannelOption> all() const { return {options_.data(), count_}; }

 private:
  std::array<ChannelOption, kMost> options_;
  std::size_t count_ = 0;
};

/// How the routers of a network choose: what stands between them and the network's shape.
class channel_route_if : virtual public sc_core::sc_interface {
 public:
  /// Adds the outputs and channels by which a packet may leave `router` whose head is the first
  /// flit in the queue of `channel` at input `port`; the last port is the node's. May turn the
  /// header's phase. The same every time that it is asked of the same packet in the same place.
  virtual void route(std::uint32_t router, std::uint32_t port, std::uint32_t channel,
                     RouteHeader& header, ChannelOptions& options) const = 0;
  /// Bit per channel of the node's port: by which of them a packet may enter.
  [[nodiscard]] virtual std::uint32_t entry(const RouteHeader& /*header*/) const { return ~0U; }
  /// `+x`, `node`, ..
  [[nodiscard]] virtual std::string port_name(std::uint32_t port) const = 0;
  /// Of a router without a node: `router 2.0`. Empty: it has one, and is called as that is.
  [[nodiscard]] virtual std::string inner_name(std::uint32_t /*router*/) const { return {}; }
};

}  // namespace plexus
