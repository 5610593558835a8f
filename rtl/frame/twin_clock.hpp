#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"
#include "rtl/frame/record.hpp"
#include "rtl/frame/replay.hpp"
#include "rtl/frame/twins.hpp"

class VerilatedContext;
class VerilatedVcdC;

namespace plexus {

class twin_bank;

/// The clock of all Verilated twins of a run, and the wave they are written to. It beats in the
/// middle of a cycle, when all that happens in the cycle has happened and nothing of the next one:
/// so a twin sees, and is compared with, what the model's cycle really was, in any order of
/// processes. It beats only while a twin has work.
class twin_clock final : public sc_core::sc_module {
 public:
  /// `wave`: path of the file for what is inside the twins; empty: none. Ends the run,
  /// class `output`, if it cannot be written. `seed`: of what nothing has set.
  twin_clock(sc_core::sc_module_name name, std::string wave, std::uint32_t seed,
             const TwinView& view);
  ~twin_clock() override;

  /// Before the simulation starts; `twin` must outlive the simulation.
  void add(twin_bank& twin) { twins_.push_back(&twin); }
  /// There is work in the present cycle. Called at its beginning, in any phase.
  void wake() { beat_.notify(half()); }
  /// Half a cycle: from the beginning of a cycle to the beat, and from there to the next cycle.
  [[nodiscard]] sc_core::sc_time half() const;
  [[nodiscard]] VerilatedContext& context() { return *context_; }
  [[nodiscard]] std::uint32_t seed() const { return seed_; }
  /// Is what is inside the twins written to a wave?
  [[nodiscard]] bool shows() const { return wave_ != nullptr; }
  /// Is counted what of the twins is run?
  [[nodiscard]] bool covers() const { return !view_.coverage.empty(); }
  /// Writes down every evaluation; null: nobody wants it.
  [[nodiscard]] TwinReplay* replay() const { return replay_.get(); }
  /// Records what the twins were told and show; null: nobody wants to see it.
  [[nodiscard]] TwinRecorder* recorder() const { return recorder_.get(); }
  /// Does something when the next cycle begins.
  void at_next_cycle(std::function<void()> what);
  void call_settled(twin_bank& twin);
  /// Ends the run with this cycle; assertions that failed say more. The first call in a cycle
  /// counts.
  void fail(const Fault& fault);
  /// The same for an output that differs. An assertion that fails in this cycle says more.
  void differ(const Fault& fault);
  /// Does the run end with this cycle?
  [[nodiscard]] bool over() const { return fault_ || difference_; }
  /// Adds to a fault of a twin what its assertions have said.
  static void add_assertions(Fault& fault);
  /// Ends the run now, with the fault that it has come to.
  [[noreturn]] void raise_fault();

  /// Completes the wave's file, and those of what was run and told. Ends the run, class `output`,
  /// if one could not be written.
  void finish();

 private:
  class WaveFile;

  void start_of_simulation() override;
  void tick();
  void begin_cycle();
  void settle();
  void draw(Cycles cycle, int before_edge);
  void write_coverage();
  [[noreturn]] static void lose(const std::string& option);

  ClockPeriod clock_;
  std::uint32_t seed_;
  std::unique_ptr<VerilatedContext> context_;
  std::vector<twin_bank*> twins_;
  std::string path_;
  std::unique_ptr<WaveFile> file_;
  std::unique_ptr<VerilatedVcdC> wave_;
  TwinView view_;
  std::unique_ptr<TwinRecorder> recorder_;
  std::unique_ptr<TwinReplay> replay_;
  std::vector<std::function<void()>> next_;  ///< what is done when the next cycle begins
  std::vector<twin_bank*> settle_;           ///< to be called in the next delta cycle
  sc_core::sc_event beat_{"beat"};
  sc_core::sc_event begin_{"begin"};
  sc_core::sc_event settled_{"settled"};
  std::optional<Fault> fault_;       ///< with which this cycle ends the run
  std::optional<Fault> difference_;  ///< or with this one
  bool dumped_ = false;              ///< the wave has begun
};

}  // namespace plexus
