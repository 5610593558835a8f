#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "models/synthesis/algorithm.hpp"
#include "models/system/output_file.hpp"
#include "testbenches/outputs/report.hpp"

/// What `plexus synthesize` tells beside a run.
namespace plexus {

/// The fastest algorithm of the catalogue for the same run: runs all that fit the values until
/// `stop` says that it is time to end; nothing if none does.
[[nodiscard]] std::optional<KnownRun> best_algorithm(const Catalogue& catalogue,
                                                     const std::string& machine,
                                                     const std::string& operation,
                                                     const Values& values,
                                                     const std::function<bool()>& stop);

/// While it lives, searches begin with the fastest algorithm of the catalogue.
class OfferedAlgorithms {
 public:
  explicit OfferedAlgorithms(const Catalogue& catalogue);
  ~OfferedAlgorithms() { search_watch().known = {}; }
  OfferedAlgorithms(const OfferedAlgorithms&) = delete;
  OfferedAlgorithms& operator=(const OfferedAlgorithms&) = delete;
};

/// The file of a schedule that is found: .schedule or .xml (MSCCL).
class ScheduleFile {
 public:
  /// Throws Refusal where it cannot be written, or cannot say what `optimal` does.
  ScheduleFile(const std::string& path, const CatalogueEntry& optimal);
  void write(const Optimum& best);

 private:
  bool msccl_;
  OutputFile file_;
};

/// The fastest algorithm, and whether it does what was asked for: none keeps to lock steps.
struct Beside {
  std::optional<KnownRun> algorithm;
  bool rival = true;
};

/// Has the statistics of a run tell what is known in the end: a run whose packets go as early as
/// they can may be faster than it was planned, and an algorithm faster than what was found.
void settle(Report& report, const Optimum& best, const Beside& beside);
/// `run` as JSON with optimal, lower_bound, upper_bound, proof and the best algorithm beside it.
[[nodiscard]] Json synthesis_json(Json run, const Report& report, const Optimum& best,
                                  const Beside& beside);
/// The same for people.
void print_synthesis(std::ostream& out, const Report& report, const Optimum& best,
                     const Beside& beside);

}  // namespace plexus
