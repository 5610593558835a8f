#include <bit>
#include <optional>

#include "models/reconfigurable/clique_steering.hpp"
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
  Pin port{"port"}, keep{"keep"};
};

/// Twins of what every node of a clique asks for each block that it holds, a lane per node.
class clique_steer_twins final
    : public twins_before<twin<Inputs, Outputs>, clique_steering_if, const clique_steering> {
 public:
  clique_steer_twins(exchange_port<clique_steering_if>& port, const clique_steering& of,
                     const TwinSite& site)
      : twins_before{port,
                     of,
                     site,
                     parameters(of.radix(), of.digits()),
                     {of.nodes(), [&of](std::uint64_t node) {
                        return fmt::format("{}.node_{}", of.name(), node);
                      }}} {}

  static Parameters parameters(std::int64_t radix, int digits) {
    const std::uint64_t bits = std::bit_width(static_cast<std::uint64_t>(radix));
    return {{"Digits", std::max(3, digits)}, {"DigitWidth", std::max<std::uint64_t>(3, bits)}};
  }

  [[nodiscard]] std::optional<std::uint32_t> port(NodeId own, int index,
                                                  NodeId destination) override {
    auto& lane = active_lane(own);
    put(lane.in, part.digit(own, index), index);
    for (int i = 0; i < part.digits(); ++i) {
      lane.in.destination.set(static_cast<std::size_t>(i), part.digit(destination, i));
    }
    lane.ask();
    if (replaces()) {
      if (lane.seen.keep.on()) return std::nullopt;
      return lane.seen.port.as<std::uint32_t>();
    }
    const auto goes = model.port(own, index, destination);
    lane.out.keep.set(!goes);
    if (goes) lane.out.port.set(*goes);
    lane.agree();
    return goes;
  }
};

constexpr auto kIsSmall = [](const clique_steering& part, const TwinSite& site) {
  require_size(part.nodes() <= kMostNodes, site, "up to {} nodes", kMostNodes);
  return true;
};

TwinBlock clique_steer_block() { return block_of<clique_steer_twins, kIsSmall>(3, 3); }

}  // namespace plexus::clique_steer_adapter
