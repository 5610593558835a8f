#include "rtl/crossbar/command_pins.hpp"

namespace plexus {

void Command::present(CommandInputs& in, const SettingTiming& timing) {
  in.start.set(starts_);
  if (!std::exchange(starts_, false)) return;
  command_ = std::move(next_);
  put(in, 1, command_.links.size(), timing.fixed, timing.per_link);
  set_ = 0;
  works_ = true;
  quiet_ = 0_cycles;
}

void Command::hold(CommandInputs& in) const {
  in.start.set(0);
  in.entry_valid.set(works_);
  if (!works_) return;
  in.entry_u.set(command_.links[set_].first);
  in.entry_v.set(command_.links[set_].second);
}

void Command::expect(CommandOutputs& out, Cycles cycle) const {
  const bool now = sets(cycle);
  put(out, now, now, kFree, kFree, works_, now && is_last(), 0);
  if (now) put(out, kFree, kFree, command_.links[set_].first, command_.links[set_].second);
}

std::string Command::follow(const CommandOutputs& seen, const SettingTiming& timing, bool idle,
                            bool& set) {
  set = seen.set_valid.on();
  quiet_ += 1_cycles;
  if (!works_) return set ? "sets a link after the end of a command" : "";
  if (!set) {
    if (seen.done.on()) return "is done before its last link is set";
    return quiet_ > kPatience + timing.command(1) && idle ? "does not set its links" : "";
  }
  quiet_ = 0_cycles;
  const auto [u, v] = command_.links[set_];
  if (seen.set_u.get() != u || seen.set_v.get() != v) return "sets another link than it is told to";
  return seen.done.on() != is_last() ? "marks the wrong link as its last" : "";
}

bool Command::goes_on(const CommandOutputs& seen, Cycles cycle, bool lockstep) {
  const bool set = lockstep ? sets(cycle) : seen.set_valid.on();
  if (set && works_) {
    if (lockstep) set_at_.pop_front();
    works_ = ++set_ < command_.links.size();
  }
  return works_;
}

void require_a_cycle_per_link(const config_manager& part, const TwinSite& site) {
  if (part.timing().per_link >= 1_cycles) return;
  throw SizeMissing{"The twin of " + site.source.block +
                    " sets one link after the other: it needs --tau-r of at least 1."};
}

}  // namespace plexus
