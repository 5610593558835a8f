#include "rtl/node/alu_twins.hpp"

namespace plexus::em_link_adapter {

/// Pins of em_link.sv.
struct Inputs {
  Pin hop{"hop"};
  Pin a_req = Pin{"a_req"}.once(), a_data{"a_data"}, b_req = Pin{"b_req"}.once(), b_data{"b_data"};
};
struct Outputs {
  Pin a_valid{"a_valid"}, a_data{"a_data"}, b_valid{"b_valid"}, b_data{"b_data"};
  Pin err = Pin{"err"}.before();
};
/// A half-duplex link: two channels of the bank that stand side by side.
struct Lane final : twin<Inputs, Outputs> {
  link* to_b = nullptr;  ///< carries a packet in this cycle
  link* to_a = nullptr;
  Cycles end{-1};  ///< the last cycle of its hop
};

/// Twins of half-duplex links, a lane per pair of channels. In their place a packet is delivered if
/// the twin shows its number at the other end.
class em_link_twins final : public twins_of<Lane, alu_host_if>,
                            public link_carrier_if,
                            public link_observer_if {
 public:
  em_link_twins(alu_host_if& host, const TwinSite& site)
      : twins_of{host, site, parameters(),
                 PartNames(host.alu_links().links().size() / 2, [&](auto pair) {
                   return host.alu_links().links()[2 * pair].full_name() + ".em_link";
                 })} {
    link_bank& links = host.alu_links();
    replaces() ? void(stand_in_front(links.carrier, *this)) : links.observe(*this);
  }

  static Parameters parameters() { return {{"Width", 64}, {"HopWidth", kHopWidth}}; }

  void carry(std::uint32_t number, Cycles /*end*/) override { begun(number); }
  void begun(std::uint32_t number) override {
    link& started = part.alu_links().links()[number];
    const bool from_a = number % 2 == 0;
    Lane& lane = active_lane(number / 2);
    (from_a ? lane.in.a_req : lane.in.b_req).set(1);
    (from_a ? lane.in.a_data : lane.in.b_data).set(started.packet().id());
    (from_a ? lane.to_b : lane.to_a) = &started;
    const Cycles hop = started.timing().hop(started.packet().words());
    lane.in.hop.set(hop);
    lane.end = ClockPeriod{}.now() + hop - 1_cycles;
  }

 private:
  /// That both ways are asked for, the guards at both ends see, and the run has ended.
  void expect(Lane& lane, Cycles cycle) override {
    const link* const at_a = cycle == lane.end ? lane.to_a : nullptr;
    const link* const at_b = cycle == lane.end ? lane.to_b : nullptr;
    const auto number = [](const link* one) { return one == nullptr ? 0 : one->packet().id(); };
    put(lane.out, at_a != nullptr, number(at_a), at_b != nullptr, number(at_b), 0);
  }

  void follow(Lane& lane, Cycles cycle) override {
    take(lane, cycle == lane.end ? lane.to_a : nullptr, lane.seen.a_valid, lane.seen.a_data);
    take(lane, cycle == lane.end ? lane.to_b : nullptr, lane.seen.b_valid, lane.seen.b_data);
  }
  void take(Lane& lane, link* carries, const Pin& valid, const Pin& data) {
    if (valid.on() != (carries != nullptr)) {
      if (carries == nullptr) return wrong(lane, "shows a packet that nobody has sent");
      return wrong(lane, "does not show packet {} at the other end", carries->packet().id());
    }
    if (carries == nullptr) return;
    if (data.get() != carries->packet().id()) {
      wrong(lane, "shows packet {} where packet {} is on the link", data.get(),
            carries->packet().id());
    }
    at_next_cycle([this, carries] { part.alu_links().finish(*carries, ClockPeriod{}.now()); });
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    const bool carried = lane.to_a != nullptr || lane.to_b != nullptr;
    if (cycle >= lane.end) lane.to_a = lane.to_b = nullptr;
    return carried;
  }
};

constexpr auto kIsHalfDuplex = [](const alu_host_if& host, const TwinSite&) {
  return !host.alu_context().full_duplex;
};

TwinBlock em_link_block() { return block_of<em_link_twins, kIsHalfDuplex>(); }

}  // namespace plexus::em_link_adapter
