#pragma once

#include "models/catalogue/refusal.hpp"

namespace plexus {

/// An algorithm does not exist on the machine that the parameters describe, as one that needs rings
/// on an open mesh: class `feature`. Where nobody has asked for it by its name, another one of the
/// operation may run.
class UnfitAlgorithm : public Refusal {
 public:
  explicit UnfitAlgorithm(const std::string& sentence)
      : Refusal{RefusalClass::kFeature, sentence} {}
};

}  // namespace plexus
