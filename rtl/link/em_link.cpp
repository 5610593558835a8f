#include <utility>
#include <vector>

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
class em_link_twins final : public twins_of<Lane>, public link_carrier_if, public link_observer_if {
 public:
  em_link_twins(alu_host_if& host, const TwinSite& site)
      : twins_of{site,
                 parameters(),
                 {host.alu_links().links().size() / 2,
                  [&links = host.alu_links()](std::uint64_t pair) {
                    return links.links()[2 * pair].full_name() + ".em_link";
                  }}},
        links_{&host.alu_links()} {
    if (replaces()) {
      links_->carrier.in_front(*this);
    } else {
      links_->observe(*this);
    }
  }

  static Parameters parameters() { return {{"Width", 64}, {"HopWidth", kHopWidth}}; }

  void carry(std::uint32_t number, Cycles /*end*/) override { begun(number); }
  void begun(std::uint32_t number) override {
    link& started = links_->links()[number];
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
  void expect(Lane& lane, Cycles cycle) override {
    const link* const at_a = cycle == lane.end ? lane.to_a : nullptr;
    const link* const at_b = cycle == lane.end ? lane.to_b : nullptr;
    lane.out.a_valid.set(at_a != nullptr);
    lane.out.a_data.set(at_a != nullptr ? at_a->packet().id() : 0);
    lane.out.b_valid.set(at_b != nullptr);
    lane.out.b_data.set(at_b != nullptr ? at_b->packet().id() : 0);
    lane.out.err.clear();  // the guards at both ends see it, and the run has ended
  }

  void follow(Lane& lane, Cycles cycle) override {
    take(lane, cycle == lane.end ? lane.to_a : nullptr, lane.seen.a_valid, lane.seen.a_data);
    take(lane, cycle == lane.end ? lane.to_b : nullptr, lane.seen.b_valid, lane.seen.b_data);
  }

  void take(Lane& lane, link* carries, const Pin& valid, const Pin& data) {
    if (valid.on() != (carries != nullptr)) {
      wrong(lane, carries != nullptr
                      ? "does not show packet " + std::to_string(carries->packet().id()) +
                            " at the other end"
                      : std::string{"shows a packet that nobody has sent"});
    } else if (carries != nullptr) {
      if (data.get() != carries->packet().id()) {
        wrong(lane, "shows packet " + std::to_string(data.get()) + " where packet " +
                        std::to_string(carries->packet().id()) + " is on the link");
      }
      ended_.push_back(carries);
      call_next_cycle();
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    const bool carried = lane.to_a != nullptr || lane.to_b != nullptr;
    if (cycle >= lane.end) {
      lane.to_a = nullptr;
      lane.to_b = nullptr;
    }
    return carried;
  }

  void next_cycle() override {
    const Cycles now = ClockPeriod{}.now();
    for (link* ended : std::exchange(ended_, {})) links_->finish(*ended, now);
  }

  link_bank* links_;
  std::vector<link*> ended_;  ///< to deliver with the next cycle
};

constexpr auto kIsHalfDuplex = [](const alu_host_if& host, const TwinSite&) {
  return !host.alu_context().full_duplex;
};

TwinBlock em_link_block() {
  return {.part = "hw/link/link.hpp",
          .sizes = "half duplex, any hops (64 bits)",
          .help = "A half-duplex link: one packet at a time, in one direction",
          .built = em_link_twins::parameters(),
          .attach = attach_to<alu_host_if, em_link_twins, kIsHalfDuplex>};
}

}  // namespace plexus::em_link_adapter
