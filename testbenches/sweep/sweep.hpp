#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "testbenches/catalogue.hpp"

namespace plexus {

/// `plexus sweep WORDS`: docs/sweeps.md. Returns the exit status; throws Refusal.
int run_sweep(const Catalogue& catalogue, const std::vector<std::string>& words, std::ostream& out,
              std::ostream& err);

/// `plexus regress WORDS`: the same, judged.
int run_regress(const Catalogue& catalogue, const std::vector<std::string>& words,
                std::ostream& out, std::ostream& err);

}  // namespace plexus
