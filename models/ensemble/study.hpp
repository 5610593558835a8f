#pragma once

#include "models/catalogue/study.hpp"

namespace plexus {

/// Tables 1 and 2 of Saad and Schultz 1986, section 4: every cell as printed, beside its section's
/// equation, our exact count and the simulated hardware (`plexus reproduce ensemble`).
Study ensemble_study();

}  // namespace plexus
