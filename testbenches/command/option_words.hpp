#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace plexus {

/// The words behind a command, read one after the other: `--option VALUE`, `--option=VALUE`, and
/// those that are no options.
class OptionWords {
 public:
  explicit OptionWords(std::vector<std::string> words) : words_{std::move(words)} {}

  /// Goes on to the next word that is no value of an option; false if there is none.
  [[nodiscard]] bool next();
  /// It, as it is given, and as far as a `=`.
  [[nodiscard]] const std::string& word() const { return words_[at_ - 1]; }
  [[nodiscard]] const std::string& option() const { return option_; }
  [[nodiscard]] bool is_help() const { return option_ == "--help" || option_ == "-h"; }
  /// The option's value, and takes it if it is a word of its own, which no option is; nothing if
  /// there is none. Once for each option.
  [[nodiscard]] std::optional<std::string> value();
  /// The same. Throws Refusal (usage) where there is none, and tells what there might be.
  [[nodiscard]] std::string value_as_in(const std::string& example = "VALUE");

 private:
  std::vector<std::string> words_;
  std::size_t at_ = 0;  ///< of the next word
  std::string option_;
  std::optional<std::string> joined_;  ///< behind `=`
};

/// Throws Refusal (usage): `command` (`plexus prove link`) has no such option, but the `valid`
/// ones.
[[noreturn]] void refuse_unknown(const std::string& option, const std::string& command,
                                 const std::vector<std::string>& valid);

}  // namespace plexus
