#include "models/pops/pops_route.hpp"

#include <bit>
#include <optional>
#include <string>

#include "hw/channel/exchange_port.hpp"
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
    : public twins_before<twin<Inputs, Outputs>, group_route_if, const pops_route> {
 public:
  pops_route_twins(exchange_port<group_route_if>& port, const pops_route& of, const TwinSite& site)
      : twins_before{port, of, site, parameters(of.degree(), of.groups()),
                     in_nodes(machine_name(of), of.degree() * of.groups(), "route")} {}

  static Parameters parameters(NodeId degree, NodeId groups) {
    return {{"IndexBits", static_cast<std::uint64_t>(std::countr_zero(degree))},
            {"GroupBits", static_cast<std::uint64_t>(std::countr_zero(groups))}};
  }

  RelayStop stop(NodeId asker, RelayRule rule, NodeId key) override {
    auto& unit = active_lane(asker);
    unit.in.op.set(rule);
    (rule == RelayRule::kRank ? unit.in.r : unit.in.x).set(key);
    unit.ask();
    if (replaces()) {
      const std::uint64_t relay =
          unit.seen.relay_group.get() * part.degree() + unit.seen.relay_idx.get();
      return {static_cast<NodeId>(relay), unit.seen.pass.as<NodeId>()};
    }
    const RelayStop stop = model.stop(asker, rule, key);
    unit.out.relay_group.set(stop.relay / part.degree());
    unit.out.relay_idx.set(stop.relay % part.degree());
    unit.out.pass.set(stop.pass);
    unit.agree();
    return stop;
  }

  GroupRange range(NodeId asker, std::int64_t low, NodeId dest) override {
    auto& unit = active_lane(asker);
    unit.in.low.set(low);  // -1: all ones
    unit.in.dest.set(dest);
    unit.ask();
    if (replaces()) {
      return {unit.seen.dst_group_lo.as<NodeId>(), unit.seen.dst_group_hi.as<NodeId>()};
    }
    const GroupRange range = model.range(asker, low, dest);
    unit.out.dst_group_lo.set(range.first);
    unit.out.dst_group_hi.set(range.second);
    unit.agree();
    return range;
  }
};

constexpr auto kSlicesBits = [](const pops_route& part, const TwinSite&) {
  if (std::has_single_bit(part.degree()) && std::has_single_bit(part.groups())) return true;
  throw SizeMissing{"The twin of pops_route slices bits, and this machine has " +
                    std::to_string(part.groups()) + " groups of " + std::to_string(part.degree()) +
                    " processors: choose powers of two."};
};

TwinBlock pops_route_block() {
  return {.part = "models/pops/pops_route.hpp",
          .sizes = "d and g powers of two",
          .help = "Relays and destination groups by bit slices",
          .built = pops_route_twins::parameters(4, 4),
          .attach = attach_before<group_route_if, pops_route, pops_route_twins, kSlicesBits>};
}

}  // namespace plexus::pops_route_adapter
