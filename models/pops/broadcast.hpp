#pragma once

#include <memory>

#include "models/pops/case.hpp"
#include "models/pops/data.hpp"

namespace plexus {

/// Everybody but the root receives its datum.
std::unique_ptr<pops_data> broadcast_data(const PopsCase& at);

}  // namespace plexus
