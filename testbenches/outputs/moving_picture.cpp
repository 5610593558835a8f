#include "testbenches/outputs/moving_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/machine_view.hpp"
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
      throw Refusal{RefusalClass::kSize,
                    fmt::format("A moving picture of this run would have {} moving things with {} "
                                "changes, which no browser draws smoothly: name a page, .html, "
                                "which has a slider, or choose fewer nodes or packets.",
                                animations_, keys_)};
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

  /// Wires that carry something, and ways where no wire is drawn.
  void lights(const MachineView& view) {
    std::map<std::string, std::vector<Shown>> ways;
    std::map<std::uint32_t, std::vector<Shown>> wires;
    const auto look = [](PacketId packet) { return "lit " + colour_of(packet); };
    for (const RunPicture::Transfer& one : run_->transfers()) {
      const Shown lit{static_cast<double>(one.from), static_cast<double>(one.to), look(one.packet)};
      for (const RunPicture::Flow& flow : one.flows) wires[flow.wire].push_back(lit);
      for (const auto& ends : run_->straight(one)) {
        ways[view.way(MachineView::Ride{.across = ends})].push_back(lit);
      }
    }
    for (const RunPicture::Setting& one : run_->settings()) {
      for (const RunPicture::Flow& flow : one.flows) {
        wires[flow.wire].push_back({static_cast<double>(one.from), static_cast<double>(one.to),
                                    look(view.packet_on(one, flow.wire))});
      }
    }
    const auto draw = [&](const std::string& way, std::vector<Shown>& looks) {
      svg_.draw(fmt::format(R"(<path d="{}" class="off">{}</path>)", way, looking(looks)));
      svg_.draw("\n");
    };
    for (auto& [wire, looks] : wires) draw(view.way(wire), looks);
    for (auto& [way, looks] : ways) draw(way, looks);
  }

  /// Places, and in the circles of nodes how much they hold.
  void places(const MachineView& view) {
    std::map<std::uint32_t, std::vector<const RunPicture::Level*>> levels;
    for (const RunPicture::Level& level : run_->levels()) levels[level.place].push_back(&level);
    for (std::uint32_t i = 0; i < run_->layout().places.size(); ++i) {
      view.draw_place(svg_, i, 0);
      const auto found = levels.find(view.level_place(i));
      if (found == levels.end()) continue;
      const MachineView::Box box = view.box(i);
      std::string sizes = "0";
      std::string times = "0";
      for (const RunPicture::Level* level : found->second) {
        const double held = level->words / std::max(1.0, run_->most_held());
        sizes += ';' + Svg::at(box.width() / 2 * std::sqrt(std::min(1.0, held)));
        times += ';' + share(static_cast<double>(level->cycle));
      }
      svg_.draw(fmt::format(
          R"(<circle cx="{}" cy="{}" r="0" class="full"><animate attributeName="r" calcMode="discrete" values="{}" keyTimes="{}" {}</circle>)",
          Svg::at((box.left + box.right) / 2), Svg::at((box.top + box.bottom) / 2), sizes, times,
          repeated(found->second.size() + 1)));
      svg_.draw("\n");
      view.draw_label(svg_, i);
    }
  }

  /// Stars while they carry something.
  void stars(const MachineView& view) {
    std::map<std::uint32_t, std::vector<Shown>> all;  // by place
    for (const RunPicture::Transfer& one : run_->transfers()) {
      const std::int32_t place = run_->parts()[one.part].place;
      if (place < 0) continue;
      const auto number = static_cast<std::uint32_t>(place);
      if (run_->layout().places[number].mark != Layout::Mark::kStar) continue;
      const MachineView::Ride ride{.lost = one.lost, .packet = one.packet};
      all[number].push_back(
          {static_cast<double>(one.from), static_cast<double>(one.to), ride.look()});
    }
    for (auto& [place, looks] : all) {
      const MachineView::Box box = view.box(place);
      svg_.draw(fmt::format(R"(<circle cx="{}" cy="{}" r="{}" class="off">{}</circle>)",
                            Svg::at((box.left + box.right) / 2),
                            Svg::at((box.top + box.bottom) / 2), Svg::at(0.36 * box.width()),
                            looking(looks)));
      svg_.draw("\n");
    }
  }

  /// Marks of packets: one goes along a way again and again, as long as none is there twice.
  void marks(const MachineView& view) {
    using Way = std::tuple<std::string, bool, bool>;  // way, forward, arrow
    std::map<Way, std::vector<MachineView::Ride>> ways;
    for (MachineView::Ride& ride : view.rides()) {
      ways[{view.way(ride), ride.forward, ride.arrow}].push_back(ride);
    }
    for (auto& [way, rides] : ways) {
      std::ranges::stable_sort(rides, {}, &MachineView::Ride::begin);
      std::vector<std::vector<MachineView::Ride>> marks;
      for (const MachineView::Ride& ride : rides) {
        auto free = std::ranges::find_if(
            marks, [&](const auto& before) { return before.back().end <= ride.begin; });
        if (free == marks.end()) free = marks.emplace(free);
        free->push_back(ride);
      }
      const auto& [path, forward, arrow] = way;
      for (const auto& mark : marks) draw_mark(path, forward, arrow, mark);
    }
  }

  void draw_mark(const std::string& path, bool forward, bool arrow,
                 const std::vector<MachineView::Ride>& rides) {
    std::vector<Shown> looks;
    std::string points = forward ? "0" : "1";
    std::string times = "0";
    for (const MachineView::Ride& ride : rides) {
      looks.push_back({ride.begin, ride.end, ride.look()});
      points += forward ? ";0;1" : ";1;0";
      times += ';' + share(ride.begin) + ';' + share(ride.end);
    }
    points += forward ? ";1" : ";0";
    times += ";1";
    svg_.draw(fmt::format(
        R"(<{} class="off"><animateMotion path="{}" rotate="{}" keyPoints="{}" keyTimes="{}" calcMode="linear" {}{}</{}>)",
        arrow ? R"(path d="M7 0L-5 5L-5 -5Z" stroke="none")" : R"(circle r="5")", path,
        !arrow    ? "0"
        : forward ? "auto"
                  : "auto-reverse",
        points, times, repeated(2 * rides.size() + 2), looking(std::move(looks)),
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
  double cycles_;
  double seconds_ = 0;
  std::size_t animations_ = 0;
  std::size_t keys_ = 0;  ///< of all of them
  Svg svg_;
};

}  // namespace

std::string moving_picture(const RunPicture& run, const RunTitle& title) {
  if (run.grouped() || run.stride() > 1) {
    throw Refusal{RefusalClass::kSize,
                  "A moving picture of this run could not be followed: name a page, .html, which "
                  "has a slider, or choose at most 64 nodes and fewer packets."};
  }
  return Moving{run, title}.draw();
}

}  // namespace plexus
