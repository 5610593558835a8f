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
  bool verified = false;
  std::string problem;  ///< what is wrong with the data, where they are
  std::vector<Prediction> predictions;
  std::optional<Cycles> lower_bound;
  std::vector<std::string> parts;    ///< of one's own, in the place of standard ones: ROLE=NAME
  Json statistics = Json::object();  ///< figures under the specification's names
};

}  // namespace plexus
