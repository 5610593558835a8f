#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/cost/blocks.hpp"

namespace plexus {

namespace {

using Names = std::set<std::string>;

// ---- the manual page
// -----------------------------------------------------------------------------

/// Text of a manual page: hyphens are those of options, and no line begins a request by chance.
std::string troff(std::string_view text) {
  std::string safe = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char letter : text) {
    if (letter == '-') safe += '\\';
    safe += letter;
    if (letter == '\\') safe += 'e';
  }
  return safe;
}

void heading(std::ostream& out, std::string_view name) { fmt::print(out, ".SH {}\n", name); }

/// A term, and below it what it means.
void term(std::ostream& out, std::string_view name, std::string_view meaning) {
  fmt::print(out, ".TP\n.B {}\n{}\n", troff(name), troff(meaning));
}

void print_machines(std::ostream& out, const Catalogue& catalogue, const Json& list) {
  for (const std::string& machine : catalogue.machines()) {
    fmt::print(out, ".SS {}\n", troff(machine));
    std::vector<std::pair<std::string, std::string>> operations;  // in the order of the list
    for (const Json& entry : list) {
      if (entry["kind"] != "algorithm" || entry["machine"] != machine) continue;
      const std::string name = entry["operation"];
      if (operations.empty() || operations.back().first != name) operations.emplace_back(name, "");
      std::string& names = operations.back().second;
      names += (names.empty() ? "" : ", ") + entry["algorithm"].get<std::string>();
      if (entry["default"] == true) names += " (default)";
    }
    for (const auto& [name, algorithms] : operations) term(out, name, algorithms);
  }
}

void print_man(std::ostream& out, const Catalogue& catalogue) {
  fmt::print(out, ".TH PLEXUS 1 \"\" \"plexus {}\" \"User Commands\"\n", PLEXUS_VERSION);
  heading(out, "NAME");
  out << "plexus \\- cycle\\-level model of interconnection networks and of collective "
         "operations\n";
  heading(out, "SYNOPSIS");
  for (const CommandEntry& one : all_commands()) {
    fmt::print(out, ".B {}\n.br\n", troff(page_of(one).usage()));
  }
  heading(out, "DESCRIPTION");
  out << "Runs collective operations on machines that are simulated cycle by cycle, checks the "
         "data,\n"
         "and tells the cycles beside the formulas of the papers. Reports go to standard output,\n"
         "everything else to standard error.\n";
  heading(out, "EXAMPLES");
  for (const Example& one : kExamples) {
    if (runs(catalogue, one)) term(out, one.line, one.help);
  }
  heading(out, "COMMANDS");
  for (const CommandEntry& one : all_commands()) {
    const HelpPage page = page_of(one);
    fmt::print(out, ".SS {}\n{}\n", troff(one.name), troff(page.about()));
    for (const auto& [said, meaning] : page.words()) term(out, said, meaning);
    for (const auto& [said, meaning] : page.options()) term(out, said, meaning);
  }
  heading(out, "MACHINES, OPERATIONS AND ALGORITHMS");
  print_machines(out, catalogue, listed(catalogue));
  heading(out, "PARAMETERS OF RUNS");
  out << "Any value can be read from a JSON file, as in \\-\\-sides @FILE. \\-\\-nodes N is "
         "understood "
         "by\nmachines of other sizes, too.\n";
  for (const auto& row : listed_parameters(catalogue)) {
    term(out, row[0], fmt::format("{}: {}; {}; {}", row[3], row[1], row[2], row[4]));
  }
  heading(out, "EXIT STATUS");
  for (const auto& [status, meaning] :
       {std::pair{"0", "ran, verified, and every prediction held"},
        std::pair{
            "1",
            "wrong data, a broken prediction, or a fault that check, prove or regress has found"},
        std::pair{
            "2",
            "the request makes no sense, memory does not suffice, or a search finds nothing in "
            "its time"},
        std::pair{"3",
                  "a rule of the hardware is broken, a deadlock, a limit is reached, twins "
                  "differ, or a file can no longer be written"}}) {
    term(out, status, meaning);
  }
}

// ---- what bash completes
// -------------------------------------------------------------------------

/// Words by what stands before them: `ring`, `ring broadcast`.
using Choices = std::map<std::string, Names>;

void print_choices(std::ostream& out, std::string_view variable, std::string_view of,
                   const Choices& choices) {
  fmt::print(out, "  case \"{}\" in\n", of);
  for (const auto& [before, words] : choices) {
    fmt::print(out, "    '{}') {}='{}' ;;\n", before, variable, fmt::join(words, " "));
  }
  out << "  esac\n";
}

void print_bash(std::ostream& out, const Catalogue& catalogue) {
  Names commands;
  Choices own;         // options by command
  Choices operations;  // by machine
  Choices algorithms;  // by machine and operation
  Choices parameters;  // likewise
  Choices words;       // by machine and option
  for (const CommandEntry& one : all_commands()) {
    commands.emplace(one.name);
    const HelpPage page = page_of(one);
    Names& options = own[std::string{one.name}];
    options = {page.option_names().begin(), page.option_names().end()};
    if (catalogue.parts.empty()) options.erase("--part");
  }
  for (const Json& entry : listed(catalogue)) {
    if (entry["kind"] != "algorithm") continue;
    const std::string machine = entry["machine"];
    const std::string operation = entry["operation"];
    operations[machine].insert(operation);
    const std::string both = machine + ' ' + operation;
    algorithms[both].insert(entry["algorithm"].get<std::string>());
    for (const Json& parameter : entry["parameters"]) {
      const std::string option = parameter["option"];
      parameters[both].insert(option);
      if (parameter["type"] != "word" && parameter["type"] != "boolean") continue;
      const std::string range = parameter["range"];
      if (range.find("FILE") != std::string::npos) continue;  // files are completed
      for (const std::string& word : split_at_commas(range)) {
        if (std::ranges::any_of(word, [](unsigned char one) { return std::isupper(one) != 0; })) {
          continue;  // NODE and its kin stand for values
        }
        words[machine + ' ' + option].insert(word.substr(word.find_first_not_of(' ')));
      }
    }
  }
  const std::vector<std::string> machines = catalogue.machines();
  const std::vector<std::string> blocks = block_names();
  Names studies;
  for (const Study& study : catalogue.studies) studies.insert(study.name);
  Names listable{"machines", "operations", "algorithms", "parameters", "blocks"};
  listable.insert(machines.begin(), machines.end());
  Names parts{blocks.begin(), blocks.end()};
  parts.insert(machines.begin(), machines.end());
  const Names all_machines{machines.begin(), machines.end()};
  const Choices first{{"list", listable},
                      {"run", all_machines},
                      {"tree", all_machines},
                      {"synthesize", all_machines},
                      {"best", all_machines},
                      {"reproduce", studies},
                      {"cost", parts},
                      {"prove", {blocks.begin(), blocks.end()}},
                      {"manual", {"bash", "man"}}};
  out << "# What bash completes of plexus, made by `plexus manual bash`.\n"
         "_plexus() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} choices=\n"
         "  local command=${COMP_WORDS[1]} machine=${COMP_WORDS[2]} operation=${COMP_WORDS[3]}\n"
         "  local options= parameters= algorithms=\n";
  print_choices(out, "options", "$command", own);
  print_choices(out, "algorithms", "$machine $operation", algorithms);
  print_choices(out, "parameters", "$machine $operation", parameters);
  fmt::print(out, "  if [[ $COMP_CWORD == 1 ]]; then\n    choices='{}'\n",
             fmt::join(commands, " "));
  out << "  elif [[ $before == --algorithm ]]; then\n    choices=$algorithms\n"
         "  elif [[ $word == -* ]]; then\n    choices=\"$options $parameters --help\"\n"
         "  elif [[ $COMP_CWORD == 2 ]]; then\n";
  print_choices(out, "choices", "$command", first);
  out << "  elif [[ $COMP_CWORD == 3 && $command =~ ^(run|tree|synthesize|best)$ ]]; then\n";
  print_choices(out, "choices", "$machine", operations);
  out << "  else\n";
  print_choices(out, "choices", "$machine $before", words);
  out << "  fi\n"
         "  COMPREPLY=($(compgen -W \"$choices\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _plexus plexus\n";  // files, where there is nothing else
}

class ManualCommand final : public Command {
 public:
  void declare(CLI::App& app) override {
    plexus::declare(app, "FORM", form_,
                    "man: a manual page; bash: what bash completes; man if none");
  }
  int perform(const Catalogue& catalogue, const WordsLeft& /*rest*/, std::ostream& out,
              std::ostream& /*err*/, Ending /*ending*/) override {
    if (form_ != "man" && form_ != "bash") {
      refuse("'{}' is no form of the manual: choose man or bash.", form_);
    }
    (form_ == "man" ? print_man : print_bash)(out, catalogue);
    return kVerified;
  }

 private:
  std::string form_ = "man";
};

}  // namespace

std::unique_ptr<Command> make_manual() { return std::make_unique<ManualCommand>(); }

}  // namespace plexus
