#include "testbenches/outputs/svg_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "testbenches/outputs/machine_view.hpp"
#include "testbenches/outputs/svg.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

namespace {

constexpr double kPictureWidth = 1180;
constexpr double kMargin = 24;
constexpr std::size_t kMostDrawn = 4'000;   ///< of a space-time diagram
constexpr std::size_t kMostTold = 32;       ///< wires with their shares, if they are equally wide
constexpr std::size_t kMostNumbered = 120;  ///< packets with their numbers
constexpr double kFar = 2.5;                ///< rows that a broken line passes
constexpr int kMoments = 6;
constexpr double kMomentHigh = 260;

/// A step of 1, 2 or 5 times a power of ten, so that there are about `pieces` of them.
std::int64_t round_step(std::int64_t length, int pieces) {
  std::int64_t step = 1;
  for (int i = 0; length / step > pieces; ++i) {
    constexpr std::array<std::int64_t, 3> kSteps{2, 5, 10};
    step = kSteps[static_cast<std::size_t>(i % 3)] * static_cast<std::int64_t>(std::pow(10, i / 3));
  }
  return step;
}

/// What the lines of a space-time diagram mean, as far as it has them.
std::string lines_in_words(const RunPicture& run, bool numbers) {
  std::vector<int> rows;  // by place
  int row = 0;
  for (const Layout::Place& place : run.layout().places) {
    rows.push_back(place.count > 0 ? row++ : row);
  }
  rows.push_back(row);
  bool starts = false;
  bool far = false;
  bool inside = false;    // no node receives it: a router passes it on
  bool accesses = false;  // a memory
  for (const RunPicture::Transfer& one : run.transfers()) {
    starts = starts || one.data > one.from;
    if (one.access != RunPicture::Access::kNone) {
      accesses = true;
      continue;
    }
    const std::uint32_t source = place_of(run.layout(), one.source);
    for (const NodeId receiver : one.receivers) {
      const std::uint32_t place = place_of(run.layout(), receiver);
      inside = inside || place == source;
      far = far || std::abs(rows[place] - rows[source]) > kFar;
    }
  }
  return std::string{"a line for each packet from sender to receiver; "} +
         (numbers ? "colour and number: packet" : "colour: packet") +
         (starts ? "; pale and thick: the link starts up" : "") +
         (accesses ? "; down: written to the memory, up: read from it" : "") +
         (inside ? "; thick along a row: inside the machine, between nodes" : "") +
         (far ? "; broken: far" : "");
}

/// From (x, y) to (end_x, end_y); of a box, corners.
struct Line {
  double x = 0;
  double y = 0;
  double end_x = 0;
  double end_y = 0;
};

/// Does a line cut a box?
bool cut(const Line& line, const Line& box) {
  double enters = 0;  // as shares of the line
  double leaves = 1;
  const auto clip = [&](double from, double step, double low, double high) {
    if (step == 0) return from > low && from < high;
    const auto [first, last] = std::minmax({(low - from) / step, (high - from) / step});
    enters = std::max(enters, first);
    leaves = std::min(leaves, last);
    return enters < leaves;
  };
  return clip(line.x, line.end_x - line.x, box.x, box.end_x) &&
         clip(line.y, line.end_y - line.y, box.y, box.end_y);
}

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

  /// Are packets drawn one by one?
  bool single() const { return run_->count() <= kMostDrawn && !run_->grouped(); }

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
    const bool unequal =
        std::ranges::any_of(wires, [](const Layout::Wire& wire) { return wire.width != 1; });
    const bool loads = shows_loads(*run_, single());
    const double top = y_;
    heading("The machine",
            run_->layout().title +
                (wires.empty() && moves ? "; its links come and go, moments show them" : "") +
                (loads ? "; grey wires: the stronger, the longer they carried something" : ""),
            at.width);
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
    for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
      const MachineView::Box box = view.box(place);
      taken_.push_back({box.left, box.top, box.right, box.bottom});
    }
    for (std::uint32_t wire = 0; wire < busy.size(); ++wire) {
      const std::vector<Layout::Point> track = view.track(run_->layout().wires[wire]);
      for (std::size_t i = 1; i < track.size(); ++i) {
        lines_.push_back(
            {track[i - 1].first, track[i - 1].second, track[i].first, track[i].second});
      }
    }
    for (std::uint32_t wire = 0; wire < busy.size(); ++wire) {
      if (busy[wire] == 0) continue;
      const std::vector<Layout::Point> track = view.track(run_->layout().wires[wire]);
      const std::string text = share_in_words(busy[wire], run_->cycles());
      const auto [x, y] = track.front();
      const auto [end_x, end_y] = track.back();
      const double length = std::max(1.0, std::hypot(end_x - x, end_y - y));
      std::vector<Layout::Point> middles;
      for (const double along : {0.5, 0.35, 0.65, 0.25, 0.75}) {
        for (const double aside : {13.0, 18.0, 24.0}) {  // to its left: there it bends
          middles.emplace_back(x + along * (end_x - x) + aside * (end_y - y) / length,
                               y + along * (end_y - y) - aside * (end_x - x) / length);
        }
      }
      put(text, 9, middles);
    }
    lines_.clear();
    taken_.clear();
  }

  /// Words in the first of some places in which they lie on nothing, if there is one.
  void put(const std::string& text, double size, const std::vector<Layout::Point>& middles) {
    const double half = 0.33 * size * static_cast<double>(text.size());
    for (const auto& [x, y] : middles) {
      const Line box{x - half - 1, y - 0.5 * size, x + half + 1, y + 0.5 * size};
      const bool covers =
          std::ranges::any_of(lines_, [&](const Line& line) { return cut(line, box); });
      const bool meets = std::ranges::any_of(taken_, [&](const Line& other) {
        return box.x < other.end_x && other.x < box.end_x && box.y < other.end_y &&
               other.y < box.end_y;
      });
      if (covers || meets || box.x < 0 || box.end_x > kPictureWidth) continue;
      taken_.push_back(box);
      svg_.text(x, y + 0.36 * size, text, "soft", "middle", size);
      return;
    }
  }

  /// What was taken longest, in columns.
  void busiest(double x, double width, std::size_t columns) {
    const std::vector<RunPicture::Busy> lines = run_->busiest();
    std::size_t letters = 10;
    for (const RunPicture::Busy& line : lines) letters = std::max(letters, line.label.size());
    const std::size_t used = run_->used();
    svg_.text(x, y_ + 14, "Busiest", "head", "start", 14);
    svg_.text(x + 80, y_ + 14,
              used > lines.size()
                  ? fmt::format("{} of the {} links and channels used", lines.size(), used)
                  : "share of the run in which it was taken",
              "soft", "start", 12);
    const double name = std::max(110.0, 7 * static_cast<double>(letters) + 12);
    const double apart = width / static_cast<double>(columns);
    const double room = apart - name - 60;
    const auto cycles = static_cast<double>(std::max<std::int64_t>(1, run_->cycles()));
    const std::size_t rows = (lines.size() + columns - 1) / columns;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const double share = static_cast<double>(lines[i].cycles) / cycles;
      const double left = x + apart * static_cast<double>(i / rows) + name;
      const double y = y_ + 26 + 20 * static_cast<double>(i % rows);
      svg_.text(left - 8, y + 12, lines[i].label, "plain", "end", 12);
      svg_.rectangle(left, y + 2, room, 12, "rest");
      svg_.rectangle(left, y + 2, room * share, 12, "bar");
      svg_.text(left + room + 8, y + 12, share_in_words(lines[i].cycles, run_->cycles()), "soft",
                "start", 12);
    }
    y_ += 26 + 20 * static_cast<double>(rows) + 20;
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

  double time(double cycle) const {
    return left_ + (kPictureWidth - kMargin - left_) * cycle /
                       static_cast<double>(std::max<std::int64_t>(1, run_->cycles()));
  }

  /// Do packets carry their numbers in the diagram?
  bool numbers() const { return run_->transfers().size() <= kMostNumbered; }

  void diagram() {
    std::vector<std::uint32_t> rows;  // places of nodes
    for (std::uint32_t i = 0; i < run_->layout().places.size(); ++i) {
      if (run_->layout().places[i].count > 0) rows.push_back(i);
    }
    heading("Space and time",
            single()
                ? lines_in_words(*run_, numbers())
                : fmt::format("too much for single packets: words on their way from each {} in {}, "
                              "the stronger, the more",
                              run_->grouped() ? "circle's nodes" : "node",
                              run_->bin_cycles() == 1
                                  ? "each cycle"
                                  : fmt::format("every {} cycles", run_->bin_cycles())));
    const double row =
        std::clamp(560.0 / static_cast<double>(std::max<std::size_t>(1, rows.size())), 0.6, 44.0);
    const auto named = static_cast<std::size_t>(std::ceil(12 / row));  // each so many-th row
    const double top = y_ + 6;
    std::vector<double> place_y(run_->layout().places.size(), top);
    left_ = kMargin + 84;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Layout::Place& place = run_->layout().places[rows[i]];
      const double y = top + row * (static_cast<double>(i) + 0.5);
      place_y[rows[i]] = y;
      if (i % named != 0) continue;
      const std::string name =
          place.count == 1 ? "node " + place.label
                           : fmt::format("{}-{}", place.first, place.first + place.count - 1);
      svg_.text(left_ - 10, y + 4, name, "soft", "end", std::clamp(row, 10.0, 12.0));
      svg_.line(left_, y, kPictureWidth - kMargin, y, "faint");
      lines_.push_back({left_, y, kPictureWidth - kMargin, y});
    }
    const double bottom = top + row * static_cast<double>(rows.size());
    axis(bottom);
    taken_.push_back({0, bottom - 1, kPictureWidth, bottom + 40});
    phases(top, bottom);
    if (single()) {
      packets(place_y, row);
    } else {
      loads(rows, place_y, row);
    }
    y_ = bottom + 40;
  }

  void axis(double y) {
    svg_.line(left_, y, kPictureWidth - kMargin, y, "axis");
    const std::int64_t step = round_step(run_->cycles(), 12);
    for (std::int64_t cycle = 0; cycle <= run_->cycles(); cycle += step) {
      const double x = time(static_cast<double>(cycle));
      svg_.line(x, y, x, y + 4, "axis");
      svg_.text(x, y + 17, std::to_string(cycle), "soft", "middle", 11);
    }
    svg_.text(left_ - 10, y + 17, "cycle", "soft", "end", 11);
  }

  /// Where a machine tells its phases, the beginning of each: with its name and a line where there
  /// is room for the name, else a short mark.
  void phases(double top, double bottom) {
    double free = left_;  // from here on no name stands
    for (const auto& [cycle, name] : run_->phases()) {
      const double x = time(static_cast<double>(cycle));
      const double end = x + 10 + 7.2 * static_cast<double>(name.size());
      if (x < free || end > kPictureWidth) {
        svg_.line(x, top, x, top + 5, "axis");
        continue;
      }
      svg_.line(x, top - 4, x, bottom, "axis");
      lines_.push_back({x, top, x, bottom});
      svg_.text(x + 4, top - 2, name, "soft", "start", 11);
      free = end;
    }
  }

  void packets(const std::vector<double>& place_y, double row) {
    const bool numbers = this->numbers();
    const auto draw = [&](double x, double y, double end_x, double end_y, const std::string& look) {
      svg_.line(x, y, end_x, end_y, look);
      if (numbers) lines_.push_back({x, y, end_x, end_y});
    };
    for (const RunPicture::Transfer& transfer : run_->transfers()) {
      const std::uint32_t source = place_of(run_->layout(), transfer.source);
      if (source >= place_y.size()) continue;
      const double y = place_y[source];
      const double from = time(static_cast<double>(transfer.from));
      const double data = time(static_cast<double>(transfer.data));
      const double to = time(static_cast<double>(transfer.to));
      const std::string look = transfer.lost ? "gone" : colour_of(transfer.packet);
      if (data > from) draw(from, y, data, y, "begin " + look);
      if (transfer.access != RunPicture::Access::kNone) {  // the memory lies below
        const bool writes = transfer.access == RunPicture::Access::kWrites;
        const double low = y + 0.42 * row;
        draw(data, writes ? y : low, to, writes ? low : y, "send " + look);
        continue;
      }
      for (const NodeId receiver : transfer.receivers) {
        const std::uint32_t place = place_of(run_->layout(), receiver);
        if (place >= place_y.size()) continue;
        const double end = place_y[place];
        const bool far = std::fabs(end - y) > kFar * row;
        draw(data, y, to, end, (place == source ? "lit " : far ? "send far " : "send ") + look);
      }
    }
    for (const RunPicture::Transfer& transfer : run_->transfers()) {
      const std::uint32_t source = place_of(run_->layout(), transfer.source);
      if (!numbers || source >= place_y.size()) continue;
      const std::string text = std::to_string(transfer.packet);
      const double x = time(static_cast<double>(transfer.data));
      const double y = place_y[source];
      const double half = 3.3 * static_cast<double>(text.size());
      put(text, 10,
          {{x + 5 + half, y - 7},
           {x + 5 + half, y + 8},
           {x + 16 + half, y - 7},
           {x + 16 + half, y + 8}});
    }
  }

  /// Words over time, of several rows at once where they are narrow.
  void loads(const std::vector<std::uint32_t>& rows, const std::vector<double>& place_y,
             double row) {
    constexpr double kLeastHigh = 6;
    const auto at_once = static_cast<std::size_t>(std::ceil(kLeastHigh / row));
    const auto words = run_->load();
    std::vector<std::vector<double>> bands;
    double most = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i % at_once == 0) bands.emplace_back(words[rows[i]].size(), 0);
      for (std::size_t bin = 0; bin < bands.back().size(); ++bin) {
        bands.back()[bin] += words[rows[i]][bin];
        most = std::max(most, bands.back()[bin]);
      }
    }
    for (std::size_t band = 0; band < bands.size(); ++band) {
      const double top = place_y[rows[band * at_once]] - row * 0.42;
      const double last = place_y[rows[std::min(rows.size(), (band + 1) * at_once) - 1]];
      for (std::size_t i = 0; i < bands[band].size(); ++i) {
        const double share = bands[band][i] / std::max(most, 1e-9);
        if (share <= 0) continue;
        const std::int64_t begin = static_cast<std::int64_t>(i) * run_->bin_cycles();
        const double x = time(static_cast<double>(begin));
        const double end =
            time(static_cast<double>(std::min(begin + run_->bin_cycles(), run_->cycles())));
        svg_.rectangle(x, top, end - x, last + row * 0.42 - top, "heat", 0.12 + 0.87 * share);
      }
    }
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
    for (int i = 0; i < count; ++i) {
      const std::int64_t cycle = cycles[static_cast<std::size_t>(i)];
      const double x = kMargin + width * (i % in_a_row);
      const double y = y_ + (height + 30) * (i / in_a_row);
      MachineView{*run_, x + 12, y + 18, width - 24, height}.draw(svg_, cycle);
      svg_.text(x + width / 2, y + 10, "cycle " + std::to_string(cycle), "soft", "middle", 11);
    }
    y_ += (height + 30) * ((count + in_a_row - 1) / in_a_row) + 6;
  }

  const RunPicture* run_;
  const RunTitle* title_;
  Svg svg_;
  double y_ = 0;
  double left_ = 0;
  std::vector<Line> lines_;  ///< of what is drawn now
  std::vector<Line> taken_;  ///< boxes on which no words may lie
};

}  // namespace

std::string svg_picture(const RunPicture& run, const RunTitle& title) {
  return Picture{run, title}.draw();
}

}  // namespace plexus
