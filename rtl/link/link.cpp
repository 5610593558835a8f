#include "hw/link/link.hpp"

#include "rtl/frame/block.hpp"

namespace plexus::link_adapter {

/// Pins of link.sv.
struct Inputs {
  Pin valid = Pin{"valid"}.once(), packet{"packet"}, words{"words"};
  Pin startup{"startup"}, bandwidth{"bandwidth"}, beat_ready{"beat_ready"};
};
struct Outputs {
  Pin ready{"ready"}, busy{"busy"}, done{"done"};
  Pin state = Pin{"state"}.of({"idle", "startup", "data"});
  Pin beat_valid{"beat_valid"}, beat_packet{"beat_packet"};
  Pin beat_first{"beat_first"}, beat_count{"beat_count"}, beat_last{"beat_last"};
};
struct Lane final : twin<Inputs, Outputs> {
  link* part = nullptr;
  // In the part's place:
  bool carries = false;       ///< a transfer is in progress
  std::uint64_t carried = 0;  ///< words of it that have left the twin
  Cycles quiet{0};            ///< since the last beat
};

/// Twins of the links of a bank. In the bank's place a packet is delivered if the beats carried
/// each of its words once and in order.
class link_twins final : public twins_of<Lane, link_bank>,
                         public link_carrier_if,
                         public link_observer_if {
 public:
  link_twins(link_bank& links, const TwinSite& site)
      : twins_of{links, site, parameters(), beside(links.links())} {
    replaces() ? void(stand_in_front(links.carrier, *this)) : links.observe(*this);
  }

  static Parameters parameters() {
    return {{"PacketWidth", 64}, {"WordsWidth", 64}, {"StartupWidth", 64}, {"BandwidthWidth", 64}};
  }

  void carry(std::uint32_t number, Cycles /*end*/) override { begun(number); }
  void begun(std::uint32_t number) override {
    const link& started = part.links()[number];
    const LinkTiming& timing = started.timing();
    put(active_lane(number).in, 1, started.packet().id(), started.packet().words(), timing.startup,
        timing.bandwidth, 1);
  }

 private:
  void made(Lane& lane) override {
    lane.part = &part.links()[lane.number()];
    lane.in.beat_ready.set(1);
  }
  void present(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.in.valid.on()) return;
    if (replaces() && !lane.seen.ready.on()) wrong(lane, "is not ready after the end of a packet");
    lane.carries = replaces();
    lane.carried = 0;
    lane.quiet = 0_cycles;
  }
  void expect(Lane& lane, Cycles cycle) override {
    const auto [busy, valid, last, done, packet, first, count] = lane.part->beat(cycle);
    put(lane.out, !busy || done, busy, done, valid ? 2 : busy, valid, packet, first, count, last);
  }
  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return lane.seen.busy.on() || lane.carries;
  }

  void follow(Lane& lane, Cycles /*cycle*/) override {
    const bool valid = lane.seen.beat_valid.on();
    const bool done = lane.seen.done.on();
    if (!lane.carries) {
      if (valid || done) wrong(lane, "shows a beat after the end of a packet");
    } else if (valid) {
      rebuild(lane);
    } else if (!lane.seen.busy.on()) {
      wrong(lane, "is idle before the end of packet {}", lane.in.packet.get());
    }
    if (lane.carries && done) {
      lane.carries = false;
      at_next_cycle([this, &lane] { part.finish(*lane.part, ClockPeriod{}.now()); });
      if (lane.carried != lane.in.words.get()) {
        wrong(lane, "ends packet {} after {} of its {} words", lane.in.packet.get(), lane.carried,
              lane.in.words.get());
      }
    }
    if (valid) lane.quiet = 0_cycles;
    lane.quiet += 1_cycles;
    if (lane.quiet > kPatience + lane.part->timing().startup) {
      wrong(lane, "is busy without a beat for {} cycles", kPatience.count());
    }
  }

  /// Adds the words of a beat to the packet that the lane carries.
  void rebuild(Lane& lane) {
    const std::uint64_t packet = lane.in.packet.get();
    const std::uint64_t first = lane.seen.beat_first.get();
    const std::uint64_t count = lane.seen.beat_count.get();
    const std::uint64_t left = lane.in.words.get() - lane.carried;
    if (lane.seen.beat_packet.get() != lane.in.packet.get()) {
      wrong(lane, "shows a beat of packet {} while packet {} is on the link",
            lane.seen.beat_packet.get(), packet);
    } else if (first != lane.carried || count < 1 || count > left) {
      wrong(lane, "carries the words {} to {} of packet {} where {} to {} are to come", first,
            first + count - 1, packet, lane.carried, lane.carried + left - 1);
    }
    lane.carried += count;
    if (lane.seen.beat_last.on() != (lane.carried == lane.in.words.get())) {
      wrong(lane, "marks the wrong beat of packet {} as its last", packet);
    }
  }
};

TwinBlock link_block() {
  TwinBlock block = block_of<link_twins>();
  block.does_the_same_as = {"em_link"};
  return block;
}

}  // namespace plexus::link_adapter
