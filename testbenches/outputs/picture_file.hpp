#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "models/catalogue/plot.hpp"
#include "testbenches/outputs/output_file.hpp"
#include "testbenches/outputs/run_picture.hpp"
#include "testbenches/outputs/svg_picture.hpp"

namespace plexus {

/// The picture of a run: an SVG or a page, as the ending of its name says.
class PictureFile {
 public:
  /// Throws Refusal (usage) on another ending, or if the file cannot be written.
  explicit PictureFile(const std::string& path, const std::string& option = "--picture");

  /// What it shows; a spectator of the run.
  [[nodiscard]] RunPicture& run() { return run_; }
  /// In the place of a run: plots of what came out of several.
  void draw(const std::vector<Plot>& plots) { plots_ = plots; }
  /// Writes the file to its end; of a run that `failed` it says so.
  void complete(const RunTitle& title, const std::optional<Fault>& failed = std::nullopt);
  /// Puts it in its place.
  void place();

 private:
  OutputFile file_;
  bool page_;
  RunPicture run_;
  std::vector<Plot> plots_;
};

/// Refuses (usage) what is no name of a picture.
void check_picture_name(const std::string& path, const std::string& option = "--picture");

}  // namespace plexus
