#include "testbenches/command/help_page.hpp"

#include <cctype>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/values.hpp"
#include "testbenches/command/command.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

namespace {

constexpr std::size_t kLetters = 80;  ///< of a line
constexpr std::size_t kBeside = 23;   ///< letters before the meaning of a term

/// A word is shown by what it stands for, an option by its name and what its value is.
std::string said_of(const CLI::Option& option) {
  const std::string value = option.get_type_name();
  if (option.get_positional()) return value;
  return option.get_items_expected_max() == 0 ? option.get_name() : option.get_name() + ' ' + value;
}

/// "print a line" as a sentence.
std::string sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with('.') ? text : text + '.';
}

}  // namespace

HelpPage::HelpPage(const CommandEntry& entry, const CLI::App& app)
    : usage_{fmt::format("{} {}", entry.name, entry.words)},
      about_{sentence(app.get_description())},
      foot_{app.get_footer()} {
  if (app.get_allow_extras()) open_ += " [--PARAMETER VALUE ...]";
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) option_names_.push_back(option->get_name());
    if (option->get_description().empty()) continue;
    (option->nonpositional() ? options_ : words_)
        .push_back({said_of(*option), option->get_description()});
  }
  if (!options_.empty()) open_ += " [OPTION ...]";
}

std::string HelpPage::usage(const std::string& words) const {
  return fmt::format("plexus {}{}", words.empty() ? usage_ : words, open_);
}

void HelpPage::print_head(std::ostream& out, const std::string& words) const {
  print_paragraph(out, usage(words));
  if (words.empty()) print_paragraph(out << '\n', about_);
}

void HelpPage::print_options(std::ostream& out) const {
  for (const auto& [said, meaning] : options_) print_term(out, said, {meaning});
}

void HelpPage::print_foot(std::ostream& out) const {
  if (!foot_.empty()) print_paragraph(out << '\n', foot_);
}

void HelpPage::print(std::ostream& out) const {
  print_head(out);
  if (!words_.empty() || !options_.empty()) out << '\n';
  for (const auto& [said, meaning] : words_) print_term(out, said, {meaning});
  print_options(out);
  print_foot(out);
}

HelpPage page_of(const CommandEntry& entry) {
  const std::unique_ptr<Command> command = entry.make();
  CLI::App app{entry.summary};
  app.set_help_flag();
  command->declare(app);
  return {entry, app};
}

void print_paragraph(std::ostream& out, const std::string& text) {
  for (const std::string& line : wrapped(text, kLetters, false)) fmt::print(out, "{}\n", line);
}

void print_term(std::ostream& out, const std::string& said, const std::vector<std::string>& texts) {
  std::string label = fmt::format("  {}", said);
  if (label.size() >= kBeside) {
    fmt::print(out, "{}\n", label);
    label.clear();
  }
  for (const std::string& text : texts) {
    for (const std::string& line : wrapped(text, kLetters - kBeside, false)) {
      fmt::print(out, "{:<{}}{}\n", label, kBeside, line);
      label.clear();
    }
  }
}

void print_parameter(std::ostream& out, const Parameter& parameter) {
  print_term(out, parameter.option(),
             {parameter.help, fmt::format("{}; default {}", parameter.range,
                                          plain_text(*parameter.shown_default))});
}

}  // namespace plexus
