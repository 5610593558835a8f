#pragma once

#include "models/catalogue/study.hpp"

namespace plexus {

/// `plexus reproduce express-mesh`: Tables 1 and 2 of Cheung and Lau with measured steps and the
/// growth that fits them, and the best lengths and hierarchies by exact search.
[[nodiscard]] Study express_mesh_study();

}  // namespace plexus
