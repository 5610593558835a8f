#include "models/pops/pops_route.hpp"

#include <bit>

#include "rtl/frame/block.hpp"

namespace plexus::pops_route_adapter {

/// Pins of pops_route.sv.
struct Inputs {
  Pin op{"op"}, x{"x"}, r{"r"}, dest{"dest"}, low{"low"};
};
struct Outputs {
  Pin relay_group{"relay_group"}, relay_idx{"relay_idx"}, pass{"pass"};
  Pin dst_group_lo{"dst_group_lo"}, dst_group_hi{"dst_group_hi"};
};

/// Twins of the route units, a lane per processor.
class pops_route_twins final
    : public decision_twins<twin<Inputs, Outputs>, RouteIn, RouteOut, const pops_route> {
 public:
  pops_route_twins(exchange_port<group_route_if>& port, const pops_route& of, const TwinSite& site)
      : decision_twins{port, of, site, parameters(of.degree(), of.groups()),
                       in_nodes(machine_name(of), of.degree() * of.groups(), "route")} {}

  static Parameters parameters(NodeId degree, NodeId groups) {
    return {{"IndexBits", static_cast<std::uint64_t>(std::countr_zero(degree))},
            {"GroupBits", static_cast<std::uint64_t>(std::countr_zero(groups))}};
  }
};

constexpr auto kSlicesBits = [](const pops_route& part, const TwinSite&) {
  if (std::has_single_bit(part.degree()) && std::has_single_bit(part.groups())) return true;
  throw SizeMissing{fmt::format(
      "The twin of pops_route slices bits, and this machine has {} groups of {} processors: choose "
      "powers of two.",
      part.groups(), part.degree())};
};

TwinBlock pops_route_block() { return block_of<pops_route_twins, kSlicesBits>(4, 4); }

}  // namespace plexus::pops_route_adapter
