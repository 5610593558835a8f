#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/outputs/run_picture.hpp"
#include "testbenches/outputs/svg.hpp"

namespace plexus {

/// Cycles as a share of others in per cent, `13 %` or `0.8 %`.
[[nodiscard]] std::string share_in_words(std::int64_t cycles, std::int64_t of);

/// The list of what was taken longest: all that pictures and pages know of how it looks.
class BusiestList {
 public:
  /// `run` must outlive it.
  explicit BusiestList(const RunPicture& run);

  [[nodiscard]] const std::vector<RunPicture::Busy>& lines() const { return lines_; }

  /// What stands beside its heading.
  [[nodiscard]] std::string in_words() const;
  /// From (x, y) on, in columns; `touched`: each line is a group with its number, for a page.
  void draw(Svg& svg, double x, double y, double width, std::size_t columns,
            bool touched = false) const;
  [[nodiscard]] double height(std::size_t columns) const;

 private:
  [[nodiscard]] std::size_t rows(std::size_t columns) const {
    return (lines_.size() + columns - 1) / columns;
  }

  const RunPicture* run_;
  std::vector<RunPicture::Busy> lines_;
  std::size_t used_;  ///< links and channels
};

}  // namespace plexus
