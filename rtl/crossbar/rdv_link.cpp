#include "rtl/crossbar/crossbar_pins.hpp"

namespace plexus::rdv_link_adapter {

/// Pins of rdv_link.sv.
struct Inputs {
  TransferInputs costs;
  Pin req{"req"}, ack{"ack"}, len{"len"};
};
struct Outputs {
  Pin busy{"busy"}, word{"word"}, words{"words"}, done{"done"};
};
/// What one port sends.
struct Lane final : twin<Inputs, Outputs> {
  crossbar::Ended crosses{};  ///< the link, and its direction
  Words message{0};           ///< its words
  Cycles end{0};              ///< by the model: the cycle after its last one
  bool under_way = false;
};

/// Twins of what the ports of a crossbar send, a lane per port. In the crossbar's place a message
/// is across when its twin says so.
class rdv_link_twins final : public twins_of<Lane, crossbar>,
                             public crossbar_watch_if,
                             public message_clock_if {
 public:
  rdv_link_twins(crossbar& links, const TwinSite& site)
      : twins_of{links, site, parameters(), PartNames(links.ports(), [&links](std::uint64_t port) {
                   return links.port_name(links.port_at(port));
                 })} {
    links.watch(*this);
    if (replaces()) stand_in_front(links.clock, *this);
  }

  static Parameters parameters() { return {{"Width", 64}}; }

  void starts(std::uint32_t link, bool to_b, Cycles end) override {
    const PhaseLink& joined = part.link(link);
    const CrossbarPort from = to_b ? joined.a : joined.b;
    Lane& lane = active_lane(part.index(from));
    lane.crosses = {link, to_b};
    lane.message = part.message(from).words();
    lane.end = end;
    lane.under_way = true;
  }
  /// In the clock's place: the message has been seen, and `end` tells when it is across.
  void start(std::uint32_t /*link*/, bool /*to_b*/, Cycles /*end*/) override {}

 private:
  void made(Lane& lane) override {
    lane.in.costs.tell(part.timing());
    lane.in.len.set(1);
  }
  /// The ends are ready in the cycles of a message.
  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.in.req.set(lane.under_way);
    lane.in.ack.set(lane.under_way);
    if (lane.under_way) lane.in.len.set(lane.message);
  }
  void expect(Lane& lane, Cycles cycle) override {
    const RendezvousTiming& timing = part.timing();
    const Cycles passed = cycle - lane.end + timing.transfer(lane.message);
    const bool busy = cycle < lane.end;
    const Words before = timing.across(lane.message, passed);
    put(lane.out, busy, busy && timing.across(lane.message, passed + 1_cycles) > before,
        busy ? before : 0_words, cycle + 1_cycles == lane.end);
  }
  void follow(Lane& lane, Cycles cycle) override {
    if (!lane.under_way) {
      if (lane.seen.done.on()) wrong(lane, "ends a message that nobody sends");
      return;
    }
    if (!lane.seen.done.on()) {
      if (cycle > lane.end + kPatience) wrong(lane, "does not end its message");
      return;
    }
    if (lane.seen.words.as<std::int64_t>() >= lane.message.count()) {
      wrong(lane, "has carried more words than the message has");
    }
    if (ended_.empty()) at_next_cycle([this] { part.end(std::exchange(ended_, {})); });
    ended_.push_back(lane.crosses);
  }
  /// To the end of a message, and a cycle more, in which nobody sends.
  bool goes_on(Lane& lane, Cycles cycle) override {
    const bool was_under_way = lane.under_way;
    lane.under_way =
        was_under_way && (replaces() ? !lane.seen.done.on() : cycle + 1_cycles < lane.end);
    return was_under_way;
  }

  std::vector<crossbar::Ended> ended_;  ///< with the next cycle
};

TwinBlock rdv_link_block() {
  TwinBlock block = block_of<rdv_link_twins>();
  block.does_the_same_as = {"recon_net"};
  return block;
}

}  // namespace plexus::rdv_link_adapter
