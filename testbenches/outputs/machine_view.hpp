#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/outputs/film.hpp"
#include "testbenches/outputs/run_picture.hpp"
#include "testbenches/outputs/svg.hpp"

namespace plexus {

/// Does the machine at rest show how busy its wires are?
[[nodiscard]] bool shows_loads(const RunPicture& run);
/// What stands beside a drawing of the machine at rest.
[[nodiscard]] std::string machine_in_words(const RunPicture& run);

/// The drawing of a machine in a frame: all that pictures and pages know of how one looks.
class MachineView {
 public:
  /// A rectangle of the drawing.
  struct Box {
    double left = 1e9;
    double top = 1e9;
    double right = -1e9;
    double bottom = -1e9;

    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
    void include(double x, double y, double half_width = 0, double half_height = 0);
  };

  /// In the middle of a frame at (x, y), in units of the drawing; `run` must outlive it.
  MachineView(const RunPicture& run, double x, double y, double width, double height);

  /// Height that a drawing of this width needs, at most `most`.
  static double height_for(const Layout& layout, double width, double most);
  /// Size of the smallest letters in which nodes have their labels in a frame; 0: not all have one.
  static double letters_in(const Layout& layout, double width, double height);
  /// Pixels that a unit of the layout gets in a frame.
  static double scale_in(const Layout& layout, double width, double height);

  /// Of all that is drawn, with curves that go beyond the places which they join.
  [[nodiscard]] Box bounds() const;

  /// The machine at rest; with `loads`, wires as dark and thick as they are busy beside the
  /// busiest.
  void draw(Svg& svg, bool loads) const;
  /// The machine in the middle of cycle `cycle`.
  void draw(Svg& svg, const Film& film, std::int64_t cycle) const;

  /// The wires of the machine at rest, in the order of the layout; with `loads` as above.
  void draw_wires(Svg& svg, bool loads) const;
  /// A place by its number in the layout; `held`: how full its node is, from 0 to 1.
  void draw_place(Svg& svg, std::uint32_t number, double held) const;
  /// Its label alone.
  void draw_label(Svg& svg, std::uint32_t number) const;
  /// Words in the drawing that are of no place.
  void draw_notes(Svg& svg) const;
  /// The places of the machine with the links of one of its configurations.
  void draw(Svg& svg, const Layout::Configuration& configuration) const;
  /// Where a place lies.
  [[nodiscard]] Box box(std::uint32_t place) const;
  /// The corners of a wire; of one that bends, points on it.
  [[nodiscard]] std::vector<Layout::Point> track(const Layout::Wire& wire) const;
  /// The point of a wire at which a share of its length is behind one.
  [[nodiscard]] Layout::Point on(const Layout::Wire& wire, double share) const;
  /// A way as a path has it.
  [[nodiscard]] std::string way(const Film::Way& way) const;
  /// From which share of its length to which a mark on it is seen: not under the circles at its
  /// ends.
  [[nodiscard]] std::pair<double, double> seen(const Film::Way& way) const;
  /// The heights of an element's inputs and outputs at its sides.
  [[nodiscard]] std::vector<double> ports(std::uint32_t place) const;

 private:
  using Point = Layout::Point;
  static Box box_of(const Layout& layout);
  Point point(std::uint32_t place) const;
  [[nodiscard]] Point end(std::uint32_t place, const Point& far, std::int32_t port) const;
  double port_shift(std::uint32_t place, std::int32_t port) const;
  double width_of(std::uint32_t wire) const;
  [[nodiscard]] std::string way(const Layout::Wire& wire) const;
  [[nodiscard]] Layout::Wire wire_of(const Film::Way& way) const;
  void draw_mark(Svg& svg, const Film::Passage& passage, double gone) const;
  void draw_loads(Svg& svg) const;
  void draw_idle(Svg& svg, const std::vector<const Film::Passage*>& lit, bool as_one) const;
  [[nodiscard]] Layout::Wire across(std::uint32_t from, std::uint32_t to) const;

  const RunPicture* run_;
  std::vector<std::int32_t> ports_;  ///< by place
  std::vector<double> inside_;       ///< letters of labels in their places, by place; 0: not there
  double below_ = 0;                 ///< the same below them
  double scale_ = 1;
  double x_ = 0;
  double y_ = 0;
};

}  // namespace plexus
