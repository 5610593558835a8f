#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/channel/channel_route.hpp"
#include "hw/time/units.hpp"

namespace plexus {

enum class PacketSwitching : std::uint8_t;

/// Which way packets take on a direct network.
enum class Routing {
  kDimensionOrder,  ///< one dimension after the other
  kValiant,         ///< so to a node drawn at random, then so to the destination (Valiant 1981)
  kMinimalAdaptive  ///< any shortest way, by where there is room (Duato 1993)
};

inline constexpr std::array kRoutings{Routing::kDimensionOrder, Routing::kValiant,
                                      Routing::kMinimalAdaptive};

/// `dimension-order`, `valiant`, `minimal-adaptive`.
[[nodiscard]] std::string_view to_string(Routing routing);
[[nodiscard]] std::optional<Routing> parse_routing(std::string_view word);

/// How packets are kept from waiting for each other in a circle.
enum class WayOut {
  kDateline,  ///< channels in classes; on a ring a packet changes its class at one link (Dally
              ///< 1987)
  kBubble,    ///< nobody enters a ring who would fill its last free place (Carrion 1997)
  kNone
};

inline constexpr std::array kWaysOut{WayOut::kDateline, WayOut::kBubble, WayOut::kNone};

/// `dateline`, `bubble`, `none`.
[[nodiscard]] std::string_view to_string(WayOut way_out);
[[nodiscard]] std::optional<WayOut> parse_way_out(std::string_view word);

/// Virtual channels that routing without deadlock needs, on a network with rings or without.
[[nodiscard]] std::uint32_t channels_needed(Routing routing, WayOut way_out, bool rings);
/// May a packet take a channel only when the queue behind it is empty? So that adaptive worms never
/// wait behind each other away from the channels that lead out of a circle.
[[nodiscard]] bool needs_empty_channels(Routing routing, WayOut way_out, PacketSwitching switching);

/// A hop that brings a packet nearer.
struct DirectStep {
  std::uint32_t port;
  bool crosses;  ///< the way to the destination in this dimension goes over the ring's end
};

/// Hops that bring a packet nearer: one in each dimension that is left, in the order of dimensions;
/// at most kMost.
class DirectSteps {
 public:
  static constexpr std::uint32_t kMost = 32;

  void add(std::uint32_t port, bool crosses) { steps_[count_++] = {port, crosses}; }
  [[nodiscard]] std::span<const DirectStep> all() const { return {steps_.data(), count_}; }

 private:
  std::array<DirectStep, kMost> steps_;
  std::size_t count_ = 0;
};

/// The shape of a direct network as its routers see it. Node v is at router v.
class direct_steps_if {
 public:
  virtual ~direct_steps_if() = default;
  /// Adds the first `most` of them.
  virtual void steps(NodeId here, NodeId destination, std::uint32_t most,
                     DirectSteps& steps) const = 0;
  [[nodiscard]] virtual std::uint32_t ports() const = 0;  ///< to other nodes
  /// At the other end of a link that leaves by `port`.
  [[nodiscard]] virtual std::uint32_t reverse(std::uint32_t port) const = 0;
  [[nodiscard]] virtual bool rings() const = 0;
  [[nodiscard]] virtual std::string port_name(std::uint32_t port) const = 0;
  [[nodiscard]] virtual std::string inner_name(std::uint32_t /*router*/) const { return {}; }
};

/// Lines or rings in every dimension: torus, open mesh, ring. Port 2j leads in + and port 2j + 1 in
/// - direction of dimension j; dimension 0 counts fastest in a node's number. The shorter way;
/// half-way round a ring goes +.
class line_steps final : public direct_steps_if {
 public:
  line_steps(std::vector<int> sides, bool wrap);

  void steps(NodeId here, NodeId destination, std::uint32_t most,
             DirectSteps& steps) const override;
  [[nodiscard]] std::uint32_t ports() const override {
    return 2 * static_cast<std::uint32_t>(sides_.size());
  }
  [[nodiscard]] std::uint32_t reverse(std::uint32_t port) const override { return port ^ 1U; }
  [[nodiscard]] bool rings() const override { return wrap_; }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override;

 private:
  std::vector<int> sides_;
  bool wrap_;
  std::vector<std::uint16_t> places_;  ///< coordinates, node by node; empty where they do not fit
};

/// The neighbour across bit t behind port t: hypercube. From the most significant bit down.
class cube_steps final : public direct_steps_if {
 public:
  explicit cube_steps(unsigned dimension) : dimension_{dimension} {}

  void steps(NodeId here, NodeId destination, std::uint32_t most,
             DirectSteps& steps) const override;
  [[nodiscard]] std::uint32_t ports() const override { return dimension_; }
  [[nodiscard]] std::uint32_t reverse(std::uint32_t port) const override { return port; }
  [[nodiscard]] bool rings() const override { return false; }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override;

 private:
  unsigned dimension_;
};

/// Which channels packets may take on a direct network. The channels are dealt out to classes, in
/// rising order, as evenly as can be:
/// - dateline: one class on open lines; on rings two, the first one for packets whose way in this
///   dimension still goes over the ring's end. Valiant has as many for each of its two phases.
/// - bubble: one class (Valiant: two); a packet that enters a ring, or a channel of it, leaves room
///   for one more of its length.
/// - minimal-adaptive: the ways above with one channel to each class, by dimension order, as an
///   escape; all other channels, on all shortest ways, are free to all.
/// - none: all channels for all.
class direct_channels final : public channel_route_if {
 public:
  /// `shape` must outlive it.
  direct_channels(const direct_steps_if& shape, Routing routing, WayOut way_out,
                  std::uint32_t channels);

  void route(std::uint32_t router, std::uint32_t port, std::uint32_t channel, RouteHeader& header,
             ChannelOptions& options) const override;
  /// Where packets have nothing to choose, those for one destination enter by one channel.
  [[nodiscard]] std::uint32_t entry(const RouteHeader& header) const override;
  [[nodiscard]] std::string port_name(std::uint32_t port) const override;
  [[nodiscard]] std::string inner_name(std::uint32_t router) const override {
    return shape_->inner_name(router);
  }
  /// Has a packet never more than one channel to choose from? Then packets of one source and
  /// destination come out in the order in which they went in.
  [[nodiscard]] bool ordered() const { return ordered_; }

 private:
  void add_ordered(std::uint32_t port, std::uint32_t channel, unsigned phase,
                   const DirectStep& step, ChannelOptions& options) const;

  const direct_steps_if* shape_;
  Routing routing_;
  WayOut way_out_;
  std::uint32_t channels_;
  std::uint32_t all_;  ///< a bit for each
  bool ordered_ = false;
  std::uint32_t adaptive_ = 0;              ///< those of minimal-adaptive that are no escape
  std::array<std::uint32_t, 4> classes_{};  ///< phase * 2 + (the ring's end is behind it or not)
};

}  // namespace plexus
