#include "testbenches/schedules/synthesis.hpp"

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/schedules/convert.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

namespace {

/// Notes the packets that set out on links.
class Recorder final : public spectator_if {
 public:
  void see(const SeenRow& row) override {
    if (row.kind != TraceKind::kSend) return;
    packets_.push_back({row.source, row.destination, row.cycle.count(), row.blocks});
  }
  std::vector<SeenPacket> take() { return std::move(packets_); }

 private:
  std::vector<SeenPacket> packets_;
};

}  // namespace

std::optional<KnownRun> best_algorithm(const Catalogue& catalogue, const std::string& machine,
                                       const std::string& operation, const Values& values) {
  std::optional<KnownRun> best;
  const bool combined = combines(synthesis_operation(operation));
  for (const CatalogueEntry* entry : catalogue.algorithms_of(machine, operation)) {
    if (!entry->simulates) continue;
    Json given = Json::object();
    for (const Parameter& parameter : entry->parameters) {
      if (values.has(parameter.name)) given[parameter.name] = values.at(parameter.name);
      if (parameter.name == "packets") given[parameter.name] = "optimal";
    }
    try {
      Recorder recorder;
      RunOptions options;
      options.watcher = &recorder;
      const Report report = run_request(
          catalogue, {entry->machine, entry->operation, entry->name, given}, std::move(options));
      const std::int64_t cycles = report.cycles.count();
      if (good(report) && (!best || cycles < best->cycles)) {
        best = KnownRun{entry->name, cycles, combined, recorder.take()};
      }
    } catch (const Refusal&) {             // it does not exist for these values
    } catch (const sc_core::sc_report&) {  // it breaks the port rule
    }
  }
  return best;
}

OfferedAlgorithms::OfferedAlgorithms(const Catalogue& catalogue) {
  search_watch().known = [&catalogue](const SynthesisWish& wish, SynthesisOperation operation) {
    return best_algorithm(catalogue, wish.machine, to_string(operation), wish.values);
  };
}

namespace {

bool is_msccl(const std::string& path, const CatalogueEntry& optimal) {
  if (std::ranges::find(optimal.statistics, kScheduleRows.name, &Statistic::name) ==
      optimal.statistics.end()) {
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("--out is for machines of links, and {} works in slots, which no "
                              "schedule's file has: leave it out.",
                              optimal.machine)};
  }
  const std::string& operation = optimal.operation;
  const bool msccl = path.ends_with(".xml");
  if (!msccl && !path.ends_with(".schedule")) {
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("--out {}: no schedule is written to such a file: name .schedule or "
                              ".xml (MSCCL).",
                              path)};
  }
  constexpr const char* kKnown[] = {"allgather", "reduce-scatter", "alltoall", "broadcast",
                                    "allreduce"};
  if (msccl && std::ranges::find(kKnown, operation) == std::end(kKnown)) {
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("--out {}: {} cannot be written for MSCCL: name a .schedule.", path,
                              operation)};
  }
  return msccl;
}

}  // namespace

ScheduleFile::ScheduleFile(const std::string& path, const CatalogueEntry& optimal)
    : msccl_{is_msccl(path, optimal)}, file_{"--out", path} {}

void ScheduleFile::write(const Optimum& best) {
  if (msccl_) {
    write_msccl(file_.stream(), best.ordered);
  } else {
    write_schedule(file_.stream(), best.schedule);
  }
  file_.commit();
}

namespace {

/// What is known in the end.
struct Verdict {
  std::int64_t cycles;  ///< of the fastest run
  Proof proof;
};

Verdict verdict_of(const Report& report, const Optimum& best, const Beside& beside) {
  const std::optional<KnownRun>& other = beside.algorithm;
  const std::int64_t run = report.cycles.count();
  // Of a faster algorithm the cycles are told, and no proof: that is not the schedule that ran.
  if (beside.rival && other && other->cycles < run) return {other->cycles, Proof::kNone};
  const bool met = run <= best.found.lower_bound;
  if (met && !best.found.optimal()) return {run, Proof::kBound};
  return {run, met ? best.found.proof : Proof::kNone};
}

}  // namespace

void settle(Report& report, const Optimum& best, const Beside& beside) {
  const auto [cycles, proof] = verdict_of(report, best, beside);
  report.statistics[kOptimal.name] = proof != Proof::kNone;
  report.statistics[kProof.name] = to_string(proof);
  report.statistics[kUpperBound.name] = cycles;
}

Json synthesis_json(Json run, const Report& report, const Optimum& best, const Beside& beside) {
  const Verdict verdict = verdict_of(report, best, beside);
  const std::optional<KnownRun>& other = beside.algorithm;
  run["optimal"] = verdict.proof != Proof::kNone;
  run["lower_bound"] = best.found.lower_bound;
  run["upper_bound"] = verdict.cycles;
  run["proof"] = to_string(verdict.proof);
  run["best_algorithm"] = Json();
  if (other) run["best_algorithm"] = {{"name", other->algorithm}, {"cycles", other->cycles}};
  return run;
}

void print_synthesis(std::ostream& out, const Report& report, const Optimum& best,
                     const Beside& beside) {
  const std::optional<KnownRun>& other = beside.algorithm;
  const Terminal terminal = Terminal::of(out);
  fmt::print(out, "\n{}\n", terminal.head("optimum"));
  const auto [cycles, proof] = verdict_of(report, best, beside);
  switch (proof) {
    case Proof::kBound:
      fmt::print(out, "  {} cycles, and no schedule has fewer: it meets a lower bound\n", cycles);
      break;
    case Proof::kRefuted:
      fmt::print(out, "  {} cycles, and no schedule has fewer: {} are refuted\n", cycles,
                 cycles - 1);
      break;
    case Proof::kNone:
      fmt::print(out, "  between {} and {} cycles: it is not proved that no schedule has fewer\n",
                 best.found.lower_bound, cycles);
      break;
  }
  if (other) {
    const bool faster = beside.rival && other->cycles < report.cycles.count();
    fmt::print(
        out, "  the best algorithm, {}, has {}{}\n", other->algorithm, other->cycles,
        faster ? fmt::format(": the best known, this schedule has {}", report.cycles.count()) : "");
  }
}

}  // namespace plexus
