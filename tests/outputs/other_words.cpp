// The whole program, which says every phrase in other letters: a permutation of the alphabet that
// PLEXUS_WORDS numbers. What is read back anywhere would read something else.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "hw/observe/phrases.hpp"

#define phrase phrase_as_it_is
#include "hw/observe/phrases.cpp"
#undef phrase

namespace plexus {

namespace {

std::vector<std::string> other_words() {
  const char* const number = std::getenv("PLEXUS_WORDS");
  std::mt19937 random{
      static_cast<std::mt19937::result_type>(number == nullptr ? 1 : std::atoi(number))};
  std::string letters(26, 'a');
  std::iota(letters.begin(), letters.end(), 'a');
  for (std::size_t i = letters.size() - 1; i > 0; --i)
    std::swap(letters[i], letters[random() % (i + 1)]);
  std::vector<std::string> table;
  for (std::size_t i = 0; i < kPhrases; ++i) {
    std::string& words = table.emplace_back(phrase_as_it_is(static_cast<Phrase>(i)));
    for (char& letter : words) {
      if (letter >= 'a' && letter <= 'z') letter = letters[static_cast<std::size_t>(letter - 'a')];
    }
  }
  return table;
}

}  // namespace

std::string_view phrase(Phrase which) {
  static const std::vector<std::string> kTable = other_words();
  return kTable[static_cast<std::size_t>(which)];
}

}  // namespace plexus
