#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/rule/fault.hpp"
#include "testbenches/outputs/film.hpp"
#include "testbenches/outputs/machine_view.hpp"
#include "testbenches/outputs/svg_picture.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

namespace {

constexpr double kMovingWidth = 900;
constexpr double kMovingMargin = 24;
constexpr double kMostHigh = 640;
constexpr double kPause = 1.5;  ///< seconds at the end

/// Above these a browser no longer draws 30 frames in a second, or a file is no picture any more.
constexpr std::size_t kMostAnimations = 1'500;  ///< some 25 ms of each frame
constexpr std::size_t kMostKeys = 300'000;

/// From when to when something has a look.
struct Shown {
  double begin = 0;
  double end = 0;
  std::string look;

  Shown(double from, double to, std::string looks) : begin{from}, end{to}, look{std::move(looks)} {}
  Shown(const Film::Span& lit, std::string looks)
      : Shown{static_cast<double>(lit.from), static_cast<double>(lit.to), std::move(looks)} {}
};

/// Looks one after the other, each with the cycle from which on it is there: of some at the same
/// time the one that began last. "off" where there is none.
std::vector<std::pair<double, std::string>> changes(std::vector<Shown> looks) {
  std::ranges::stable_sort(looks, {}, &Shown::begin);
  std::set<double> times{0};
  for (const Shown& one : looks) times.insert({one.begin, one.end});
  std::vector<std::pair<double, std::string>> all;
  std::set<std::size_t> there;  // numbers of looks, which rise with their begins
  std::multimap<double, std::size_t> ends;
  std::size_t next = 0;
  for (const double time : times) {
    for (; next < looks.size() && looks[next].begin <= time; ++next) {
      there.insert(next);
      ends.emplace(looks[next].end, next);
    }
    while (!ends.empty() && ends.begin()->first <= time) {
      there.erase(ends.begin()->second);
      ends.erase(ends.begin());
    }
    const std::string look = there.empty() ? "off" : looks[*there.rbegin()].look;
    if (all.empty() || all.back().second != look) all.emplace_back(time, look);
  }
  return all;
}

class Moving {
 public:
  Moving(const RunPicture& run, const RunTitle& title)
      : run_{&run},
        title_{&title},
        film_{film_of(run)},
        cycles_{std::max<double>(1, static_cast<double>(run.cycles()))} {
    constexpr double kSecondsPerCycle = 0.3;
    seconds_ = std::clamp(kSecondsPerCycle * cycles_, 5.0, 24.0);
  }

  std::string draw() {
    constexpr double kLetters = 0.62;  // width of one, beside its height
    double y = 32;
    for (const std::string& line :
         wrapped(title_->what,
                 static_cast<std::size_t>((kMovingWidth - 2 * kMovingMargin) / (16 * kLetters)))) {
      svg_.text(kMovingMargin, y, line, "head", "start", 16);
      y += 20;
    }
    const double width = kMovingWidth - 2 * kMovingMargin;
    const double height = MachineView::height_for(run_->layout(), width, kMostHigh);
    const MachineView view{*run_, kMovingMargin, y, width, height};
    view.draw_wires(svg_, false);
    lights(view);
    places(view);
    stars(view);
    marks(view);
    view.draw_notes(svg_);
    y += height + 24;
    number(y + 4);
    y += 24;
    clock(y);
    if (animations_ > kMostAnimations || keys_ > kMostKeys) {
      raise("output", "",
            "A moving picture of this run would have {} moving things with {} changes, which no "
            "browser draws smoothly: name a page, .html, which has a slider, or choose fewer nodes "
            "or packets.",
            animations_, keys_);
    }
    return svg_.file(kMovingWidth, y + 30, title_->what,
                     std::string{Svg::style()} + ".off{visibility:hidden}\n");
  }

 private:
  /// A time as a share of what is repeated: the run and a pause at its end.
  std::string share(double cycle) const {
    return fmt::format("{:.5f}", cycle / cycles_ * seconds_ / (seconds_ + kPause));
  }
  /// The end of an animation with so many keys.
  std::string repeated(std::size_t keys) {
    ++animations_;
    keys_ += keys;
    return fmt::format("dur=\"{:.1f}s\" repeatCount=\"indefinite\"/>", seconds_ + kPause);
  }
  /// The looks of something in their order: one animation, however often it changes.
  std::string looking(std::vector<Shown> looks) {
    std::string values;
    std::string times;
    const auto all = changes(std::move(looks));
    for (const auto& [time, look] : all) {
      values += (values.empty() ? "" : ";") + look;
      times += (times.empty() ? "0" : ';' + share(time));
    }
    return fmt::format(
        R"(<animate attributeName="class" calcMode="discrete" values="{}" keyTimes="{}" {})",
        values, times, repeated(all.size()));
  }

  /// An element, as SVG begins it, that has one look after the other.
  void draw_looking(const std::string& element, const std::string& tag, std::vector<Shown> looks) {
    svg_.draw(fmt::format(R"(<{} class="off">{}</{}>)", element, looking(std::move(looks)), tag));
    svg_.draw("\n");
  }

  /// Wires that carry something, and ways where no wire is drawn.
  void lights(const MachineView& view) {
    std::map<std::pair<std::int32_t, std::string>, std::vector<Shown>> ways;
    for (const Film::Passage& one : film_.passages) {
      const bool drawn = one.way.wire >= 0;
      const auto last = static_cast<std::int32_t>(run_->layout().wires.size());
      ways[{drawn ? one.way.wire : last, view.way(one.way)}].push_back({one.lit, one.line()});
    }
    for (auto& [way, looks] : ways) {
      draw_looking(fmt::format(R"(path d="{}")", way.second), "path", std::move(looks));
    }
  }

  /// Places, and in the circles of nodes how much they hold.
  void places(const MachineView& view) {
    for (std::uint32_t i = 0; i < run_->layout().places.size(); ++i) {
      view.draw_place(svg_, i, 0);
      if (film_.fills[i].empty()) continue;
      const MachineView::Box box = view.box(i);
      std::string sizes = "0";
      std::string times = "0";
      for (const Film::Fill& fill : film_.fills[i]) {
        sizes +=
            ';' + Svg::at(box.width() / 2 * std::sqrt(std::min(1.0, fill.words / film_.full[i])));
        times += ';' + share(static_cast<double>(fill.cycle));
      }
      svg_.draw(fmt::format(
          R"(<circle cx="{}" cy="{}" r="0" class="full"><animate attributeName="r" calcMode="discrete" values="{}" keyTimes="{}" {}</circle>)",
          Svg::at((box.left + box.right) / 2), Svg::at((box.top + box.bottom) / 2), sizes, times,
          repeated(film_.fills[i].size() + 1)));
      svg_.draw("\n");
      view.draw_label(svg_, i);
    }
  }

  /// Stars while they carry something.
  void stars(const MachineView& view) {
    std::map<std::uint32_t, std::vector<Shown>> all;  // by place
    for (const Film::Star& one : film_.stars) all[one.place].push_back({one.lit, one.look});
    for (auto& [place, looks] : all) {
      const MachineView::Box box = view.box(place);
      draw_looking(
          fmt::format(R"(circle cx="{}" cy="{}" r="{}")", Svg::at((box.left + box.right) / 2),
                      Svg::at((box.top + box.bottom) / 2), Svg::at(0.36 * box.width())),
          "circle", std::move(looks));
    }
  }

  /// Marks of packets: one goes along a way again and again, as long as none is there twice.
  void marks(const MachineView& view) {
    using Way = std::tuple<std::string, bool, Film::Mark>;  // way, forward
    std::map<Way, std::vector<const Film::Passage*>> ways;
    for (const Film::Passage& one : film_.passages) {
      if (one.mark == Film::Mark::kNone) continue;
      ways[{view.way(one.way), one.forward, one.mark}].push_back(&one);
    }
    for (auto& [way, passages] : ways) {
      std::ranges::stable_sort(passages, {}, &Film::Passage::begin);
      std::vector<std::vector<const Film::Passage*>> marks;
      for (const Film::Passage* one : passages) {
        auto free = std::ranges::find_if(
            marks, [&](const auto& before) { return before.back()->end <= one->begin; });
        if (free == marks.end()) free = marks.emplace(free);
        free->push_back(one);
      }
      const auto& [path, forward, mark] = way;
      for (const auto& one : marks) draw_mark(path, forward, mark == Film::Mark::kArrow, one);
    }
  }

  void draw_mark(const std::string& path, bool forward, bool arrow,
                 const std::vector<const Film::Passage*>& passages) {
    std::vector<Shown> looks;
    std::string points = forward ? "0" : "1";
    std::string times = "0";
    for (const Film::Passage* one : passages) {
      looks.push_back({one->begin, one->end, one->look()});
      points += forward ? ";0;1" : ";1;0";
      times += ';' + share(one->begin) + ';' + share(one->end);
    }
    points += forward ? ";1" : ";0";
    times += ";1";
    svg_.draw(fmt::format(
        R"(<{} class="off"><animateMotion path="{}" rotate="{}" keyPoints="{}" keyTimes="{}" calcMode="linear" {}{}</{}>)",
        arrow ? R"(path d="M7 0L-5 5L-5 -5Z" stroke="none")" : R"(circle r="5")", path,
        !arrow    ? "0"
        : forward ? "auto"
                  : "auto-reverse",
        points, times, repeated(2 * passages.size() + 2), looking(std::move(looks)),
        arrow ? "path" : "circle"));
    svg_.draw("\n");
  }

  /// The present cycle: its digits, each on a strip of all ten and a blank that is shifted.
  void number(double y) {
    constexpr double kHigh = 18;
    constexpr double kWide = 9;
    constexpr int kBlank = 10;
    constexpr std::int64_t kMostSteps = 960;  // more are not seen in the time
    svg_.text(kMovingMargin, y, "cycle", "plain", "start", 14);
    svg_.draw(fmt::format("<clipPath id=\"digit\"><rect width=\"{}\" height=\"{}\"/></clipPath>\n",
                          Svg::at(kWide), Svg::at(kHigh)));
    const std::int64_t step = run_->cycles() / kMostSteps + 1;
    const std::string last = std::to_string(run_->cycles());
    double x = kMovingMargin + 48;
    for (std::size_t place = 0; place < last.size(); ++place) {
      std::string values;
      std::string times;
      std::size_t keys = 0;
      int shown = -1;
      const auto show = [&](std::int64_t cycle) {
        const std::string digits = std::to_string(cycle);
        const std::size_t blanks = last.size() - digits.size();
        const int digit = place < blanks ? kBlank : digits[place - blanks] - '0';
        if (std::exchange(shown, digit) == digit) return;
        values += (keys == 0 ? "0 " : ";0 ") + Svg::at(-kHigh * digit);
        times += keys == 0 ? "0" : ';' + share(static_cast<double>(cycle));
        ++keys;
      };
      for (std::int64_t cycle = 0; cycle < run_->cycles(); cycle += step) show(cycle);
      show(run_->cycles());
      svg_.draw(fmt::format(
          R"svg(<g transform="translate({} {})"><g clip-path="url(#digit)"><g><animateTransform attributeName="transform" type="translate" calcMode="discrete" values="{}" keyTimes="{}" {})svg",
          Svg::at(x), Svg::at(y - 14), values, times, repeated(keys)));
      for (int digit = 0; digit < kBlank; ++digit) {
        svg_.text(kWide / 2, 14 + kHigh * digit, std::to_string(digit), "plain", "middle", 14);
      }
      svg_.draw("</g></g></g>\n");
      x += kWide;
    }
  }

  /// How far the run has come, and its phases.
  void clock(double y) {
    const double left = kMovingMargin + 50;
    const double right = kMovingWidth - kMovingMargin - 50;
    svg_.text(left - 10, y + 4, "cycle 0", "soft", "end", 11);
    svg_.text(right + 10, y + 4, std::to_string(run_->cycles()), "soft", "start", 11);
    svg_.line(left, y, right, y, "axis");
    const auto at = [&](std::int64_t cycle) {
      return left + (right - left) * static_cast<double>(cycle) / cycles_;
    };
    const auto& phases = run_->phases();
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const double x = at(phases[i].first);
      const double next = i + 1 < phases.size() ? at(phases[i + 1].first) : right;
      svg_.line(x, y, x, y + 5, "axis");
      if (x + 7.2 * static_cast<double>(phases[i].second.size()) < next) {
        svg_.text(x, y + 18, phases[i].second, "soft", "start", 11);
      }
    }
    svg_.draw(fmt::format(
        R"(<circle cx="{0}" cy="{1}" r="5" class="bar"><animate attributeName="cx" values="{0};{2};{2}" keyTimes="0;{3};1" {4}</circle>)",
        Svg::at(left), Svg::at(y), Svg::at(right), share(cycles_), repeated(3)));
    svg_.draw("\n");
  }

  const RunPicture* run_;
  const RunTitle* title_;
  Film film_;
  double cycles_;
  double seconds_ = 0;
  std::size_t animations_ = 0;
  std::size_t keys_ = 0;  ///< of all of them
  Svg svg_;
};

}  // namespace

std::string moving_picture(const RunPicture& run, const RunTitle& title) {
  if (run.grouped() || run.stride() > 1) {
    raise("output", "",
          "A moving picture of this run could not be followed: name a page, .html, which has a "
          "slider, or choose at most 64 nodes and fewer packets.");
  }
  return Moving{run, title}.draw();
}

}  // namespace plexus
