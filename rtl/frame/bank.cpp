#include "rtl/frame/bank.hpp"

#include <algorithm>
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
    : site_{site},
      parameters_{parameters},
      verilated_{verilate(site.source, parameters, site.clock->shows())} {
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
  if (std::exchange(lane.active_, true)) return;
  active_.push_back(&lane);
}

void twin_bank::show(VerilatedVcdC& wave) {
  make_all();
  for (const auto& [key, lane] : lanes_) lane->model_->show(wave);
}

void twin_bank::drive() {
  for (const auto& [key, lane] : lanes_) lane->drive();
}

void twin_bank::low(Cycles cycle) {
  // By number: so the first fault of a cycle depends on nothing else.
  if (!std::ranges::is_sorted(active_, {}, &twin_lane::key_)) {
    std::ranges::sort(active_, {}, &twin_lane::key_);
  }
  for (twin_lane* lane : active_) {
    present_lane(*lane, cycle);
    clock().shows() ? lane->show_before() : lane->settle();
  }
}

void twin_bank::high(Cycles cycle) {
  for (twin_lane* lane : active_) {
    lane->rise();
    hold_lane(*lane, cycle);
    lane->hold();
    check_contract(*lane);
  }
}

void twin_bank::look(Cycles cycle) {
  for (twin_lane* lane : active_) {
    lane->look();
    if (!replaces() && !lane->disagrees_) expect_lane(*lane, cycle);
    if (!lane->disagrees_) lane->remember(cycle);
    if (replaces()) {
      follow_lane(*lane, cycle);
    } else if (lane->disagrees_ || lane->differs()) {
      clock().differ(lane->difference());
    }
  }
  if (!clock().over()) looked(cycle);
}

bool twin_bank::turn_over(Cycles cycle) {
  std::erase_if(active_, [&](twin_lane* lane) {
    lane->active_ = lane_goes_on(*lane, cycle);
    lane->drive();  // a wave shows what nobody evaluates any more
    lane->turn_over();
    return !lane->active_;
  });
  return !active_.empty();
}

void twin_bank::wrong(twin_lane& lane, const std::string& what) {
  const Cycles now = ClockPeriod{}.now();
  Fault fault{"rtl", now, lane.name(), "The twin of " + lane.name() + ' ' + what + '.', {}};
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
  lane.remember(ClockPeriod{}.now());
  if (lane.differs()) raise(lane.difference());
  lane.turn_over();
}

void twin_bank::check_contract(twin_lane& lane, bool at_once) {
  if (!lane.broken_) return;
  wrong(lane, "breaks its own contract");
  if (at_once) clock().raise_fault();
}

}  // namespace plexus
