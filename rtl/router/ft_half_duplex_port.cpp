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

using Lane = twin<Inputs, Outputs>;

/// Twins of the ports of a network, a lane per link. Ports are made when they are first asked: a
/// branch may have a billion links.
class half_duplex_twins final
    : public decision_twins<Lane, LinkRequests, LinkGrant, half_duplex_ports> {
 public:
  half_duplex_twins(half_duplex_ports& of, const TwinSite& site)
      : decision_twins{of.grants, of, site, {}, PartNames(0, [&of](std::uint64_t link) {
                         return fmt::format("{}.port_{}",
                                            of.branch_name(static_cast<std::uint32_t>(link >> 32)),
                                            static_cast<std::uint32_t>(link));
                       })} {}

 private:
  void check(Lane& lane) override {
    const LinkGrant granted = take<LinkGrant>(lane.seen);
    if (granted.up && granted.down) wrong_now(lane, "grants a link to both directions");
    if ((granted.up && !lane.in.up_req.on()) || (granted.down && !lane.in.down_req.on())) {
      wrong_now(lane, "grants a link to nobody");
    }
  }
};

TwinBlock ft_half_duplex_port_block() { return block_of<half_duplex_twins>(); }

}  // namespace plexus::ft_half_duplex_port_adapter
