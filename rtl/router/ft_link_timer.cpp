#include "hw/router/branch_bank.hpp"
#include "hw/router/link_group.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_link_timer_adapter {

/// Pins of ft_link_timer.sv.
struct Inputs {
  Pin start = Pin{"start"}.once(), words{"words"}, startup{"startup"}, bandwidth{"bandwidth"};
};
struct Outputs {
  Pin busy{"busy"}, done{"done"};
};
/// One link of one direction of a branch.
struct Lane final : twin<Inputs, Outputs> {
  branch_output* output = nullptr;
  std::uint32_t link = 0;
  Cycles end{0};         ///< of the model's last packet: the cycle after its last one
  bool carries = false;  ///< in the link's place: a packet that has not crossed
};

/// Twins of the links of a network's branches, a lane per link and direction, made when the link is
/// first used: a branch may have a billion. Where a network gives
/// every hop a slot of one length, a link's start-up is what the words leave of it.
class link_timer_twins final : public twins_of<Lane, branch_bank>,
                               public branch_watch_if,
                               public hop_clock_if {
 public:
  link_timer_twins(branch_bank& branches, const TwinSite& site)
      : twins_of{branches, site, parameters(), {0, {}}} {
    branches.watch(*this);
    if (replaces()) stand_in_front(branches.hops, *this);
  }

  static Parameters parameters() { return {{"Width", 64}}; }

  void started(branch_output& output, std::uint32_t link) override {
    Lane& lane = this->lane(std::uint64_t{output.number()} << 32 | link,
                            fmt::format("{}.{}_link_{}", part.name(), output.name(), link));
    activate(lane);
    const Words words{output.links().packet(link).words};
    const LinkTiming& timing = output.timing();
    const Cycles alone = timing.hop(words);
    const Cycles hop = part.rules().slot.value_or(alone);
    put(lane.in, 1, words, hop - alone + timing.startup, timing.bandwidth);
    lane.output = &output;
    lane.link = link;
    lane.end = part.now() + hop;
    lane.carries = replaces();
  }
  /// In the clock's place: the hop has been seen, and `end_with_cycle` tells when it is over.
  void start(std::uint32_t /*output*/, std::uint32_t /*link*/, Cycles /*end*/) override {}

 private:
  void expect(Lane& lane, Cycles cycle) override {
    put(lane.out, cycle < lane.end, cycle + 1_cycles == lane.end);
  }

  void follow(Lane& lane, Cycles cycle) override {
    const bool busy = lane.seen.busy.on();
    const bool done = lane.seen.done.on();
    if (cycle > lane.end + kPatience) wrong(lane, "does not let its packet go");
    if (lane.carries != busy || (done && !busy)) {
      wrong(lane, "{}", busy ? "is busy without a packet" : "is idle before the end of its packet");
    } else if (done) {
      lane.carries = false;
      part.end_with_cycle(*lane.output, lane.link);
    }
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return lane.seen.busy.on() || lane.carries;
  }
};

TwinBlock ft_link_timer_block() {
  TwinBlock block = block_of<link_timer_twins>();
  block.yields_to = {"ft_router", "ft_router_qf"};
  return block;
}

}  // namespace plexus::ft_link_timer_adapter
