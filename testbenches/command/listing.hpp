#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "models/examples.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/help_page.hpp"

namespace plexus {

/// `plexus list`: without a word, for people, the machines and how to go on; as JSON everything.
/// Returns the exit status; throws Refusal for words that name nothing to list.
int print_list(std::ostream& out, const Catalogue& catalogue, const std::string& asked, bool json);

/// Is the machine of this line there?
[[nodiscard]] bool runs(const Catalogue& catalogue, const Example& example);

/// What `plexus list --json` prints.
[[nodiscard]] Json listed(const Catalogue& catalogue);

/// Each parameter of a machine once: `ring --nodes`, range, default, help, operations that take it.
[[nodiscard]] std::vector<std::vector<std::string>> listed_parameters(const Catalogue& catalogue);

// What `--help` shows beside the page of the command.

/// `plexus run --help`, with the operations of `machine` if it is one.
void print_run_help(std::ostream& out, const HelpPage& page, const Catalogue& catalogue,
                    const std::string& machine);

/// `plexus run MACHINE OPERATION --help`: the parameters of `algorithm`, and those of the
/// operation's other algorithms if `all`.
void print_operation_help(std::ostream& out, const HelpPage& page, const Catalogue& catalogue,
                          const CatalogueEntry& algorithm, bool all);

/// `plexus synthesize --help`.
void print_synthesis_help(std::ostream& out, const HelpPage& page, const Catalogue& catalogue);
/// `plexus synthesize MACHINE OPERATION --help`.
void print_synthesis_help(std::ostream& out, const HelpPage& page, const CatalogueEntry& optimal);

}  // namespace plexus
