#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/catalogue/report.hpp"
#include "models/catalogue/values.hpp"

namespace plexus {

struct Catalogue;

/// Which algorithm is to run, with parameters by name; the rest at their defaults. Without a name
/// the operation's default algorithm.
struct Request {
  std::string machine;
  std::string operation;
  std::string algorithm;
  Json parameters = Json::object();
};

/// Runs a request on a kernel of its own: the one call behind command line, tests, studies and
/// sweeps. Throws Refusal, or the kernel's report of a broken rule.
using Runner = std::function<Report(const Request&)>;

/// A table as text: rows of cells under headings; and how a picture shows its figures.
struct StudyTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::string unit = "cycles";  ///< of the figures; none: columns have units of their own
  bool grows = false;           ///< over the size of a machine, in logarithmic steps
  std::map<std::size_t, std::string> called{};  ///< columns that are not called by their headings
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

/// A paper's tables, worked out anew: `plexus reproduce NAME`.
struct Study {
  std::string name;
  std::string help;  ///< one line
  std::vector<Parameter> parameters;
  std::function<StudyReport(const Catalogue&, const Runner&, const Values&)> run;
};

}  // namespace plexus
