#include "testbenches/outputs/moving_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
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
constexpr std::size_t kMostLights = 20'000;  ///< wires that light up, each time counted

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
    dots(view);
    view.draw_notes(svg_);
    y += height + 24;
    clock(y);
    return svg_.file(kMovingWidth, y + 30, title_->what);
  }

 private:
  /// A time as a share of what is repeated: the run and a pause at its end.
  std::string share(double cycle) const {
    constexpr double kPause = 1.5;  // seconds
    return fmt::format("{:.5f}", cycle / cycles_ * seconds_ / (seconds_ + kPause));
  }
  std::string repeated() const {
    return fmt::format("dur=\"{:.1f}s\" repeatCount=\"indefinite\"/>", seconds_ + 1.5);
  }
  /// Is there from one cycle to another.
  std::string appears(std::int64_t from, std::int64_t to) const {
    const std::string begin = share(static_cast<double>(from));
    return fmt::format(
        R"(<animate attributeName="opacity" calcMode="discrete" values="{}" keyTimes="{}{};{}" {})",
        from > 0 ? "0;1;0" : "1;0", from > 0 ? "0;" : "", from > 0 ? begin : "0",
        share(static_cast<double>(to)), repeated());
  }

  void light(const MachineView& view, std::uint32_t wire, PacketId packet, std::int64_t from,
             std::int64_t to) {
    svg_.draw(fmt::format(R"(<path d="{}" class="lit {}" opacity="0">{}</path>)", view.way(wire),
                          colour_of(packet), appears(from, to)));
    svg_.draw("\n");
  }

  void lights(const MachineView& view) {
    for (const RunPicture::Transfer& one : run_->transfers()) {
      for (const RunPicture::Flow& flow : one.flows) {
        light(view, flow.wire, one.packet, one.from, one.to);
      }
    }
    for (const RunPicture::Setting& one : run_->settings()) {
      for (const RunPicture::Flow& flow : one.flows) {
        light(view, flow.wire, view.packet_on(one, flow.wire), one.from, one.to);
      }
    }
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
          repeated()));
      svg_.draw("\n");
      view.draw_label(svg_, i);
    }
  }

  /// The class of what a packet fills; red if it is lost.
  static std::string look(const RunPicture::Transfer& one) {
    return one.lost ? "alarm" : "f" + std::to_string(one.packet % Svg::kColours);
  }

  /// Stars while they carry something.
  void stars(const MachineView& view) {
    for (const RunPicture::Transfer& one : run_->transfers()) {
      const std::int32_t place = run_->parts()[one.part].place;
      if (place < 0) continue;
      const auto number = static_cast<std::uint32_t>(place);
      if (run_->layout().places[number].mark != Layout::Mark::kStar) continue;
      const MachineView::Box box = view.box(number);
      svg_.draw(fmt::format(R"(<circle cx="{}" cy="{}" r="{}" class="{}" opacity="0">{}</circle>)",
                            Svg::at((box.left + box.right) / 2),
                            Svg::at((box.top + box.bottom) / 2), Svg::at(0.36 * box.width()),
                            look(one), appears(one.from, one.to)));
      svg_.draw("\n");
    }
  }

  void dots(const MachineView& view) {
    for (const RunPicture::Transfer& one : run_->transfers()) {
      if (!one.moves) continue;
      for (const RunPicture::Flow& flow : one.flows) {
        const char* const ends = flow.forward ? "0;0;1;1" : "1;1;0;0";
        svg_.draw(fmt::format(
            R"(<circle r="5" class="{}" opacity="0"><animateMotion path="{}" keyPoints="{}" keyTimes="0;{};{};1" calcMode="linear" {}{}</circle>)",
            look(one), view.way(flow.wire), ends, share(static_cast<double>(one.from)),
            share(static_cast<double>(one.to)), repeated(), appears(one.from, one.to)));
        svg_.draw("\n");
      }
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
        Svg::at(left), Svg::at(y), Svg::at(right), share(cycles_), repeated()));
    svg_.draw("\n");
  }

  const RunPicture* run_;
  const RunTitle* title_;
  double cycles_;
  double seconds_ = 0;
  Svg svg_;
};

}  // namespace

std::string moving_picture(const RunPicture& run, const RunTitle& title) {
  std::size_t lights = 0;
  for (const RunPicture::Transfer& one : run.transfers()) lights += one.flows.size();
  for (const RunPicture::Setting& one : run.settings()) lights += one.flows.size();
  if (run.grouped() || run.stride() > 1 || lights > kMostLights) {
    throw Refusal{RefusalClass::kSize,
                  "A moving picture of this run could not be followed: name a page, .html, which "
                  "has a slider, or choose at most 64 nodes and fewer packets."};
  }
  return Moving{run, title}.draw();
}

}  // namespace plexus
