#pragma once

#include <iosfwd>
#include <string>

#include "testbenches/catalogue.hpp"

namespace plexus {

/// `plexus list`: `what` is empty for everything. Returns the exit status; throws Refusal for words
/// that name nothing to list.
int print_list(std::ostream& out, const Catalogue& catalogue, const std::string& asked, bool json);

/// `plexus run --help`, with the operations of `machine` if it is one.
void print_run_help(std::ostream& out, const Catalogue& catalogue, const std::string& machine);

/// `plexus synthesize --help`.
void print_synthesis_help(std::ostream& out, const Catalogue& catalogue);

/// `plexus run MACHINE OPERATION --help`: the parameters of `algorithm`, and those of the
/// operation's other algorithms if `all`.
void print_operation_help(std::ostream& out, const Catalogue& catalogue,
                          const CatalogueEntry& algorithm, bool all);

}  // namespace plexus
