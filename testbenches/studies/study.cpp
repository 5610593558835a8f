#include "testbenches/studies/study.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/command_line.hpp"
#include "testbenches/command/option_words.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/picture_file.hpp"
#include "testbenches/outputs/plot.hpp"
#include "testbenches/outputs/progress.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/terminal.hpp"
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

/// What stands behind `plexus reproduce NAME`.
struct StudyWords {
  bool json = false;
  bool markdown = false;
  bool help = false;
  std::optional<std::string> picture;
  Json given = Json::object();  ///< parameters by name
};

const Parameter& parameter_of(const Study& study, const std::string& option) {
  std::vector<std::string> valid{"--json", "--markdown", "--picture", "--help"};
  for (const Parameter& parameter : study.parameters) {
    if (parameter.option() == option) return parameter;
    valid.push_back(parameter.option());
  }
  refuse_unknown(option, "plexus reproduce " + study.name, valid);
}

StudyWords read_words(const Study& study, const std::vector<std::string>& said) {
  StudyWords read;
  for (OptionWords words{{said.begin() + 1, said.end()}}; words.next();) {
    const std::string& option = words.option();
    if (option == "--json" || option == "--markdown" || words.is_help()) {
      (option == "--json" ? read.json : option == "--markdown" ? read.markdown : read.help) = true;
      continue;
    }
    const bool is_picture = option == "--picture";
    const Parameter* const parameter = is_picture ? nullptr : &parameter_of(study, option);
    const std::string text = words.value_as_in();
    if (is_picture ? read.picture.has_value() : read.given.contains(parameter->name)) {
      refuse_twice(option);
    }
    if (is_picture) {
      check_picture_name(text);
      read.picture = text;
    } else {
      read.given[parameter->name] = parameter->read(text);
    }
  }
  if (read.json && read.markdown) {
    throw Refusal{RefusalClass::kUsage,
                  "--json and --markdown are two forms of one answer: choose one."};
  }
  return read;
}

const Study& find_study(const Catalogue& catalogue, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const Study& study : catalogue.studies) {
    if (!words.empty() && study.name == words.front()) return study;
    names.push_back(study.name);
  }
  if (words.empty()) {
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("No table is named: say plexus reproduce NAME, the name {}.",
                              fmt::join(names, " or "))};
  }
  const std::string near = nearest(words.front(), names);
  throw Refusal{RefusalClass::kUsage,
                fmt::format("'{}' is no table of a paper: {}", words.front(),
                            near.empty() ? fmt::format("choose {}.", fmt::join(names, " or "))
                                         : fmt::format("did you mean '{}'?", near))};
}

void print_help(std::ostream& out, const Study& study) {
  fmt::print(
      out,
      "plexus reproduce {} [--PARAMETER VALUE ...] [--json | --markdown] [--picture FILE]\n{}\n\n",
      study.name, study.help);
  for (const Parameter& parameter : study.parameters) {
    const Json& fallback = *parameter.shown_default;
    fmt::print(out, "  {:<20} {}\n  {:<20} {}; default {}\n", parameter.option(), parameter.help,
               "", parameter.range,
               fallback.is_string() ? fallback.get<std::string>() : fallback.dump());
  }
}

}  // namespace

int run_study(const Catalogue& catalogue, const std::vector<std::string>& words, std::ostream& out,
              std::ostream& err) {
  if (!words.empty() && (words.front() == "--help" || words.front() == "-h")) {
    for (const Study& study : catalogue.studies) print_help(out, study);
    return kVerified;
  }
  const Study& study = find_study(catalogue, words);
  const StudyWords asked = read_words(study, words);
  if (asked.help) {
    print_help(out, study);
    return kVerified;
  }
  std::unique_ptr<PictureFile> picture;
  if (asked.picture) picture = std::make_unique<PictureFile>(*asked.picture);
  Progress progress{err};
  std::size_t runs = 0;
  StudyReport report = study.run(
      catalogue,
      [&](const Request& request) {
        ++runs;
        if (Terminal::of(err).person) {
          progress.tell(fmt::format("run {}: {} {} {}", runs, request.machine, request.operation,
                                    request.algorithm));
        }
        return run_request(catalogue, request);
      },
      complete(study.parameters, asked.given));
  progress.clear();
  report.command = fmt::format("plexus reproduce {}", fmt::join(words, " "));
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
