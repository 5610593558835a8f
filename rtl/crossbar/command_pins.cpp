#include "rtl/crossbar/command_pins.hpp"

#include "rtl/frame/twins.hpp"

namespace plexus {

namespace {

/// Cycles beyond those of a link after which a twin that sets nothing will never do so.
constexpr Cycles kPatience{1'000'000};

}  // namespace

void CommandPins::present(const SettingTiming& timing) {
  start.set(starts_);
  if (!std::exchange(starts_, false)) return;
  command_ = std::move(next_);
  n_links.set(command_.links.size());
  beta_r.set(timing.fixed);
  tau_r.set(timing.per_link);
  set_ = 0;
  works_ = true;
  quiet_ = 0_cycles;
}

void CommandPins::hold() {
  start.set(0);
  entry_valid.set(works_);
  if (!works_) return;
  entry_u.set(command_.links[set_].first);
  entry_v.set(command_.links[set_].second);
}

void CommandPins::expect(Cycles cycle) {
  const bool now = sets(cycle);
  entry_ready.expect(now);
  set_valid.expect(now);
  busy.expect(works_);
  done.expect(now && next().last);
  err_clash.expect(0);
  if (!now) return;
  set_u.expect(command_.links[set_].first);
  set_v.expect(command_.links[set_].second);
}

std::string CommandPins::follow(const SettingTiming& timing, bool idle, bool& set) {
  set = set_valid.on();
  quiet_ += 1_cycles;
  if (!works_) return set ? "sets a link after the end of a command" : "";
  if (!set) {
    if (done.on()) return "is done before its last link is set";
    return quiet_ > kPatience + timing.command(1) && idle ? "does not set its links" : "";
  }
  quiet_ = 0_cycles;
  if (set_u.seen() != command_.links[set_].first || set_v.seen() != command_.links[set_].second) {
    return "sets another link than it is told to";
  }
  return done.on() != next().last ? "marks the wrong link as its last" : "";
}

bool CommandPins::goes_on(Cycles cycle, bool lockstep) {
  const bool set = lockstep ? sets(cycle) : set_valid.on();
  if (set && works_) {
    if (lockstep) set_at_.pop_front();
    works_ = ++set_ < command_.links.size();
  }
  return works_;
}

TwinClaim::TwinClaim(sc_core::sc_object& part, const TwinSite& site, const std::string& what,
                     bool alone)
    : mode_{what, site.mode} {
  if (part.add_attribute(mode_)) return;
  const auto* const other =
      dynamic_cast<const sc_core::sc_attribute<TwinMode>*>(part.get_attribute(what));
  const bool here = site.mode == TwinMode::kReplace;
  const bool there = other != nullptr && other->value == TwinMode::kReplace;
  if (!(alone ? here || there : here && there)) return;
  throw UnusableSource{"Two twins of " + std::string{part.name()} + " cannot do the same, " + what +
                       ": leave out one of them" +
                       (alone ? ", or name both after --lockstep." : ".")};
}

void require_a_cycle_per_link(const config_manager& part, const TwinSite& site) {
  if (part.timing().per_link >= 1_cycles) return;
  throw SizeMissing{"The twin of " + site.source.block +
                    " sets one link after the other: it needs --tau-r of at least 1."};
}

}  // namespace plexus
