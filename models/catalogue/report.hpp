#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/prediction.hpp"

namespace plexus {

/// What came out of one run.
struct Report {
  Cycles cycles{0};
  bool verified = false;  ///< nothing is wrong with the data
  bool checked = true;    ///< there were data to check; else `verified` says nothing
  std::string problem;    ///< what is wrong with the data, where they are
  std::vector<Prediction> predictions;
  std::optional<Cycles> lower_bound;
  Json statistics = Json::object();  ///< figures under the specification's names

  /// What was found out about the data; nothing where there were none to check.
  [[nodiscard]] std::optional<bool> verdict() const {
    return checked || !verified ? std::optional{verified} : std::nullopt;
  }
};

}  // namespace plexus
