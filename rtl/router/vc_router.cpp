#include "hw/router/vc_router.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "hw/router/router_bank.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::vc_router_adapter {

constexpr unsigned kDataWidth = 64;  // no two flits of a run have the same
constexpr unsigned kAgeWidth = 32;   // cycle in which the packet was made, modulo 2^32

std::uint64_t data_of(const Flit& flit) { return std::uint64_t{flit.packet} << 16 | flit.number; }

/// A flit as a link shows it.
struct ShownFlit {
  std::uint32_t output = 0;
  std::uint32_t channel = 0;
  Flit flit;
  Cycles born{0};
};

/// Pins of vc_router.sv.
struct Inputs {
  Pin arbitration = Pin{"arbitration"}.of({"alternating", "upper-first", "oldest", "random"});
  Pin skip_channel{"skip_channel", "Ports"}, skip_port{"skip_port", "Ports"}, whole{"whole"};
  Pin sink{"sink"}, valid{"valid"}, channel{"channel", "Ports"}, head{"head"}, tail{"tail"};
  Pin age{"age", kAgeWidth}, data{"data", kDataWidth}, want{"want", "credit"};
  Pin spare{"spare", "credit"}, need{"need", "credit"}, need_spare{"need_spare", "credit"};
  Pin credit{"credit"};
};
struct Outputs {
  Pin occupancy = Pin{"occupancy", "credit"}.before(), credits = Pin{"credits", "credit"}.before();
  Pin first_valid = Pin{"first_valid"}.before(), first_head = Pin{"first_head", 1}.before();
  Pin first_data = Pin{"first_data", kDataWidth}.before(), grant = Pin{"grant", "Ports"}.before();
  Pin granted_channel = Pin{"granted_channel", "Ports"}.before(), valid = Pin{"valid"}.before();
  Pin channel = Pin{"channel", "Ports"}.before(), head = Pin{"head", 1}.before();
  Pin tail = Pin{"tail", 1}.before(), age = Pin{"age", kAgeWidth}.before();
  Pin data = Pin{"data", kDataWidth}.before(), credit = Pin{"credit"}.before();
};
struct Lane final : twin<Inputs, Outputs> {
  const vc_router* part = nullptr;
  std::map<Cycles, std::vector<ShownFlit>> links;  ///< by the cycle in which they are shown
  std::map<Cycles, std::uint64_t> returned;        ///< queues, likewise
  Cycles active_until{0};
  bool decided = false;  ///< in this cycle
};

/// Twins of all routers of a network, a lane each, clocked in the cycles in which something comes,
/// stands or leaves. What an output shows of no flit is not compared.
class vc_router_twins final : public twins_of<Lane, router_bank>,
                              public channel_grant_if,
                              public router_observer_if {
 public:
  vc_router_twins(router_bank& bank, const TwinSite& site)
      : twins_of{bank,
                 site,
                 parameters(bank.setting()),
                 {bank.setting().routers,
                  [&](auto number) { return std::string{router(number).name()}; }}},
        setting_{bank.setting()} {
    bank.observe(*this);
    for (std::uint32_t r = 0; r < setting_.routers; ++r) {
      models_.push_back(&bank.router(r).grants.in_front(*this));
    }
  }

  static Parameters parameters(const RouterSetting& setting) {
    return {{"Ports", setting.ports},
            {"Channels", setting.channels},
            {"Depth", setting.depth},
            {"DataWidth", kDataWidth},
            {"AgeWidth", kAgeWidth},
            {"Pipeline", setting.pipeline},
            {"CreditDelay", setting.credit_delay}};
  }

  void entering(std::uint32_t router) override { active_lane(router); }

  void decide(const channel_queues_if& queues, std::span<ChannelGrant> grants) override {
    models_[queues.number()]->decide(queues, grants);
    Lane& lane = active_lane(queues.number());
    lane.decided = true;
    take_state(lane);
    if (replaces()) ask(lane, grants);
    take_grants(lane, grants, ClockPeriod{}.now());
  }

 private:
  [[nodiscard]] const vc_router& router(std::uint64_t number) const {
    return part.router(static_cast<std::uint32_t>(number));
  }
  void made(Lane& lane) override {
    lane.part = &router(lane.number());
    lane.in.arbitration.set(setting_.arbitration);
    lane.in.whole.set(setting_.switching == PacketSwitching::kStoreAndForward);
    lane.in.sink.set_bit(part.node_port());
  }

  /// The part's state at the start of the cycle, and what the route function says of it.
  void take_state(Lane& lane) const {
    const vc_router& router = *lane.part;
    lane.out.first_valid.clear();
    lane.out.grant.clear();
    lane.out.occupancy.each([&](auto q) { return router.held(q); });
    lane.out.credits.each([&](auto q) { return router.credits(q); });
    lane.in.skip_channel.each([&](auto p) { return router.skipped(p); });
    lane.in.skip_port.each([&](auto p) { return router.skipped(setting_.ports + p); });
    for (std::uint32_t q = 0; q < setting_.lanes(); ++q) {
      if (router.held(q) == 0) continue;
      const Flit first = router.first(q);
      lane.out.first_valid.set_bit(q);
      lane.out.first_head.set(q, first.head());
      lane.out.first_data.set(q, data_of(first));
      if (first.head()) take_route(lane, q);
    }
  }
  void take_route(Lane& lane, std::uint32_t q) const {
    ChannelOptions options;
    lane.part->route(q, options);
    std::uint64_t wanted = 0;
    std::uint64_t with_spare = 0;
    for (const ChannelOption& option : options.all()) {
      const auto channels = std::uint64_t{option.channels} << option.port * setting_.channels;
      wanted |= channels;
      if (option.spare) with_spare |= channels;
    }
    const std::uint32_t need = lane.part->need(q);
    lane.in.want.set(q, wanted);
    lane.in.spare.set(q, with_spare);
    lane.in.need.set(q, need);
    lane.in.need_spare.set(q, std::min(need + lane.part->packet(q).words, setting_.depth));
  }

  /// What is granted in this cycle, and what follows from it.
  void take_grants(Lane& lane, std::span<const ChannelGrant> grants, Cycles cycle) const {
    for (std::uint32_t o = 0; o < grants.size(); ++o) {
      if (grants[o].input == kNoChannel) continue;
      const std::uint32_t queue = grants[o].input * setting_.channels + grants[o].from;
      lane.out.grant.set(o, std::uint64_t{1} << queue);
      lane.out.granted_channel.set(o, grants[o].to);
      lane.links[cycle + Cycles{setting_.pipeline - 1}].push_back(
          {o, grants[o].to, lane.part->first(queue), lane.part->born(queue)});
      lane.returned[cycle + Cycles{setting_.credit_delay - 1}] |= std::uint64_t{1} << queue;
      lane.active_until = cycle + Cycles{std::max(setting_.pipeline, setting_.credit_delay) - 1};
    }
  }

  /// Takes the grants that the twin shows.
  void ask(Lane& lane, std::span<ChannelGrant> grants) const {
    lane.settle();
    for (std::uint32_t o = 0; o < grants.size(); ++o) {
      const std::uint64_t granted = lane.seen.grant.get(o);
      grants[o] = {};
      if (granted == 0) continue;
      const auto queue = static_cast<std::uint32_t>(std::countr_zero(granted));
      const auto to = lane.seen.granted_channel.as<std::uint32_t>(o);
      const std::uint32_t shown = setting_.pipeline > 1    ? to
                                  : lane.seen.valid.bit(o) ? lane.seen.channel.as<std::uint32_t>(o)
                                                           : kNoChannel;
      const bool credit = setting_.credit_delay > 1 || lane.seen.credit.bit(queue);
      grants[o] = {queue / setting_.channels, queue % setting_.channels, to, shown, credit};
    }
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    lane.in.valid.clear();
    lane.in.credit.clear();
    if (part.halted()) return;  // nothing comes any more
    if (!lane.decided) take_state(lane);
    lane.in.head.clear();
    lane.in.tail.clear();
    lane.in.credit.set(lane.part->returning());
    for (std::uint32_t p = 0; p < setting_.ports; ++p) {
      const auto one = lane.part->arriving(p);
      if (!one) continue;
      lane.in.valid.set_bit(p);
      if (one->flit.head()) lane.in.head.set_bit(p);
      if (one->flit.tail) lane.in.tail.set_bit(p);
      lane.in.channel.set(p, one->channel);
      lane.in.age.set(p, one->born);
      lane.in.data.set(p, data_of(one->flit));
    }
  }

  void expect(Lane& lane, Cycles cycle) override {
    if (part.halted()) return lane.free();  // it has decided nothing in its last cycle
    lane.out.valid.clear();
    for (const ShownFlit& one : lane.links[cycle]) {
      lane.out.valid.set_bit(one.output);
      lane.out.channel.set(one.output, one.channel);
      lane.out.head.set(one.output, one.flit.head());
      lane.out.tail.set(one.output, one.flit.tail);
      lane.out.age.set(one.output, one.born);
      lane.out.data.set(one.output, data_of(one.flit));
    }
    lane.out.credit.set(lane.returned[cycle]);
  }

  /// Does a twin that replaces the model hold and show what it has been given?
  void follow(Lane& lane, Cycles cycle) override {
    if (part.halted()) return;
    for (std::uint32_t q = 0; q < setting_.lanes(); ++q) {
      const auto [holds, stayed] = std::pair{lane.seen.occupancy.get(q), lane.out.occupancy.get(q)};
      if (holds == stayed) continue;
      wrong(lane, "holds {} flits in queue {} where {} have stayed", holds, q, stayed);
    }
    for (const auto& [o, channel, flit, born] : lane.links[cycle]) {
      const Outputs& seen = lane.seen;
      const bool same = seen.valid.bit(o) && seen.channel.get(o) == channel &&
                        (seen.head.get(o) != 0) == flit.head() &&
                        (seen.tail.get(o) != 0) == flit.tail && seen.data.get(o) == data_of(flit);
      if (!same) wrong(lane, "shows another flit than the granted one at output {}", o);
    }
    if (lane.seen.credit.get() != lane.returned[cycle]) {
      wrong(lane, "gives back other places than those that have become free");
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.decided = false;
    if (part.halted()) return false;
    lane.links.erase(lane.links.begin(), lane.links.upper_bound(cycle));
    lane.returned.erase(lane.returned.begin(), lane.returned.upper_bound(cycle));
    return cycle < lane.active_until;
  }

  const RouterSetting& setting_;
  std::vector<channel_grant_if*> models_;  ///< by router: what its twin stands in front of
};

constexpr auto kHasRegisters = [](const router_bank& bank, const TwinSite&) {
  if (bank.setting().credit_delay > 0) return true;
  throw SizeMissing{
      "The twin of vc_router has credits in registers: choose --flow registered, or leave the twin "
      "out."};
};

TwinBlock vc_router_block() {
  return block_of<vc_router_twins, kHasRegisters>(RouterSetting{.ports = 3, .channels = 2});
}

}  // namespace plexus::vc_router_adapter
