#include "models/pops/algorithm.hpp"

#include <fmt/format.h>

namespace plexus {

void require_powers_of_two(const PopsCase& at, const std::string& algorithm) {
  if (at.shape.powers_of_two()) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("--algorithm {} needs powers of two as --d and --g, not {} and {}.",
                            algorithm, at.shape.d, at.shape.g)};
}

void require_d_up_to_g(const PopsCase& at, const std::string& algorithm) {
  if (at.shape.d <= at.shape.g) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("--algorithm {} needs a --d of at most --g {}, not {}.", algorithm,
                            at.shape.g, at.shape.d)};
}

void require_d_above_one(const PopsCase& at, const std::string& algorithm) {
  if (at.shape.d > 1) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("--algorithm {} needs a --d of at least 2, not 1.", algorithm)};
}

void require_knob(bool given, const std::string& option, const std::string& algorithm) {
  if (given) return;
  throw Refusal{RefusalClass::kFeature,
                fmt::format("--algorithm {0} needs {1} true, and it is false: give {1} true, or "
                            "choose another algorithm.",
                            algorithm, option)};
}

}  // namespace plexus
