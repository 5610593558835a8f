#include "testbenches/studies/study.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/command_line.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/picture_file.hpp"
#include "testbenches/outputs/plot.hpp"
#include "testbenches/outputs/progress.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/schedules/synthesis.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

namespace {

/// A cell of a Markdown table: a `|` would end it, a `*` begin emphasis.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '|' || letter == '*') safe += '\\';
    safe += letter;
  }
  return safe;
}

/// One `plexus reproduce`.
struct StudyWords {
  std::string name;
  bool json = false;
  bool markdown = false;
  std::optional<std::string> picture;
  WordsLeft rest;  ///< parameters
};

/// What is said behind `reproduce` goes to `asked`.
void declare_study(CLI::App& app, StudyWords& asked) {
  app.allow_extras();
  declare(app, "NAME", asked.name);
  declare(app, "--json", asked.json, "one JSON object");
  declare(app, "--markdown", asked.markdown, "tables in Markdown");
  declare(app, "--picture FILE", asked.picture, "its figures: .svg, .html or .png");
}

/// The parameters that are given, by name.
Json parameters_in(const Study& study, const WordsLeft& rest) {
  CLI::App app{"", "plexus reproduce " + study.name};
  add_parameters(app, study.parameters);
  Json given = Json::object();
  for (const auto& [option, text] : read_rest(app, rest)) {
    const auto parameter = std::ranges::find(study.parameters, option, &Parameter::option);
    given[parameter->name] = parameter->read(text);
  }
  return given;
}

const Study& find_study(const Catalogue& catalogue, const std::string& name) {
  std::vector<std::string> names;
  for (const Study& study : catalogue.studies) {
    if (study.name == name) return study;
    names.push_back(study.name);
  }
  if (name.empty()) {
    refuse("No table is named: say plexus reproduce NAME, the name {}.", fmt::join(names, " or "));
  }
  refuse("'{}' is no table of a paper:{}", name,
         guess(name, names, fmt::format(" choose {}.", fmt::join(names, " or "))));
}

/// Its help: of all studies, or of one.
void show(const Catalogue& catalogue, StudyWords& asked, const HelpPage& page, std::ostream& out) {
  page.print_head(out, asked.name.empty() ? "" : "reproduce " + asked.name);
  for (const Study& study : catalogue.studies) {
    if (!asked.name.empty() && &study != &find_study(catalogue, asked.name)) continue;
    print_paragraph(out << '\n', fmt::format("{}: {}", study.name, study.help));
    for (const Parameter& parameter : study.parameters) print_parameter(out, parameter);
  }
  out << "\noptions\n";
  page.print_options(out);
}

/// Carries it out.
int reproduce(const Catalogue& catalogue, StudyWords& asked, std::ostream& out, std::ostream& err,
              Ending /*ending*/) {
  const Study& study = find_study(catalogue, asked.name);
  if (asked.json && asked.markdown) {
    refuse("--json and --markdown are two forms of one answer: choose one.");
  }
  const Json given = parameters_in(study, asked.rest);
  const OfferedAlgorithms offered{catalogue};
  std::unique_ptr<PictureFile> picture;
  if (asked.picture) picture = std::make_unique<PictureFile>(*asked.picture);
  Progress progress{err};
  std::size_t runs = 0;
  StudyReport report = study.run(
      catalogue,
      [&](const Request& request) {
        progress.tell(fmt::format("run {}: {} {} {}", ++runs, request.machine, request.operation,
                                  request.algorithm));
        return run_request(catalogue, request);
      },
      complete(study.parameters, given));
  progress.clear();
  report.command = asked.rest.line;
  if (picture) {
    picture->complete(plots_of(report), {report.title, ""});
    picture->place();
  }
  if (asked.json) {
    fmt::print(out, "{}\n", dumped(report.json));
  } else if (asked.markdown) {
    print_study_markdown(out, report);
  } else {
    print_study(out, report);
  }
  return report.good ? kVerified : kWrong;
}

}  // namespace

std::unique_ptr<Command> make_study() {
  return std::make_unique<RequestCommand<StudyWords, declare_study, reproduce, show>>();
}

void print_study(std::ostream& out, const StudyReport& report) {
  const Terminal terminal = Terminal::of(out);
  const auto tell = [&](const std::string& paragraph) {
    fmt::print(out, "{}\n", fmt::join(wrapped(paragraph, terminal.width), "\n"));
  };
  fmt::print(out, "{}\n", report.title);
  for (const std::string& paragraph : report.opening) tell(paragraph);
  for (const StudyTable& table : report.tables) {
    fmt::print(out, "\n{}\n", terminal.head(table.title));
    std::vector<std::vector<std::string>> rows{table.columns};
    rows.insert(rows.end(), table.rows.begin(), table.rows.end());
    print_table(out, rows, terminal, true);
  }
  if (!report.notes.empty()) fmt::print(out, "\n");
  for (const std::string& note : report.notes) tell(note);
}

void print_study_markdown(std::ostream& out, const StudyReport& report) {
  fmt::print(out, "# {}\n\n", escaped(report.title));
  for (const std::string& paragraph : report.opening) {
    fmt::print(out, "{}\n\n", escaped(paragraph));
  }
  for (const StudyTable& table : report.tables) {
    fmt::print(out, "## {}\n\n|", escaped(table.title));
    for (const std::string& column : table.columns) fmt::print(out, " {} |", escaped(column));
    fmt::print(out, "\n|");
    for (std::size_t i = 0; i < table.columns.size(); ++i) fmt::print(out, "---|");
    fmt::print(out, "\n");
    for (const auto& row : table.rows) {
      fmt::print(out, "|");
      for (const std::string& cell : row) fmt::print(out, " {} |", escaped(cell));
      fmt::print(out, "\n");
    }
    fmt::print(out, "\n");
  }
  for (const std::string& note : report.notes) fmt::print(out, "- {}\n", escaped(note));
  fmt::print(out, "\nMade by `{}`.\n", report.command);
}

}  // namespace plexus
