#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/outputs/run_picture.hpp"
#include "testbenches/outputs/svg.hpp"

namespace plexus {

/// The class of lines of a packet's colour.
[[nodiscard]] std::string colour_of(PacketId packet);

/// Cycles as a share of others in per cent, `13 %` or `0.8 %`: pages round in the same way.
[[nodiscard]] std::string share_in_words(std::int64_t cycles, std::int64_t of);

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

  /// A mark that goes along a wire, or where there is none from place to place: a dot; where many
  /// share a channel an arrow, because it goes both to it and from it.
  struct Ride {
    std::int32_t wire = RunPicture::kNowhere;
    std::pair<std::uint32_t, std::uint32_t> across{};  ///< without a wire: places
    bool forward = true;
    bool arrow = false;
    bool lost = false;
    PacketId packet = 0;
    double begin = 0;  ///< cycles
    double end = 0;

    [[nodiscard]] std::string look() const;  ///< the class of what it fills
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
  void draw(Svg& svg, std::int64_t cycle) const;

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
  /// The place whose level it shows: its own, or that of its nodes if it is drawn once more.
  [[nodiscard]] std::uint32_t level_place(std::uint32_t place) const;
  /// Where a place lies.
  [[nodiscard]] Box box(std::uint32_t place) const;
  /// All marks of the run.
  [[nodiscard]] std::vector<Ride> rides() const;
  /// The way on which one goes.
  [[nodiscard]] std::string way(const Ride& ride) const;
  /// The packet that passes an element over one of its wires.
  [[nodiscard]] PacketId packet_on(const RunPicture::Setting& setting, std::uint32_t wire) const;
  /// The corners of a wire; of one that bends, points on it.
  [[nodiscard]] std::vector<Layout::Point> track(const Layout::Wire& wire) const;
  /// The way of a wire, as a path has it.
  [[nodiscard]] std::string way(std::uint32_t number) const;
  /// Inputs and outputs for which an element has room at its sides.
  [[nodiscard]] std::int32_t ports(std::uint32_t place) const;

 private:
  using Point = Layout::Point;
  /// A wire that carries something at a moment.
  struct Lit {
    PacketId packet = 0;
  };
  /// What is seen of a place at a moment.
  struct Moment {
    const std::vector<RunPicture::Way>* ways = nullptr;  ///< of an element
    double full = 0;                                     ///< of a node, as a share
  };

  static Box box_of(const Layout& layout);
  Point point(std::uint32_t place) const;
  [[nodiscard]] Point end(std::uint32_t place, const Point& far, std::int32_t port) const;
  double port_shift(std::uint32_t place, std::int32_t port) const;
  double width_of(std::uint32_t wire) const;
  [[nodiscard]] std::string way(const Layout::Wire& wire) const;
  Point on(const Layout::Wire& wire, double share) const;
  double visible(const Layout::Wire& wire, double share) const;
  [[nodiscard]] Layout::Wire wire_of(const Ride& ride) const;
  void add_passing_rides(std::vector<Ride>& all) const;
  void draw_rides(Svg& svg, std::int64_t cycle) const;
  void draw_loads(Svg& svg) const;
  void draw_idle(Svg& svg, const std::map<std::uint32_t, Lit>& lit, bool as_one) const;
  std::map<std::uint32_t, Lit> lit_at(std::int64_t cycle) const;
  [[nodiscard]] Layout::Wire across(std::uint32_t from, std::uint32_t to) const;
  std::vector<Moment> moment_at(std::int64_t cycle) const;
  void draw_passings(Svg& svg, std::uint32_t number,
                     const std::vector<RunPicture::Way>& ways) const;
  void draw_stars(Svg& svg, std::int64_t cycle) const;

  const RunPicture* run_;
  std::vector<std::int32_t> ports_;  ///< by place
  std::vector<double> inside_;       ///< letters of labels in their places, by place; 0: not there
  double below_ = 0;                 ///< the same below them
  double scale_ = 1;
  double x_ = 0;
  double y_ = 0;
};

}  // namespace plexus
