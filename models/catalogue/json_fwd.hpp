#pragma once

#include <memory>

#include <nlohmann/json_fwd.hpp>

namespace plexus {

/// Values as the command line reads and prints them; members keep their order. Whoever looks into
/// one includes models/catalogue/json.hpp.
using Json = nlohmann::ordered_json;

/// A member that is a JSON value, for headers that need not know what that is; at first an empty
/// object. Copied with what it holds.
class JsonBox {
 public:
  JsonBox();
  JsonBox(Json value);  // NOLINT(google-explicit-constructor): a value is one
  JsonBox(const JsonBox& other);
  JsonBox(JsonBox&& other) noexcept;
  JsonBox& operator=(JsonBox other) noexcept;
  ~JsonBox();

  [[nodiscard]] Json& operator*() { return *value_; }
  [[nodiscard]] const Json& operator*() const { return *value_; }
  [[nodiscard]] Json* operator->() { return value_.get(); }
  [[nodiscard]] const Json* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<Json> value_;
};

}  // namespace plexus
