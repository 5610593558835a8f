#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hw/node/program.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Keeps programs in lock step: a step ends when every program that takes part has ended its own
/// part of it, so the slowest one sets the time. A step in which nothing happens takes 0 cycles. A
/// program that has no part in the next steps sleeps through them: a long schedule of small steps
/// costs as much as there is in it, not steps times programs.
class barrier final : public sc_core::sc_module {
 public:
  explicit barrier(sc_core::sc_module_name name);

  /// One more program takes part. Before the simulation starts.
  void join() { ++members_; }
  /// A program has ended: the others no longer wait for it.
  void leave();
  /// `arrival` has ended its step and has no part in the `count` - 1 steps after it (count >= 1);
  /// it is completed when all others have ended the last of these, in the same time step.
  void arrive(Action& arrival, std::uint64_t count = 1);

  [[nodiscard]] std::uint64_t steps() const { return steps_; }  ///< that have ended
  [[nodiscard]] std::uint64_t waiting() const { return arrived_.size() + asleep_; }

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void release();
  void end_step_if_complete();

  std::uint64_t members_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t asleep_ = 0;  ///< programs that have ended the present step and some after it
  std::map<std::uint64_t, std::vector<Action*>> sleepers_;  ///< by the last step they have ended
  std::vector<Action*> arrived_;
  std::vector<Action*> released_;
  sc_core::sc_event complete_{"complete"};
};

}  // namespace plexus
