#include <map>
#include <utility>
#include <vector>

#include "hw/crossbar/crossbar.hpp"
#include "hw/time/clock_period.hpp"
#include "rtl/crossbar/command_pins.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::rdv_link_adapter {

/// Cycles beyond those of the model after which a twin that is still busy will never end.
constexpr Cycles kPatience{1'000'000};

std::uint64_t number(Words words) { return static_cast<std::uint64_t>(words.count()); }

/// Pins of rdv_link.sv.
struct Inputs {
  TransferInputs costs;
  Pin req{"req"};
  Pin ack{"ack"};
  Pin len{"len"};
};

struct Outputs {
  Pin busy{"busy"};
  Pin word{"word"};
  Pin words{"words"};
  Pin done{"done"};
};

/// What one port sends.
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& bank, std::string name, const RendezvousTiming& timing)
      : twin{bank, std::move(name)} {
    in.costs.tell(timing);
    in.len.set(1);
  }

  std::uint32_t link = 0;  ///< that the message crosses
  bool to_b = true;
  Words message{0};  ///< its words
  Cycles start{0};
  Cycles end{0};  ///< by the model: the cycle after its last one
  bool under_way = false;
};

/// Twins of what the ports of a crossbar send, a lane per port. In the crossbar's place a message
/// is across when its twin says so.
class rdv_link_twins final : public twins_of<Lane>,
                             public crossbar_watch_if,
                             public message_clock_if {
 public:
  rdv_link_twins(crossbar& links, const TwinSite& site)
      : twins_of{site, parameters()}, sending_{links, site, "end messages", false}, links_{&links} {
    links.watch(*this);
    if (replaces()) links.clock.in_front(*this);
  }

  static Parameters parameters() { return {{"Width", 64}}; }

  void starts(std::uint32_t link, bool to_b, Cycles end) override {
    const PhaseLink& joined = links_->link(link);
    Lane& lane = lane_of(to_b ? joined.a : joined.b);
    activate(lane);
    lane.link = link;
    lane.to_b = to_b;
    lane.message = links_->message(to_b ? joined.a : joined.b).words();
    lane.start = ClockPeriod{}.now();
    lane.end = end;
    lane.under_way = true;
  }
  /// In the clock's place: the message has been seen, and `end` tells when it is across.
  void start(std::uint32_t /*link*/, bool /*to_b*/, Cycles /*end*/) override {}

 private:
  Lane& lane_of(CrossbarPort port) {
    const std::size_t index = links_->index(port);
    if (Lane* const found = existing(index)) return *found;
    return lane(index, links_->port_name(port), links_->timing());
  }
  void make_all() override {
    for (std::size_t i = 0; i < links_->ports(); ++i) lane_of(links_->port_at(i));
  }

  /// The ends are ready in the cycles of a message.
  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.in.req.set(lane.under_way);
    lane.in.ack.set(lane.under_way);
    if (lane.under_way) lane.in.len.set(lane.message);
  }

  void expect(Lane& lane, Cycles cycle) override {
    const RendezvousTiming& timing = links_->timing();
    const Cycles passed = cycle - lane.start;
    const bool busy = cycle < lane.end;
    const Words before = timing.across(lane.message, passed);
    lane.out.busy.set(busy);
    lane.out.done.set(cycle + 1_cycles == lane.end);
    lane.out.word.set(busy && timing.across(lane.message, passed + 1_cycles) > before);
    lane.out.words.set(busy ? before : 0_words);
  }

  void follow(Lane& lane, Cycles cycle) override {
    if (!lane.seen.done.on()) {
      if (cycle > lane.end + kPatience) wrong(lane, "does not end its message");
      return;
    }
    if (lane.seen.words.get() >= number(lane.message)) {
      wrong(lane, "has carried more words than the message has");
    }
    ended_.push_back({lane.link, lane.to_b});
    call_next_cycle();
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.under_way = replaces() ? !lane.seen.done.on() : cycle + 1_cycles < lane.end;
    return lane.under_way;
  }

  void next_cycle() override { links_->end(std::exchange(ended_, {})); }

  TwinClaim sending_;
  crossbar* links_;
  std::vector<crossbar::Ended> ended_;  ///< with the next cycle
};

TwinBlock rdv_link_block() {
  return {.name = "rdv_link",
          .part = "hw/crossbar/crossbar.hpp",
          .sizes = "any words and times (64 bits)",
          .help = "What a port of a crossbar sends: rendezvous, start-up, then the words",
          .built = rdv_link_twins::parameters(),
          .attach = attach_to<crossbar, rdv_link_twins>};
}

}  // namespace plexus::rdv_link_adapter
