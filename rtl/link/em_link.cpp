#include <utility>
#include <vector>

#include "rtl/node/alu_twins.hpp"

namespace plexus::em_link_adapter {

namespace {

/// A half-duplex link: two channels of the bank that stand side by side.
struct Lane final : twin_lane {
  Lane(twin_bank& bank, const link& one) : twin_lane{bank, one.full_name() + ".em_link"} {}

  In hop{*this, "hop"};
  In a_req{*this, "a_req"};
  In a_data{*this, "a_data"};
  In b_req{*this, "b_req"};
  In b_data{*this, "b_data"};
  Out a_valid{*this, "a_valid"};
  Out a_data_out{*this, "a_data"};
  Out b_valid{*this, "b_valid"};
  Out b_data_out{*this, "b_data"};
  Out err{*this, "err", Out::Looked::kBeforeEdge};

  link* to_b = nullptr;  ///< carries a packet in this cycle
  link* to_a = nullptr;
  Cycles end{-1};  ///< the last cycle of its hop
};

/// Twins of half-duplex links, a lane per pair of channels. In their place a packet is delivered if
/// the twin shows its number at the other end.
class em_link_twins final : public twins_of<Lane>, public link_carrier_if, public link_observer_if {
 public:
  em_link_twins(alu_host_if& host, const TwinSite& site)
      : twins_of{site, parameters()}, links_{&host.alu_links()} {
    if (replaces()) {
      links_->carrier.in_front(*this);
    } else {
      links_->observe(*this);
    }
  }

  static Parameters parameters() { return {{"Width", 64}, {"HopWidth", kHopWidth}}; }

  void carry(link& started) override { begun(started); }
  void begun(link& started) override {
    const std::uint32_t pair = started.index() / 2;
    const bool from_a = started.index() % 2 == 0;
    Lane& lane = active_lane(pair, links_->links()[2 * pair]);
    (from_a ? lane.a_req : lane.b_req).set(1);
    (from_a ? lane.a_data : lane.b_data).set(started.packet().id());
    (from_a ? lane.to_b : lane.to_a) = &started;
    const Cycles hop = started.timing().hop(started.packet().words());
    lane.hop.set(bits_of(hop));
    lane.end = ClockPeriod{}.now() + hop - 1_cycles;
  }

 private:
  void make_all() override {
    const auto& links = links_->links();
    for (std::size_t i = 0; i < links.size(); i += 2) lane(i / 2, links[i]);
  }

  void expect(Lane& lane, Cycles cycle) override {
    const link* const at_a = cycle == lane.end ? lane.to_a : nullptr;
    const link* const at_b = cycle == lane.end ? lane.to_b : nullptr;
    lane.a_valid.expect(at_a != nullptr);
    lane.a_data_out.expect(at_a != nullptr ? at_a->packet().id() : 0);
    lane.b_valid.expect(at_b != nullptr);
    lane.b_data_out.expect(at_b != nullptr ? at_b->packet().id() : 0);
    lane.err.expect(0);  // the guards at both ends see it, and the run has ended
  }

  /// A link is told nothing before the last cycle of its packet is over.
  Cycles known_until(Lane& lane, Cycles cycle) override {
    return lane.a_req.get() != 0 || lane.b_req.get() != 0 ? lane.end : cycle;
  }

  void follow(Lane& lane, Cycles cycle) override {
    take(lane, cycle == lane.end ? lane.to_a : nullptr, lane.a_valid, lane.a_data_out);
    take(lane, cycle == lane.end ? lane.to_b : nullptr, lane.b_valid, lane.b_data_out);
  }

  void take(Lane& lane, link* carries, const Out& valid, const Out& data) {
    if (valid.on() != (carries != nullptr)) {
      wrong(lane, carries != nullptr
                      ? "does not show packet " + std::to_string(carries->packet().id()) +
                            " at the other end"
                      : std::string{"shows a packet that nobody has sent"});
    } else if (carries != nullptr) {
      if (data.seen() != carries->packet().id()) {
        wrong(lane, "shows packet " + std::to_string(data.seen()) + " where packet " +
                        std::to_string(carries->packet().id()) + " is on the link");
      }
      ended_.push_back(carries);
      call_next_cycle();
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    const bool carried = lane.to_a != nullptr || lane.to_b != nullptr;
    lane.a_req.set(0);
    lane.b_req.set(0);
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

}  // namespace

TwinBlock em_link_block() {
  return {.name = "em_link",
          .part = "hw/link/link.hpp",
          .sizes = "half duplex, any hops (64 bits)",
          .help = "A half-duplex link: one packet at a time, in one direction",
          .built = em_link_twins::parameters(),
          .attach = attach_to<alu_host_if, em_link_twins, kIsHalfDuplex>,
          .stretches = true};
}

}  // namespace plexus::em_link_adapter
