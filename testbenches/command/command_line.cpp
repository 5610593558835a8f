#include "testbenches/command/command_line.hpp"

#include <algorithm>
#include <new>
#include <ostream>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "models/catalogue/memory_limit.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/command/run.hpp"
#include "testbenches/command/search_notes.hpp"
#include "testbenches/command/synthesize.hpp"
#include "testbenches/command/tree.hpp"
#include "testbenches/cost/cost.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/prove/prove.hpp"
#include "testbenches/schedules/convert.hpp"
#include "testbenches/studies/study.hpp"
#include "testbenches/sweep/sweep.hpp"

namespace plexus {

namespace {

struct ListRequest {
  std::string what;
  bool json = false;
};

void declare_list(CLI::App& app, ListRequest& request) {
  CLI::App* list = app.add_subcommand("list", "list what there is");
  list->add_option("what", request.what,
                   "machines, operations, algorithms, parameters or blocks, or a word to look for; "
                   "all if none");
  list->add_flag("--json", request.json, "print one JSON array of objects");
}

/// Refuses a first word that is no command, and a line without any.
void require_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  const auto first = std::ranges::find_if(
      arguments, [](const std::string& word) { return !word.starts_with('-'); });
  if (first == arguments.end()) {
    refuse(RefusalClass::kUsage, fmt::format("No command is named: choose {}; plexus --help shows "
                                             "what they do.",
                                             one_of(commands)));
  }
  if (std::ranges::find(commands, *first) == commands.end()) {
    refuse_name(RefusalClass::kUsage, "command", *first, commands);
  }
}

/// Tells in our own words what the command line library does not like.
[[noreturn]] void refuse_words(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const std::string option = text.substr(0, text.find(':'));
    if (text.ends_with("missing")) refuse_without_value(option);
    if (text.find("At Most") != std::string::npos) refuse_twice(option);
  }
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) {
    refuse(RefusalClass::kUsage, text + '.');
  }
  refuse(RefusalClass::kUsage, text + "; plexus --help shows what can be said.");
}

}  // namespace

int run_command(const Catalogue& catalogue, const std::vector<std::string>& said, std::ostream& out,
                std::ostream& err, Ending ending) {
  std::vector<std::string> arguments = said;
  if (!said.empty() && said.front() == "help") {  // `help run ring` as `run ring --help`
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  CLI::App app{
      "Plexus: a cycle-level model of interconnection networks and of the collective "
      "operations that run on them.",
      "plexus"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "plexus " PLEXUS_VERSION);
  app.footer("Try: plexus list, then plexus run MACHINE OPERATION --help");
  RunRequest request;
  ListRequest list;
  declare_list(app, list);
  declare_run(app, request);
  TreeRequest shown;
  declare_tree(app, shown);
  SynthesizeRequest synthesis;
  declare_synthesis(app, synthesis);
  std::vector<std::string> files;
  app.add_subcommand("convert", "turn a schedule of another tool, or a run, into a schedule")
      ->add_option("files", files,
                   "IN and OUT: .xml (MSCCL), .goal, .schedule, the trace of a run");
  CLI::App* reproduce =
      app.add_subcommand("reproduce", "work out a paper's tables on the simulated machines");
  reproduce->allow_extras();
  reproduce->set_help_flag();
  CLI::App* cost = app.add_subcommand("cost", "what a block costs in gates, a machine in parts");
  cost->allow_extras();
  cost->set_help_flag();
  CLI::App* prove =
      app.add_subcommand("prove", "what a block promises holds for ever, or does not");
  prove->allow_extras();
  prove->set_help_flag();
  CLI::App* sweep = app.add_subcommand("sweep", "run all points of a study and compare them");
  sweep->allow_extras();
  sweep->set_help_flag();
  const bool json = std::ranges::any_of(arguments, [](const std::string& word) {
    return word == "--json" || (word.starts_with("--json=") && word != "--json=false");
  });
  watch_memory();
  try {
    try {
      app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return told(out, err, app.exit(error, out, err));
      require_command(app, arguments);
      refuse_words(error);
    }
    if (app.got_subcommand("reproduce"))
      return told(out, err, run_study(catalogue, reproduce->remaining(), out));
    if (app.got_subcommand("sweep"))
      return told(out, err, run_sweep(catalogue, sweep->remaining(), out, err));
    if (app.got_subcommand("cost"))
      return told(out, err, run_cost(catalogue, cost->remaining(), out, err));
    if (app.got_subcommand("prove")) return told(out, err, run_prove(prove->remaining(), out, err));
    if (app.got_subcommand("list"))
      return told(out, err, print_list(out, catalogue, list.what, list.json));
    if (app.got_subcommand("convert")) {
      if (files.size() != 2) {
        refuse(RefusalClass::kUsage, "Name two files: plexus convert IN OUT.");
      }
      convert(files[0], files[1], out);
      return told(out, err, kVerified);
    }
    if (app.got_subcommand("tree")) {
      shown.rest = app.get_subcommand("tree")->remaining();
      try {
        return tree(catalogue, shown, out, err, ending);
      } catch (const Refusal&) {
        static_cast<RunRequest&>(request) = shown;  // what the refusal is about
        throw;
      }
    }
    if (app.got_subcommand("synthesize")) {
      synthesis.run.rest = app.get_subcommand("synthesize")->remaining();
      try {
        return told(out, err, synthesize(catalogue, synthesis, out, err));
      } catch (const Refusal&) {
        request = synthesis.run;  // what the message names
        throw;
      }
    }
    const SearchNotes notes{err};
    request.rest = app.get_subcommand("run")->remaining();
    return told(out, err, run(catalogue, request, out, err, ending));
  } catch (const Refusal& refusal) {
    return told(out, err, refused(request.named(), json, refusal, out, err));
  } catch (const std::bad_alloc&) {
    return told(out, err, refused(request.named(), json, out_of_memory(), out, err));
  } catch (const std::length_error&) {  // more of something than can be addressed
    return told(out, err, refused(request.named(), json, out_of_memory(), out, err));
  } catch (const sc_core::sc_report& stopped) {
    tell(fault_of(stopped), request.named(), json, out, err);
  } catch (const std::exception& wrong) {
    const std::string what =
        fmt::format("Plexus itself is at fault: {}. Please report the command.", wrong.what());
    tell({"internal", {}, "", readable(what), {}}, request.named(), json, out, err);
  }
  return told(out, err, kFaulted);
}

}  // namespace plexus
