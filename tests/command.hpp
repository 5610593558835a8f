#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "testbenches/command/command_line.hpp"
#include "tests/every_machine.hpp"

namespace plexus {

/// A value as one would type it: `4,4` for a list, `[[2,4],[4]]` for a list of lists, a word
/// without quotes.
inline std::string typed(const Json& value) {
  if (value.is_string()) return value;
  const std::string text = value.dump();
  const bool plain_list = value.is_array() && !value.empty() && !value.front().is_array();
  return plain_list ? text.substr(1, text.size() - 2) : text;
}

using Keys = std::vector<std::string>;

inline Keys keys_of(const Json& object) {
  Keys keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

/// What the command said to a line of words.
struct Said {
  int status = 0;
  std::string out;
  std::string err;

  /// stdout as JSON; discarded if it is none.
  [[nodiscard]] Json json() const { return Json::parse(out, nullptr, false); }
};

/// `plexus WORDS` in this process, with the machines of `catalogue`.
inline Said plexus_command(const Catalogue& catalogue, const std::vector<std::string>& words) {
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_command(catalogue, words, out, err);
  return {status, out.str(), err.str()};
}

/// `plexus WORDS` with all machines.
inline Said plexus_command(const std::vector<std::string>& words) {
  return plexus_command(every_machine(), words);
}

/// The words of a line, split at blanks: values without blanks alone.
inline std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in{line};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// `plexus LINE`, split at blanks.
inline Said plexus_command(const std::string& line) { return plexus_command(words_of(line)); }

}  // namespace plexus
