#include "hw/optical/pops_arbiter.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hw/channel/exchange_port.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::pops_arbiter_adapter {

/// Pins of pops_arbiter.sv.
struct Inputs {
  Pin req{"req"};
  Pin advance{"advance"};
};

struct Outputs {
  Pin grant = Pin{"grant"}.before();
  Pin grant_idx = Pin{"grant_idx"}.before();
};

struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& twins, const pops_arbiter& part, std::uint64_t number)
      : twin{twins, part.name_of(number)} {}

  std::uint32_t winner = 0;
  bool asked = false;  ///< in this cycle
};

class pops_arbiter_twins final : public twins_of<Lane>, public coupler_grant_if {
 public:
  pops_arbiter_twins(exchange_port<coupler_grant_if>& port, const pops_arbiter& part,
                     const TwinSite& site)
      : twins_of{site, parameters(part.requesters())},
        part_{&part},
        model_{&port.in_front(*this)} {}

  static Parameters parameters(std::uint32_t requesters) { return {{"Requesters", requesters}}; }

  std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) override {
    Lane& one = active_lane(number, *part_, number);
    one.asked = true;
    one.in.req.clear();
    one.in.advance.clear();
    for (const std::uint32_t request : requests) one.in.req.set_bit(request);
    one.winner = replaces() ? granted(one, requests) : model_->grant(number, requests);
    return one.winner;
  }
  void advance(std::uint64_t number) override {
    existing(number)->in.advance.set(1);
    if (!replaces()) model_->advance(number);
  }

 private:
  std::uint32_t granted(Lane& one, std::span<const std::uint32_t> requests) {
    one.settle();
    const auto winner = static_cast<std::uint32_t>(one.seen.grant_idx.get());
    if (std::ranges::find(requests, winner) == requests.end()) {
      wrong_now(one, "grants somebody who does not ask");
    }
    return winner;
  }

  void make_all() override {}  // only those that are asked

  void present(Lane& one, Cycles /*cycle*/) override {
    if (one.asked) return;
    one.in.req.clear();
    one.in.advance.clear();
  }

  void expect(Lane& one, Cycles /*cycle*/) override {
    one.out.grant.clear();
    one.out.grant_idx.clear();
    if (!one.asked) return;
    one.out.grant.set_bit(one.winner);
    one.out.grant_idx.set(one.winner);
  }

  bool goes_on(Lane& one, Cycles /*cycle*/) override {
    return std::exchange(one.asked, false);  // a cycle more, in which nobody asks
  }

  const pops_arbiter* part_;
  coupler_grant_if* model_;  ///< what the twins stand in front of
};

TwinBlock pops_arbiter_block() {
  return {.name = "pops_arbiter",
          .part = "hw/optical/pops_arbiter.hpp",
          .sizes = "any number of requesters",
          .help = "Round-robin arbiter of a coupler or of a receiver",
          .built = pops_arbiter_twins::parameters(4),
          .attach = attach_before<coupler_grant_if, pops_arbiter, pops_arbiter_twins>};
}

}  // namespace plexus::pops_arbiter_adapter
