#include "rtl/frame/bank.hpp"

#include <algorithm>
#include <utility>

#include "hw/time/clock_period.hpp"
#include "rtl/frame/twins.hpp"

namespace plexus {

void throw_size(const TwinSite& site, const std::string& sizes) {
  throw SizeMissing{
      fmt::format("The twin of {} exists for {}: leave the twin out.", site.source.block, sizes)};
}

void require_no_part(const TwinSite& site, const std::string& port, const std::string& part) {
  if (site.mode != TwinMode::kReplace) return;
  throw SizeMissing{"At " + port + " stands " + part + ", and the twin of " + site.source.block +
                    " would decide in its place: take one of them, or compare them in lockstep."};
}

std::string machine_name(const sc_core::sc_object& part) {
  const sc_core::sc_object* const machine = part.get_parent_object();
  return machine == nullptr ? std::string{} : machine->name();
}

PartNames in_nodes(std::string machine, std::uint64_t nodes, const std::string& part) {
  if (!machine.empty()) machine += '.';
  return {nodes, [machine, behind = part.empty() ? part : '.' + part](std::uint64_t node) {
            return machine + "node_" + std::to_string(node) + behind;
          }};
}

twin_bank::twin_bank(const TwinSite& site, const Parameters& parameters, PartNames names)
    : site_{site},
      parameters_{parameters},
      names_{std::move(names)},
      verilated_{verilate(site.source, parameters, {site.clock->shows(), site.clock->covers()})} {
  clock().add(*this);
}

twin_bank::~twin_bank() = default;

twin_lane& twin_bank::lane_of(std::uint64_t number, const std::string* name) {
  if (twin_lane* const found = existing_lane(number)) return *found;
  auto lane = new_lane();
  lane->make(*this, name == nullptr ? names_.name(number) : *name, number);
  made_lane(*lane);
  lane->reset();
  return *(lanes_[number] = std::move(lane));
}

twin_lane* twin_bank::existing_lane(std::uint64_t number) const {
  const auto found = lanes_.find(number);
  return found == lanes_.end() ? nullptr : found->second.get();
}

TwinEvidence twin_bank::evidence() const {
  return {site_.source.block, site_.source.users_file.string(),
          replaces(),         parameters_,
          lanes_.size(),      cycles_,
          evidence_.outputs()};
}

std::pair<std::string, std::string> twin_bank::place(const twin_lane& lane, const Pin& pin,
                                                     std::size_t field) const {
  return {lane.name(), pin.field_name(field)};
}

void twin_bank::make_all() {
  for (std::uint64_t number = 0; number < names_.count; ++number) lane_of(number, nullptr);
}

void twin_bank::activate(twin_lane& lane) {
  if (std::exchange(lane.active_, true)) return;
  if (active_.empty()) clock().wake();
  active_.push_back(&lane);
}

void twin_bank::show(VerilatedVcdC& wave) {
  make_all();
  for (const auto& [number, lane] : lanes_) {
    if (lane->recorded_) lane->model_->show(wave);
  }
}

void twin_bank::drive() {
  for (const auto& [number, lane] : lanes_) lane->drive(lane->in_.values);
}

void twin_bank::low(Cycles cycle) {
  // By number: so the first fault of a cycle depends on nothing else.
  if (!std::ranges::is_sorted(active_, {}, &twin_lane::number_)) {
    std::ranges::sort(active_, {}, &twin_lane::number_);
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
  cycles_ += active_.size();
}

void twin_bank::look(Cycles cycle) {
  for (twin_lane* lane : active_) {
    lane->look();
    if (!replaces() && !lane->answers_) expect_lane(*lane, cycle);
    lane->remember_unasked(cycle);
    if (replaces()) {
      follow_lane(*lane, cycle);
      check_shown(*lane);
    } else if (lane->disagrees_ || lane->differs()) {
      clock().differ(lane->difference());
    }
  }
  if (!clock().over()) looked(cycle);
}

void twin_bank::check_shown(twin_lane& lane) {
  if (!lane.out_.differs(lane.seen_)) return;
  const auto fields = lane.out_.fields();
  const auto wrong_one = std::ranges::find_if(fields, [&lane](const PinRow::Field& field) {
    const std::uint64_t differs = field.of(lane.out_.values) ^ field.of(lane.seen_.values);
    return (differs & field.of(lane.out_.cares)) != 0;
  });
  const auto [part, signal] = place(lane, *wrong_one->pin, wrong_one->number);
  wrong(lane, "shows {}{} as {}, where {} follows from what it was told and has done", signal,
        part == lane.name() ? "" : " of " + part, wrong_one->of(lane.seen_.values),
        wrong_one->of(lane.out_.values));
}

bool twin_bank::turn_over(Cycles cycle) {
  std::erase_if(active_, [&](twin_lane* lane) {
    lane->active_ = lane_goes_on(*lane, cycle);
    if (!lane->active_) lane->rest(cycle + 1_cycles);
    lane->turn_over();
    return !lane->active_;
  });
  return !active_.empty();
}

void twin_bank::end(twin_lane& lane, const std::string& what) {
  const Cycles now = ClockPeriod{}.now();
  Fault fault{"rtl", now, lane.name(), "The twin of " + lane.name() + ' ' + what + '.', {}};
  lane.look();
  lane.remember(now);
  lane.add_context(fault);
  clock().fail(fault);
}

void twin_bank::edge_over(twin_lane& lane) {
  ++cycles_;
  lane.remember(ClockPeriod{}.now());
  if (lane.differs()) raise(lane.difference());
  lane.rest(ClockPeriod{}.now() + 1_cycles);
  lane.turn_over();
}

void twin_bank::check_contract(twin_lane& lane, bool at_once) {
  if (!lane.broken_) return;
  wrong(lane, "breaks its own contract");
  if (at_once) clock().raise_fault();
}

}  // namespace plexus
