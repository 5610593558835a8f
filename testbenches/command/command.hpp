#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/catalogue.hpp"
#include "testbenches/command/command_line.hpp"
#include "testbenches/command/help_page.hpp"

namespace CLI {
class App;
}

namespace plexus {

/// What a command's own options leave of the words behind it.
struct WordsLeft {
  std::vector<std::string> words;    ///< `--words`, `12`, `--root=3`
  std::vector<std::string> options;  ///< its own ones, for who looks for one
  std::string line;                  ///< the whole of it, as it was given
};

/// What `plexus NAME ..` does: one of the commands of a program.
class Command {
 public:
  Command() = default;
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Adds what may be said behind the name but `--help`; where more may follow that depends on it,
  /// as the parameters of an algorithm do, `app` allows extras. What help says of the command is
  /// its description, the summary if none, and its footer.
  virtual void declare(CLI::App& app) = 0;
  /// Shows what may be said, as far as that depends on what was said.
  virtual void help(const Catalogue& /*catalogue*/, const HelpPage& page, std::ostream& out) {
    page.print(out);
  }
  /// Carries out what was said. Returns the exit status; throws Refusal.
  virtual int perform(const Catalogue& catalogue, const WordsLeft& rest, std::ostream& out,
                      std::ostream& err, Ending ending) = 0;
  /// What was asked for, as messages name it.
  [[nodiscard]] virtual Request named() const { return {}; }
};

/// A command in the list of them.
struct CommandEntry {
  std::string_view name;
  const char* summary;
  const char* words;  ///< that stand behind the name, before options: `MACHINE OPERATION`
  std::unique_ptr<Command> (*make)();
};

/// A program's commands, in the order of the list.
using Commands = std::span<const CommandEntry>;

/// Those of the whole program.
[[nodiscard]] Commands all_commands();

/// `run_command` of a program with these commands.
int run_command(Commands commands, const Catalogue& catalogue,
                const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                Ending ending);

inline constexpr const char* kRunSummary = "run a collective operation on a machine";
inline constexpr const char* kRunWords = "MACHINE OPERATION";

// Each command by its maker.
[[nodiscard]] std::unique_ptr<Command> make_run();
/// `plexus run`, whose search is told of if it has one.
[[nodiscard]] std::unique_ptr<Command> make_searching_run();
[[nodiscard]] std::unique_ptr<Command> make_tree();
[[nodiscard]] std::unique_ptr<Command> make_synthesize();
[[nodiscard]] std::unique_ptr<Command> make_best();
/// `plexus check SCHEDULE`: tells what is wrong with a schedule, without running it.
[[nodiscard]] std::unique_ptr<Command> make_check();
/// `plexus reproduce`; a person hears which run it is at.
[[nodiscard]] std::unique_ptr<Command> make_study();
/// `plexus cost`; a person at the output sees the rows of several sizes as they come, and hears how
/// far it is.
[[nodiscard]] std::unique_ptr<Command> make_cost();
/// `plexus prove`; what took how long goes to the standard error.
[[nodiscard]] std::unique_ptr<Command> make_prove();
/// `plexus regress`: a sweep, judged.
[[nodiscard]] std::unique_ptr<Command> make_regress();
/// `plexus sweep`: docs/sweeps.md.
[[nodiscard]] std::unique_ptr<Command> make_sweep();
/// `plexus manual [man | bash]`: the manual page, or what bash completes, made from the same tables
/// as `--help` and `list --json`.
[[nodiscard]] std::unique_ptr<Command> make_manual();

}  // namespace plexus
