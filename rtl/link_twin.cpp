#include "rtl/link_twin.hpp"

#include <algorithm>
#include <utility>

#include "hw/time/clock_period.hpp"
#include "rtl/link_model.hpp"
#include "rtl/lockstep.hpp"

namespace plexus {

namespace {

/// Cycles without a beat after which a twin that is still busy will never end.
constexpr Cycles kPatience{1'000'000};

std::string range(Words first, Words count) {
  return std::to_string(first.count()) + " to " + std::to_string((first + count).count() - 1);
}

}  // namespace

struct link_twin::Lane {
  link* part = nullptr;
  std::unique_ptr<link_model_if> model;
  LinkInputs inputs;
  bool active = false;  ///< is clocked
  // What follows is used in the model's place alone.
  bool carries = false;  ///< a transfer is in progress
  Words carried{0};      ///< words of it that have left the twin
  Cycles quiet{0};       ///< since the last beat
};

link_twin::link_twin(sc_core::sc_module_name name, link_bank& links, TwinMode mode,
                     twin_clock& clock, LinkModelMaker make)
    : sc_module{name},
      links_{&links},
      clock_{&clock},
      make_{make ? std::move(make) : make_link_model},
      mode_{mode} {
  HW_PROCESSES(link_twin);
  SC_METHOD(deliver);
  sensitive << end_;
  dont_initialize();
  links.add_pacer(*this);
  clock.add(*this);
}

link_twin::~link_twin() = default;

link_twin::Lane& link_twin::lane_of(link& used) {
  if (lanes_.empty()) lanes_.resize(links_->links().size());
  std::unique_ptr<Lane>& lane = lanes_[used.index()];
  if (!lane) {
    lane = std::make_unique<Lane>();
    lane->part = &used;
    lane->model = make_(clock_->context(), rtl_name(used.full_name()));
  }
  return *lane;
}

bool link_twin::start(link& started) {
  Lane& lane = lane_of(started);
  lane.inputs = {true, started.packet().id(), started.packet().words(), started.timing()};
  if (!lane.active) active_.push_back(&lane);
  lane.active = true;
  clock_->wake();
  return mode_ == TwinMode::kReplace;
}

void link_twin::show(VerilatedVcdC& wave) {
  for (link& shown : links_->links()) lane_of(shown).model->show(wave);
}

void link_twin::present(Cycles /*cycle*/) {
  for (Lane* lane : active_) {
    lane->model->present(lane->inputs);
    if (!lane->inputs.start || mode_ == TwinMode::kLockstep) continue;
    if (!lane->model->outputs().ready) wrong(*lane, "is not ready after the end of a packet");
    lane->carries = true;
    lane->carried = 0_words;
    lane->quiet = 0_cycles;
  }
}

void link_twin::edge() {
  for (Lane* lane : active_) {
    lane->model->edge();
    lane->inputs.start = false;
    if (clock_->asserted()) wrong(*lane, "breaks its own contract");
  }
}

bool link_twin::look(Cycles cycle) {
  const bool replaces = mode_ == TwinMode::kReplace;
  std::erase_if(active_, [&](Lane* lane) {
    lane->active = replaces ? follow(*lane) : compare(*lane, cycle);
    return !lane->active;
  });
  if (!ended_.empty()) end_.notify(clock_->half());
  return !active_.empty();
}

/// Raises a fault at the first output that differs; true while the link is busy.
bool link_twin::compare(const Lane& lane, Cycles cycle) const {
  const Beat model = lane.part->beat(cycle);
  const LinkOutputs twin = lane.model->outputs();
  const Lockstep lockstep{[&] { return lane.part->full_name(); }, cycle};
  const auto number = [](Words words) { return static_cast<std::uint64_t>(words.count()); };
  lockstep.check("ready", !model.busy || model.done, twin.ready);
  lockstep.check("busy", model.busy, twin.beat.busy);
  lockstep.check("done", model.done, twin.beat.done);
  lockstep.check("state", model.valid ? 2 : model.busy ? 1 : 0, twin.state);
  lockstep.check("beat_valid", model.valid, twin.beat.valid);
  lockstep.check("beat_packet", model.packet, twin.beat.packet);
  lockstep.check("beat_first", number(model.first), number(twin.beat.first));
  lockstep.check("beat_count", number(model.count), number(twin.beat.count));
  lockstep.check("beat_last", model.last, twin.beat.last);
  return model.busy;
}

/// Takes what leaves the twin in one cycle; true while it works.
bool link_twin::follow(Lane& lane) {
  const Beat beat = lane.model->outputs().beat;
  if (!lane.carries) {
    if (beat.valid || beat.done) wrong(lane, "shows a beat after the end of a packet");
  } else if (beat.valid) {
    rebuild(lane, beat);
  } else if (!beat.busy) {
    wrong(lane, "is idle before the end of packet " + std::to_string(lane.inputs.packet));
  }
  if (lane.carries && beat.done) {
    lane.carries = false;
    ended_.push_back(lane.part);
    if (lane.carried != lane.inputs.words) {
      wrong(lane, "ends packet " + std::to_string(lane.inputs.packet) + " after " +
                      std::to_string(lane.carried.count()) + " of its " +
                      std::to_string(lane.inputs.words.count()) + " words");
    }
  }
  if (beat.valid) lane.quiet = 0_cycles;
  lane.quiet += 1_cycles;
  if (lane.quiet > kPatience + lane.inputs.timing.startup) {
    wrong(lane, "is busy without a beat for " + std::to_string(kPatience.count()) + " cycles");
  }
  return beat.busy || lane.carries;
}

/// Adds the words of `beat` to the packet that the lane carries.
void link_twin::rebuild(Lane& lane, const Beat& beat) {
  const Words words = lane.inputs.words;
  if (beat.packet != lane.inputs.packet) {
    wrong(lane, "shows a beat of packet " + std::to_string(beat.packet) + " while packet " +
                    std::to_string(lane.inputs.packet) + " is on the link");
  } else if (beat.first != lane.carried || beat.count < 1_words ||
             beat.count > words - lane.carried) {
    wrong(lane, "carries the words " + range(beat.first, beat.count) + " of packet " +
                    std::to_string(beat.packet) + " where " +
                    range(lane.carried, words - lane.carried) + " are to come");
  }
  lane.carried += beat.count;
  if (beat.last != (lane.carried == words)) {
    wrong(lane, "marks the wrong beat of packet " + std::to_string(beat.packet) + " as its last");
  }
}

void link_twin::wrong(const Lane& lane, const std::string& what) {
  const std::string part = lane.part->full_name();
  clock_->fail(part, "The twin of " + part + ' ' + what + '.');
}

void link_twin::deliver() {
  const Cycles now = ClockPeriod{}.now();
  for (link* ended : std::exchange(ended_, {})) links_->finish(*ended, now);
}

}  // namespace plexus
