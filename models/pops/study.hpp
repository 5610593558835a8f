#pragma once

#include "models/catalogue/study.hpp"

namespace plexus {

/// Every operation of a POPS on all (d, g) of some sizes: the paper's formulas, our counts, the
/// bounds and the measured cycles; and what each (d, g) costs.
[[nodiscard]] Study pops_study();

}  // namespace plexus
