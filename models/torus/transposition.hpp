#pragma once

#include "models/torus/case.hpp"

namespace plexus::torus {

/// (3.44): "transposition" of `total` words, 2 (N/(sqrt k b) + sqrt k tau). (E25)
[[nodiscard]] Equation<TorusCase> transposition(std::function<double(const TorusCase&)> total);

}  // namespace plexus::torus
