#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/own_part.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/machine/machine.hpp"
#include "models/operations/operation.hpp"
#include "rtl/frame/twins.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/outputs/outputs.hpp"
#include "testbenches/outputs/progress.hpp"
#include "testbenches/outputs/twin_wave.hpp"

namespace plexus {

/// A request that a tool cannot carry out, with its words, in lines.
class RefusedByTool final : public Refusal {
 public:
  using Refusal::Refusal;
};

/// What the command line asks of a run beside its parameters.
struct RunOptions : OutputRequest {
  std::optional<Cycles> max_cycles;
  std::optional<std::string> rtl_vcd;
  std::optional<std::string> twin_coverage;
  std::optional<std::string> twin_replay;
  std::vector<std::string> rtl;       ///< parts replaced by their twins
  std::vector<std::string> lockstep;  ///< parts beside which their twins run
  std::uint32_t twin_seed = 1;        ///< of what nothing has set in twins
  std::vector<OwnPart> parts;         ///< own ones, in the place of standard ones
  ConstructionOrder order;            ///< of the processors; for tests
  std::ostream* progress = nullptr;   ///< a terminal that is told how far a long run has come
  std::ostream* notes = nullptr;      ///< is told in time what will take very long or much room

  [[nodiscard]] bool has_twins() const { return !rtl.empty() || !lockstep.empty(); }
};

/// Runs `request` on a kernel of its own, with what `options` ask for: the one call behind tests,
/// studies and sweeps. Throws Refusal; sc_report for broken rules, a deadlock and a limit.
Report run_request(const Catalogue& catalogue, const Request& request, RunOptions options = {});

/// Runs machines: places the data, attaches traces, waves and twins, drives the kernel and checks
/// the result. One simulation serves one run; the kernel must be fresh.
class Simulation {
 public:
  /// Opens the output files. Throws Refusal where one cannot be written.
  explicit Simulation(RunOptions options);
  ~Simulation();

  /// Runs an entry of the catalogue with these values. Throws Refusal, or sc_report for broken
  /// rules, a deadlock (programs that wait for ever) and a limit.
  Report perform(const CatalogueEntry& entry, const Values& values);

  /// What Verilator remarks on a user's SystemVerilog, and what is to be said of the files; may be
  /// empty.
  [[nodiscard]] std::string remarks() const {
    return twins_->lint() + outputs_->remarks() + (twin_wave_ ? twin_wave_->remark() : "");
  }

  /// What the twins have shown; nothing without any.
  [[nodiscard]] std::vector<TwinEvidence> evidence() const { return twins_->evidence(); }
  [[nodiscard]] std::uint32_t twin_seed() const { return options_.twin_seed; }

  /// Completes the output files: also after a run that failed. Ends the run, class `output`, if
  /// one could not be written.
  void finish();
  /// Leaves no output file behind, where the simulation itself stays as it is.
  void drop();

 private:
  void make_twins();
  void attach_twins(sc_core::sc_object& part);
  Report run(machine& top, const Values& values);
  void drive(machine& top, const Values& values);
  void drive_to_end(const machine& top, const Values& values);
  [[nodiscard]] std::optional<Cycles> lower_bound();
  [[nodiscard]] double length(const Values& values, bool& counted);
  void tell_of_wave(double bytes);
  void tell_of_length(const Values& values);
  void finish_twins();

  RunOptions options_;
  std::unique_ptr<Experiment> experiment_;            ///< outlives the machine
  std::optional<std::optional<Cycles>> lower_bound_;  ///< once it was asked for
  std::unique_ptr<machine> machine_;
  std::vector<std::unique_ptr<sc_core::sc_module>> parts_;  ///< own ones
  std::unique_ptr<Outputs> outputs_;
  std::unique_ptr<TwinWave> twin_wave_;
  std::unique_ptr<OutputFile> coverage_;  ///< of the twins
  std::unique_ptr<OutputFile> replay_;    ///< of the twins
  std::unique_ptr<Twins> twins_;
  std::unique_ptr<Progress> progress_;          ///< if somebody waits
  std::unique_ptr<sc_core::sc_module> notice_;  ///< told when all is ready to run
  std::optional<Fault> fault_;                  ///< that ended the run
  double cycles_ = 0;  ///< that the run will take, as far as the wave asks for them; 0: unknown
  bool wave_told_ = false;
};

}  // namespace plexus
