#include <optional>

#include "hw/router/branch_bank.hpp"
#include "hw/router/half_duplex_port.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_half_duplex_port_adapter {

namespace {

/// The port of one link.
struct Lane final : twin_lane {
  Lane(twin_bank& bank, std::string name) : twin_lane{bank, std::move(name)} {}

  void put(const LinkRequests& asked) {
    up_req.set(asked.up);
    down_req.set(asked.down);
    up_first.set(asked.up_first);
    tdm.set(asked.divided);
    half_step.set(asked.second_half);
  }
  /// Nothing where both are granted.
  [[nodiscard]] std::optional<LinkGrant> shown() const {
    if (up_gnt.on() && down_gnt.on()) return std::nullopt;
    if (up_gnt.on()) return LinkGrant::kUp;
    return down_gnt.on() ? LinkGrant::kDown : LinkGrant::kNobody;
  }

  In up_req{*this, "up_req"};
  In down_req{*this, "down_req"};
  In up_first{*this, "up_first"};
  In tdm{*this, "tdm"};
  In half_step{*this, "half_step"};
  Out up_gnt{*this, "up_gnt"};
  Out down_gnt{*this, "down_gnt"};
  std::optional<LinkRequests> differs;  ///< the first of this cycle on which twin and part differ
};

/// Twins of the ports of a network, a lane per link. Their inputs stay until they are asked again.
class half_duplex_twins final : public twins_of<Lane>, public half_duplex_ports_if {
 public:
  half_duplex_twins(half_duplex_ports& part, const TwinSite& site)
      : twins_of{site, {}}, part_{&part} {
    part.set_twin(*this);
  }

  LinkGrant grant(const branch_output& up, std::uint32_t link, const LinkRequests& asked) override {
    Lane& lane = lane_of(up, link);
    activate(lane);
    lane.put(asked);
    lane.ask();
    const auto shown = lane.shown();
    if (replaces()) {
      if (!shown) wrong_now(lane, "grants a link to both directions");
      const bool wanted = *shown == LinkGrant::kUp ? asked.up : asked.down;
      if (*shown != LinkGrant::kNobody && !wanted) wrong_now(lane, "grants a link to nobody");
      return *shown;
    }
    const LinkGrant model = half_duplex_grant(asked);
    if (shown != model && !lane.differs) lane.differs = asked;
    return model;
  }

 private:
  Lane& lane_of(const branch_output& up, std::uint32_t link) {
    const std::uint64_t key = std::uint64_t{up.number()} << 32 | link;
    if (Lane* const found = existing(key)) return *found;
    return lane(key, part_->network() + '.' + up.name() + ".port_" + std::to_string(link));
  }

  /// Ports are made when they are first asked: a branch may have a billion links.
  void make_all() override {}

  void expect(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.differs) return;
    lane.put(*lane.differs);
    lane.ask();
    const LinkGrant model = half_duplex_grant(*lane.differs);
    lane.up_gnt.expect(model == LinkGrant::kUp);
    lane.down_gnt.expect(model == LinkGrant::kDown);
  }

  half_duplex_ports* part_;
};

}  // namespace

TwinBlock ft_half_duplex_port_block() {
  return {.name = "ft_half_duplex_port",
          .part = "hw/router/half_duplex_port.hpp",
          .sizes = "any",
          .help = "Grants a link that both directions of a branch share to one of them",
          .built = {},
          .attach = attach_to<half_duplex_ports, half_duplex_twins>};
}

}  // namespace plexus::ft_half_duplex_port_adapter
