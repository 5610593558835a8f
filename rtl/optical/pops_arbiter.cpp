#include "hw/optical/pops_arbiter.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hw/channel/exchange_port.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::pops_arbiter_adapter {

/// Pins of pops_arbiter.sv.
struct Inputs {
  Pin req = Pin{"req"}.once(), advance = Pin{"advance"}.once();
};

struct Outputs {
  Pin grant = Pin{"grant"}.before(), grant_idx = Pin{"grant_idx"}.before();
};

struct Lane final : twin<Inputs, Outputs> {
  std::uint32_t winner = 0;
  bool asked = false;  ///< in this cycle
};

/// Twins of the arbiters that are asked, a lane each.
class pops_arbiter_twins final : public twins_before<Lane, coupler_grant_if, const pops_arbiter> {
 public:
  pops_arbiter_twins(exchange_port<coupler_grant_if>& port, const pops_arbiter& of,
                     const TwinSite& site)
      : twins_before{port, of, site, parameters(of.requesters()), {0, [&of](std::uint64_t number) {
                                                                     return of.name_of(number);
                                                                   }}} {}

  static Parameters parameters(std::uint32_t requesters) { return {{"Requesters", requesters}}; }

  std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) override {
    Lane& one = active_lane(number);
    one.asked = true;
    clear(one.in);
    for (const std::uint32_t request : requests) one.in.req.set_bit(request);
    one.winner = replaces() ? granted(one, requests) : model.grant(number, requests);
    return one.winner;
  }
  void advance(std::uint64_t number) override {
    existing(number)->in.advance.set(1);
    if (!replaces()) model.advance(number);
  }

 private:
  std::uint32_t granted(Lane& one, std::span<const std::uint32_t> requests) {
    one.settle();
    const auto winner = one.seen.grant_idx.as<std::uint32_t>();
    if (std::ranges::find(requests, winner) == requests.end()) {
      wrong_now(one, "grants somebody who does not ask");
    }
    return winner;
  }

  void expect(Lane& one, Cycles /*cycle*/) override {
    clear(one.out);
    if (!one.asked) return;
    one.out.grant.set_bit(one.winner);
    one.out.grant_idx.set(one.winner);
  }

  bool goes_on(Lane& one, Cycles /*cycle*/) override {
    return std::exchange(one.asked, false);  // a cycle more, in which nobody asks
  }
};

TwinBlock pops_arbiter_block() {
  return {.part = "hw/optical/pops_arbiter.hpp",
          .sizes = "any number of requesters",
          .help = "Round-robin arbiter of a coupler or of a receiver",
          .built = pops_arbiter_twins::parameters(4),
          .attach = attach_before<coupler_grant_if, pops_arbiter, pops_arbiter_twins>};
}

}  // namespace plexus::pops_arbiter_adapter
