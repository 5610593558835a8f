#include "hw/router/vc_router.hpp"

#include <algorithm>
#include <bit>

#include "hw/router/router_bank.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::vc_router_adapter {

constexpr unsigned kDataWidth = 64;  // no two flits of a run have the same
constexpr unsigned kAgeWidth = 32;   // cycle in which the packet was made, modulo 2^32

std::uint64_t data_of(const Flit& flit) { return std::uint64_t{flit.packet} << 16 | flit.number; }

/// A flit on the link of a port: one that comes, or one that leaves.
void show_flit(Pin& valid, std::uint32_t port, const ArrivingFlit& one) {
  put_at(port, valid, 1, one.channel, one.flit.head(), one.flit.tail, one.born, data_of(one.flit));
}

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
  Cycles active_until{0};  ///< what it has granted is on its way
  bool decided = false;    ///< in this cycle
};

/// Twins of all routers of a network, a lane each, clocked in the cycles in which something comes,
/// stands or leaves. What an output shows of no flit is not compared.
class vc_router_twins final : public twins_of<Lane, router_bank>,
                              public channel_grant_if,
                              public network_observer_if {
 public:
  vc_router_twins(router_bank& bank, const TwinSite& site)
      : twins_of{bank, site, parameters(bank.setting()),
                 PartNames(bank.setting().routers,
                           [&](auto number) { return std::string{router(number).name()}; })},
        setting_{bank.setting()} {
    bank.observe(*this);
    for (std::uint32_t r = 0; r < setting_.routers; ++r) {
      models_.push_back(&stand_in_front(bank.router(r).grants, *this));
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
    if (replaces()) lane.settle();
    for (std::uint32_t o = 0; o < grants.size(); ++o) {
      if (replaces()) grants[o] = granted(lane, o);
      if (grants[o].input == kNoChannel) continue;
      const std::uint32_t queue = grants[o].input * setting_.channels + grants[o].from;
      put_at(o, lane.out.grant, std::uint64_t{1} << queue, grants[o].to);
      const std::uint32_t delay = std::max(setting_.pipeline, setting_.credit_delay);
      lane.active_until = ClockPeriod{}.now() + Cycles{delay - 1};
    }
  }

 private:
  [[nodiscard]] const vc_router& router(std::uint64_t number) const {
    return part.router(static_cast<std::uint32_t>(number));
  }
  void made(Lane& lane) override {
    lane.part = &router(lane.number());
    lane.in.arbitration.set(setting_.arbitration);
    lane.in.whole.set(setting_.switching == PacketSwitching::kStoreAndForward);
    for (std::uint32_t port = 0; port < setting_.ports; ++port) {
      if (part.leads_to_node(lane.part->number(), port)) lane.in.sink.set_bit(port);
    }
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
      put_at(q, lane.out.first_valid, 1, first.head(), data_of(first));
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
    put_at(q, lane.in.want, wanted, with_spare, need,
           std::min(need + lane.part->packet(q).words, setting_.depth));
  }

  /// What the twin grants.
  [[nodiscard]] ChannelGrant granted(const Lane& lane, std::uint32_t output) const {
    const std::uint64_t grant = lane.seen.grant.get(output);
    if (grant == 0) return {};
    const auto queue = static_cast<std::uint32_t>(std::countr_zero(grant));
    const auto to = lane.seen.granted_channel.as<std::uint32_t>(output);
    return {queue / setting_.channels, queue % setting_.channels, to, to};
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
      if (const auto one = lane.part->arriving(p)) show_flit(lane.in.valid, p, *one);
    }
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    if (part.halted()) return lane.free();  // it has decided nothing in its last cycle
    lane.out.valid.clear();
    for (std::uint32_t p = 0; p < setting_.ports; ++p) {
      if (const auto one = lane.part->leaving(p)) show_flit(lane.out.valid, p, *one);
    }
    lane.out.credit.set(lane.part->giving_back());
  }

  /// Its grants have been taken, and all the rest follows from them.
  void follow(Lane& lane, Cycles cycle) override { expect(lane, cycle); }

  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.decided = false;
    return !part.halted() && cycle < lane.active_until;
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
