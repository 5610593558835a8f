#include "models/direct/direct_channels.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/router/vc_router.hpp"

namespace plexus {

namespace {

constexpr std::array<std::string_view, 3> kRoutingWords{"dimension-order", "valiant",
                                                        "minimal-adaptive"};
constexpr std::array<std::string_view, 3> kWayOutWords{"dateline", "bubble", "none"};

template <typename Kind, std::size_t kCount>
std::optional<Kind> parse(std::string_view word, const std::array<std::string_view, kCount>& words,
                          const std::array<Kind, kCount>& kinds) {
  for (std::size_t i = 0; i < kCount; ++i) {
    if (words[i] == word) return kinds[i];
  }
  return std::nullopt;
}

/// Classes that dimension order needs in one phase.
std::uint32_t classes_of(WayOut way_out, bool rings) {
  return way_out == WayOut::kDateline && rings ? 2 : 1;
}

}  // namespace

std::string_view to_string(Routing routing) {
  return kRoutingWords[static_cast<std::size_t>(routing)];
}
std::optional<Routing> parse_routing(std::string_view word) {
  return parse(word, kRoutingWords, kRoutings);
}
std::string_view to_string(WayOut way_out) {
  return kWayOutWords[static_cast<std::size_t>(way_out)];
}
std::optional<WayOut> parse_way_out(std::string_view word) {
  return parse(word, kWayOutWords, kWaysOut);
}

std::uint32_t channels_needed(Routing routing, WayOut way_out, bool rings) {
  if (way_out == WayOut::kNone) return 1;
  const std::uint32_t classes = classes_of(way_out, rings);
  switch (routing) {
    case Routing::kDimensionOrder:
      break;
    case Routing::kValiant:
      return 2 * classes;
    case Routing::kMinimalAdaptive:
      return classes + 1;
  }
  return classes;
}

bool needs_empty_channels(Routing routing, WayOut way_out, PacketSwitching switching) {
  return routing == Routing::kMinimalAdaptive && way_out != WayOut::kNone &&
         switching == PacketSwitching::kWormhole;
}

// ---- shapes -------------------------------------------------------------------------------------

line_steps::line_steps(std::vector<int> sides, bool wrap) : sides_{std::move(sides)}, wrap_{wrap} {
  NodeId nodes = 1;
  for (const int side : sides_) {
    if (side > 0xffff) return;
    nodes *= static_cast<NodeId>(side);
  }
  places_.reserve(nodes * sides_.size());
  for (NodeId v = 0; v < nodes; ++v) {
    NodeId rest = v;
    for (const int side : sides_) {
      places_.push_back(static_cast<std::uint16_t>(rest % static_cast<NodeId>(side)));
      rest /= static_cast<NodeId>(side);
    }
  }
}

void line_steps::steps(NodeId here, NodeId destination, std::uint32_t most,
                       DirectSteps& steps) const {
  const std::size_t dimensions = sides_.size();
  for (std::uint32_t j = 0; j < dimensions && most > 0; ++j) {
    const int side = sides_[j];
    int from = 0;
    int to = 0;
    if (places_.empty()) {
      from = static_cast<int>(here % static_cast<NodeId>(side));
      to = static_cast<int>(destination % static_cast<NodeId>(side));
      here /= static_cast<NodeId>(side);
      destination /= static_cast<NodeId>(side);
    } else {
      from = places_[here * dimensions + j];
      to = places_[destination * dimensions + j];
    }
    if (from == to) continue;
    // As torus_route::hops, without a division.
    const int ahead = to > from ? to - from : to - from + side;
    const bool rises = wrap_ ? ahead <= side / 2 : to > from;
    steps.add(rises ? 2 * j : 2 * j + 1, rises ? to < from : to > from);
    --most;
  }
}

/// `+x`, `-y`; from the fourth dimension on `+3`.
std::string line_steps::port_name(std::uint32_t port) const {
  const std::uint32_t dimension = port / 2;
  const std::string sign = port % 2 == 0 ? "+" : "-";
  return sign + (dimension < 3 ? std::string{"xyz"[dimension]} : std::to_string(dimension));
}

void cube_steps::steps(NodeId here, NodeId destination, std::uint32_t most,
                       DirectSteps& steps) const {
  for (NodeId left = here ^ destination; left != 0 && most > 0; --most) {
    const auto bit = static_cast<std::uint32_t>(std::bit_width(left)) - 1;
    steps.add(bit, false);
    left ^= NodeId{1} << bit;
  }
}

std::string cube_steps::port_name(std::uint32_t port) const {
  return "dimension " + std::to_string(port);
}

// ---- channels -----------------------------------------------------------------------------------

direct_channels::direct_channels(const direct_steps_if& shape, Routing routing, WayOut way_out,
                                 std::uint32_t channels)
    : shape_{&shape},
      routing_{routing},
      way_out_{way_out},
      channels_{channels},
      all_{(1U << channels) - 1} {
  const std::uint32_t halves = classes_of(way_out, shape.rings());
  std::uint32_t classes = halves * (routing == Routing::kValiant ? 2 : 1);
  std::uint32_t dealt = channels;
  if (way_out == WayOut::kNone) {
    classes = 1;
    adaptive_ = all_;
  } else if (routing == Routing::kMinimalAdaptive) {
    dealt = classes;
    adaptive_ = all_ & ~((1U << classes) - 1);
  }
  for (std::uint32_t phase = 0; phase < 2; ++phase) {
    for (std::uint32_t crossed = 0; crossed < 2; ++crossed) {
      const std::uint32_t number =
          classes == 1 ? 0 : (phase * halves + (halves == 2 ? crossed : 0)) % classes;
      const std::uint32_t first = number * dealt / classes;
      const std::uint32_t end = (number + 1) * dealt / classes;
      classes_[phase * 2 + crossed] = (1U << end) - (1U << first);
    }
  }
  const auto single = [](std::uint32_t mine) { return std::has_single_bit(mine); };
  ordered_ = routing == Routing::kDimensionOrder && std::ranges::all_of(classes_, single);
}

void direct_channels::route(std::uint32_t router, std::uint32_t port, std::uint32_t channel,
                            RouteHeader& header, ChannelOptions& options) const {
  unsigned phase = 0;
  NodeId goal = header.destination;
  if (routing_ == Routing::kValiant) {
    if (header.via == router) header.phase = 1;
    phase = header.phase;
    if (phase == 0) goal = header.via;
  }
  DirectSteps steps;
  shape_->steps(router, goal, routing_ == Routing::kMinimalAdaptive ? ~0U : 1, steps);
  const auto all = steps.all();
  if (all.empty()) {
    options.add(shape_->ports(), all_);
    return;
  }
  if (routing_ == Routing::kMinimalAdaptive) {
    for (const DirectStep& step : all) options.add(step.port, adaptive_);
    if (way_out_ == WayOut::kNone) return;
  }
  add_ordered(port, channel, phase, all.front(), options);
}

/// The channels of dimension order.
void direct_channels::add_ordered(std::uint32_t port, std::uint32_t channel, unsigned phase,
                                  const DirectStep& step, ChannelOptions& options) const {
  const std::uint32_t mine = classes_[phase * 2 + (step.crosses ? 0 : 1)];
  if (way_out_ != WayOut::kBubble || !shape_->rings()) {
    options.add(step.port, mine);
    return;
  }
  const bool goes_on = port == shape_->reverse(step.port);
  const std::uint32_t same = goes_on ? mine & 1U << channel : 0;
  options.add(step.port, same);
  options.add(step.port, mine & ~same, true);
}

std::string direct_channels::port_name(std::uint32_t port) const {
  return port == shape_->ports() ? "node" : shape_->port_name(port);
}

std::uint32_t direct_channels::entry(const RouteHeader& header) const {
  return ordered_ ? 1U << header.destination % channels_ : all_;
}

}  // namespace plexus
