#include "testbenches/command/command_line.hpp"

#include <algorithm>
#include <new>
#include <ostream>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "models/catalogue/memory_limit.hpp"
#include "testbenches/command/command.hpp"
#include "testbenches/command/help_page.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/command/words.hpp"
#include "testbenches/outputs/readable.hpp"

namespace plexus {

namespace {

/// The command that `arguments` begin with, or null.
const CommandEntry* find_command(Commands commands, const std::vector<std::string>& arguments) {
  const auto found = std::ranges::find_if(commands, [&](const CommandEntry& entry) {
    return !arguments.empty() && entry.name == arguments.front();
  });
  return found == commands.end() ? nullptr : &*found;
}

/// What `plexus --help` shows.
void print_help(Commands commands, const Catalogue& catalogue, std::ostream& out) {
  for (const Example& one : kExamples) {
    if (runs(catalogue, one)) fmt::print(out, "  {:<46} {}\n", one.line, one.help);
  }
  out << "\nPlexus: a cycle-level model of interconnection networks and of the collective\n"
         "operations that run on them.\n\nUsage: plexus COMMAND ...\n\n";
  for (const CommandEntry& one : commands) print_term(out, std::string{one.name}, {one.summary});
  out << "\nplexus COMMAND --help shows what a command takes; plexus --version: the version.\n";
}

/// A line that begins with no command: asks for help or the version, or is refused.
int answer(Commands commands, const Catalogue& catalogue, const std::vector<std::string>& arguments,
           std::ostream& out) {
  const auto asks = [&](const std::string& word) {
    return std::ranges::find(arguments, word) != arguments.end();
  };
  std::vector<std::string> names;
  for (const CommandEntry& one : commands) names.emplace_back(one.name);
  const auto first = std::ranges::find_if(
      arguments, [](const std::string& word) { return !word.starts_with('-'); });
  if (first == arguments.end() && (asks("-h") || asks("--help"))) {
    print_help(commands, catalogue, out);
    return kVerified;
  }
  if (first == arguments.end() && asks("--version")) {
    out << "plexus " PLEXUS_VERSION "\n";
    return kVerified;
  }
  if (first == arguments.end()) {
    refuse("No command is named: choose {}; plexus --help shows what they do.", one_of(names));
  }
  if (std::ranges::find(names, *first) == names.end()) {
    refuse_name(RefusalClass::kUsage, "command", *first, names);
  }
  refuse(
      "'{}' stands before the command: a line begins with that, plexus {}, and what it takes "
      "stands behind.",
      arguments.front(), *first);
}

Fault internal_fault(const std::string& what) {
  const std::string told = fmt::format(
      "Plexus itself, or a part or algorithm of your own, is at fault: {}. If none of yours takes "
      "part, please report the command.",
      what);
  return {"internal", {}, "", readable(told), {}};
}

}  // namespace

int run_command(Commands commands, const Catalogue& catalogue, const std::vector<std::string>& said,
                std::ostream& out, std::ostream& err, Ending ending) {
  std::vector<std::string> arguments = said;
  if (!said.empty() && said.front() == "help") {  // `help run ring` as `run ring --help`
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (!arguments.empty() && arguments.back() == "--") arguments.pop_back();  // nothing follows
  const CommandEntry* const entry = find_command(commands, arguments);
  const std::unique_ptr<Command> command = entry == nullptr ? nullptr : entry->make();
  const auto named = [&] { return command == nullptr ? Request{} : command->named(); };
  const bool json = std::ranges::any_of(arguments, [](const std::string& word) {
    return word == "--json" || (word.starts_with("--json=") && word != "--json=false");
  });
  watch_memory();
  try {
    if (std::ranges::find(arguments, "--") != arguments.end()) {
      refuse("'--' alone is no option: leave it out.");
    }
    if (command == nullptr) return told(out, err, answer(commands, catalogue, arguments, out));
    CLI::App app{entry->summary, fmt::format("plexus {}", entry->name)};
    app.set_help_flag();
    command->declare(app);
    bool asks_help = false;
    declare(app, "-h,--help", asks_help, "");
    read_words(app, {arguments.begin() + 1, arguments.end()});
    if (asks_help) {
      command->help(catalogue, {*entry, app}, out);
      return told(out, err, kVerified);
    }
    const WordsLeft rest{words_left(app), option_names(app),
                         fmt::format("plexus {}", fmt::join(arguments, " "))};
    return told(out, err, command->perform(catalogue, rest, out, err, ending));
  } catch (const Refusal& refusal) {
    return told(out, err, refused(named(), json, refusal, out, err));
  } catch (const std::bad_alloc&) {
    return told(out, err, refused(named(), json, out_of_memory(), out, err));
  } catch (const std::length_error&) {  // more of something than can be addressed
    return told(out, err, refused(named(), json, out_of_memory(), out, err));
  } catch (const sc_core::sc_report& stopped) {
    tell(fault_of(stopped), named(), json, out, err);
  } catch (const std::exception& wrong) {
    tell(internal_fault(wrong.what()), named(), json, out, err);
  } catch (...) {  // from a part or algorithm of somebody's own
    tell(internal_fault("it threw what is no std::exception"), named(), json, out, err);
  }
  return told(out, err, kFaulted);
}

}  // namespace plexus
