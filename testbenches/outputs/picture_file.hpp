#pragma once

#include <string>
#include <vector>

#include "models/catalogue/plot.hpp"
#include "models/system/output_file.hpp"
#include "testbenches/outputs/run_picture.hpp"
#include "testbenches/outputs/svg_picture.hpp"

namespace plexus {

/// The picture of a run in the form that the ending of its name asks for: `.svg`, `.moving.svg`
/// (the machine alone, which moves), `.png` (the SVG as pixels, by a tool that is there), `.html`
/// (a page).
class PictureFile {
 public:
  /// Throws Refusal (usage) on another ending, or if the file cannot be written.
  explicit PictureFile(const std::string& path, const std::string& option = "--picture");

  /// Refuses (usage) a picture that is to move; `why`: `Plots do not move`.
  void require_still(const std::string& why) const;
  /// Writes the file to its end. Throws Refusal where the run cannot be had in this form.
  void complete(const RunPicture& run, const RunTitle& title);
  /// The same of plots of what came out of several runs; they do not move.
  void complete(const std::vector<Plot>& plots, const RunTitle& title);
  /// Puts it in its place.
  void place() { file_.commit(); }

 private:
  void write(const std::string& text);

  OutputFile file_;
  std::string path_;
};

}  // namespace plexus
