#pragma once

#include <string>

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// Adds the operation `workload`, algorithm `timeline`, to a machine whose algorithms have been
/// entered: collectives of a file when their nodes are ready, beside what these compute. Its
/// collectives run on kernels of their own, verified as any run is.
void add_workload(Catalogue& catalogue, const std::string& machine);

}  // namespace plexus
