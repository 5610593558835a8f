#include "models/catalogue/json.hpp"

#include <utility>

namespace plexus {

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
