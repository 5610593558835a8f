#include "testbenches/command/option_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/catalogue/values.hpp"
#include "testbenches/command/request.hpp"

namespace plexus {

bool OptionWords::next() {
  if (at_ == words_.size()) return false;
  const std::string& given = words_[at_++];
  const std::size_t equals = std::min(given.find('='), given.size());
  option_ = given.substr(0, equals);
  joined_.reset();
  if (equals < given.size()) joined_ = given.substr(equals + 1);
  return true;
}

std::optional<std::string> OptionWords::value() {
  if (joined_ || at_ == words_.size() || words_[at_].starts_with("--")) return joined_;
  return words_[at_++];
}

std::string OptionWords::value_as_in(const std::string& example) {
  if (auto text = value()) return *text;
  refuse_without_value(option_, example);
}

void refuse_unknown(const std::string& option, const std::string& command,
                    const std::vector<std::string>& valid) {
  const std::string near = nearest(option, valid);
  refuse(RefusalClass::kUsage,
         fmt::format("'{}' is no option of {}: {} takes {}.", option, command,
                     near.empty() ? "it" : fmt::format("did you mean '{}'? It", near),
                     fmt::join(valid, ", ")));
}

}  // namespace plexus
