#include <optional>
#include <utility>

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
  /// The first request of this cycle on which twin and part differ, and what the part grants.
  std::optional<std::pair<LinkRequests, LinkGrant>> differs;
};

/// Twins of the ports of a network, a lane per link. Their inputs stay until they are asked again.
class half_duplex_twins final : public twins_of<Lane>, public link_grant_if {
 public:
  half_duplex_twins(half_duplex_ports& part, const TwinSite& site)
      : twins_of{site, {}}, part_{&part}, model_{&part.grants.in_front(*this)} {}

  [[nodiscard]] LinkGrant grant(const branch_output& up, std::uint32_t link,
                                const LinkRequests& asked) override {
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
    const LinkGrant model = model_->grant(up, link, asked);
    if (shown != model && !lane.differs) lane.differs = {asked, model};
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
    const auto& [asked, model] = *lane.differs;
    lane.put(asked);
    lane.ask();
    lane.up_gnt.expect(model == LinkGrant::kUp);
    lane.down_gnt.expect(model == LinkGrant::kDown);
  }

  half_duplex_ports* part_;
  link_grant_if* model_;  ///< what the twins stand in front of
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
