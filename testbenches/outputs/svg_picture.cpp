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
constexpr std::size_t kMostDrawn = 4'000;  ///< of a space-time diagram
constexpr int kMoments = 6;

/// A step of 1, 2 or 5 times a power of ten, so that there are about `pieces` of them.
std::int64_t round_step(std::int64_t length, int pieces) {
  std::int64_t step = 1;
  for (int i = 0; length / step > pieces; ++i) {
    constexpr std::array<std::int64_t, 3> kSteps{2, 5, 10};
    step = kSteps[static_cast<std::size_t>(i % 3)] * static_cast<std::int64_t>(std::pow(10, i / 3));
  }
  return step;
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
  void heading(const std::string& text, const std::string& soft) {
    svg_.text(kMargin, y_ + 14, text, "head", "start", 14);
    svg_.text(kMargin + 9.0 * static_cast<double>(text.size()) + 24, y_ + 14, soft, "soft", "start",
              12);
    y_ += 26;
  }

  void machine(bool moves) {
    const double width = moves ? kPictureWidth * 0.56 : kPictureWidth - 2 * kMargin;
    const double height = MachineView::height_for(run_->layout(), width, moves ? 430 : 800);
    // Where nobody holds anything it is traffic, and where packets are too many nobody follows one:
    // what counts is where they go.
    const bool loads = moves && !run_->layout().wires.empty() &&
                       (run_->levels().empty() || run_->count() > kMostDrawn);
    heading("The machine",
            run_->layout().title +
                (loads ? "; wires: the darker, the longer they carried something" : ""));
    MachineView{*run_, kMargin, y_, width, height}.draw(svg_, loads);
    if (moves) busiest(kMargin + width + 40, y_ - 26);
    y_ += std::max(height, moves ? 26.0 + 20 * static_cast<double>(bars_) : 0) + 26;
  }

  void busiest(double x, double y) {
    const std::vector<RunPicture::Busy> lines = run_->busiest();
    bars_ = lines.size();
    std::size_t letters = 10;
    for (const RunPicture::Busy& line : lines) letters = std::max(letters, line.label.size());
    svg_.text(x, y + 14, "Busiest", "head", "start", 14);
    svg_.text(x + 80, y + 14,
              run_->used() > lines.size()
                  ? fmt::format("{} of the {} links and channels used", lines.size(), run_->used())
                  : "share of the run in which it was taken",
              "soft", "start", 12);
    const double name = std::max(110.0, 6.6 * static_cast<double>(letters) + 12);
    const double room = kPictureWidth - kMargin - x - name - 60;
    const auto cycles = static_cast<double>(std::max<std::int64_t>(1, run_->cycles()));
    y += 26;
    for (const RunPicture::Busy& line : lines) {
      const double share = static_cast<double>(line.cycles) / cycles;
      svg_.text(x + name - 8, y + 12, line.label, "plain", "end", 12);
      svg_.rectangle(x + name, y + 2, room, 12, "rest");
      svg_.rectangle(x + name, y + 2, room * share, 12, "bar");
      svg_.text(x + name + room + 8, y + 12, fmt::format("{:.0f} %", 100 * share), "soft", "start",
                12);
      y += 20;
    }
  }

  double time(double cycle) const {
    return left_ + (kPictureWidth - kMargin - left_) * cycle /
                       static_cast<double>(std::max<std::int64_t>(1, run_->cycles()));
  }

  void diagram() {
    std::vector<std::uint32_t> rows;  // places of nodes
    for (std::uint32_t i = 0; i < run_->layout().places.size(); ++i) {
      if (run_->layout().places[i].count > 0) rows.push_back(i);
    }
    const bool single = run_->count() <= kMostDrawn && !run_->grouped();
    heading("Space and time",
            single
                ? "a line for each packet from sender to receiver; colour and number: packet"
                : fmt::format("too much for single packets: words on their way from each {} in {}, "
                              "darker is more",
                              run_->grouped() ? "circle's nodes" : "node",
                              run_->bin_cycles() == 1
                                  ? "each cycle"
                                  : fmt::format("every {} cycles", run_->bin_cycles())));
    const double row =
        std::clamp(560.0 / static_cast<double>(std::max<std::size_t>(1, rows.size())), 9.0, 44.0);
    const double top = y_ + 6;
    std::vector<double> place_y(run_->layout().places.size(), top);
    left_ = kMargin + 74;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Layout::Place& place = run_->layout().places[rows[i]];
      const double y = top + row * (static_cast<double>(i) + 0.5);
      place_y[rows[i]] = y;
      if (row >= 12 || i % 4 == 0) {
        svg_.text(left_ - 10, y + 4, "node " + place.label, "soft", "end", std::min(12.0, row));
      }
      svg_.line(left_, y, kPictureWidth - kMargin, y, "faint");
    }
    const double bottom = top + row * static_cast<double>(rows.size());
    axis(bottom);
    phases(top, bottom);
    if (single) {
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

  /// Where a machine tells its phases, the beginning of each.
  void phases(double top, double bottom) {
    double free = 0;  // right end of the last label
    for (const auto& [cycle, name] : run_->phases()) {
      const double x = time(static_cast<double>(cycle));
      svg_.line(x, top - 4, x, bottom, "axis");
      if (x < free) continue;
      svg_.text(x + 4, top - 2, name, "soft", "start", 11);
      free = x + 52;
    }
  }

  void packets(const std::vector<double>& place_y, double row) {
    const bool numbers = run_->transfers().size() <= 120;
    for (const RunPicture::Transfer& transfer : run_->transfers()) {
      const std::uint32_t source = place_of(run_->layout(), transfer.source);
      if (source >= place_y.size()) continue;
      const double y = place_y[source];
      const double from = time(static_cast<double>(transfer.from));
      const double data = time(static_cast<double>(transfer.data));
      const double to = time(static_cast<double>(transfer.to));
      const std::string look = transfer.lost ? "gone" : colour_of(transfer.packet);
      if (data > from) svg_.line(from, y, data, y, "begin " + look);
      for (const NodeId receiver : transfer.receivers) {
        const std::uint32_t place = place_of(run_->layout(), receiver);
        if (place >= place_y.size()) continue;
        const double end = place_y[place];
        if (place == source) {
          svg_.line(data, y, to, y, "lit " + look);
        } else {
          const bool far = std::fabs(end - y) > 2.5 * row;
          svg_.line(data, y, to, end, (far ? "send far " : "send ") + look);
        }
      }
      if (numbers) {
        svg_.text(data + 5, y - 3, std::to_string(transfer.packet), "soft", "start", 10);
      }
    }
  }

  void loads(const std::vector<std::uint32_t>& rows, const std::vector<double>& place_y,
             double row) {
    const auto words = run_->load();
    double most = 0;
    for (const std::uint32_t place : rows) {
      for (const double each : words[place]) most = std::max(most, each);
    }
    for (const std::uint32_t place : rows) {
      for (std::size_t i = 0; i < words[place].size(); ++i) {
        const double share = words[place][i] / std::max(most, 1e-9);
        if (share <= 0) continue;
        const std::int64_t begin = static_cast<std::int64_t>(i) * run_->bin_cycles();
        const double x = time(static_cast<double>(begin));
        const double end =
            time(static_cast<double>(std::min(begin + run_->bin_cycles(), run_->cycles())));
        svg_.rectangle(x, place_y[place] - row * 0.42, end - x, row * 0.84, "heat",
                       0.12 + 0.87 * share);
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
    const int in_a_row = run_->layout().places.size() > 20 ? 3 : kMoments;
    const double width = (kPictureWidth - 2 * kMargin) / in_a_row;
    const double height = MachineView::height_for(run_->layout(), width - 24, 260);
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
  std::size_t bars_ = 0;
};

}  // namespace

std::string svg_picture(const RunPicture& run, const RunTitle& title) {
  return Picture{run, title}.draw();
}

}  // namespace plexus
