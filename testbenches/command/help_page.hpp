#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plexus {

struct CommandEntry;
struct Parameter;

/// What is to be known of a command: `--help` shows it, the manual tells it and bash completes by
/// it. All of it follows from what the command declares.
class HelpPage {
 public:
  /// A word or an option, `--vcd FILE`, and what it means.
  struct Term {
    std::string said;
    std::string meaning;
  };

  /// `app`: what `entry` has declared.
  HelpPage(const CommandEntry& entry, const CLI::App& app);

  /// `plexus run MACHINE OPERATION [--PARAMETER VALUE ...] [OPTION ...]`. `words`: what stands
  /// behind `plexus`, if it is known better than by name.
  [[nodiscard]] std::string usage(const std::string& words = {}) const;
  [[nodiscard]] const std::string& about() const { return about_; }
  /// Those that have a meaning of their own.
  [[nodiscard]] const std::vector<Term>& words() const { return words_; }
  [[nodiscard]] const std::vector<Term>& options() const { return options_; }
  /// All options, `--vcd`.
  [[nodiscard]] const std::vector<std::string>& option_names() const { return option_names_; }

  /// All of it.
  void print(std::ostream& out) const;
  // Or in parts, with something else between them.
  void print_head(std::ostream& out, const std::string& words = {}) const;
  void print_options(std::ostream& out) const;
  void print_foot(std::ostream& out) const;

 private:
  std::string usage_;  ///< behind `plexus`
  std::string open_;   ///< and behind that, whatever is named
  std::string about_;
  std::string foot_;
  std::vector<Term> words_;
  std::vector<Term> options_;
  std::vector<std::string> option_names_;
};

/// That of a command.
[[nodiscard]] HelpPage page_of(const CommandEntry& entry);

/// Sentences for a terminal of 80 letters.
void print_paragraph(std::ostream& out, const std::string& text);
/// A term, and beside it what is to be known of it: each text on a line of its own, or on several.
void print_term(std::ostream& out, const std::string& said, const std::vector<std::string>& texts);
/// A parameter, and beside it what it means, its range and its default.
void print_parameter(std::ostream& out, const Parameter& parameter);

}  // namespace plexus
