#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <set>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/system/file_lock.hpp"
#include "models/system/output_file.hpp"
#include "models/system/process.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/cost/cost.hpp"
#include "testbenches/coverage/coverage.hpp"
#include "testbenches/outputs/progress.hpp"
#include "testbenches/outputs/report.hpp"
#include "testbenches/schedules/synthesis.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "testbenches/sweep/page.hpp"
#include "testbenches/sweep/results.hpp"
#include "testbenches/sweep/store.hpp"
#include "testbenches/sweep/study_file.hpp"
#include "testbenches/sweep/workers.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

struct SweepRequest {
  std::string study;
  fs::path out;
  std::string out_text;
  std::optional<std::string> jobs_text, shard_text;
  unsigned jobs = 0;
  bool resume = false;
  bool slurm = false;
  bool dry_run = false;
  bool strict = false;  ///< whatever fails counts
  bool pictures = false;
  bool regress = false;  ///< judges, and writes junit.xml
  bool twin_coverage = false;
  std::optional<Shard> shard;
  WordsLeft rest;

  /// What a point has reached in its twins; without a number the folder of these files.
  [[nodiscard]] fs::path coverage(std::optional<std::int64_t> point = {}) const {
    return out / "coverage" / (point ? fmt::format("{}.cov", *point) : "");
  }
  [[nodiscard]] fs::path coverage_page() const { return out / "coverage.html"; }
  /// What every shard of an array is asked for, too.
  [[nodiscard]] std::string handed_on() const {
    return std::string{pictures ? " --pictures" : ""} + (strict ? " --strict" : "") +
           (twin_coverage ? " --twin-coverage" : "");
  }
};

std::int64_t count_of(const std::string& option, const std::string& text, std::int64_t most) {
  const std::int64_t count = read_integer(option.substr(2), text);
  if (count < 1 || count > most) {
    refuse(RefusalClass::kRange, "{} {} is out of range: choose 1 .. {}.", option, count, most);
  }
  return count;
}

Shard shard_in(const std::string& text) {
  constexpr std::int64_t kMostShards = 1'000'000;
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    refuse("--shard {} is no shard: write I/N, as in --shard 1/4.", text);
  }
  Shard shard;
  shard.of = count_of("--shard", text.substr(slash + 1), kMostShards);
  shard.index = count_of("--shard", text.substr(0, slash), shard.of);
  return shard;
}

/// What is said behind both commands goes to `request`.
void declare_both(CLI::App& app, SweepRequest& request) {
  declare(app, "STUDY", request.study);
  declare(app, "--out DIR", request.out_text,
          "folder of the results; by default it has the study's "
          "name");
  declare(app, "--jobs N", request.jobs_text,
          "processes that work at a time; default: one per processor");
  declare(app, "--twin-coverage", request.twin_coverage,
          "merge what the points reach in the SystemVerilog of their twins: coverage.html");
}

void declare_regress(CLI::App& app, SweepRequest& request) {
  request.regress = request.strict = true;
  app.description(
      "Runs all points of a study and judges them: status 1 if any of them has failed, has wrong "
      "data or a broken prediction. junit.xml, results.csv and report.html go into DIR, in the "
      "place of earlier ones.");
  declare_both(app, request);
}

void declare_sweep(CLI::App& app, SweepRequest& request) {
  app.description(
      "Runs all points of a study; results.csv, report.html and one SQLite file per shard go into "
      "DIR.");
  declare_both(app, request);
  declare(app, "--resume", request.resume, "go on: points that are done stay as they are");
  declare(app, "--shard I/N", request.shard_text,
          "only every N-th point, beginning with the I-th; the last shard to end has all");
  declare(app, "--slurm", request.slurm, "hand the shards to Slurm as an array of jobs");
  declare(app, "--dry-run", request.dry_run,
          "print the command of every point instead; with --slurm the script of the array");
  declare(app, "--strict", request.strict,
          "end with status 1 if any point has failed, and not for wrong data alone");
  declare(app, "--pictures", request.pictures,
          "draw a run of each configuration, which the report shows at a click");
}

/// Reads the values of the options.
void complete_request(SweepRequest& request) {
  constexpr std::int64_t kMostJobs = 4096;
  if (request.jobs_text) {
    request.jobs = static_cast<unsigned>(count_of("--jobs", *request.jobs_text, kMostJobs));
  }
  if (request.shard_text) request.shard = shard_in(*request.shard_text);
  if (request.study.empty()) {
    refuse("No study is named: say {} STUDY.toml; testbenches/studies has some.",
           request.regress ? "plexus regress" : "plexus sweep");
  }
  if (request.shard && request.slurm) {
    refuse("--shard and --slurm are two ways to divide a study: choose one.");
  }
  request.out = request.out_text.empty() ? fs::path{request.study}.stem().string() +
                                               (request.regress ? ".regress" : ".sweep")
                                         : request.out_text;
}

/// The kernel needs long to destroy many modules: a worker that holds more ends instead.
constexpr std::size_t kMostObjectsDestroyed = 5000;

std::size_t objects_below(const std::vector<sc_core::sc_object*>& objects, std::size_t most) {
  std::size_t count = objects.size();
  for (const sc_core::sc_object* object : objects) {
    if (count > most) return count;
    count += objects_below(object->get_child_objects(), most);
  }
  return count;
}

/// The last statistics that a row has room for: long lists belong to single runs.
constexpr std::size_t kLongestList = 64;

Json short_figures(const Json& statistics) {
  Json figures = Json::object();
  for (const auto& [name, value] : statistics.items()) {
    if (!value.is_array() || value.size() <= kLongestList) figures[name] = value;
  }
  return figures;
}

/// Works points out, one after another.
class PointRunner {
 public:
  PointRunner(const Catalogue& catalogue, const SweepStudy& study, const SweepRequest& request)
      : catalogue_{catalogue}, study_{study}, request_{request} {
    if (!study.cost_part.empty()) part_.emplace(catalogue, study.cost_part);
  }

  /// `picture`: the file for the run's picture; none if it is empty.
  [[nodiscard]] SweepRow run(std::int64_t number, const std::string& picture = {}) const {
    const SweepPoint& point = study_.points[static_cast<std::size_t>(number)];
    SweepRow row;
    row.point = number;
    Json& result = *row.result;
    try {
      NamedRun words = read_named_run(catalogue_, point.words());
      result["parameters"] = words.values.json();
      for (const auto& [name, text] : point.parameters) {
        if (is_option_of_points(name)) result[name] = text;
      }
      Json cost;
      if (part_) cost = part_->figures_at(cost_parameters(words.values));
      auto kernel = std::make_unique<FreshKernel>();
      RunOptions& options = words.options;
      if (!picture.empty()) {
        options.pictures = {picture};
        options.title = {point.command(), ""};
      }
      const bool covers = request_.twin_coverage && options.has_twins();
      if (covers) options.twin_coverage = request_.coverage(number).string();
      if (point.max_cycles) options.max_cycles = Cycles{*point.max_cycles};
      auto simulation = std::make_unique<Simulation>(std::move(options));
      const Report report = simulation->perform(*words.entry, words.values);
      tell(report, verdict_on_data(*words.entry, report), result);
      row.status = good(report) ? kVerified : kWrong;
      row.message = report.problem;
      if (const auto evidence = simulation->evidence(); !evidence.empty()) {
        result["twins"] = twins_json(evidence, simulation->twin_seed());
      }
      if (covers || !picture.empty()) simulation->finish();
      if (part_) result["cost"] = std::move(cost);
      if (objects_below(sc_core::sc_get_top_level_objects(), kMostObjectsDestroyed) >
          kMostObjectsDestroyed) {
        static_cast<void>(simulation.release());  // it goes with the process
        static_cast<void>(kernel.release());
        retire_after_point();
      }
    } catch (const Refusal& refusal) {
      note(row, refusal);
    } catch (const std::bad_alloc&) {
      note(row, out_of_memory());
      retire_after_point();  // what it holds goes with the process
    } catch (const sc_core::sc_report& stopped) {
      const Fault fault = fault_of(stopped);
      row.status = kFaulted;
      row.error = fault.kind;
      row.message =
          fmt::format("{} (cycle {}, {})", fault.message, fault.cycle.count(), fault.part);
    } catch (const std::exception& failure) {
      row.status = kFaulted;
      row.error = "crash";
      row.message = failure.what();
    }
    return row;
  }

 private:
  static void note(SweepRow& row, const Refusal& refusal) {
    row.status = kRefused;
    row.error = to_string(refusal.kind());
    row.message = refusal.what();
  }

  static void tell(const Report& report, std::optional<bool> verified, Json& result) {
    for (const Prediction& prediction : report.predictions) {
      if (prediction.equation == "exact") result["exact"] = std::llround(prediction.cycles);
    }
    result["cycles"] = report.cycles.count();
    result["verified"] = verified ? Json(*verified) : Json();
    result["predictions_hold"] = predictions_hold(report);
    result["lower_bound"] = report.lower_bound ? Json(report.lower_bound->count()) : Json();
    result["statistics"] = short_figures(report.statistics);
  }

  /// Values of the part's parameters: those of the run where its name stands.
  [[nodiscard]] Json cost_parameters(const Values& values) const {
    Json given = Json::object();
    for (const auto& [name, text] : study_.cost_parameters) {
      if (values.has(text)) {
        given[name] = values.at(text);
      } else {
        given[name] = part_->read(option_of(name), text).second;
      }
    }
    return given;
  }

  const Catalogue& catalogue_;
  const SweepStudy& study_;
  const SweepRequest& request_;
  std::optional<CostPart> part_;
};

/// Tells a person `412 of 2000 points, 3 failed, 25 s left`.
class PointProgress {
 public:
  PointProgress(std::ostream& err, std::size_t all) : line_{err}, all_{all} {}

  void tell(std::size_t done, std::size_t failed) {
    if (!line_.due()) return;
    const double passed = std::chrono::duration<double>{Progress::Clock::now() - start_}.count();
    const double each = passed / static_cast<double>(std::max<std::size_t>(1, done));
    line_.tell(fmt::format("{} of {} points, {} failed, {:.0f} s left", done, all_, failed,
                           each * static_cast<double>(all_ - done)));
  }

 private:
  Progress line_;
  std::size_t all_;
  Progress::Clock::time_point start_ = Progress::Clock::now();
};

void write_out(const fs::path& path, const std::string& text) {
  OutputFile file{"--out", path.string()};
  file.stream() << text;
  file.commit();
}

/// Merges what points have reached in their twins into one page.
void write_coverage(const SweepRows& rows, const SweepRequest& request) {
  TwinCoverage coverage;
  for (const auto& [point, row] : rows) {
    if (fs::exists(request.coverage(point))) coverage.add(request.coverage(point));
  }
  write_out(request.coverage_page(), coverage.page());
}

fs::path picture_of(const SweepRequest& request, std::int64_t point) {
  return request.out / kPictures / fmt::format("{}.html", point);
}

/// Draws a run of each configuration that has none yet, if it is one of `shard`. Returns of how
/// many none could be drawn.
std::size_t draw_runs(const Catalogue& catalogue, const SweepStudy& study,
                      const SweepRequest& request, Shard shard, unsigned jobs, const fs::path& log,
                      std::ostream& err) {
  const SweepRows rows = read_rows(request.out, study);
  fs::create_directories(request.out / kPictures);
  std::vector<std::int64_t> left;
  for (const Configuration& one : configurations_of(study, rows)) {
    if (one.rows.empty()) continue;
    const std::int64_t point = one.rows.front()->point;
    if (shard.has(point) && !fs::exists(picture_of(request, point))) left.push_back(point);
  }
  const PointRunner runner{catalogue, study, request};
  PointProgress progress{err, left.size()};
  run_points(
      left, jobs, log,
      {[&](std::int64_t point) { return runner.run(point, picture_of(request, point).string()); },
       [](const std::vector<SweepRow>&) {},
       [&](std::size_t done, std::size_t failed) { progress.tell(done, failed); }});
  return static_cast<std::size_t>(std::ranges::count_if(
      left, [&](std::int64_t point) { return !fs::exists(picture_of(request, point)); }));
}

/// Writes results.csv, report.html and plots.svg out of all shards that are there.
SweepRows write_results(const Catalogue& catalogue, const SweepStudy& study,
                        const SweepRequest& request) {
  const FileLock turn{request.out / ".report.lock"};  // the last one to write it has them all
  SweepRows rows = read_rows(request.out, study);
  OutputFile table{"--out", (request.out / "results.csv").string()};
  OutputFile page{"--out", (request.out / "report.html").string()};
  OutputFile picture{"--out", (request.out / "plots.svg").string()};
  write_csv(table.stream(), study, rows);
  table.commit();
  std::vector<Configuration> configurations = configurations_of(study, rows);
  const std::vector<Design> designs = designs_of(study, configurations);
  std::set<std::int64_t> pictures;
  for (const auto& [point, row] : rows) {
    if (fs::exists(picture_of(request, point))) pictures.insert(point);
  }
  page.stream() << page_of_sweep(
      catalogue, study, rows, configurations, designs, pictures,
      fmt::format("plexus {} {}", request.regress ? "regress" : "sweep", request.study));
  page.commit();
  if (request.regress) {
    OutputFile verdicts{"--out", (request.out / "junit.xml").string()};
    write_junit(verdicts.stream(), study, rows);
    verdicts.commit();
  }
  const std::vector<Plot> plots = plots_of(catalogue, study, configurations, designs);
  if (!plots.empty()) {
    picture.stream() << svg_plots(study.title, plots);
    picture.commit();
  }
  if (request.twin_coverage) write_coverage(rows, request);
  return rows;
}

/// Points of `shard` with results, which are gone on with and never overwritten.
std::set<std::int64_t> points_done(const SweepStudy& study, const fs::path& folder, Shard shard,
                                   bool resume) {
  std::set<std::int64_t> done = read_done(folder, study);
  std::erase_if(done, [shard](std::int64_t point) { return !shard.has(point); });
  if (!resume && !done.empty()) {
    refuse("{} holds results of {} points: add --resume to go on, or choose another --out.",
           folder.string(), done.size());
  }
  return done;
}

/// A study of which no point can run is a slip of the pen: its first refusal tells which.
void require_some_point(const Catalogue& catalogue, const SweepStudy& study,
                        const std::string& path) {
  std::optional<Refusal> first;
  for (const SweepPoint& point : study.points) {
    try {
      const NamedRun run = read_named_run(catalogue, point.words());
      static_cast<void>(run.entry->prepare(run.values));
      return;
    } catch (const Refusal& refusal) {
      if (!first) first = refusal;
    }
  }
  refuse(first->kind(), "{}: No point can run. The first: {}", path, first->what());
}

void require_some_twin(const SweepStudy& study) {
  const auto is_twin = [](const auto& given) {
    return (given.first == "rtl" || given.first == "lockstep") && !given.second.empty();
  };
  if (std::ranges::any_of(study.points, [&](const SweepPoint& point) {
        return std::ranges::any_of(point.parameters, is_twin);
      })) {
    return;
  }
  refuse("--twin-coverage needs twins: write lockstep = \"BLOCK\" under [run].");
}

void print_commands(std::ostream& out, const SweepStudy& study, Shard shard) {
  for (std::size_t i = 0; i < study.points.size(); ++i) {
    if (shard.has(static_cast<std::int64_t>(i))) out << study.points[i].command() << '\n';
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder) || access(folder.c_str(), W_OK) != 0) {
    refuse("--out {} is no folder that can be written{}; name another.", folder.string(),
           error ? " (" + error.message() + ")" : "");
  }
}

/// The script of an array of jobs, one for each shard: `sbatch DIR/slurm.sh`. Each goes on where it
/// or an earlier one has been ended. `handed_on`: options that each sweep is told besides, each
/// behind a blank.
std::string slurm_script(const SweepStudy& study, const fs::path& folder, unsigned jobs,
                         const std::string& handed_on) {
  const auto shards = std::min(study.shards, static_cast<std::int64_t>(study.points.size()));
  std::string options;
  for (const std::string& option : study.slurm_options) options += "#SBATCH " + option + '\n';
  // The program itself, wherever it was built: the nodes see the same folders.
  const fs::path program = fs::read_symlink("/proc/self/exe");
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=plexus\n"
      "#SBATCH --array=1-{0}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task={1}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --output={2}/slurm-%A_%a.log\n"
      "{3}"
      "exec {4} sweep {5} --out {6} --shard \"$SLURM_ARRAY_TASK_ID/{0}\" --jobs {1} --resume{7}\n",
      shards, jobs, folder.string(), options, shell_word(program.string()),
      shell_word((folder / "study.toml").string()), shell_word(folder.string()), handed_on);
}

/// Hands `script` to sbatch; returns what it says. Throws Refusal (usage) where there is no sbatch
/// or it refuses.
std::string submit(const fs::path& script) {
  ToolEnded sbatch =
      run_tool({"sbatch", script.string()},
               fmt::format("sbatch cannot be run: install Slurm (slurm-client), or hand {} to it "
                           "elsewhere.",
                           script.string()));
  while (sbatch.said.ends_with('\n')) sbatch.said.pop_back();
  if (sbatch.status != 0) {
    refuse("sbatch refuses the array: " + sbatch.said);
  }
  return sbatch.said;
}

int submit_shards(const SweepStudy& study, const SweepRequest& request, std::ostream& out) {
  const fs::path folder = fs::absolute(request.out).lexically_normal();
  const std::string script =
      slurm_script(study, folder, std::max(1U, request.jobs), request.handed_on());
  if (request.dry_run) {
    out << script;
    return kVerified;
  }
  make_folder(folder);
  points_done(study, folder, {}, request.resume);
  for (const auto& [name, text] :
       {std::pair{"study.toml", study.text}, std::pair{"slurm.sh", script}}) {
    write_out(folder / name, text);
  }
  fmt::print(out, "{}\nThe last shard to end writes {} and report.html.\n",
             submit(folder / "slurm.sh"), (folder / "results.csv").string());
  return kVerified;
}

void print_summary(std::ostream& out, const SweepStudy& study, const SweepRequest& request,
                   const SweepRows& rows, std::size_t ran, const WorkTimes& times, unsigned jobs) {
  const auto failed =
      std::ranges::count_if(rows, [](const auto& row) { return !row.second.error.empty(); });
  fmt::print(out, "{}: {} of {} points are done, {} failed; {} now, in {:.1f} s\n", study.title,
             rows.size(), study.points.size(), failed, ran, times.wall);
  if (ran > 0) {
    const double all = processor_time();
    fmt::print(
        out,
        "{} worker{}: {:.1f} % of the processor time was spent in the runs, {:.3f} ms a point in "
        "them and {:.3f} ms outside; they kept {:.2f} processors busy\n",
        jobs, jobs == 1 ? "" : "s", 100 * times.in_points / all,
        1e3 * times.in_points / static_cast<double>(ran),
        1e3 * (all - times.in_points) / static_cast<double>(ran),
        times.in_points / std::max(times.wall, 1e-9));
  }
  fmt::print(out, "{}\n{}\n", (request.out / "results.csv").string(),
             (request.out / "report.html").string());
  if (request.twin_coverage) {
    fmt::print(out, "{}: what {} points have reached\n", request.coverage_page().string(),
               std::ranges::count_if(
                   rows, [&](const auto& row) { return fs::exists(request.coverage(row.first)); }));
  }
}

/// Wrong data and broken predictions are the sweep's, too; errors are results like others, unless
/// it is strict.
int status_of(const SweepRows& rows, const SweepStudy& study, const SweepRequest& request) {
  if (request.regress && rows.size() < study.points.size()) return kWrong;
  const bool wrong = std::ranges::any_of(rows, [&](const auto& one) {
    const SweepRow& row = one.second;
    return row.status == kWrong || (request.strict && row.status != kVerified);
  });
  return wrong ? kWrong : kVerified;
}

int carry_out(const Catalogue& catalogue, SweepRequest& request, std::ostream& out,
              std::ostream& err, Ending /*ending*/) {
  complete_request(request);
  const OfferedAlgorithms offered{catalogue};
  const SweepStudy study = read_study(catalogue, request.study);
  const Shard shard = request.shard.value_or(Shard{});
  require_some_point(catalogue, study, request.study);
  if (request.twin_coverage) require_some_twin(study);
  if (request.slurm) return submit_shards(study, request, out);
  if (request.dry_run) {
    print_commands(out, study, shard);
    return kVerified;
  }
  make_folder(request.out);
  const unsigned jobs =
      request.jobs > 0 ? request.jobs : std::max(1U, std::thread::hardware_concurrency());
  const fs::path log = fs::absolute(request.out) / (shard.stem() + ".log");
  try {
    std::size_t ran = 0;
    WorkTimes times;
    {
      std::set<std::int64_t> done;
      if (!request.regress) done = points_done(study, request.out, shard, request.resume);
      SweepStore store{request.out, study, shard, request.rest.line, request.regress};
      std::error_code absent;
      if (request.regress) {
        fs::remove(log, absent);  // workers append to it
        for (std::size_t i = 0; i < study.points.size(); ++i) {
          fs::remove(request.coverage(static_cast<std::int64_t>(i)), absent);
        }
        fs::remove(request.coverage(), absent);  // if nobody else keeps something there
        fs::remove(request.coverage_page(), absent);
      }
      if (request.twin_coverage) make_folder(request.coverage());
      done.merge(store.done());
      std::vector<std::int64_t> left;
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(study.points.size()); ++i) {
        if (shard.has(i) && !done.contains(i)) left.push_back(i);
      }
      const PointRunner runner{catalogue, study, request};
      PointProgress progress{err, left.size()};
      times = run_points(
          left, jobs, log,
          {[&](std::int64_t point) { return runner.run(point); },
           [&, giver = ::getpid()](const std::vector<SweepRow>& rows) {
             store.add(study, rows);
             if (::getpid() == giver) store.close();  // before another worker is started
           },
           [&](std::size_t points, std::size_t failed) { progress.tell(points, failed); }});
      ran = left.size();
    }
    std::size_t undrawn = 0;
    if (request.pictures) undrawn = draw_runs(catalogue, study, request, shard, jobs, log, err);
    std::error_code ignored;
    if (fs::file_size(log, ignored) == 0) fs::remove(log, ignored);
    const SweepRows rows = write_results(catalogue, study, request);
    print_summary(out, study, request, rows, ran, times, jobs);
    if (undrawn > 0) fmt::print(out, "{} pictures could not be drawn\n", undrawn);
    return status_of(rows, study, request);
  } catch (const StoreFailure& failure) {
    fmt::print(err, "plexus: {}\n", failure.what());
    return kFaulted;
  } catch (const Refusal&) {
    throw;
  } catch (const std::runtime_error& failure) {
    fmt::print(err, "plexus: {}\n", failure.what());
    return kFaulted;
  }
}

}  // namespace

std::unique_ptr<Command> make_sweep() {
  return std::make_unique<RequestCommand<SweepRequest, declare_sweep, carry_out>>();
}

std::unique_ptr<Command> make_regress() {
  return std::make_unique<RequestCommand<SweepRequest, declare_regress, carry_out>>();
}

}  // namespace plexus
