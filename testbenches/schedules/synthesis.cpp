#include "testbenches/schedules/synthesis.hpp"

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"
#include "models/catalogue/json.hpp"
#include "models/schedule/scheduled_operation.hpp"
#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/schedules/convert.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

namespace {

/// Notes the packets that set out on links. Ends the run when it is time to.
class Recorder final : public spectator_if {
 public:
  explicit Recorder(const std::function<bool()>& stop) : stop_{stop} {}
  void see(const SeenRow& row) override {
    constexpr std::uint64_t kOften = 1024;
    if (++seen_ % kOften == 0 && stop_()) raise("limit", {}, "No time is left.");
    if (row.kind != TraceKind::kSend) return;
    packets_.push_back({row.source, row.destination, row.cycle.count(), row.blocks});
  }
  std::vector<SeenPacket> take() { return std::move(packets_); }

 private:
  const std::function<bool()>& stop_;
  std::uint64_t seen_ = 0;
  std::vector<SeenPacket> packets_;
};

bool is_msccl(const std::string& path, const CatalogueEntry& optimal) {
  if (std::ranges::find(optimal.statistics, kScheduleRows.name, &Statistic::name) ==
      optimal.statistics.end()) {
    refuse(RefusalClass::kFeature,
           "--out is for machines of links, and {} works in slots, which no schedule's file has: "
           "leave it out.",
           optimal.machine);
  }
  const bool msccl = path.ends_with(".xml");
  if (!msccl && !path.ends_with(".schedule")) {
    refuse("--out {}: no schedule is written to such a file: name .schedule or .xml (MSCCL).",
           path);
  }
  return msccl;
}

/// What lies at places of a node that follow each other: from `first_item` on an item at each, or
/// `count` that are combined, `apart` from one to the next.
Holding words_at(NodeId node, Interval places, std::uint64_t first_item, std::uint64_t count,
                 std::uint64_t apart) {
  Holding holding{node, {{Buffer::kOutput, places}}, {}};
  for (std::uint64_t word = 0; word < places.count; ++word) {
    auto& items = holding.items.emplace_back();
    for (std::uint64_t i = 0; i < count; ++i) items.push_back(first_item + word + i * apart);
  }
  return holding;
}

/// An operation of which files have no word says itself what lies where: each word is an item.
Schedule as_custom(Schedule schedule, const SynthesisRequest& request) {
  const auto words = static_cast<std::uint64_t>(request.words.count());
  schedule.operation.clear();
  schedule.root.reset();
  schedule.pieces = 1;
  for (ScheduleRow& row : schedule.rows) {
    for (const Interval& run : row.blocks.intervals()) row.places.push_back({Buffer::kOutput, run});
    row.blocks = {};
  }
  if (request.operation == SynthesisOperation::kReduce) {
    const Interval block{0, words};
    for (NodeId v = 0; v < request.nodes; ++v) {
      schedule.start.push_back(words_at(v, block, v * words, 1, 0));
    }
    schedule.end.push_back(words_at(request.root, block, 0, request.nodes, words));
    return schedule;
  }
  const auto goes = [&](std::uint64_t block, NodeId from, NodeId to) {
    const Interval own{block * words, words};
    schedule.start.push_back(words_at(from, own, own.first, 1, 0));
    schedule.end.push_back(words_at(to, own, own.first, 1, 0));
  };
  if (request.operation == SynthesisOperation::kMove) goes(0, request.source, request.destination);
  for (NodeId v = 0; v < request.nodes; ++v) {
    if (request.operation == SynthesisOperation::kPermutation) goes(v, v, request.image[v]);
  }
  return schedule;
}

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

std::optional<KnownRun> best_algorithm(const Catalogue& catalogue, const std::string& machine,
                                       const std::string& operation, const Values& values,
                                       const std::function<bool()>& stop) {
  std::optional<KnownRun> best;
  const bool combined = combines(synthesis_operation(operation));
  for (const CatalogueEntry* entry : catalogue.algorithms_of(machine, operation)) {
    if (!entry->simulates) continue;
    if (stop()) break;
    Json given = Json::object();
    for (const Parameter& parameter : entry->parameters) {
      if (values.has(parameter.name)) given[parameter.name] = values.at(parameter.name);
      if (parameter.name == "packets") given[parameter.name] = "optimal";
    }
    try {
      Recorder recorder{stop};
      RunOptions options;
      options.watcher = &recorder;
      if (best) options.max_cycles = Cycles{best->cycles};
      const Report report = run_request(
          catalogue, {entry->machine, entry->operation, entry->name, given}, std::move(options));
      const std::int64_t cycles = report.cycles.count();
      if (good(report) && (!best || cycles < best->cycles)) {
        best = KnownRun{entry->name, cycles, combined, recorder.take()};
      }
    } catch (const Refusal&) {             // it does not exist for these values
    } catch (const sc_core::sc_report&) {  // it breaks the port rule, or is too slow
    }
  }
  return best;
}

OfferedAlgorithms::OfferedAlgorithms(const Catalogue& catalogue) {
  search_watch().known = [&catalogue](const SynthesisWish& wish, SynthesisOperation operation,
                                      const std::function<bool()>& stop) {
    return best_algorithm(catalogue, wish.machine, to_string(operation), wish.values, stop);
  };
}

ScheduleFile::ScheduleFile(const std::string& path, const CatalogueEntry& optimal)
    : msccl_{is_msccl(path, optimal)}, file_{"--out", path} {}

void ScheduleFile::write(const Optimum& best) {
  const Schedule& found = msccl_ ? best.ordered : best.schedule;
  if (found.rows.empty()) {
    refuse(RefusalClass::kFeature,
           "--out: nothing has to be sent, so there are no rows to write: leave it out.");
  }
  const bool has_name = scheduled_operation(to_string(best.request.operation)).has_value();
  const Schedule schedule = has_name ? found : as_custom(found, best.request);
  if (msccl_) {
    write_msccl(file_.stream(), schedule);
  } else {
    write_schedule(file_.stream(), schedule);
  }
  file_.commit();
}

void settle(Report& report, const Optimum& best, const Beside& beside) {
  const auto [cycles, proof] = verdict_of(report, best, beside);
  report.statistics[kOptimal.name] = proof != Proof::kNone;
  report.statistics[kProof.name] = to_string(proof);
  report.statistics[kUpperBound.name] = cycles;
}

Json synthesis_json(Json run, const Report& report, const Optimum& best, const Beside& beside) {
  const auto [cycles, proof] = verdict_of(report, best, beside);
  const std::optional<KnownRun>& other = beside.algorithm;
  run["optimal"] = proof != Proof::kNone;
  run["lower_bound"] = best.found.lower_bound;
  run["upper_bound"] = cycles;
  run["proof"] = to_string(proof);
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
      if (cycles <= best.found.lower_bound) {
        fmt::print(out, "  {} cycles, and no schedule has fewer, but this one is not as good\n",
                   cycles);
        break;
      }
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
