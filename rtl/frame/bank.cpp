#include "rtl/frame/bank.hpp"

#include <algorithm>

#include "hw/time/clock_period.hpp"

namespace plexus {

twin_bank::twin_bank(const TwinSite& site, const Parameters& parameters)
    : site_{site}, verilated_{verilate(site.source, parameters)} {
  clock().add(*this);
}

twin_bank::~twin_bank() = default;

twin_lane& twin_bank::enter(std::uint64_t key, std::unique_ptr<twin_lane> lane) {
  lane->key_ = key;
  lane->reset();
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
void twin_bank::low(Cycles cycle) {
  if (!sorted_) std::ranges::sort(active_, {}, &twin_lane::key_);
  sorted_ = true;
  for (twin_lane* lane : active_) {
    present_lane(*lane, cycle);
    if (clock().shows()) lane->show_before();
    lane->settle();
  }
}

void twin_bank::high(Cycles cycle) {
  for (twin_lane* lane : active_) {
    lane->rise();
    hold_lane(*lane, cycle);
    if (clock().shows()) lane->show_now();
    lane->hold();
    if (lane->broken_) wrong(*lane, contract());
  }
}

bool twin_bank::look(Cycles cycle) {
  for (twin_lane* lane : active_) {
    lane->look();
    lane->expect_nothing();
    if (!replaces()) expect_lane(*lane, cycle);
    lane->remember(cycle);
    if (replaces()) {
      follow_lane(*lane, cycle);
    } else {
      lane->compare(cycle);
    }
  }
  looked(cycle);
  std::erase_if(active_, [&](twin_lane* lane) {
    lane->active_ = lane_goes_on(*lane, cycle);
    return !lane->active_;
  });
  return !active_.empty();
}

void twin_bank::wrong(twin_lane& lane, const std::string& what) {
  Fault fault{"rtl", {}, lane.name(), "The twin of " + lane.name() + ' ' + what + '.', {}};
  const Cycles now = ClockPeriod{}.now();
  lane.look();
  lane.remember(now);
  lane.add_context(fault);
  clock().fail(fault);
}

void twin_bank::wrong_now(twin_lane& lane, const std::string& what) {
  wrong(lane, what);
  clock().raise_fault();
}

void twin_bank::compare_now(twin_lane& lane) {
  const Cycles now = ClockPeriod{}.now();
  lane.remember(now);
  lane.compare(now);
}

}  // namespace plexus
