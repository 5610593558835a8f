#include "rtl/frame/bank.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "hw/time/clock_period.hpp"
#include "rtl/frame/twins.hpp"

namespace plexus {

void require_size(bool exists, const TwinSite& site, const std::string& sizes) {
  if (exists) return;
  throw SizeMissing{"The twin of " + site.source.block + " exists for " + sizes +
                    ": leave the twin out."};
}

twin_bank::twin_bank(const TwinSite& site, const Parameters& parameters)
    : site_{site}, verilated_{verilate(site.source, parameters, site.clock->shows())} {
  clock().add(*this);
}

twin_bank::~twin_bank() = default;

twin_lane& twin_bank::enter(std::uint64_t key, std::unique_ptr<twin_lane> lane) {
  constexpr std::uint64_t kNear = 1 << 16;
  lane->key_ = key;
  lane->reset();
  if (key < kNear) {
    if (key >= near_.size()) near_.resize(key + 1);
    near_[key] = lane.get();
  }
  return *(lanes_[key] = std::move(lane));
}

void twin_bank::activate(twin_lane& lane) {
  clock().wake();
  if (lane.active_) return;
  lane.active_ = true;
  if (!active_.empty() && active_.back()->key_ > lane.key_) sorted_ = false;
  active_.push_back(&lane);
}

void twin_bank::show(VerilatedVcdC& wave) {
  make_all();
  std::map<std::uint64_t, twin_lane*> in_order;
  for (const auto& [key, lane] : lanes_) in_order.emplace(key, lane.get());
  for (const auto& [key, lane] : in_order) lane->model_->show(wave);
}

/// Lanes take their turns by number: so the first fault of a cycle depends on nothing else.
void twin_bank::sort() {
  if (std::exchange(sorted_, true)) return;
  const auto is_far = [this](const twin_lane* lane) { return lane->key_ >= near_.size(); };
  if (active_.size() * 16 < near_.size() || std::ranges::any_of(active_, is_far)) {
    std::ranges::sort(active_, {}, &twin_lane::key_);
    return;
  }
  // Many of few: a mark for each costs less.
  std::vector<std::uint64_t> marks(near_.size() / 64 + 1);
  for (const twin_lane* lane : active_)
    marks[lane->key_ / 64] |= std::uint64_t{1} << lane->key_ % 64;
  active_.clear();
  for (std::size_t word = 0; word < marks.size(); ++word) {
    for (std::uint64_t left = marks[word]; left != 0; left &= left - 1) {
      active_.push_back(near_[64 * word + static_cast<std::size_t>(std::countr_zero(left))]);
    }
  }
}

void twin_bank::low(Cycles cycle) {
  sort();
  for (twin_lane* lane : active_) {
    if (lane->ahead_ >= cycle) continue;
    present_lane(*lane, cycle);
    if (clock().shows()) lane->show_before();
    lane->settle();
  }
}

void twin_bank::high(Cycles cycle) {
  for (twin_lane* lane : active_) {
    if (lane->ahead_ >= cycle) continue;
    lane->rise();
    hold_lane(*lane, cycle);
    if (clock().shows()) lane->show_now();
    lane->hold();
    if (lane->broken_) wrong(*lane, contract());
  }
}

void twin_bank::look(Cycles cycle) {
  for (twin_lane* lane : active_) {
    if (lane->ahead_ >= cycle) {
      see_due(*lane, cycle);
      continue;
    }
    lane->look();
    if (!replaces()) expect_lane(*lane, cycle);
    lane->remember(cycle);
    if (replaces()) {
      follow_lane(*lane, cycle);
    } else if (lane->differs()) {
      clock().differ(lane->difference(cycle));
    }
  }
  if (!clock().over()) looked(cycle);
}

/// All steps of a lane in one go: what belongs to it is fetched into the computer's caches once.
void twin_bank::beat(Cycles cycle) {
  sort();
  for (twin_lane* lane : active_) {
    if (lane->ahead_ >= cycle) {
      see_due(*lane, cycle);
      continue;
    }
    present_lane(*lane, cycle);
    lane->settle();
    lane->rise();
    hold_lane(*lane, cycle);
    lane->hold();
    if (lane->broken_) {
      wrong(*lane, contract());
      continue;
    }
    lane->look();
    expect_lane(*lane, cycle);
    lane->remember(cycle);
    if (lane->differs()) clock().differ(lane->difference(cycle));
  }
  if (!clock().over()) looked(cycle);
}

/// What a twin that is ahead has shown is told when it is due.
void twin_bank::see_due(twin_lane& lane, Cycles cycle) {
  if (!lane.due_ || lane.due_->cycle != cycle) return;
  if (lane.broken_) {
    clock().fail(*lane.due_);
  } else {
    clock().differ(*lane.due_);
  }
}

Cycles twin_bank::turn_over(Cycles cycle) {
  Cycles next{-1};
  std::erase_if(active_, [&](twin_lane* lane) {
    const bool ahead = lane->ahead_ > cycle;
    if (!ahead && lane->ahead_ < cycle && !replaces() && !clock().shows()) run_ahead(*lane, cycle);
    if (lane->ahead_ <= cycle) {
      lane->active_ = lane_goes_on(*lane, cycle);
      lane->turn_over();
    }
    if (!lane->active_) return true;
    const Cycles work = std::max(lane->ahead_, cycle + 1_cycles);
    if (next < 0_cycles || work < next) next = work;
    return false;
  });
  return next;
}

/// The cycles behind `cycle`, as long as it is known what they bring: all in one go costs half.
void twin_bank::run_ahead(twin_lane& lane, Cycles cycle) {
  const Cycles until = lane_known_until(lane, cycle);
  while (cycle < until && !lane.due_ && lane_goes_on(lane, cycle)) {
    if (take_stretch(lane, cycle, until)) continue;
    lane.turn_over();
    cycle += 1_cycles;
    lane.ahead_ = cycle;
    present_lane(lane, cycle);
    lane.next();
    hold_lane(lane, cycle);
    if (lane.changed_) {
      lane.hold();
      lane.look();
    }
    expect_lane(lane, cycle);
    lane.remember(cycle);
    see_wrong(lane, cycle);
  }
}

void twin_bank::see_wrong(twin_lane& lane, Cycles cycle) {
  if (lane.broken_) {
    Fault fault = fault_of(lane, contract(), cycle);
    clock().add_assertions(fault);
    lane.due_ = std::make_unique<const Fault>(std::move(fault));
  } else if (lane.differs()) {
    lane.due_ = std::make_unique<const Fault>(lane.difference(cycle));
  }
}

/// Takes the cycles behind `cycle` in which what is expected stands or grows. False: there are few.
bool twin_bank::take_stretch(twin_lane& lane, Cycles& cycle, Cycles until) {
  constexpr Cycles kFew{4};
  if (lane.changed_ || lane.looks_before_) return false;
  const Cycles last = std::min(until, lane_stands_until(lane, cycle));
  if (last < cycle + kFew) return false;
  const Cycles taken = lane.take(cycle, last);
  if (taken == cycle) return false;
  cycle = lane.ahead_ = taken;
  see_wrong(lane, cycle);
  if (lane.due_) return true;
  // What has grown is what the part says.
  lane.forget_expected();
  expect_lane(lane, cycle);
  if (lane.differs()) {
    throw std::logic_error{"What is expected of " + lane.name() + " does not grow as was said."};
  }
  return true;
}

Fault twin_bank::fault_of(twin_lane& lane, const std::string& what, Cycles cycle) {
  Fault fault{"rtl", cycle, lane.name(), "The twin of " + lane.name() + ' ' + what + '.', {}};
  lane.look();
  lane.remember(cycle);
  lane.add_context(fault);
  return fault;
}

void twin_bank::wrong(twin_lane& lane, const std::string& what) {
  clock().fail(fault_of(lane, what, ClockPeriod{}.now()));
}

void twin_bank::wrong_now(twin_lane& lane, const std::string& what) {
  wrong(lane, what);
  clock().raise_fault();
}

void twin_bank::compare_now(twin_lane& lane) {
  const Cycles now = ClockPeriod{}.now();
  lane.remember(now);
  lane.compare(now);
  lane.turn_over();
}

}  // namespace plexus
