#pragma once

#include <cstdint>
#include <string>

#include "hw/channel/branch.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class branch_bank;

/// Who gets it. On demand the preferred direction, the other one if that is idle; with time
/// division the way up in the first half of a step, the way down in the second. Combinational.
constexpr LinkGrant half_duplex_grant(const LinkRequests& asked) {
  const bool up_comes = asked.divided ? !asked.second_half : asked.up_first || !asked.down;
  const bool down_comes = asked.divided ? asked.second_half : !asked.up_first || !asked.up;
  return {asked.up && up_comes, asked.down && down_comes};
}

/// The ports that grant the links of a network's branches, one per link, as one module: what
/// decides stands behind its port. Twin: rtl/router/ft_half_duplex_port.sv.
class half_duplex_ports final : public sc_core::sc_module {
  struct Own final : link_grant_if {
    [[nodiscard]] LinkGrant decide(std::uint64_t /*link*/, const LinkRequests& asked) override {
      return half_duplex_grant(asked);
    }
  };
  Own own_;

 public:
  half_duplex_ports(sc_core::sc_module_name name, const branch_bank& network)
      : sc_module{name}, network_{&network} {}

  exchange_port<link_grant_if> grants{"grants", own_};

  /// Full name of a direction of a branch. From the start of the simulation on.
  [[nodiscard]] std::string branch_name(std::uint32_t number) const;

 private:
  const branch_bank* network_;
};

}  // namespace plexus
