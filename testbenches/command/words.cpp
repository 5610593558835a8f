#include "testbenches/command/words.hpp"

#include <algorithm>
#include <cctype>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/catalogue/values.hpp"
#include "testbenches/command/request.hpp"

namespace plexus {

namespace {

[[noreturn]] void refuse_without_value(const CLI::Option& option) {
  refuse("{0} needs a value: write it behind, as in {0} {1}.", option.get_name(),
         option.get_type_name());
}

/// CLI11 takes the word behind an option for its value, even if that is the next option.
void check_texts(const CLI::App& app, const std::vector<std::string>& words) {
  for (const CLI::Option* option : app.get_options()) {
    if (!option->nonpositional()) continue;
    const bool flag = option->get_items_expected_max() == 0;
    for (const std::string& text : option->results()) {
      const std::string joined = option->get_name() + '=' + text;
      if (text.starts_with("--") && std::ranges::find(words, joined) == words.end()) {
        refuse_without_value(*option);
      }
      if (flag && text != "true" && text != "false") {
        refuse("{} takes no value: leave out what stands behind it, '{}'.", option->get_name(),
               text);
      }
    }
    const bool some = option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    if (some && option->count() > most) refuse_twice(option->get_name());
  }
}

/// `--vcd FILE` is the option `--vcd` of which the value is called `FILE`; `PAGE.html ..` is a word
/// that CLI11 knows as `page`.
template <typename Value>
CLI::Option* declared(CLI::App& app, const std::string& said, Value& value,
                      const std::string& meaning) {
  const std::size_t blank = said.find(' ');
  if (said.starts_with('-')) {
    return app.add_option(said.substr(0, blank), value, meaning)->type_name(said.substr(blank + 1));
  }
  std::string name;
  for (const char letter : said) {
    if (std::isupper(static_cast<unsigned char>(letter)) == 0) break;
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return app.add_option(name, value, meaning)->type_name(said);
}

/// What was said, in this order.
Texts texts_of(const CLI::App& app) {
  Texts texts;
  for (const CLI::Option* option : app.parse_order()) {
    texts.emplace_back(option->get_name(), option->results().front());
  }
  return texts;
}

/// `command` (`plexus prove link`) has no such option, but the `valid` ones, or takes no such word.
[[noreturn]] void refuse_unknown(const std::string& word, const std::string& command,
                                 const std::vector<std::string>& valid) {
  if (!word.starts_with('-')) {
    refuse("'{}' is one word too many: {} --help shows what can be said.", word, command);
  }
  const std::string option = word.substr(0, word.find('='));
  const std::string near = nearest(option, valid);
  refuse("'{}' is no option of {}: {} takes {}.", option, command,
         near.empty() ? "it" : fmt::format("did you mean '{}'? It", near), fmt::join(valid, ", "));
}

}  // namespace

void declare(CLI::App& app, const std::string& said, bool& flag, const std::string& meaning) {
  app.add_flag(said, flag, meaning);
}

void declare(CLI::App& app, const std::string& said, std::string& text,
             const std::string& meaning) {
  CLI::Option* const option = declared(app, said, text, meaning);
  option->each([option](const std::string& given) {
    if (given.empty() && option->nonpositional()) refuse_without_value(*option);
  });
}

void declare(CLI::App& app, const std::string& said, std::optional<std::string>& text,
             const std::string& meaning) {
  declared(app, said, text, meaning);
}

void declare(CLI::App& app, const std::string& said, std::vector<std::string>& texts,
             const std::string& meaning) {
  CLI::Option* const option = declared(app, said, texts, meaning);
  if (option->nonpositional()) option->allow_extra_args(false);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> options;
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) options.push_back(option->get_name());
  }
  return options;
}

std::vector<std::string> words_left(const CLI::App& app) { return app.remaining(); }

const std::string* find_text(const Texts& texts, const std::string& option) {
  const auto said = std::ranges::find(texts, option, &Texts::value_type::first);
  return said == texts.end() ? nullptr : &said->second;
}

void add_text(CLI::App& app, const std::string& names, const std::string& alone) {
  try {
    CLI::Option* const option = app.add_option(names)->type_name("VALUE");
    if (!alone.empty()) option->expected(0, 1)->default_str(alone);
  } catch (const CLI::OptionAlreadyAdded&) {  // the first one stands
  }
}

void read_words(CLI::App& app, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    if (word == option + '=' && app.get_option_no_throw(option) != nullptr) {
      refuse_without_value(*app.get_option_no_throw(option));
    }
  }
  try {
    app.parse(std::vector<std::string>{words.rbegin(), words.rend()});
  } catch (const CLI::ArgumentMismatch&) {
    check_texts(app, words);
    const CLI::Option* const last = app.get_option_no_throw(words.back());
    if (last != nullptr) refuse_without_value(*last);
    throw;
  } catch (const CLI::ExtrasError&) {
    check_texts(app, words);
    refuse_unknown(words_left(app).front(), app.get_name(), option_names(app));
  } catch (const CLI::ConversionError&) {  // a flag's value, which is looked at below
  }
  check_texts(app, words);
}

Texts read_rest(CLI::App& app, const WordsLeft& rest, const RefuseOther& refuse_other) {
  app.set_help_flag();
  app.allow_extras();
  read_words(app, rest.words);
  Texts said = texts_of(app);
  if (const std::vector<std::string> more = words_left(app); !more.empty()) {
    if (refuse_other) refuse_other(more.front(), said);
    std::vector<std::string> valid = option_names(app);
    valid.insert(valid.end(), rest.options.begin(), rest.options.end());
    refuse_unknown(more.front(), app.get_name(), valid);
  }
  return said;
}

}  // namespace plexus
