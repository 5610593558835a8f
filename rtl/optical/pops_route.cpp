#include "hw/optical/pops_route.hpp"

#include <bit>
#include <optional>
#include <string>

#include "hw/channel/exchange_port.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::pops_route_adapter {

namespace {

/// The route unit of one processor.
struct Lane final : twin_lane {
  Lane(twin_bank& twins, const std::string& machine, NodeId number)
      : twin_lane{twins, machine + ".node_" + std::to_string(number) + ".route"}, node{number} {}

  NodeId node;
  /// What it was asked first in this cycle that it answered otherwise than the part.
  std::optional<std::pair<RelayRule, NodeId>> stop;
  std::optional<std::pair<std::int64_t, NodeId>> range;

  In op{*this, "op"};
  In x{*this, "x"};
  In r{*this, "r"};
  In dest{*this, "dest"};
  In low{*this, "low"};
  Out relay_group{*this, "relay_group"};
  Out relay_idx{*this, "relay_idx"};
  Out pass{*this, "pass"};
  Out dst_group_lo{*this, "dst_group_lo"};
  Out dst_group_hi{*this, "dst_group_hi"};
};

class pops_route_twins final : public twins_of<Lane>, public group_route_if {
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
    Lane& unit = active_lane(asker, part_->get_parent_object()->name(), asker);
    const RelayStop twin = ask(unit, rule, key);
    if (replaces()) return twin;
    const RelayStop model = model_->stop(asker, rule, key);
    if (twin != model && !unit.stop) unit.stop.emplace(rule, key);
    return model;
  }

  GroupRange range(NodeId asker, std::int64_t low, NodeId dest) override {
    Lane& unit = active_lane(asker, part_->get_parent_object()->name(), asker);
    const GroupRange twin = ask(unit, low, dest);
    if (replaces()) return twin;
    const GroupRange model = model_->range(asker, low, dest);
    if (twin != model && !unit.range) unit.range.emplace(low, dest);
    return model;
  }

 private:
  RelayStop ask(Lane& unit, RelayRule rule, NodeId key) {
    unit.op.set(static_cast<std::uint64_t>(rule));
    (rule == RelayRule::kRank ? unit.r : unit.x).set(key);
    unit.ask();
    return {static_cast<NodeId>(unit.relay_group.seen() * part_->degree() + unit.relay_idx.seen()),
            static_cast<NodeId>(unit.pass.seen())};
  }
  GroupRange ask(Lane& unit, std::int64_t low, NodeId dest) {
    unit.low.set(static_cast<std::uint64_t>(low));  // -1: all ones
    unit.dest.set(dest);
    unit.ask();
    return {static_cast<NodeId>(unit.dst_group_lo.seen()),
            static_cast<NodeId>(unit.dst_group_hi.seen())};
  }

  void make_all() override {
    for (NodeId node = 0; node < part_->degree() * part_->groups(); ++node) {
      lane(node, part_->get_parent_object()->name(), node);
    }
  }

  void expect(Lane& unit, Cycles /*cycle*/) override {
    if (unit.stop) {
      const auto [rule, key] = *unit.stop;
      ask(unit, rule, key);
      const RelayStop model = model_->stop(unit.node, rule, key);
      unit.relay_group.expect(model.relay / part_->degree());
      unit.relay_idx.expect(model.relay % part_->degree());
      unit.pass.expect(model.pass);
    } else if (unit.range) {
      const auto [low, dest] = *unit.range;
      ask(unit, low, dest);
      const GroupRange model = model_->range(unit.node, low, dest);
      unit.dst_group_lo.expect(model.first);
      unit.dst_group_hi.expect(model.second);
    }
  }

  const pops_route* part_;
  group_route_if* model_;  ///< what the twins stand in front of
};

}  // namespace

TwinBlock pops_route_block() {
  return {
      .name = "pops_route",
      .part = "hw/optical/pops_route.hpp",
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
