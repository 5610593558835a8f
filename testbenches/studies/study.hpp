#pragma once

#include <iosfwd>

#include "models/catalogue/catalogue.hpp"
#include "testbenches/command/command.hpp"

namespace plexus {

/// Prints tables with columns of even width.
void print_study(std::ostream& out, const StudyReport& report);
/// Prints the same as Markdown.
void print_study_markdown(std::ostream& out, const StudyReport& report);

}  // namespace plexus
