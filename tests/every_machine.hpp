#pragma once

#include "testbenches/catalogue.hpp"

namespace plexus {

/// All machines and algorithms, made once: that takes ten times as long as a small run.
inline const Catalogue& every_machine() {
  static const Catalogue catalogue = make_catalogue();
  return catalogue;
}

}  // namespace plexus
