#pragma once

#include <cstdint>
#include <string>

#include "hw/systemc.hpp"

namespace plexus {

class branch_output;

/// Which direction of a branch gets a link that both share.
enum class LinkGrant : std::uint8_t { kNobody, kUp, kDown };

/// Who wants a link, and by which rule it is granted.
struct LinkRequests {
  bool up = false;           ///< from the first end of the branch to the second
  bool down = false;         ///< the other way
  bool up_first = false;     ///< on demand: which direction comes first
  bool divided = false;      ///< time division instead
  bool second_half = false;  ///< time division: of the present step
};

/// Who gets it. On demand the preferred direction, the other one if that is idle; with time
/// division the way up in the first half of a step, the way down in the second. Combinational.
constexpr LinkGrant half_duplex_grant(const LinkRequests& asked) {
  if (asked.divided) {
    if (asked.second_half) return asked.down ? LinkGrant::kDown : LinkGrant::kNobody;
    return asked.up ? LinkGrant::kUp : LinkGrant::kNobody;
  }
  if (asked.up && (asked.up_first || !asked.down)) return LinkGrant::kUp;
  return asked.down ? LinkGrant::kDown : LinkGrant::kNobody;
}

/// Stands in the place of the ports: Verilated twins.
class half_duplex_ports_if {
 public:
  /// `up`: the branch, by its way up.
  virtual LinkGrant grant(const branch_output& up, std::uint32_t link,
                          const LinkRequests& asked) = 0;

 protected:
  ~half_duplex_ports_if() = default;
};

/// The ports that grant the links of a network's branches to one direction at a time, one per link.
/// Twin: rtl/router/ft_half_duplex_port.sv.
class half_duplex_ports final : public sc_core::sc_object, public half_duplex_ports_if {
 public:
  /// `network`: full name of the branches.
  explicit half_duplex_ports(const char* network) : sc_object{"ports"}, network_{network} {}

  LinkGrant grant(const branch_output& up, std::uint32_t link, const LinkRequests& asked) override {
    return twin_ == nullptr ? half_duplex_grant(asked) : twin_->grant(up, link, asked);
  }
  void set_twin(half_duplex_ports_if& twin) { twin_ = &twin; }
  [[nodiscard]] const std::string& network() const { return network_; }

 private:
  std::string network_;
  half_duplex_ports_if* twin_ = nullptr;
};

}  // namespace plexus
