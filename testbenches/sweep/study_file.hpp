#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbenches/catalogue.hpp"
#include "testbenches/outputs/plot.hpp"

namespace plexus {

/// Stand among the parameters of a run for own parts, `role=name` (`--part`), and for twins,
/// `bus_arbiter=mine.sv`; an empty text: none.
inline constexpr const char* kOwnParts = "part";
inline constexpr std::array<std::string_view, 4> kOptionsOfPoints{kOwnParts, "rtl", "lockstep",
                                                                  "twin_seed"};

[[nodiscard]] bool is_option_of_points(const std::string& name);

/// One run of a sweep, as words of the command line.
struct SweepPoint {
  std::string machine;
  std::string operation;
  std::string algorithm;  ///< never empty where the operation exists
  /// Name (`fifo_depth`, or one of kOptionsOfPoints) and text.
  std::vector<std::pair<std::string, std::string>> parameters;
  std::optional<std::int64_t> max_cycles{};

  /// `run omega traffic --algorithm synthetic --load 0.1`, word by word.
  [[nodiscard]] std::vector<std::string> words() const;
  /// The same with `plexus` before it and `--max-cycles` behind it, for a shell.
  [[nodiscard]] std::string command() const;

  friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

/// What a study file asks for: docs/sweeps.md.
struct SweepStudy {
  struct Curve {                 ///< a plot: figures over a quantity, by name
    std::string title;           ///< empty: what is plotted over what
    std::vector<std::string> x;  ///< one quantity, or names that stand together under bars
    std::vector<std::string> y;
    std::vector<std::string> series;
    std::optional<Plot::Form> form;
    bool log_x = false;
    bool log_y = false;
  };

  std::string title;
  std::string about;                ///< a paragraph; may be empty
  std::string text;                 ///< the file
  std::vector<SweepPoint> points;   ///< in the order of the file, the seeds innermost
  std::vector<std::string> varied;  ///< names of what differs between points; not the seed
  bool seeds = false;               ///< points that differ in the seed alone belong together
  std::vector<Curve> plots;
  std::vector<std::string> minimise;
  std::vector<std::string> maximise;
  /// What a design of the front is run over, one of `varied`: points that differ in it alone are
  /// one design. Empty: each point is one.
  std::string over;
  std::optional<double> at;  ///< of it: where what is minimised is compared
  std::string cost_part;     ///< empty: none
  /// Parameters of the part: a text, or the name of a parameter of the run.
  std::vector<std::pair<std::string, std::string>> cost_parameters;
  std::int64_t shards = 8;                 ///< of an array of jobs
  std::vector<std::string> slurm_options;  ///< for sbatch

  /// Of what is run: another one where a point, its place or what is synthesised differs, the same
  /// where plots and words do.
  [[nodiscard]] std::string mark() const;
  /// Figures that plots and the front are made of.
  [[nodiscard]] std::vector<std::string> figures() const;
};

/// Reads a study. Throws Refusal (usage) that names file and line where it makes no sense, or where
/// it names what no run reports.
[[nodiscard]] SweepStudy read_study(const Catalogue& catalogue, const std::string& path);

/// A word as a shell takes it for one.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace plexus
