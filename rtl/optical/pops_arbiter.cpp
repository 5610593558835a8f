#include "hw/optical/pops_arbiter.hpp"

#include <algorithm>

#include "rtl/frame/block.hpp"

namespace plexus::pops_arbiter_adapter {

/// Pins of pops_arbiter.sv.
struct Inputs {
  Pin req = Pin{"req"}.once(), advance = Pin{"advance"}.once();
};
struct Outputs {
  Pin grant = Pin{"grant"}.before(), grant_idx = Pin{"grant_idx"}.before();
};
using Lane = twin<Inputs, Outputs>;

/// Twins of the arbiters that are asked, a lane each.
class pops_arbiter_twins final : public twins_before<Lane, coupler_grant_if, const pops_arbiter> {
 public:
  pops_arbiter_twins(exchange_port<coupler_grant_if>& port, const pops_arbiter& of,
                     const TwinSite& site)
      : twins_before{port, of, site, parameters(of.requesters()),
                     PartNames(0, std::bind_front(&pops_arbiter::name_of, &of))} {}

  static Parameters parameters(std::uint32_t requesters) { return {{"Requesters", requesters}}; }

  std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) override {
    Lane& one = active_lane(number);
    one.in.advance.clear();
    one.in.req.set_bits(requests);
    if (!replaces()) {
      const std::uint32_t winner = model.grant(number, requests);
      put(one.out, 0, winner);
      one.out.grant.set_bit(winner);
      return winner;
    }
    one.settle();
    const auto winner = one.seen.grant_idx.as<std::uint32_t>();
    if (std::ranges::find(requests, winner) == requests.end()) {
      wrong_now(one, "grants somebody who does not ask");
    }
    return winner;
  }
  void advance(std::uint64_t number) override {
    existing(number)->in.advance.set(1);
    if (!replaces()) model.advance(number);
  }

 private:
  /// A cycle more, in which nobody asks.
  void expect(Lane& one, Cycles /*cycle*/) override {
    if (!one.in.req.on()) clear(one.out);
  }
  bool goes_on(Lane& one, Cycles /*cycle*/) override { return one.in.req.on(); }
};

TwinBlock pops_arbiter_block() { return block_of<pops_arbiter_twins>(4); }

}  // namespace plexus::pops_arbiter_adapter
