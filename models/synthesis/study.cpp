#include "models/synthesis/study.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hw/systemc.hpp"
#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/verdict.hpp"

namespace plexus {

namespace {

/// A machine with parameters, as the table names it.
struct Place {
  std::string name;
  std::string machine;
  Json parameters;
};

/// The machines of the papers at sizes that can be proved, under the papers' port rules and with
/// all links in both directions; blocks of one word.
std::vector<Place> places() {
  std::vector<Place> all;
  const auto add = [&](const std::string& name, const std::string& machine, Json parameters) {
    parameters["words"] = 1;
    all.push_back({name, machine, std::move(parameters)});
  };
  const auto rules = [&](const std::string& name, const std::string& machine,
                         const Json& parameters, const std::vector<std::string>& some) {
    for (const std::string& rule : some) {
      Json with = parameters;
      with["port_rule"] = rule;
      add(name + ", " + rule, machine, std::move(with));
    }
  };
  rules("ring of 5", "ring", {{"nodes", 5}}, {"ring-strict", "all-full"});
  rules("ring of 8", "ring", {{"nodes", 8}}, {"all-full"});
  rules("torus 3 x 3", "torus", {{"sides", {3, 3}}, {"permutation", "transpose"}},
        {"all-half", "one-port", "all-full"});
  rules("cube of 8", "hypercube", {{"dimension", 3}}, {"uniform", "all-full"});
  add("crossbar of 8", "omega", {{"nodes", 8}, {"network", "crossbar"}});
  add("reconfigurable, 5 nodes, 2 ports", "reconfigurable", {{"nodes", 5}, {"ports", 2}});
  for (const auto& [d, g] : {std::pair{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}}) {
    add(fmt::format("POPS({}, {})", d, g), "pops",
        {{"d", d}, {"g", g}, {"permutation", "reverse"}});
  }
  return all;
}

/// An algorithm's run; nothing where it does not fit the machine, or breaks its port rule.
std::optional<Report> report_of(const CatalogueEntry& entry, const Json& parameters,
                                const Runner& run) {
  Json given = Json::object();
  for (const Parameter& parameter : entry.parameters) {
    if (parameters.contains(parameter.name)) given[parameter.name] = parameters[parameter.name];
  }
  try {
    return run({entry.machine, entry.operation, entry.name, given});
  } catch (const Refusal&) {
    return std::nullopt;
  } catch (const sc_core::sc_report&) {
    return std::nullopt;
  }
}

/// The fastest algorithm of the catalogue, with the label of its first equation; no cycles where
/// there is none.
struct Best {
  std::string algorithm = "-";
  std::string equation = "-";
  std::optional<std::int64_t> cycles;
};

Best best_of(const Catalogue& catalogue, const Place& place, const std::string& operation,
             const Runner& run) {
  Best best;
  for (const CatalogueEntry* entry : catalogue.algorithms_of(place.machine, operation)) {
    if (entry->name == "schedule" || !entry->simulates) continue;
    const auto report = report_of(*entry, place.parameters, run);
    if (!report || !good(*report)) continue;
    if (best.cycles && report->cycles.count() >= *best.cycles) continue;
    best = {entry->name, entry->equations.empty() ? "-" : entry->equations.front().equation,
            report->cycles.count()};
  }
  return best;
}

std::string verdict_of(const Best& best, const Json& optimum) {
  if (!best.cycles) return "no algorithm";
  const auto most = optimum["upper_bound"].get<std::int64_t>();
  if (*best.cycles == optimum["lower_bound"]) return "optimal";
  if (optimum["proof"] == "none" && *best.cycles <= most) return "open";
  return fmt::format("{:.3g} times", static_cast<double>(*best.cycles) / static_cast<double>(most));
}

StudyReport reproduce_optima(const Catalogue& catalogue, const Runner& run, const Values& values) {
  StudyReport report;
  report.json = Json{{"rows", Json::array()}};
  report.command = "plexus reproduce optima";
  report.title = "Algorithms beside the best schedules there are";
  report.opening = {
      "The fastest algorithm of the catalogue, with its first equation, beside the schedule of the "
      "fewest cycles, searched for, proved and run: on machines of the papers, under their port "
      "rules and with all links in both directions. Blocks of one word, no start-up. An allreduce "
      "is the best reduce-scatter and then the best allgather, which need not be the best there "
      "is."};
  for (const Place& place : places()) {
    StudyTable table{
        .title = place.name,
        .columns = {"operation", "algorithm", "equation", "cycles", "optimum", "proof", ""},
        .rows = {},
        .called = {{3, "equation"}}};
    for (const CatalogueEntry& optimal : catalogue.searches) {
      if (optimal.machine != place.machine) continue;
      const std::string& operation = optimal.operation;
      Json parameters = place.parameters;
      parameters["time_limit"] = values.number("time_limit");
      const auto found = report_of(optimal, parameters, run);
      if (!found) continue;
      report.good = report.good && good(*found);
      const Best best = best_of(catalogue, place, operation, run);
      const std::int64_t least = found->lower_bound ? found->lower_bound->count() : 0;
      const std::int64_t most = found->cycles.count();
      Json row{{"machine", place.name},       {"operation", operation},
               {"algorithm", best.algorithm}, {"equation", best.equation},
               {"cycles", nullptr},           {"lower_bound", least},
               {"upper_bound", most},         {"proof", found->statistics["proof"]}};
      if (best.cycles) row["cycles"] = *best.cycles;
      row["verdict"] = verdict_of(best, row);
      table.rows.push_back(
          {operation, best.algorithm, best.equation,
           best.cycles ? std::to_string(*best.cycles) : "-",
           least == most ? std::to_string(most) : fmt::format("{} to {}", least, most),
           row["proof"], row["verdict"]});
      report.json["rows"].push_back(std::move(row));
    }
    report.tables.push_back(std::move(table));
  }
  return report;
}

}  // namespace

Study optima_study() {
  return {"optima",
          "algorithms beside the best schedules there are, on machines small enough for a proof",
          {integer("time_limit", 1, 100'000, 20, "seconds of each search")},
          reproduce_optima};
}

}  // namespace plexus
