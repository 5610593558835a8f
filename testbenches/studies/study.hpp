#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// `plexus reproduce WORDS`: a study's name, options for its parameters, `--json`, `--markdown` or
/// `--help`. Returns the exit status; a person at `err` hears which run it is at. Throws Refusal.
int run_study(const Catalogue& catalogue, const std::vector<std::string>& words, std::ostream& out,
              std::ostream& err);

/// Prints tables with columns of even width.
void print_study(std::ostream& out, const StudyReport& report);
/// Prints the same as Markdown.
void print_study_markdown(std::ostream& out, const StudyReport& report);

}  // namespace plexus
