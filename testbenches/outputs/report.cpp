#include "testbenches/outputs/report.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/verdict.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

namespace {

/// A figure as JSON: a whole number without a decimal point where it is one.
Json figure(double value) {
  if (std::nearbyint(value) == value && std::abs(value) < 9e15) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

/// A figure for people: at most three decimals.
std::string shown(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// A JSON value for people: words without quotes, fractions with at most three decimals.
std::string shown_value(const Json& value) {
  if (value.is_string()) return value;
  if (value.is_number_float()) return shown(value);
  if (!value.is_array()) return value.dump();
  std::string list;
  for (const Json& entry : value) list += (list.empty() ? "" : ", ") + shown_value(entry);
  return '[' + list + ']';
}

/// A list of objects with the same members, as a table.
bool is_table(const Json& value) {
  return value.is_array() && !value.empty() &&
         std::ranges::all_of(value, [](const Json& row) { return row.is_object(); });
}

void print_table(std::ostream& out, const std::string& name, const Json& rows,
                 const Terminal& terminal) {
  std::vector<std::string> names;
  std::vector<std::size_t> widths;
  for (const auto& [column, value] : rows.front().items()) {
    names.push_back(column);
    std::size_t width = column.size();
    for (const Json& row : rows) {
      if (row.contains(column)) width = std::max(width, shown_value(row.at(column)).size());
    }
    widths.push_back(width);
  }
  fmt::print(out, "\n{}\n", terminal.head(name));
  // What a line has no room for stands below, behind the first column once more.
  for (std::size_t from = 1, to = 1; from == 1 || from < names.size(); from = to) {
    for (std::size_t room = 2 + widths[0]; to < names.size(); room += 1 + widths[to++]) {
      if (to > from && room + 1 + widths[to] > terminal.width) break;
    }
    const auto print_row = [&](const auto& cell) {
      std::string line = fmt::format("  {:>{}}", cell(0), widths[0]);
      for (std::size_t i = from; i < to; ++i) line += fmt::format(" {:>{}}", cell(i), widths[i]);
      fmt::print(out, "{}\n", line);
    };
    if (from > 1) out << '\n';
    print_row([&](std::size_t i) { return names[i]; });
    for (const Json& row : rows) {
      print_row([&](std::size_t i) {
        return row.contains(names[i]) ? shown_value(row.at(names[i])) : std::string{};
      });
    }
    if (to == 1) break;
  }
}

void print_figures(std::ostream& out, const char* heading, const Json& figures,
                   const Terminal& terminal) {
  if (figures.empty()) return;
  fmt::print(out, "\n{}\n", terminal.head(heading));
  std::size_t width = 18;
  for (const auto& [name, value] : figures.items()) {
    if (!is_table(value)) width = std::max(width, name.size());
  }
  for (const auto& [name, value] : figures.items()) {
    if (is_table(value)) {
      print_table(out, name, value, terminal);
      continue;
    }
    constexpr std::size_t kMostLines = 6;
    const std::size_t room = terminal.width - std::min(terminal.width - 20, width + 3);
    std::vector<std::string> lines = wrapped(shown_value(value), room);
    if (lines.size() > kMostLines) {
      lines.resize(kMostLines);
      lines.back() = fmt::format("... {} values in all; --json shows them", value.size());
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      fmt::print(out, "  {:<{}} {}\n", i == 0 ? name : "", width, lines[i]);
    }
  }
}

/// What the run is worth.
std::string verdict(const CatalogueEntry& algorithm, const Report& report,
                    const Terminal& terminal) {
  const std::optional<bool> found = verdict_on_data(algorithm, report);
  if (!found) return "sizes only, no data to verify";
  return *found ? terminal.good("result verified") : terminal.bad("WRONG RESULT");
}

}  // namespace

Json report_json(const CatalogueEntry& algorithm, const Values& values, const Report& report) {
  Json predictions = Json::array();
  for (const Prediction& prediction : report.predictions) {
    predictions.push_back({{"equation", prediction.equation},
                           {"source", prediction.source},
                           {"cycles", figure(prediction.cycles)},
                           {"relation", to_string(prediction.relation)},
                           {"holds", prediction.holds(report.cycles)}});
  }
  const std::optional<bool> verified = verdict_on_data(algorithm, report);
  Json json = {{"machine", algorithm.machine},
               {"operation", algorithm.operation},
               {"algorithm", algorithm.name},
               {"parameters", values.json()},
               {"cycles", report.cycles.count()},
               {"verified", verified ? Json(*verified) : Json()},
               {"predictions", predictions},
               {"lower_bound", report.lower_bound ? Json(report.lower_bound->count()) : Json()},
               {"statistics", report.statistics},
               {"version", PLEXUS_VERSION}};
  if (!report.parts.empty()) json["parts"] = report.parts;
  if (!report.problem.empty()) json["problem"] = report.problem;
  return json;
}

void print_report(std::ostream& out, const CatalogueEntry& algorithm, const Values& values,
                  const Report& report) {
  const Terminal terminal = Terminal::of(out);
  const std::string what =
      fmt::format("{} {}, algorithm {}", algorithm.machine, algorithm.operation, algorithm.name);
  if (!algorithm.simulates) {
    const std::string told =
        report.cycles > 0_cycles
            ? fmt::format("{}: {}; {} cycles in all", what, algorithm.summary,
                          report.cycles.count())
            : fmt::format("{}: {}; worked out without a run", what, algorithm.summary);
    for (const std::string& line : wrapped(told, terminal.width)) fmt::print(out, "{}\n", line);
    print_figures(out, "parameters", values.json(), terminal);
    print_figures(out, "answer", report.statistics, terminal);
    return;
  }
  fmt::print(out, "{}: {} cycles, {}\n", what, report.cycles.count(),
             verdict(algorithm, report, terminal));
  if (!report.problem.empty()) fmt::print(out, "{}\n", report.problem);
  print_figures(out, "parameters", values.json(), terminal);
  for (const std::string& part : report.parts) fmt::print(out, "  part               {}\n", part);
  fmt::print(out, "\n{}\n",
             terminal.head(fmt::format("  {:<18} {:>12}  {:<22} {}", "equation", "cycles",
                                       "measured is", "source")));
  constexpr std::size_t kBefore = 58;  // letters before the source
  constexpr std::size_t kLeast = 20;   // of the source in a line
  const std::size_t left = std::max(terminal.width, kBefore + kLeast) - kBefore;
  const auto row = [&](const std::string& name, const std::string& cycles,
                       const std::string& relation, const std::string& source) {
    std::string before = fmt::format("  {:<18} {:>12}  {} ", name, cycles, relation);
    for (const std::string& line : wrapped(source, left)) {
      fmt::print(out, "{}{}\n", before, line);
      before = std::string(kBefore, ' ');
    }
  };
  for (const Prediction& prediction : report.predictions) {
    const bool holds = prediction.holds(report.cycles);
    const std::string relation = fmt::format(
        "{:<22}", std::string{to_string(prediction.relation)} + (holds ? "" : ": BROKEN"));
    row(prediction.equation, shown(prediction.cycles), holds ? relation : terminal.bad(relation),
        prediction.source);
  }
  row("measured", std::to_string(report.cycles.count()), fmt::format("{:<22}", ""),
      "simulated hardware");
  if (report.lower_bound) {
    row("lower bound", std::to_string(report.lower_bound->count()),
        fmt::format("{:<22}",
                    report.cycles < *report.lower_bound ? "at-least: BROKEN" : "at-least"),
        "no algorithm can do better");
  }
  print_figures(out, "statistics", report.statistics, terminal);
}

Json twins_json(const std::vector<TwinEvidence>& evidence, std::uint32_t seed) {
  Json blocks = Json::array();
  for (const TwinEvidence& twin : evidence) {
    std::uint64_t compared = 0;
    std::uint64_t changed = 0;
    Json outputs = Json::array();
    for (const OutputEvidence& output : twin.outputs) {
      compared += output.compared;
      changed += output.changed;
      outputs.push_back(
          {{"output", output.name}, {"comparisons", output.compared}, {"changes", output.changed}});
    }
    Json block = {{"block", twin.block},         {"mode", twin.replaces ? "rtl" : "lockstep"},
                  {"instances", twin.instances}, {"cycles", twin.cycles},
                  {"comparisons", compared},     {"changes", changed},
                  {"outputs", outputs}};
    block["sizes"] = Json::object();
    for (const auto& [name, value] : twin.sizes) block["sizes"][name] = value;
    if (!twin.users_file.empty()) block["file"] = twin.users_file;
    blocks.push_back(block);
  }
  return {{"seed", seed}, {"blocks", blocks}};
}

void print_twins(std::ostream& out, const Json& twins) {
  Json rows = Json::array();
  std::string still;
  for (const Json& block : twins.at("blocks")) {
    Json row = block;
    row.erase("outputs");
    row.erase("sizes");
    rows.push_back(row);
    const std::string name = block.at("block");
    if (block.at("changes") == 0) {
      still += fmt::format("  {} never moved: that is no proof of anything.\n", name);
      continue;
    }
    std::string outputs;
    for (const Json& output : block.at("outputs")) {
      if (output.at("changes") == 0) {
        outputs += (outputs.empty() ? "" : ", ") + output.at("output").get<std::string>();
      }
    }
    if (!outputs.empty()) still += fmt::format("  {}: never changed: {}\n", name, outputs);
  }
  if (rows.empty()) return;
  print_table(out, fmt::format("twins, from --twin-seed {}", twins.at("seed").get<int>()), rows,
              Terminal::of(out));
  out << still;
}

Json error_json(const Request& request, const std::string& kind, const std::string& message) {
  return {{"machine", request.machine},
          {"operation", request.operation},
          {"algorithm", request.algorithm},
          {"error", {{"class", kind}, {"message", message}}}};
}

Json fault_json(const Request& request, const Fault& fault) {
  Json json = error_json(request, fault.kind, fault.message);
  json["error"]["cycle"] = fault.cycle.count();
  json["error"]["part"] = fault.part;
  for (const auto& [name, value] : fault.figures) {
    const Json parsed = Json::parse(value, nullptr, false);
    json["error"][name] = parsed.is_discarded() ? Json(value) : parsed;
  }
  return json;
}

}  // namespace plexus
