#include <bit>

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

using Lane = twin<Inputs, Outputs>;

/// Twins of what every node of a clique asks for each block that it holds, a lane per node.
class clique_steer_twins final
    : public decision_twins<Lane, SteerIn, SteerOut, const clique_steering> {
 public:
  clique_steer_twins(exchange_port<clique_steering_if>& port, const clique_steering& of,
                     const TwinSite& site)
      : decision_twins{port, of, site, parameters(of.radix(), of.digits()),
                       in_nodes(of.name(), of.nodes())} {}

  static Parameters parameters(std::int64_t radix, int digits) {
    const std::uint64_t bits = std::bit_width(static_cast<std::uint64_t>(radix));
    return {{"Digits", std::max(3, digits)}, {"DigitWidth", std::max<std::uint64_t>(3, bits)}};
  }

 private:
  void tell(Lane& lane, const SteerIn& in) override {
    put(lane.in, part.digit(static_cast<NodeId>(lane.number()), in.index), in.index);
    for (int i = 0; i < part.digits(); ++i) {
      lane.in.destination.set(static_cast<std::size_t>(i), part.digit(in.destination, i));
    }
  }
};

constexpr auto kIsSmall = [](const clique_steering& part, const TwinSite& site) {
  require_size(part.nodes() <= kMostNodes, site, "up to {} nodes", kMostNodes);
  return true;
};

TwinBlock clique_steer_block() { return block_of<clique_steer_twins, kIsSmall>(3, 3); }

}  // namespace plexus::clique_steer_adapter
