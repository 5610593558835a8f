#include "testbenches/simulation/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/plotted.hpp"
#include "rtl/frame/twins.hpp"
#include "rtl/frame/verilate.hpp"
#include "testbenches/outputs/save_file.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

/// Runs until nothing is left to do or what happens in cycle `last` has happened.
void run_to(Cycles last) {
  // Places of queues are dealt out a quarter of a cycle behind its edge, and the kernel leaves out
  // what happens at the very end of the time that it is given.
  const sc_core::sc_time end = ClockPeriod{}.time(last) + sc_core::sc_time{3, sc_core::SC_NS};
  sc_core::sc_start(end, sc_core::SC_EXIT_ON_STARVATION);
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  if (now < end && sc_core::sc_pending_activity()) sc_core::sc_start(end - now);  // time alone
}

/// Tells something once all is ready to run: twins, too, which are made as late as that.
class at_start final : public sc_core::sc_module {
 public:
  at_start(sc_core::sc_module_name name, std::function<void()> tell)
      : sc_module{name}, tell_{std::move(tell)} {}

 private:
  void start_of_simulation() override { tell_(); }

  std::function<void()> tell_;
};

constexpr double kGibi = 1 << 30;  ///< bytes
constexpr double kMany = 1e8;      ///< cycles that take minutes if each of them is work

}  // namespace

Simulation::Simulation(RunOptions options) : options_{std::move(options)} {
  if (options_.progress != nullptr) progress_ = std::make_unique<Progress>(*options_.progress);
  const bool chosen = options_.range.to || !options_.range.parts.empty();
  if (options_.notes != nullptr && options_.vcd && !chosen) {
    options_.wave_grows = [this](double bytes) { tell_of_wave(bytes); };
  }
  const OutputRequest& wanted = options_;
  const auto save = wanted.vcd ? std::optional{save_path(*wanted.vcd)} : std::nullopt;
  const auto rtl_save =
      options_.rtl_vcd ? std::optional{save_path(*options_.rtl_vcd)} : std::nullopt;
  std::vector<std::optional<std::string>> files{
      wanted.vcd,          save, wanted.trace, options_.rtl_vcd, rtl_save, options_.twin_coverage,
      options_.twin_replay};
  files.insert(files.end(), wanted.pictures.begin(), wanted.pictures.end());
  refuse_same_file(files);
  outputs_ = std::make_unique<Outputs>(wanted);
  if (options_.rtl_vcd) {
    twin_wave_ = std::make_unique<TwinWave>(*options_.rtl_vcd, options_.range);
    outputs_->add(*twin_wave_);
  }
  if (options_.twin_coverage) {
    coverage_ = std::make_unique<OutputFile>("--twin-coverage", *options_.twin_coverage);
  }
  if (options_.twin_replay) {
    replay_ = std::make_unique<OutputFile>("--twin-replay", *options_.twin_replay);
  }
  twins_ = std::make_unique<Twins>(TwinOptions{});
}

Simulation::~Simulation() = default;

/// The twins that the options want. A search has runs of its own, each with its kernel, and they
/// are modules of this run's: they are made when it has ended.
void Simulation::make_twins() {
  TwinOptions twins{options_.rtl, options_.lockstep, {}, {}, {}, options_.twin_seed};
  twins.tell = [this](const std::string& what, bool is_long) {
    if (is_long && options_.notes != nullptr) fmt::print(*options_.notes, "plexus: {}\n", what);
    if (!is_long && progress_) progress_->tell(what, true);
  };
  if (twin_wave_) twins.wave = twin_wave_->inside();
  twins.view.records = options_.vcd && !options_.lockstep.empty();
  twins.view.from = options_.range.from;
  twins.view.to = options_.range.to;
  twins.view.shows = [this](const std::string& part) {
    return shows_twin(options_.range, outputs_->view(part));
  };
  if (coverage_) twins.view.coverage = coverage_->temporary();
  if (replay_) twins.view.replay = replay_->temporary();
  try {
    twins_ = std::make_unique<Twins>(std::move(twins));
  } catch (const std::invalid_argument& wrong) {
    refuse(wrong.what());
  }
}

Report Simulation::perform(const CatalogueEntry& entry, const Values& values) {
  experiment_ = entry.prepare(values);
  make_twins();
  require_memory(experiment_->memory());
  constexpr double kLarge = 2e8;  // bytes that take a second to be laid out
  if (progress_ && experiment_->memory() > kLarge) progress_->tell("building the machine", true);
  machine_ = experiment_->build(options_.order);
  Report report;
  if (machine_ == nullptr) {
    if (options_.notes != nullptr) tell_of_length(values);
    report.verified = true;
    if (const auto drawn = experiment_->layout()) outputs_->draw(*drawn);
    const auto* const series = dynamic_cast<const plotted_if*>(experiment_.get());
    if (series != nullptr && progress_) {
      series->tell_progress([this](double part, const std::string& what) {
        progress_->tell(fmt::format("{:.0f} %: {}", 100 * part, what));
      });
    }
  } else {
    parts_ = exchange_parts(*machine_, options_.parts);
    if (options_.notes != nullptr) {
      bool counted = false;
      if (options_.wave_grows) cycles_ = length(values, counted);
      notice_ = std::make_unique<at_start>("notice", [this, &values] { tell_of_length(values); });
    }
    outputs_->listen(*machine_);
    attach_twins(*machine_);
    outputs_->attach(*machine_);
    experiment_->load(*machine_);
    report = run(*machine_, values);
    for (const OwnPart& part : options_.parts) {
      report.parts.push_back(part.role + '=' + part.name);
    }
  }
  if (machine_) {
    report.predictions = experiment_->predictions();
    report.lower_bound = lower_bound();
  }
  report.statistics = experiment_->statistics(machine_.get(), report.cycles).json();
  if (progress_) progress_->clear();
  if (const auto* const series = dynamic_cast<const plotted_if*>(experiment_.get())) {
    report.cycles = series->simulated();
    outputs_->draw(series->plots());
  }
  return report;
}

/// As the experiment's, which may have to look for it.
std::optional<Cycles> Simulation::lower_bound() {
  if (!lower_bound_) lower_bound_ = experiment_->lower_bound();
  return *lower_bound_;
}

/// Cycles that the run takes, as far as that is known before: at least so many, unless `counted`.
double Simulation::length(const Values& values, bool& counted) {
  const auto bound = lower_bound();
  double cycles = bound ? static_cast<double>(bound->count()) : 0;
  counted = false;
  for (const Prediction& prediction : experiment_->predictions()) {
    if (prediction.equation != "exact") continue;
    cycles = prediction.cycles;
    counted = true;
  }
  double traffic = 0;  // for so long packets arrive
  for (const char* const name : {"warmup", "measure"}) {
    if (values.has(name)) traffic += static_cast<double>(values.number(name));
  }
  cycles = std::max(cycles, traffic);
  if (!options_.max_cycles) return cycles;
  return std::min(cycles, static_cast<double>(options_.max_cycles->count()));
}

/// A wave that will be very large at the run's end, by what is in it so far, is told of once.
void Simulation::tell_of_wave(double bytes) {
  const auto now = static_cast<double>(ClockPeriod{}.now().count());
  bytes *= std::max(1.0, cycles_ / std::max(1.0, now));
  if (bytes < kGibi || wave_told_) return;
  wave_told_ = true;
  if (progress_) progress_->clear();
  fmt::print(*options_.notes,
             "plexus: --vcd will take some {:.0f} GiB: choose cycles or parts with --wave-from, "
             "--wave-to and --wave-parts, name a .fst, or end the run with --max-cycles.\n",
             std::ceil(bytes / kGibi));
}

/// What is worked through cycle by cycle takes time, and room in the twins' wave, for every cycle:
/// tells before the run if that is very much, as far as its length is known.
void Simulation::tell_of_length(const Values& values) {
  constexpr double kBytesOfModel = 80;  // of a twin's wave in a cycle
  const bool twins = options_.has_twins();
  bool counted = false;
  const double cycles = length(values, counted);
  if (!twins && cycles <= kMany) return;
  const double bytes = kBytesOfModel * cycles * static_cast<double>(twins_->models());
  const bool chosen = options_.range.to || !options_.range.parts.empty();
  if (options_.rtl_vcd && bytes > kGibi && !chosen) {
    fmt::print(*options_.notes,
               "plexus: --rtl-vcd shows every cycle of {} twins and will take some {:.0f} GiB for "
               "{}{:.0f} cycles: choose cycles or parts with --wave-from, --wave-to and "
               "--wave-parts, or end the run with --max-cycles.\n",
               twins_->models(), std::ceil(bytes / kGibi), counted ? "" : "at least ", cycles);
  }
  const bool waits =
      counted || values.has("schedule");  // nothing is done while a message is under way
  if (cycles > kMany && (twins || !waits)) {
    const char* const less = values.has("measure") ? "a shorter --measure or --warmup"
                                                   : "fewer words or a shorter start-up";
    fmt::print(*options_.notes,
               "plexus: The run works through {}{:.0f} cycles one by one: choose {}{}.\n",
               counted ? "" : "at least ", cycles, less,
               machine_ == nullptr ? "" : ", or end it with --max-cycles");
  }
}

void Simulation::attach_twins(sc_core::sc_object& part) {
  try {
    twins_->attach(part);
  } catch (const SizeMissing& no_size) {
    refuse(RefusalClass::kSize, no_size.what());
  } catch (const UnusableSource& unusable) {
    throw RefusedByTool{RefusalClass::kUsage, unusable.what()};
  }
}

Report Simulation::run(machine& top, const Values& values) {
  try {
    drive(top, values);
  } catch (const sc_core::sc_report& stopped) {
    fault_ = fault_of(stopped);
    if (!memory_ran_out()) outputs_->end(fault_);  // or they may be half-way through a row
    if (progress_ != nullptr) progress_->clear();
    if (fault_->kind == "internal" && memory_ran_out()) throw std::bad_alloc{};
    throw;
  } catch (...) {
    if (!memory_ran_out()) outputs_->end();
    if (progress_ != nullptr) progress_->clear();
    throw;
  }
  outputs_->end();
  Report report;
  report.cycles = top.completed();
  const auto problem = experiment_->check(top);
  report.verified = !problem;
  report.problem = problem.value_or("");
  return report;
}

/// Until nothing is left to do. With somebody who waits, in pieces that take a fraction of a
/// second, and with the cycle in which it will be over, if that is known.
void Simulation::drive_to_end(const machine& top, const Values& values) {
  if (progress_ == nullptr) {
    sc_core::sc_start();
    return;
  }
  bool counted = false;
  const double cycles = length(values, counted);
  const bool ends_then = counted || values.has("measure");  // or later, by what is on its way
  const auto end = ends_then ? std::optional{cycles} : std::nullopt;
  using Seconds = std::chrono::duration<double>;
  constexpr double kPiece = 0.1;
  Cycles piece{64};
  progress_->count();
  do {
    const auto begin = Progress::Clock::now();
    sc_core::sc_start(ClockPeriod{}.time(piece), sc_core::SC_EXIT_ON_STARVATION);
    const double taken = Seconds{Progress::Clock::now() - begin}.count();
    piece = taken < kPiece ? piece + piece : Cycles{std::max<std::int64_t>(1, piece.count() / 2)};
    if (!progress_->due()) continue;
    Statistics figures;
    top.report(ClockPeriod{}.now(), figures);
    const auto hops = figures.json().find("transfers");
    progress_->tell(
        ClockPeriod{}.now(), end,
        hops == figures.json().end() ? std::nullopt : std::optional{hops->get<std::uint64_t>()});
  } while (sc_core::sc_pending_activity());
  progress_->clear();
}

void Simulation::drive(machine& top, const Values& values) {
  try {
    twins_->require_all_attached();
  } catch (const std::invalid_argument& absent) {
    refuse(RefusalClass::kFeature, absent.what());
  }
  if (options_.max_cycles) {
    run_to(*options_.max_cycles);
    const bool moves = top.busy() || sc_core::sc_pending_activity();
    if (top.busy() || (moves && !top.waiting_text().empty())) {
      raise({"limit",
             {},
             top.name(),
             fmt::format("The run is not over after {} cycles, the limit set by --max-cycles. {}",
                         options_.max_cycles->count(), top.waiting_text()),
             {}});
    }
  } else {
    drive_to_end(top, values);
  }
  if (const std::string waiting = top.waiting_text(); !waiting.empty()) {
    raise({"deadlock",
           {},
           top.first_waiting(),
           "Nothing moves any more, but programs wait for ever. " + waiting,
           {}});
  }
}

void Simulation::finish() {
  finish_twins();
  outputs_->complete();
  for (const auto& file : {coverage_.get(), replay_.get()}) {
    if (file != nullptr) file->complete();
  }
  outputs_->place();  // now that all are whole
  if (twin_wave_) twin_wave_->place();
  for (const auto& file : {coverage_.get(), replay_.get()}) {
    if (file != nullptr) file->commit();
  }
}

/// What is inside the twins is complete: their wave, and what the wave of a run in lockstep shows.
void Simulation::finish_twins() {
  twins_->finish();
  if (twin_wave_) twin_wave_->complete(twins_->record(), fault_);
  if (!options_.lockstep.empty()) outputs_->accompany(twins_->record());
}

void Simulation::drop() {
  outputs_.reset();
  twin_wave_.reset();
  coverage_.reset();
  replay_.reset();
}

Report run_request(const Catalogue& catalogue, const Request& request, RunOptions options) {
  const CatalogueEntry* entry =
      catalogue.find(request.machine, request.operation, request.algorithm);
  if (entry == nullptr) {
    refuse("There is no {} {} {}: plexus list shows what there is.", request.machine,
           request.operation, request.algorithm);
  }
  const Values values = complete(entry->parameters, request.parameters);
  const FreshKernel kernel;
  Simulation simulation{std::move(options)};
  Report report = simulation.perform(*entry, values);
  simulation.finish();
  return report;
}

}  // namespace plexus
