#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/outputs/run_picture.hpp"
#include "testbenches/outputs/svg.hpp"

namespace plexus {

/// The space-time diagram of a run: who sent what to whom when, a row for each place of nodes;
/// where that is too much, how many words were on their way. All that pictures and pages know of
/// how it looks.
class SpaceTime {
 public:
  /// In a drawing `width` wide, from `top` on, the rows `most_high` at the most; `run` must outlive
  /// it.
  SpaceTime(const RunPicture& run, double margin, double width, double top, double most_high);

  void draw(Svg& svg) const;
  /// What its lines mean, as far as it has them.
  [[nodiscard]] static std::string legend(const RunPicture& run);

  [[nodiscard]] double end() const { return bottom_ + 40; }
  /// Where it lies, for who tells time over it.
  [[nodiscard]] double left() const { return left_; }
  [[nodiscard]] double right() const { return right_; }
  [[nodiscard]] double top() const { return top_; }
  [[nodiscard]] double row() const { return row_; }  ///< its height

 private:
  [[nodiscard]] double time(std::int64_t cycle) const;
  void draw_rows(Svg& svg, FreeRoom& room) const;
  void draw_axis(Svg& svg) const;
  void draw_phases(Svg& svg, FreeRoom& room) const;
  void draw_packets(Svg& svg, FreeRoom& room) const;
  void draw_loads(Svg& svg) const;

  const RunPicture* run_;
  std::vector<std::uint32_t> rows_;  ///< places of nodes
  std::vector<double> place_y_;      ///< the middle of its row, by place
  double width_;
  double left_;
  double right_;
  double top_;
  double row_;
  double bottom_;
};

}  // namespace plexus
