#pragma once

#include <string>
#include <utility>

#include "models/catalogue/json.hpp"

namespace plexus {

/// A figure that runs report, declared once where it is measured.
struct Statistic {
  std::string name;  ///< the specification's
  std::string unit;  ///< cycles, words, transfers, ...; empty for a share
  std::string help;  ///< one line

  friend bool operator==(const Statistic&, const Statistic&) = default;
};

/// The figures of one run by name, in the order in which they are noted.
class Statistics {
 public:
  /// Notes a figure; one of the same name is replaced.
  void set(const Statistic& declared, Json value) { values_[declared.name] = std::move(value); }
  /// Takes figures out that an algorithm does not define.
  void erase(const Statistic& declared) { values_.erase(declared.name); }
  [[nodiscard]] const Json& json() const { return values_; }

 private:
  Json values_ = Json::object();
};

}  // namespace plexus
