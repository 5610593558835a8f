#pragma once

#include <cstdint>
#include <vector>

#include "hw/program.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Keeps programs in lock step: a step ends when every program that takes part has ended its own
/// part of it, so the slowest one sets the time. A step in which nothing happens takes 0 cycles.
class barrier final : public sc_core::sc_module {
 public:
  explicit barrier(sc_core::sc_module_name name);

  /// One more program takes part. Before the simulation starts.
  void join() { ++members_; }
  /// A program has ended: the others no longer wait for it.
  void leave();
  /// `arrival` has ended its step; it is completed when all others have, in the same instant.
  void arrive(Action& arrival);

  [[nodiscard]] std::uint64_t steps() const { return steps_; }  ///< that have ended
  [[nodiscard]] std::uint64_t waiting() const { return arrived_.size(); }

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void release();
  void end_step_if_complete();

  std::uint64_t members_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<Action*> arrived_;
  std::vector<Action*> released_;
  sc_core::sc_event complete_{"complete"};
};

}  // namespace plexus
