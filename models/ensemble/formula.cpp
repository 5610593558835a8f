#include "models/ensemble/formula.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <string>

#include "models/ensemble/pipelining.hpp"

namespace plexus::paper_1986 {

namespace {

/// Reads a formula from its beginning, and works it out on the way.
class Reading {
 public:
  Reading(std::string_view text, const Letters& at) : text_{text}, rest_{text}, at_{at} {}

  double all() {
    const double value = sum();
    if (next() != '\0') refuse();
    return value;
  }

 private:
  /// The next letter but spaces; '\0' at the end.
  char next() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool take(char letter) {
    if (next() != letter) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void require(char letter) {
    if (!take(letter)) refuse();
  }
  [[noreturn]] void refuse() const {
    throw std::invalid_argument{"no formula of the paper: " + std::string{text_}};
  }

  double sum() {
    double value = product();
    while (true) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }

  double product() {
    double value = power();
    while (true) {
      if (take('/')) {
        value /= power();
      } else if (next() == '(' || std::isalnum(static_cast<unsigned char>(next())) != 0) {
        value *= power();
      } else {
        return value;
      }
    }
  }

  double power() {
    const double base = factor();
    return take('^') ? std::pow(base, factor()) : base;
  }

  double factor() {
    if (take('(')) return closed(sum());
    if (std::isdigit(static_cast<unsigned char>(next())) != 0) return number();
    const std::string_view name = word();
    if (name == "k") return take('*') ? at_.ks : at_.k;
    if (name == "N") return at_.N;
    if (name == "n") return at_.n();
    if (name == "b") return at_.b;
    if (name == "tau") return at_.tau;
    if (name == "sqrt") return std::sqrt(factor());
    if (name == "floor") return std::floor(factor());
    if (name == "ceil") return std::ceil(factor());
    if (name != "pipeline") refuse();
    require('(');
    const double links = sum();
    require(',');
    return printed_pipeline_minimum(std::max(1.0, links), closed(sum()), at_.timing());
  }

  double closed(double value) {
    require(')');
    return value;
  }

  double number() {
    double value = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, std::chars_format::fixed);
    if (error != std::errc{}) refuse();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view word() {
    const auto end =
        std::ranges::find_if(rest_, [](unsigned char letter) { return std::isalpha(letter) == 0; });
    const std::string_view name = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(name.size());
    return name;
  }

  std::string_view text_;
  std::string_view rest_;
  const Letters& at_;
};

}  // namespace

double value_of(std::string_view formula, const Letters& at) { return Reading{formula, at}.all(); }

}  // namespace plexus::paper_1986
