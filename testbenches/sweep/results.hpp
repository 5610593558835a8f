#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "testbenches/sweep/store.hpp"

namespace plexus {

/// Rows by point.
using SweepRows = std::map<std::int64_t, SweepRow>;

/// A figure, a parameter or a name (`machine`) of a row; null if it has none of the name.
[[nodiscard]] Json figure_of(const SweepStudy& study, const SweepRow& row, const std::string& name);

/// One line per row, in the order of the study: names, parameters, status, figures. The same rows
/// make the same bytes.
void write_csv(std::ostream& out, const SweepStudy& study, const SweepRows& rows);

/// A test case per row, as JUnit has them. One with a twin of which no output ever changed has
/// proved nothing: it is told as skipped.
void write_junit(std::ostream& out, const SweepStudy& study, const SweepRows& rows);

/// The mean of a figure over seeds.
struct Mean {
  double value = 0;
  double half = 0;  ///< half of the 95 % confidence interval (Student's t); 0 for one seed
  std::size_t count = 0;
};
[[nodiscard]] Mean mean_of(const std::vector<double>& values);

/// `latency_mean` as `mean latency`, `cost.logic_depth` as `logic depth`.
[[nodiscard]] std::string in_words(const std::string& name);

/// Points that differ in nothing but the seed.
struct Configuration {
  std::vector<const SweepRow*> rows;         ///< that ran, whatever their result
  std::vector<const SweepRow*> failed;       ///< that gave no figures
  std::map<std::string, std::string> names;  ///< what varies, and the names of the figures in words
  std::map<std::string, Mean> figures;
  bool saturated = false;  ///< one of its runs: latencies are no more than bounds
  bool front = false;      ///< of a design on the front

  [[nodiscard]] std::string label(const std::vector<std::string>& varied) const;
};

/// The configurations in the order of the study, with all figures that plots and front need, and
/// `cycles`.
[[nodiscard]] std::vector<Configuration> configurations_of(const SweepStudy& study,
                                                           const SweepRows& rows);

/// What a front compares: configurations that differ in nothing but what the study runs them over.
struct Design {
  std::vector<std::size_t> configurations;  ///< by number, as many as there are
  std::size_t shown = 0;                    ///< the one that stands for all
  std::map<std::string, Mean> figures;      ///< of the front; none that it does not reach
  bool front = false;  ///< no other is as good in all that counts and better in one
};

/// The designs of a study with a front, and marks the configurations of those on the front. What is
/// maximised is the largest that a design reaches, what is minimised its figure where the study
/// compares them, or the smallest one; a saturated run's does not count.
[[nodiscard]] std::vector<Design> designs_of(const SweepStudy& study,
                                             std::vector<Configuration>& configurations);

}  // namespace plexus
