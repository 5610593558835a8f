#include "models/catalogue/json.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace plexus {

namespace {

/// How deep the lists of a text lie within each other.
int depth_of(std::string_view text) {
  int deepest = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;  // whatever it is, it does not end the word
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && (text[i] == '[' || text[i] == '{')) {
      deepest = std::max(deepest, ++depth);
    } else if (!quoted && (text[i] == ']' || text[i] == '}')) {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

Json parse_value(std::string_view text) {
  constexpr int kDeepest = 8;
  if (depth_of(text) > kDeepest) return Json::value_t::discarded;
  return Json::parse(text, nullptr, false);
}

JsonBox::JsonBox() : JsonBox{Json::object()} {}
JsonBox::JsonBox(Json value) : value_{std::make_unique<Json>(std::move(value))} {}
JsonBox::JsonBox(const JsonBox& other) : JsonBox{*other} {}
JsonBox::JsonBox(JsonBox&& other) noexcept = default;
JsonBox& JsonBox::operator=(JsonBox other) noexcept {
  value_.swap(other.value_);
  return *this;
}
JsonBox::~JsonBox() = default;

}  // namespace plexus
