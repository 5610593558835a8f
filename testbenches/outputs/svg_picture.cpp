#include "testbenches/outputs/svg_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "testbenches/outputs/busiest.hpp"
#include "testbenches/outputs/film.hpp"
#include "testbenches/outputs/machine_view.hpp"
#include "testbenches/outputs/space_time.hpp"
#include "testbenches/outputs/svg.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

namespace {

constexpr double kPictureWidth = 1180;
constexpr double kMargin = 24;
constexpr std::size_t kMostTold = 32;  ///< wires with their shares, if they are equally wide
constexpr int kMoments = 6;
constexpr double kMomentHigh = 260;

class Picture {
 public:
  Picture(const RunPicture& run, const RunTitle& title) : run_{&run}, title_{&title} {}

  std::string draw() {
    svg_.text(kMargin, 34, title_->what, "head", "start", 18);
    constexpr auto kLetters = static_cast<std::size_t>((kPictureWidth - 2 * kMargin) / 6.4);
    y_ = 54;
    for (const std::string& line : wrapped(title_->facts, kLetters)) {
      svg_.text(kMargin, y_, line, "soft", "start", 12);
      y_ += 16;
    }
    y_ += 4;
    const bool moves = run_->count() > 0;
    machine(moves);
    if (moves) {
      diagram();
      moments();
    }
    return svg_.file(kPictureWidth, y_ + 10, title_->what);
  }

 private:
  /// Where what is told of a part of the picture begins beside its heading.
  static double behind(std::string_view text) {
    return 9.0 * static_cast<double>(text.size()) + 24;
  }

  /// A heading in a column of the picture, and what is told of it in as many lines as it needs.
  void heading(const std::string& text, const std::string& soft,
               double width = kPictureWidth - 2 * kMargin) {
    svg_.text(kMargin, y_ + 14, text, "head", "start", 14);
    const auto letters = static_cast<std::size_t>((width - behind(text)) / 6.6);
    for (const std::string& line : wrapped(soft, letters)) {
      svg_.text(kMargin + behind(text), y_ + 14, line, "soft", "start", 12);
      y_ += 16;
    }
    y_ += 12;
  }

  /// Where the machine is drawn: beside what was busiest, or above it if it needs the whole width.
  struct Room {
    double width = 0;
    double most_high = 0;
    bool beside = true;
  };
  Room room() const {
    constexpr double kSide = kPictureWidth * 0.56;
    constexpr double kAll = kPictureWidth - 2 * kMargin;
    constexpr double kReadable = 22;  // pixels of a unit
    constexpr std::array kRooms{Room{kSide, 430, true}, Room{kSide, 620, true}};
    constexpr Room kWhole{kAll, 1000, false};
    const auto numbered = [&](const Room& one) {
      return MachineView::letters_in(run_->layout(), one.width, one.most_high) > 0;
    };
    for (const Room& one : kRooms) {
      const double scale = MachineView::scale_in(run_->layout(), one.width, one.most_high);
      if (scale >= kReadable && (numbered(one) || !numbered(kWhole))) return one;
    }
    return kWhole;
  }

  void machine(bool moves) {
    const Room at = moves ? room() : Room{kPictureWidth - 2 * kMargin, 800, false};
    const double height = MachineView::height_for(run_->layout(), at.width, at.most_high);
    const std::vector<Layout::Wire>& wires = run_->layout().wires;
    // Of a large switch a line that stands for all wires between two stages is wider.
    const auto is_wide = [this](const Layout::Wire& wire) {
      return wire.width != 1 && !(run_->grouped() && wire.part.empty());
    };
    const bool unequal = std::ranges::any_of(wires, is_wide);
    const bool loads = shows_loads(*run_);
    const double top = y_;
    heading("The machine", machine_in_words(*run_), at.width);
    const MachineView view{*run_, kMargin, y_, at.width, height};
    view.draw(svg_, loads);
    if (loads && (unequal || wires.size() <= kMostTold)) shares(view);
    const double end = y_ + height + 26;
    if (moves && at.beside) {
      const double x = kMargin + at.width + 40;
      y_ = top;
      busiest(x, kPictureWidth - kMargin - x, 1);
    }
    y_ = std::max(y_, end);
    if (moves && !at.beside) busiest(kMargin, kPictureWidth - 2 * kMargin, 2);
    configurations();
  }

  /// Beside wires, where there is room: the share of the run in which each carried something.
  void shares(const MachineView& view) {
    const std::vector<std::int64_t> busy = run_->busy_wires();
    FreeRoom room{kPictureWidth};
    for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
      const MachineView::Box box = view.box(place);
      room.take_box({box.left, box.top, box.right, box.bottom});
    }
    for (std::uint32_t wire = 0; wire < busy.size(); ++wire) {
      const std::vector<Layout::Point> track = view.track(run_->layout().wires[wire]);
      for (std::size_t i = 1; i < track.size(); ++i) {
        room.take_line({track[i - 1].first, track[i - 1].second, track[i].first, track[i].second});
      }
    }
    for (std::uint32_t wire = 0; wire < busy.size(); ++wire) {
      if (busy[wire] == 0) continue;
      const std::string text = share_in_words(busy[wire], run_->cycles());
      const double half = 4 + 3 * static_cast<double>(text.size());
      std::vector<Layout::Point> middles;
      for (const double along : {0.5, 0.35, 0.65, 0.25, 0.75}) {
        const auto [x, y] = view.on(run_->layout().wires[wire], along - 0.02);
        const auto [next_x, next_y] = view.on(run_->layout().wires[wire], along + 0.02);
        const double length = std::max(1e-6, std::hypot(next_x - x, next_y - y));
        const double right = (next_y - y) / length;  // from the wire
        const double up = (next_x - x) / length;
        const double aside = half * std::fabs(right) + 8 * std::fabs(up);  // no other is so near
        for (const double side : {aside, -aside}) {
          middles.emplace_back((x + next_x) / 2 + side * right, (y + next_y) / 2 - side * up);
        }
      }
      room.put(svg_, text, 9, middles);
    }
  }

  /// What was taken longest, in columns.
  void busiest(double x, double width, std::size_t columns) {
    const BusiestList list{*run_};
    svg_.text(x, y_ + 14, "Busiest", "head", "start", 14);
    svg_.text(x + 80, y_ + 14, list.in_words(), "soft", "start", 12);
    list.draw(svg_, x, y_ + 26, width, columns);
    y_ += 26 + list.height(columns) + 20;
  }

  /// The links of a machine that changes them, one configuration after the other.
  void configurations() {
    const std::vector<Layout::Configuration>& all = run_->layout().sequence;
    if (all.empty()) return;
    heading("Configurations", "each once, in the order in which they are first there");
    constexpr std::size_t kInARow = 6;
    constexpr double kApart = (kPictureWidth - 2 * kMargin) / kInARow;
    const double height = MachineView::height_for(run_->layout(), kApart - 24, kApart - 24);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double x = kMargin + kApart * static_cast<double>(i % kInARow);
      const double y = y_ + (height + 34) * static_cast<double>(i / kInARow);
      svg_.text(x + kApart / 2, y + 10, all[i].title, "soft", "middle", 11);
      MachineView{*run_, x + 12, y + 20, kApart - 24, height}.draw(svg_, all[i]);
    }
    y_ += (height + 34) * static_cast<double>((all.size() + kInARow - 1) / kInARow) + 6;
  }

  void diagram() {
    constexpr double kHigh = 560;
    heading("Space and time", SpaceTime::legend(*run_));
    const SpaceTime view{*run_, kMargin, kPictureWidth, y_ + 6, kHigh};
    view.draw(svg_);
    y_ = view.end();
  }

  void moments() {
    heading("Moments",
            std::string{"dots are packets on their way; a node fills up with what it holds"} +
                (run_->grouped() ? "; of the packets between two circles one" : ""));
    std::vector<std::int64_t> cycles;  // each once, also of a short run
    for (int i = 0; i < kMoments; ++i) {
      const std::int64_t middle = (2 * i + 1) * run_->cycles() / (2 * kMoments);
      const std::int64_t cycle = middle - middle % run_->stride();  // of which all is known
      if (cycles.empty() || cycle > cycles.back()) cycles.push_back(cycle);
    }
    const auto numbered = [&](int columns) {
      return MachineView::letters_in(run_->layout(), (kPictureWidth - 2 * kMargin) / columns - 24,
                                     kMomentHigh) > 0;
    };
    constexpr int kFew = kMoments / 2;
    const bool many = run_->layout().places.size() > 20;
    const int in_a_row = many || (!numbered(kMoments) && numbered(kFew)) ? kFew : kMoments;
    const double width = (kPictureWidth - 2 * kMargin) / in_a_row;
    const double height = MachineView::height_for(run_->layout(), width - 24, kMomentHigh);
    const auto count = static_cast<int>(cycles.size());
    const Film film = film_of(*run_);
    for (int i = 0; i < count; ++i) {
      const std::int64_t cycle = cycles[static_cast<std::size_t>(i)];
      const double x = kMargin + width * (i % in_a_row);
      const double y = y_ + (height + 30) * (i / in_a_row);
      MachineView{*run_, x + 12, y + 18, width - 24, height}.draw(svg_, film, cycle);
      svg_.text(x + width / 2, y + 10, "cycle " + std::to_string(cycle), "soft", "middle", 11);
    }
    y_ += (height + 30) * ((count + in_a_row - 1) / in_a_row) + 6;
  }

  const RunPicture* run_;
  const RunTitle* title_;
  Svg svg_;
  double y_ = 0;
};

}  // namespace

std::string svg_picture(const RunPicture& run, const RunTitle& title) {
  return Picture{run, title}.draw();
}

}  // namespace plexus
