#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "models/catalogue/values.hpp"

namespace plexus {

struct Catalogue;

/// A table as text: rows of cells under headings.
struct StudyTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// What `plexus reproduce` prints: one content, for programs and for people.
struct StudyReport {
  Json json;  ///< with `--json`
  std::string title;
  std::vector<std::string> opening;  ///< paragraphs
  std::vector<StudyTable> tables;
  std::vector<std::string> notes;  ///< paragraphs below the tables
  std::string command;             ///< that makes the page
  bool good = true;                ///< no run gave wrong data or broke a prediction
};

/// `plexus reproduce WORDS`: a study's name, options for its parameters, `--json`, `--markdown` or
/// `--help`. Returns the exit status. Throws Refusal.
int run_study(const Catalogue& catalogue, const std::vector<std::string>& words, std::ostream& out);

/// Prints tables with columns of even width.
void print_study(std::ostream& out, const StudyReport& report);
/// Prints the same as Markdown.
void print_study_markdown(std::ostream& out, const StudyReport& report);

}  // namespace plexus
