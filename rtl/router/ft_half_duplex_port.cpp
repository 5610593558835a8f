#include "hw/router/branch_bank.hpp"
#include "hw/router/half_duplex_port.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_half_duplex_port_adapter {

/// Pins of ft_half_duplex_port.sv.
struct Inputs {
  Pin up_req{"up_req"}, down_req{"down_req"};
  Pin up_first{"up_first"};    ///< where both ask
  Pin tdm{"tdm"};              ///< a step is divided between the directions
  Pin half_step{"half_step"};  ///< it is the second half
};
struct Outputs {
  Pin up_gnt{"up_gnt"}, down_gnt{"down_gnt"};
};

/// Twins of the ports of a network, a lane per link. Ports are made when they are first asked: a
/// branch may have a billion links.
class half_duplex_twins final
    : public twins_before<twin<Inputs, Outputs>, link_grant_if, half_duplex_ports> {
 public:
  half_duplex_twins(half_duplex_ports& of, const TwinSite& site)
      : twins_before{of.grants, of, site, {}, {0, {}}} {}

  [[nodiscard]] LinkGrant grant(std::uint32_t up, std::uint32_t link,
                                const LinkRequests& asked) override {
    auto& lane = active_lane(std::uint64_t{up} << 32 | link,
                             fmt::format("{}.port_{}", part.branch_name(up), link));
    put(lane.in, asked.up, asked.down, asked.up_first, asked.divided, asked.second_half);
    lane.ask();
    if (!replaces()) {
      const LinkGrant granted = model.grant(up, link, asked);
      put(lane.out, granted == LinkGrant::kUp, granted == LinkGrant::kDown);
      lane.agree();
      return granted;
    }
    const bool goes_up = lane.seen.up_gnt.on();
    const bool goes_down = lane.seen.down_gnt.on();
    if (goes_up && goes_down) wrong_now(lane, "grants a link to both directions");
    if ((goes_up && !asked.up) || (goes_down && !asked.down)) {
      wrong_now(lane, "grants a link to nobody");
    }
    return goes_up ? LinkGrant::kUp : goes_down ? LinkGrant::kDown : LinkGrant::kNone;
  }
};

TwinBlock ft_half_duplex_port_block() { return block_of<half_duplex_twins>(); }

}  // namespace plexus::ft_half_duplex_port_adapter
