#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/command/command.hpp"

namespace plexus {

// How the words behind a command are read: CLI11 does it, and what it does not take is refused in
// our own words.

/// What was said of options, in this order: `--root`, `3`.
using Texts = std::vector<std::pair<std::string, std::string>>;

/// The text that belongs to `option`, or null.
[[nodiscard]] const std::string* find_text(const Texts& texts, const std::string& option);

// A word or an option of a command, with the value that it sets: `said` is how a page of help shows
// it, `MACHINE`, `--vcd FILE`, `--json`. One without a `meaning` is not shown.
void declare(CLI::App& app, const std::string& said, bool& flag, const std::string& meaning);
/// An empty text is none.
void declare(CLI::App& app, const std::string& said, std::string& text,
             const std::string& meaning = {});
void declare(CLI::App& app, const std::string& said, std::optional<std::string>& text,
             const std::string& meaning);
/// Several words, or an option that may be said several times.
void declare(CLI::App& app, const std::string& said, std::vector<std::string>& texts,
             const std::string& meaning = {});

/// The names of the options of `app`: `--root`.
[[nodiscard]] std::vector<std::string> option_names(const CLI::App& app);

/// The words that `app` has read and does not know.
[[nodiscard]] std::vector<std::string> words_left(const CLI::App& app);

/// Adds an option whose text is read when all is known of which it speaks. `names` are separated by
/// commas; of two options of one name the first stands. Where it may be said without a text,
/// `alone` is what that means.
void add_text(CLI::App& app, const std::string& names, const std::string& alone = {});

/// Has `app` read the words behind a command. Throws Refusal (usage) for an option without its
/// value, one that is given twice and may not be, and, unless `app` allows extras, for what it does
/// not know.
void read_words(CLI::App& app, const std::vector<std::string>& words);

/// Refuses a word that is none of what is `said`.
using RefuseOther = std::function<void(const std::string& word, const Texts& said)>;

/// The same, of what a command's own options have left: the texts of the options of `app`.
[[nodiscard]] Texts read_rest(CLI::App& app, const WordsLeft& rest,
                              const RefuseOther& refuse_other = {});

}  // namespace plexus
