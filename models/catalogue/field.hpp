#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/data/operand.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/values.hpp"

/// Parameters bound to the fields of a machine's case: `{"words", &RingCase::words}`. A case is
/// filled from a table of them; each kind of value is read here and nowhere else.
namespace plexus {

template <typename T>
void read_value(const Json& value, T& field) {
  field = value.get<T>();
}
template <typename Unit>
void read_value(const Json& value, Quantity<Unit>& field) {
  field = Quantity<Unit>{value.get<std::int64_t>()};
}
/// A word in the place of a number, as `unlimited`, says that there is none.
template <typename T>
void read_value(const Json& value, std::optional<T>& field) {
  field.reset();
  if (!value.is_string()) read_value(value, field.emplace());
}

/// A value as a user writes it: words without quotes.
[[nodiscard]] inline std::string plain_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The parameter of a number, or of a word in its place.
[[nodiscard]] inline Parameter or_word(const Parameter& number, const std::string& word) {
  Parameter parameter = number;
  parameter.type = "integer or word";
  parameter.range += ", " + word;
  parameter.read = [read = number.read, word](const std::string& text) {
    return text == word ? Json(text) : read(text);
  };
  parameter.check = [check = number.check, word](const Json& value, const Values& before) {
    if (value != word) check(value, before);
  };
  return parameter;
}

/// The words of choices.
template <std::ranges::input_range Choices>
std::vector<std::string> words_of(const Choices& choices) {
  std::vector<std::string> words;
  for (const auto choice : choices) {
    if constexpr (std::constructible_from<std::string, std::ranges::range_value_t<Choices>>) {
      words.emplace_back(choice);
    } else {
      words.emplace_back(to_string(choice));
    }
  }
  return words;
}

/// Where the word stands among `words`; the first one if it is none of them.
template <std::ranges::input_range Words>
std::size_t place_of(const Json& word, const Words& words) {
  const auto found = std::ranges::find_if(words, [&](const auto& one) { return word == one; });
  return found == words.end() ? 0 : static_cast<std::size_t>(found - words.begin());
}

/// A part of a member, and a part of that: `inside(&Case::timing, &LinkTiming::startup)`.
template <typename Outer>
constexpr auto inside(Outer outer) {
  return outer;
}
template <typename Outer, typename... Inner>
constexpr auto inside(Outer outer, Inner... inner) {
  return [outer, next = inside(inner...)](auto& at) -> decltype(auto) {
    return std::invoke(next, std::invoke(outer, at));
  };
}

/// A parameter and the field that it fills: a member, or what is `inside` of one.
template <typename Case>
class Field {
 public:
  /// The value as it is.
  template <typename Part>
  requires(!std::invocable<Part, Case&, const Json&>) Field(const char* name, Part part)
      : name_{name}, fill_{[part](Case& at, const Json& value) {
          read_value(value, std::invoke(part, at));
        }} {}
  /// Is it `word`?
  template <typename Part>
  Field(const char* name, Part part, const char* word)
      : name_{name}, fill_{[part, word](Case& at, const Json& value) {
          std::invoke(part, at) = value == word;
        }} {}
  /// The one of `choices` that the value names: by its text, or by the place of its word in the
  /// enumeration.
  template <typename Part, std::ranges::input_range Choices>
  requires(!std::convertible_to<Choices, const char*>)
      Field(const char* name, Part part, const Choices& choices)
      : name_{name}, fill_{[part, choices](Case& at, const Json& value) {
          auto& field = std::invoke(part, at);
          if constexpr (std::convertible_to<std::ranges::range_value_t<Choices>, const char*>) {
            field = static_cast<std::remove_cvref_t<decltype(field)>>(place_of(value, choices));
          } else {
            for (const auto choice : choices) {
              if (value == to_string(choice)) field = choice;
            }
          }
        }} {}
  /// A value of a kind of its own: `fill` takes what it says.
  template <std::invocable<Case&, const Json&> Fill>
  Field(const char* name, Fill fill) : name_{name}, fill_{std::move(fill)} {}

  /// Fills the field where the run has the parameter.
  void operator()(Case& at, const Values& values) const {
    if (values.has(name_)) fill_(at, values.at(name_));
  }

 private:
  const char* name_;
  std::function<void(Case&, const Json&)> fill_;
};

/// What most machines have, in members of these names, and `more`.
template <typename Case>
std::vector<Field<Case>> common_fields(std::vector<Field<Case>> more = {}) {
  more.insert(more.begin(), {{"words", &Case::words},
                             {"startup", inside(&Case::timing, &LinkTiming::startup)},
                             {"bandwidth", inside(&Case::timing, &LinkTiming::bandwidth)},
                             {"root", &Case::root},
                             {"source", &Case::source},
                             {"destination", &Case::destination},
                             {"op", &Case::op, kOperators}});
  return more;
}

/// Fills what `values` have of these fields, in the order of the table.
template <typename Case>
void fill(std::type_identity_t<Case>& at, const Values& values,
          const std::vector<Field<Case>>& fields) {
  for (const Field<Case>& field : fields) field(at, values);
}

}  // namespace plexus
