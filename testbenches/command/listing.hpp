#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "testbenches/catalogue.hpp"

namespace plexus {

/// `plexus list`: without a word, for people, the machines and how to go on; as JSON everything.
/// Returns the exit status; throws Refusal for words that name nothing to list.
int print_list(std::ostream& out, const Catalogue& catalogue, const std::string& asked, bool json);

/// What `plexus list --json` prints.
[[nodiscard]] Json listed(const Catalogue& catalogue);

/// Each parameter of a machine once: `ring --nodes`, range, default, help, operations that take it.
[[nodiscard]] std::vector<std::vector<std::string>> listed_parameters(const Catalogue& catalogue);

/// Options of every run, a line for each: two blanks, 20 letters for the option, what it does.
[[nodiscard]] std::string_view common_options();

/// `plexus run --help`, with the operations of `machine` if it is one.
void print_run_help(std::ostream& out, const Catalogue& catalogue, const std::string& machine);

/// `plexus synthesize --help`.
void print_synthesis_help(std::ostream& out, const Catalogue& catalogue);
/// `plexus synthesize MACHINE OPERATION --help`.
void print_synthesis_help(std::ostream& out, const CatalogueEntry& optimal);

/// `plexus run MACHINE OPERATION --help`: the parameters of `algorithm`, and those of the
/// operation's other algorithms if `all`.
void print_operation_help(std::ostream& out, const Catalogue& catalogue,
                          const CatalogueEntry& algorithm, bool all);

}  // namespace plexus
