#include "models/pops/pops_route.hpp"

#include <bit>
#include <optional>
#include <string>

#include "hw/channel/exchange_port.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::pops_route_adapter {

/// Pins of pops_route.sv.
struct Inputs {
  Pin op{"op"};
  Pin x{"x"};
  Pin r{"r"};
  Pin dest{"dest"};
  Pin low{"low"};
};

struct Outputs {
  Pin relay_group{"relay_group"};
  Pin relay_idx{"relay_idx"};
  Pin pass{"pass"};
  Pin dst_group_lo{"dst_group_lo"};
  Pin dst_group_hi{"dst_group_hi"};
};

/// Twins of the route units, a lane per processor.
class pops_route_twins final : public twins_of<twin<Inputs, Outputs>>, public group_route_if {
 public:
  pops_route_twins(exchange_port<group_route_if>& port, const pops_route& part,
                   const TwinSite& site)
      : twins_of{site, parameters(part.degree(), part.groups())},
        part_{&part},
        model_{&port.in_front(*this)} {}

  static Parameters parameters(NodeId degree, NodeId groups) {
    return {{"IndexBits", static_cast<std::uint64_t>(std::countr_zero(degree))},
            {"GroupBits", static_cast<std::uint64_t>(std::countr_zero(groups))}};
  }

  RelayStop stop(NodeId asker, RelayRule rule, NodeId key) override {
    auto& unit = unit_of(asker);
    activate(unit);
    unit.in.op.set(static_cast<std::uint64_t>(rule));
    (rule == RelayRule::kRank ? unit.in.r : unit.in.x).set(key);
    unit.ask();
    if (replaces()) {
      const std::uint64_t relay =
          unit.seen.relay_group.get() * part_->degree() + unit.seen.relay_idx.get();
      return {static_cast<NodeId>(relay), static_cast<NodeId>(unit.seen.pass.get())};
    }
    const RelayStop model = model_->stop(asker, rule, key);
    unit.out.relay_group.set(model.relay / part_->degree());
    unit.out.relay_idx.set(model.relay % part_->degree());
    unit.out.pass.set(model.pass);
    unit.agree();
    return model;
  }

  GroupRange range(NodeId asker, std::int64_t low, NodeId dest) override {
    auto& unit = unit_of(asker);
    activate(unit);
    unit.in.low.set(static_cast<std::uint64_t>(low));  // -1: all ones
    unit.in.dest.set(dest);
    unit.ask();
    if (replaces()) {
      return {static_cast<NodeId>(unit.seen.dst_group_lo.get()),
              static_cast<NodeId>(unit.seen.dst_group_hi.get())};
    }
    const GroupRange model = model_->range(asker, low, dest);
    unit.out.dst_group_lo.set(model.first);
    unit.out.dst_group_hi.set(model.second);
    unit.agree();
    return model;
  }

 private:
  twin<Inputs, Outputs>& unit_of(NodeId node) {
    const std::string machine = part_->get_parent_object()->name();
    return lane(node, machine + ".node_" + std::to_string(node) + ".route");
  }
  void make_all() override {
    for (NodeId node = 0; node < part_->degree() * part_->groups(); ++node) unit_of(node);
  }

  const pops_route* part_;
  group_route_if* model_;  ///< what the twins stand in front of
};

TwinBlock pops_route_block() {
  return {
      .name = "pops_route",
      .part = "models/pops/pops_route.hpp",
      .sizes = "d and g powers of two",
      .help = "Relays and destination groups by bit slices",
      .built = pops_route_twins::parameters(4, 4),
      .attach = [](sc_core::sc_object& object, const TwinSite& site) -> std::unique_ptr<twin_bank> {
        auto* const port = dynamic_cast<exchange_port<group_route_if>*>(&object);
        if (port == nullptr) return nullptr;
        const auto* const part = dynamic_cast<const pops_route*>(&port->standard());
        if (part == nullptr) return nullptr;
        if (!std::has_single_bit(part->degree()) || !std::has_single_bit(part->groups())) {
          throw SizeMissing{"The twin of pops_route slices bits, and this machine has " +
                            std::to_string(part->groups()) + " groups of " +
                            std::to_string(part->degree()) + " processors: choose powers of two."};
        }
        return std::make_unique<pops_route_twins>(*port, *part, site);
      }};
}

}  // namespace plexus::pops_route_adapter
