#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hw/systemc.hpp"

namespace plexus {

/// What takes part in the steps of a barrier: belongs to who takes part, and stays with the barrier
/// until it is over.
class Arrival {
 public:
  /// Its steps have ended; `steps` have gone by, fewer than it was to wait for if it was woken.
  virtual void over(std::uint64_t steps) = 0;
  /// The step with whose end it is over, as `barrier::steps` counts then.
  [[nodiscard]] std::uint64_t until() const { return until_; }

 protected:
  ~Arrival() = default;

 private:
  friend class barrier;
  std::uint64_t begun_ = 0;  ///< steps that had ended when it came
  std::uint64_t until_ = 0;
  std::size_t place_ = 0;  ///< among those that sleep as long
};

/// Who says how long steps last.
class step_owner_if {
 public:
  /// `count` steps begin: one, or several in which nobody has a part. Ends them by `barrier::end`.
  virtual void steps_begin(std::uint64_t count) = 0;

 protected:
  ~step_owner_if() = default;
};

/// Keeps programs in step: a step begins when everybody who takes part has come. Lock steps end at
/// once, so the slowest program sets the time, and one in which nothing happens takes 0 cycles;
/// those that have an owner, such as the slots of couplers, last until it ends them. Who has no
/// part in the next steps sleeps through them: a long schedule of small steps costs as much as
/// there is in it, not steps times programs.
class barrier final : public sc_core::sc_module {
 public:
  explicit barrier(sc_core::sc_module_name name);

  /// Steps last until `owner` ends them. Before the simulation starts.
  void last_as(step_owner_if& owner) { owner_ = &owner; }
  /// One more takes part. Before the simulation starts.
  void join() { ++members_; }
  /// It takes part no longer: the others do not wait for it.
  void leave();
  /// `arrival` has come for the next step and has no part in the `count` - 1 steps after it (count
  /// >= 1); it is over when the last of these ends, in the same time step. Where steps have an
  /// owner, all come `by` it: who takes a lock step there ends the run.
  void arrive(Arrival& arrival, std::uint64_t count = 1, const step_owner_if* by = nullptr);
  /// `arrival`, which sleeps, is over now. From the owner, at the end of a step.
  void wake(Arrival& arrival);
  /// The steps that have begun are over.
  void end();

  [[nodiscard]] std::uint64_t steps() const { return steps_; }  ///< that have ended
  [[nodiscard]] std::uint64_t members() const { return members_; }
  [[nodiscard]] std::uint64_t waiting() const { return arrived_.size() + asleep_; }
  /// One of those for whose step all wait.
  [[nodiscard]] Arrival& next() const;

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  /// Those that sleep until the same step.
  struct Sleepers {
    std::vector<Arrival*> arrivals;  ///< null: was woken
    std::size_t left = 0;
  };

  void begin();
  void begin_if_complete();

  step_owner_if* owner_ = nullptr;
  std::uint64_t members_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t present_ = 0;                   ///< steps that have begun
  std::uint64_t asleep_ = 0;                    ///< have ended the present step and some after it
  std::map<std::uint64_t, Sleepers> sleepers_;  ///< by the last step that they sleep through
  std::vector<Arrival*> arrived_;
  std::vector<Arrival*> released_;
  sc_core::sc_event complete_{"complete"};
};

}  // namespace plexus
