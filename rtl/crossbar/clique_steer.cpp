#include <bit>
#include <optional>
#include <string>

#include "hw/channel/exchange_port.hpp"
#include "hw/crossbar/clique_steering.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::clique_steer_adapter {

constexpr NodeId kMostNodes = 1024;

/// Pins of clique_steer.sv.
struct Inputs {
  Pin own_digit{"own_digit"};
  Pin index{"index"};  ///< of the digit
  Pin destination{"destination", "DigitWidth"};
};

struct Outputs {
  Pin port{"port"};
  Pin keep{"keep"};
};

/// Twins of what every node of a clique asks for each block that it holds, a lane per node.
class clique_steer_twins final : public twins_of<twin<Inputs, Outputs>>, public clique_steering_if {
 public:
  clique_steer_twins(exchange_port<clique_steering_if>& port, const clique_steering& part,
                     const TwinSite& site)
      : twins_of{site, parameters(part.radix(), part.digits())},
        part_{&part},
        model_{&port.in_front(*this)} {}

  static Parameters parameters(std::int64_t radix, int digits) {
    const std::uint64_t bits = std::bit_width(static_cast<std::uint64_t>(radix));
    return {{"Digits", static_cast<std::uint64_t>(std::max(3, digits))},
            {"DigitWidth", std::max<std::uint64_t>(3, bits)}};
  }

  [[nodiscard]] std::optional<std::uint32_t> port(NodeId own, int index,
                                                  NodeId destination) override {
    auto& lane = lane_of(own);
    activate(lane);
    lane.in.own_digit.set(static_cast<std::uint64_t>(part_->digit(own, index)));
    lane.in.index.set(static_cast<std::uint64_t>(index));
    for (int i = 0; i < part_->digits(); ++i) {
      lane.in.destination.set(static_cast<std::size_t>(i),
                              static_cast<std::uint64_t>(part_->digit(destination, i)));
    }
    lane.ask();
    if (replaces()) {
      if (lane.seen.keep.on()) return std::nullopt;
      return static_cast<std::uint32_t>(lane.seen.port.get());
    }
    const auto model = model_->port(own, index, destination);
    lane.out.keep.set(!model);
    if (model) lane.out.port.set(*model);
    lane.agree();
    return model;
  }

 private:
  twin<Inputs, Outputs>& lane_of(NodeId node) {
    return lane(node, std::string{part_->name()} + ".node_" + std::to_string(node));
  }
  void make_all() override {
    for (NodeId node = 0; node < part_->nodes(); ++node) lane_of(node);
  }

  const clique_steering* part_;
  clique_steering_if* model_;  ///< what the twins stand in front of
};

constexpr auto kIsSmall = [](const clique_steering& part, const TwinSite& site) {
  require_size(part.nodes() <= kMostNodes, site, "up to " + std::to_string(kMostNodes) + " nodes");
  return true;
};

TwinBlock clique_steer_block() {
  return {
      .name = "clique_steer",
      .part = "hw/crossbar/clique_steering.hpp",
      .sizes = "up to 1024 nodes",
      .help = "By which port of a clique a block goes on, or that it stays",
      .built = clique_steer_twins::parameters(3, 3),
      .attach = attach_before<clique_steering_if, clique_steering, clique_steer_twins, kIsSmall>};
}

}  // namespace plexus::clique_steer_adapter
