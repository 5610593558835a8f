#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hw/crossbar/setting.hpp"
#include "hw/data/link_schedule.hpp"
#include "hw/time/units.hpp"
#include "models/reconfigurable/phase_cost.hpp"

namespace plexus {

/// What a schedule costs in closed form.
[[nodiscard]] std::vector<PhaseCost> costs_of(const LinkSchedule& schedule);

/// Model (a), grain phase with one bank: the paper's sum of R(n_p) + C(m_p).
[[nodiscard]] Cycles phase_by_phase(std::span<const PhaseCost> phases, const RendezvousTiming& link,
                                    const SettingTiming& setting);
/// Model (b), grain phase with two banks: the next configuration is loaded while this one works.
[[nodiscard]] Cycles double_buffered(std::span<const PhaseCost> phases,
                                     const RendezvousTiming& link, const SettingTiming& setting,
                                     Cycles swap);

/// What a manager and its links need for a schedule, counted link by link (1.5 and 1.6).
struct ScheduleCost {
  Cycles cycles{0};
  Cycles open_wait{0};
  std::uint64_t commands = 0;
};

/// Models (a) to (e) and the dynamic manager: when the last link of `schedule` ends.
[[nodiscard]] ScheduleCost schedule_cost(const LinkSchedule& schedule, NodeId nodes,
                                         const RendezvousTiming& link, const SettingPolicy& policy);

/// Links that are always there: a barrier after each phase (grain phase), or none.
[[nodiscard]] ScheduleCost wired_cost(const LinkSchedule& schedule, NodeId nodes,
                                      const RendezvousTiming& link, Grain grain);

}  // namespace plexus
