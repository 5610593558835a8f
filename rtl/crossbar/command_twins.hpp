#pragma once

#include <deque>
#include <utility>

#include "rtl/crossbar/crossbar_pins.hpp"

namespace plexus {

/// Pins by which a block is given the commands of a manager, and those that show what it does.
struct CommandInputs {
  Pin start{"start"}, n_links{"n_links"}, beta_r{"beta_r"}, tau_r{"tau_r"};
  Pin entry_valid{"entry_valid"}, entry_u{"entry_u"}, entry_v{"entry_v"};
};
struct CommandOutputs {
  Pin entry_ready{"entry_ready"}, set_valid{"set_valid"}, set_u{"set_u"}, set_v{"set_v"};
  Pin busy{"busy"}, done{"done"}, err_clash{"err_clash"};
};

/// A lane of a block that has these pins, `command` in its tables.
template <typename Inputs, typename Outputs>
struct command_lane : twin<Inputs, Outputs> {
  bool starts = false;  ///< a command, with this cycle's edge:
  SettingCommand next;
  SettingCommand command;  ///< that it carries out, or the last one
  bool works = false;
  std::size_t set = 0;        ///< links of it that are set
  std::deque<Cycles> set_at;  ///< lockstep: when those are set that the manager has begun
  Cycles quiet{0};            ///< since a link was set

  [[nodiscard]] bool is_last() const { return set + 1 == command.links.size(); }
  /// Lockstep: is a link set with the end of the cycle?
  [[nodiscard]] bool sets(Cycles cycle) const {
    return !set_at.empty() && set_at.front() == cycle + 1_cycles;
  }
};

/// Twins that carry out a manager's commands. In its place links are set when they say so.
template <typename Lane>
class command_twins : public twins_before<Lane, setting_clock_if, config_manager>,
                      public setting_watch_if {
 public:
  command_twins(config_manager& of, const TwinSite& site, const Parameters& size, PartNames names)
      : twins_before<Lane, setting_clock_if, config_manager>{of.clock, of, site, size,
                                                             std::move(names)} {
    of.watch(*this);
  }

  void begin(const SettingCommand& command) override {
    Lane& lane = this->active_lane(command.setter);
    lane.starts = true;
    lane.next = command;
    if (this->replaces()) return;  // `link_is_set` tells when
    lane.set_at.insert(lane.set_at.end(), command.set_at.begin(), command.set_at.end());
    this->model.begin(command);
  }
  void begins_link(Cycles at) override {
    if (!this->replaces()) this->lane().set_at.push_back(at);
  }

 protected:
  /// In the manager's place: does nothing keep it from setting the next link?
  [[nodiscard]] virtual bool is_free(const Lane& /*lane*/) const { return false; }

  void present(Lane& lane, Cycles /*cycle*/) override {
    const SettingTiming& timing = this->part.timing();
    lane.in.command.start.set(lane.starts);
    if (!std::exchange(lane.starts, false)) return;
    lane.command = std::move(lane.next);
    put(lane.in.command, 1, lane.command.links.size(), timing.fixed, timing.per_link);
    lane.set = 0;
    lane.works = true;
    lane.quiet = 0_cycles;
  }
  /// The entry that is next.
  void hold(Lane& lane, Cycles /*cycle*/) override {
    put(lane.in.command, 0, kFree, kFree, kFree, lane.works);
    if (!lane.works) return;
    const auto [u, v] = lane.command.links[lane.set];
    put(lane.in.command, kFree, kFree, kFree, kFree, kFree, u, v);
  }
  void expect(Lane& lane, Cycles cycle) override {
    const bool now = lane.sets(cycle);
    put(lane.out.command, now, now, kFree, kFree, lane.works, now && lane.is_last(), 0);
    if (!now) return;
    const auto [u, v] = lane.command.links[lane.set];
    put(lane.out.command, kFree, kFree, u, v);
  }
  /// What the twin does wrong; empty: nothing.
  [[nodiscard]] const char* mistake(Lane& lane) {
    const CommandOutputs& seen = lane.seen.command;
    const bool sets = seen.set_valid.on();
    lane.quiet += 1_cycles;
    if (!lane.works) return sets ? "sets a link after the end of a command" : "";
    if (!sets) {
      if (seen.done.on()) return "is done before its last link is set";
      const bool late = lane.quiet > kPatience + this->part.timing().command(1);
      return late && is_free(lane) ? "does not set its links" : "";
    }
    lane.quiet = 0_cycles;
    const auto [u, v] = lane.command.links[lane.set];
    if (seen.set_u.get() != u || seen.set_v.get() != v) {
      return "sets another link than it is told to";
    }
    return seen.done.on() != lane.is_last() ? "marks the wrong link as its last" : "";
  }
  /// The link that it shows, if any, is set.
  void set_link(const Lane& lane) {
    if (!lane.seen.command.set_valid.on()) return;
    this->at_next_cycle([this, setter = lane.command.setter, link = lane.set,
                         last = lane.is_last()] { this->part.link_is_set(setter, link, last); });
  }
  void follow(Lane& lane, Cycles /*cycle*/) override {
    const char* const what = mistake(lane);
    *what == 0 ? set_link(lane) : this->wrong(lane, "{}", what);
  }
  bool goes_on(Lane& lane, Cycles cycle) override {
    const bool set = this->replaces() ? lane.seen.command.set_valid.on() : lane.sets(cycle);
    if (set && lane.works) {
      if (!this->replaces()) lane.set_at.pop_front();
      lane.works = ++lane.set < lane.command.links.size();
    }
    return lane.works;
  }
};

/// Throws SizeMissing if the manager sets links in no time: no clock could see it.
inline void require_a_cycle_per_link(const config_manager& part, const TwinSite& site) {
  if (part.timing().per_link >= 1_cycles) return;
  throw SizeMissing{"The twin of " + site.source.block +
                    " sets one link after the other: it needs --tau-r of at least 1."};
}

}  // namespace plexus
