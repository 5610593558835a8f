#include "hw/link/link.hpp"

#include <utility>

#include "hw/time/clock_period.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::link_adapter {

namespace {

/// Cycles without a beat after which a twin that is still busy will never end.
constexpr Cycles kPatience{1'000'000};

std::string range(std::uint64_t first, std::uint64_t count) {
  return std::to_string(first) + " to " + std::to_string(first + count - 1);
}

struct Lane final : twin_lane {
  Lane(twin_bank& bank, link& one) : twin_lane{bank, one.full_name()}, part{&one} {
    beat_ready.set(1);
  }

  link* part;
  In valid{*this, "valid"};
  In packet{*this, "packet"};
  In words{*this, "words"};
  In startup{*this, "startup"};
  In bandwidth{*this, "bandwidth"};
  In beat_ready{*this, "beat_ready"};
  Out ready{*this, "ready"};
  Out busy{*this, "busy"};
  Out done{*this, "done"};
  Out state{*this, "state", 0, {"idle", "startup", "data"}};
  Out beat_valid{*this, "beat_valid"};
  Out beat_packet{*this, "beat_packet"};
  Out beat_first{*this, "beat_first"};
  Out beat_count{*this, "beat_count"};
  Out beat_last{*this, "beat_last"};
  // In the part's place:
  bool carries = false;       ///< a transfer is in progress
  std::uint64_t carried = 0;  ///< words of it that have left the twin
  Cycles quiet{0};            ///< since the last beat
};

/// Twins of the links of a bank. In the bank's place a packet is delivered if the beats carried
/// each of its words once and in order.
class link_twins final : public twins_of<Lane>, public link_carrier_if, public link_observer_if {
 public:
  link_twins(link_bank& links, const TwinSite& site)
      : twins_of{site, parameters()}, links_{&links} {
    if (replaces()) {
      links.carrier.in_front(*this);
    } else {
      links.observe(*this);
    }
  }

  static Parameters parameters() {
    return {{"PacketWidth", 64}, {"WordsWidth", 64}, {"StartupWidth", 64}, {"BandwidthWidth", 64}};
  }

  void carry(link& started) override { begun(started); }
  void begun(link& started) override {
    Lane& lane = active_lane(started.index(), started);
    lane.valid.set(1);
    lane.packet.set(started.packet().id());
    lane.words.set(started.packet().words());
    lane.startup.set(started.timing().startup);
    lane.bandwidth.set(started.timing().bandwidth);
  }

 private:
  void make_all() override {
    for (link& one : links_->links()) lane(one.index(), one);
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    if (lane.valid.get() == 0) return;
    if (replaces() && lane.ready.get() == 0) wrong(lane, "is not ready after the end of a packet");
    lane.carries = replaces();
    lane.carried = 0;
    lane.quiet = 0_cycles;
  }

  void expect(Lane& lane, Cycles cycle) override {
    const Beat beat = lane.part->beat(cycle);
    lane.ready.expect(!beat.busy || beat.done);
    lane.busy.expect(beat.busy);
    lane.done.expect(beat.done);
    lane.state.expect(beat.valid ? 2 : beat.busy ? 1 : 0);
    lane.beat_valid.expect(beat.valid);
    lane.beat_packet.expect(beat.packet);
    lane.beat_first.expect(beat.first);
    lane.beat_count.expect(beat.count);
    lane.beat_last.expect(beat.last);
  }

  /// A link is told nothing before the last cycle of its packet is over.
  Cycles known_until(Lane& lane, Cycles cycle) override {
    const Beat beat = lane.part->beat(cycle);
    if (!beat.busy || lane.valid.get() == 0) return cycle;
    return cycle + lane.part->timing().hop(lane.part->packet().words()) - 1_cycles;
  }

  /// Start-up stands; behind it words cross, in all beats but the last as many.
  Cycles stands_until(Lane& lane, Cycles cycle) override {
    const link& part = *lane.part;
    const Cycles data = part.started() + part.timing().startup;
    if (cycle < data) return data - 1_cycles;
    lane.beat_first.grows_by(part.timing().bandwidth);
    return part.started() + part.timing().hop(part.packet().words()) - 2_cycles;
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    lane.valid.set(0);
    return lane.busy.on() || lane.carries;
  }

  static std::string packet_on(const Lane& lane) { return std::to_string(lane.packet.get()); }

  void follow(Lane& lane, Cycles /*cycle*/) override {
    const bool valid = lane.beat_valid.on();
    const bool done = lane.done.on();
    if (!lane.carries) {
      if (valid || done) wrong(lane, "shows a beat after the end of a packet");
    } else if (valid) {
      rebuild(lane);
    } else if (!lane.busy.on()) {
      wrong(lane, "is idle before the end of packet " + packet_on(lane));
    }
    if (lane.carries && done) {
      lane.carries = false;
      ended_.push_back(lane.part);
      call_next_cycle();
      if (lane.carried != lane.words.get()) {
        wrong(lane, "ends packet " + packet_on(lane) + " after " + std::to_string(lane.carried) +
                        " of its " + std::to_string(lane.words.get()) + " words");
      }
    }
    if (valid) lane.quiet = 0_cycles;
    lane.quiet += 1_cycles;
    if (lane.quiet > kPatience + lane.part->timing().startup) {
      wrong(lane, "is busy without a beat for " + std::to_string(kPatience.count()) + " cycles");
    }
  }

  /// Adds the words of a beat to the packet that the lane carries.
  void rebuild(Lane& lane) {
    const std::uint64_t first = lane.beat_first.seen();
    const std::uint64_t count = lane.beat_count.seen();
    const std::uint64_t left = lane.words.get() - lane.carried;
    if (lane.beat_packet.seen() != lane.packet.get()) {
      wrong(lane, "shows a beat of packet " + std::to_string(lane.beat_packet.seen()) +
                      " while packet " + packet_on(lane) + " is on the link");
    } else if (first != lane.carried || count < 1 || count > left) {
      wrong(lane, "carries the words " + range(first, count) + " of packet " + packet_on(lane) +
                      " where " + range(lane.carried, left) + " are to come");
    }
    lane.carried += count;
    if (lane.beat_last.on() != (lane.carried == lane.words.get())) {
      wrong(lane, "marks the wrong beat of packet " + packet_on(lane) + " as its last");
    }
  }

  void next_cycle() override {
    const Cycles now = ClockPeriod{}.now();
    for (link* ended : std::exchange(ended_, {})) links_->finish(*ended, now);
  }

  link_bank* links_;
  std::vector<link*> ended_;  ///< to deliver with the next cycle
};

}  // namespace

TwinBlock link_block() {
  return {.name = "link",
          .part = "hw/link/link.hpp",
          .sizes = "any words, startup and bandwidth (64 bits)",
          .help = "One direction of a clocked channel: start-up, then one beat per cycle",
          .built = link_twins::parameters(),
          .attach = attach_to<link_bank, link_twins>,
          .stretches = true};
}

}  // namespace plexus::link_adapter
