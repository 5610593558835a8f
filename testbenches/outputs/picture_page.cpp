#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/catalogue/json.hpp"
#include "testbenches/outputs/busiest.hpp"
#include "testbenches/outputs/film.hpp"
#include "testbenches/outputs/machine_view.hpp"
#include "testbenches/outputs/space_time.hpp"
#include "testbenches/outputs/svg_picture.hpp"

namespace plexus {

namespace {

using Json = nlohmann::ordered_json;

/// By their values.
constexpr std::array kMarks{"node", "element", "bar", "star"};
constexpr std::array kKinds{"node", "link", "channel", "element", "store", "control"};
static_assert(kMarks.size() == static_cast<std::size_t>(Layout::Mark::kStar) + 1);
static_assert(kKinds.size() == static_cast<std::size_t>(PartKind::kControl) + 1);

/// What `make` makes of each of some things.
template <typename Things, typename Make>
Json listed(const Things& things, const Make& make) {
  Json all = Json::array();
  for (const auto& thing : things) all.push_back(make(thing));
  return all;
}

/// A number without a point where it needs none.
Json amount(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

/// A number of a page that is looked at: with three places behind the point at the most.
Json seen_amount(double value) { return amount(std::round(1000 * value) / 1000); }

/// The ways of a film as a page knows them: wires by their numbers, behind them those for which no
/// wire is drawn, each once for both directions.
class PageWays {
 public:
  explicit PageWays(const RunPicture& run) : wires_{run.layout().wires.size()} {}

  /// The way of a passage and its mark: 0 none, 1 a dot, 2 an arrow; less than 0: from the end of
  /// the way to its beginning.
  Json taken(const Film::Passage& passage) {
    Film::Way way = passage.way;
    const bool turned = way.wire < 0 && way.across.first > way.across.second;
    if (turned) std::swap(way.across.first, way.across.second);
    auto number = static_cast<std::size_t>(way.wire);
    if (way.wire < 0) {
      const auto [known, is_new] = numbers_.try_emplace(way.across, wires_ + across_.size());
      if (is_new) across_.push_back(way);
      number = known->second;
    }
    Json all = Json::array({number});
    if (passage.mark == Film::Mark::kNone) return all;
    all.push_back((passage.forward == turned ? -1 : 1) * static_cast<int>(passage.mark));
    const bool whole = passage.begin == static_cast<double>(passage.lit.from) &&
                       passage.end == static_cast<double>(passage.lit.to);
    if (whole) return all;
    all.push_back(seen_amount(passage.begin));
    all.push_back(seen_amount(passage.end));
    return all;
  }
  [[nodiscard]] const std::vector<Film::Way>& across() const { return across_; }

 private:
  std::size_t wires_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers_;
  std::vector<Film::Way> across_;
};

Json layout_json(const RunPicture& run, const Film& film, const MachineView& view,
                 const PageWays& ways) {
  const Layout& layout = run.layout();
  const std::vector<std::int64_t> busy = run.busy_wires();
  Json places = Json::array();
  std::uint32_t number = 0;
  for (const Layout::Place& place : layout.places) {
    places.push_back({{"part", place.part},
                      {"label", place.label},
                      {"mark", kMarks[static_cast<std::size_t>(place.mark)]},
                      {"first", place.first},
                      {"count", place.count},
                      {"full", amount(film.full[number])}});
    if (place.again > 0) places.back()["again"] = place.again;
    if (place.mark == Layout::Mark::kElement && !run.grouped()) {
      places.back()["ports"] = listed(view.ports(number), seen_amount);
    }
    ++number;
  }
  Json wires = Json::array();
  Json seen = Json::array();
  const auto add_seen = [&](const Film::Way& way) {
    const auto [first, last] = view.seen(way);
    seen.push_back({seen_amount(first), seen_amount(last)});
  };
  for (std::size_t i = 0; i < layout.wires.size(); ++i) {
    const Layout::Wire& wire = layout.wires[i];
    wires.push_back({{"from", wire.from},
                     {"to", wire.to},
                     {"output", wire.output},
                     {"input", wire.input},
                     {"busy", busy[i]}});
    add_seen({static_cast<std::int32_t>(i)});
  }
  Json across = Json::array();
  for (const Film::Way& way : ways.across()) {
    across.push_back({way.across.first, way.across.second, view.way(way)});
    add_seen(way);
  }
  return {{"layout", machine_in_words(run)},
          {"places", places},
          {"wires", wires},
          {"across", across},
          {"seen", seen}};
}

constexpr double kAround = 18;  ///< of the drawing, at each side

/// Pixels that the machine has at its largest.
struct Frame {
  double width = 0;
  double high = 0;
  bool broad = false;  ///< the whole width of the page, not a column beside the story
};

/// As large as the machine and the numbers of its nodes need to be read, within a screen.
Frame frame_of(const Layout& layout) {
  constexpr double kColumn = 860;
  constexpr double kWhole = 1236;
  constexpr double kReadable = 22;  // pixels of a unit
  constexpr double kGood = 10;      // of letters
  constexpr double kLeast = 8;
  const auto scale = [&](double width, double high) {
    return MachineView::scale_in(layout, width - 2 * kAround, high - 2 * kAround);
  };
  for (const double width : {kColumn, kWhole}) {
    for (const auto& [letters, unit] :
         {std::pair{kGood, kReadable}, std::pair{kGood, 0.0}, std::pair{kLeast, 0.0}}) {
      for (const double high : {480.0, 620.0, 760.0, 860.0, 1000.0}) {
        const double shown =
            MachineView::letters_in(layout, width - 2 * kAround, high - 2 * kAround);
        if (shown >= letters && scale(width, high) >= unit) return {width, high, width == kWhole};
      }
    }
  }
  for (const double high : {480.0, 700.0}) {
    if (scale(kColumn, high) >= kReadable) return {kColumn, high};
  }
  return {kColumn, 1000};
}

/// The configurations of a machine that changes them, each as a small drawing.
std::string configurations(const RunPicture& run) {
  std::string all;
  for (const Layout::Configuration& one : run.layout().sequence) {
    constexpr double kSize = 164;
    Svg svg;
    const double height = MachineView::height_for(run.layout(), kSize - 12, kSize - 12);
    MachineView{run, 6, 6, kSize - 12, height}.draw(svg, one);
    all += fmt::format(
        "<figure><svg viewBox=\"0 0 {0} {1}\" width=\"{0}\">{2}</svg>"
        "<figcaption class=\"soft\">{3}</figcaption></figure>",
        Svg::at(kSize), Svg::at(height + 12), svg.body(), escaped(one.title));
  }
  return all;
}

/// What is drawn for columns of two widths, as classes.
struct Column {
  const char* look;
  double width;
  double most_high;
};
constexpr std::array kColumns{Column{"broad", 1236, 520}, Column{"narrow", 480, 230}};

std::string drawn(const BusiestList& list) {
  std::string all;
  for (const auto& [look, width, most_high] : kColumns) {
    Svg svg;
    list.draw(svg, 0, 0, width, 1, true);
    all += fmt::format(R"(<svg class="{}" viewBox="0 0 {} {}">{}</svg>)", look, width,
                       Svg::at(list.height(1)), svg.body());
  }
  return all;
}

/// Space and time; where its fields lie is put into `data`.
std::string planes(const RunPicture& run, Json& data) {
  data["planes"] = Json::array();
  std::string all;
  for (const auto& [look, width, most_high] : kColumns) {
    if (run.count() == 0) break;
    constexpr double kAside = 16;
    constexpr double kAbove = 18;  // names of phases
    Svg svg;
    const SpaceTime view{run, kAside, width, run.phases().empty() ? 10 : kAbove, most_high};
    view.draw(svg);
    all += fmt::format(R"(<svg class="{}" viewBox="0 0 {} {}">{}</svg>)", look, width,
                       Svg::at(view.end() - 16), svg.body());
    data["planes"].push_back(
        {{"left", view.left()}, {"right", view.right()}, {"top", view.top()}, {"row", view.row()}});
  }
  return all;
}

/// The page with each mark replaced by what stands for it.
std::string filled_in(const std::vector<std::pair<std::string_view, std::string>>& marks) {
  std::string page;
  std::string_view rest = page_template();
  while (true) {
    std::size_t next = std::string_view::npos;
    const std::pair<std::string_view, std::string>* found = nullptr;
    for (const auto& mark : marks) {
      const std::size_t at = rest.find(mark.first);
      if (at >= next) continue;
      next = at;
      found = &mark;
    }
    page += rest.substr(0, next);
    if (found == nullptr) return page;
    page += found->second;
    rest.remove_prefix(next + found->first.size());
  }
}

}  // namespace

std::string picture_page(const RunPicture& run, const RunTitle& title) {
  Json data{{"title", title.what},    {"facts", title.facts},     {"cycles", run.cycles()},
            {"single", run.single()}, {"grouped", run.grouped()}, {"stride", run.stride()},
            {"count", run.count()}};
  const Frame frame = frame_of(run.layout());
  const MachineView view{run, 0, 0, frame.width - 2 * kAround, frame.high - 2 * kAround};
  const Film film = film_of(run);
  PageWays ways{run};
  std::vector<Json> of_transfers(run.transfers().size(), Json::array());
  std::vector<Json> of_settings;
  for (const RunPicture::Setting& one : run.settings()) {
    of_settings.push_back(listed(one.ways, [](const RunPicture::Way& way) -> Json {
      return {way.packet, way.input, way.outputs, way.hindered, Json::array()};
    }));
  }
  for (const Film::Passage& one : film.passages) {
    if (!one.passes) {
      of_transfers[one.of].push_back(ways.taken(one));
      continue;
    }
    Json& its = of_settings[one.of];
    const auto way = std::ranges::find_if(its, [&](const Json& of) { return of[0] == one.packet; });
    way->back().push_back(ways.taken(one));
  }
  data.update(layout_json(run, film, view, ways));
  // Of a large machine those parts alone of which something is told.
  const BusiestList busiest{run};
  std::vector<std::int32_t> number(run.parts().size(), run.grouped() ? RunPicture::kNowhere : 0);
  if (run.grouped()) {
    for (const RunPicture::Transfer& one : run.transfers()) number[one.part] = 0;
    for (const RunPicture::Setting& one : run.settings()) number[one.part] = 0;
    for (const RunPicture::Busy& one : busiest.lines())
      number[static_cast<std::size_t>(one.part)] = 0;
  }
  Json parts = Json::array();
  for (std::size_t i = 0; i < run.parts().size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<std::int32_t>(parts.size());
    const RunPicture::Part& part = run.parts()[i];
    parts.push_back({{"part", part.view->part},
                     {"label", part.view->label},
                     {"kind", kKinds[static_cast<std::size_t>(part.view->kind)]},
                     {"place", part.place},
                     {"wire", part.wire},
                     {"busy", part.taken.cycles}});
  }
  data["parts"] = std::move(parts);
  Json transfers = Json::array();
  for (const RunPicture::Transfer& one : run.transfers()) {
    transfers.push_back({number[one.part], one.packet, one.source, one.from, one.data, one.to,
                         one.words, one.text, one.receivers, one.lost ? 1 : 0, one.leaves,
                         std::move(of_transfers[transfers.size()]),
                         listed(one.blocks,
                                [](const Interval& run_of) -> Json {
                                  return {run_of.first, run_of.count};
                                }),
                         static_cast<int>(one.access)});
  }
  data["transfers"] = std::move(transfers);
  data["says"] = listed(run.sayings(), [](const RunPicture::Saying& one) -> Json {
    return {one.part, one.holds ? 1 : 0, one.cycle, one.text};
  });
  Json settings = Json::array();
  for (const RunPicture::Setting& one : run.settings()) {
    settings.push_back(
        {number[one.part], one.from, one.to, std::move(of_settings[settings.size()])});
  }
  data["settings"] = std::move(settings);
  Json levels = Json::array();
  for (std::uint32_t i = 0; i < film.fills.size(); ++i) {
    for (const Film::Fill& one : film.fills[i]) {
      levels.push_back({i, one.cycle, amount(one.words)});
    }
  }
  data["levels"] = std::move(levels);
  data["stars"] = listed(film.stars, [](const Film::Star& one) -> Json {
    return {one.place, one.of};
  });
  data["sums"] = listed(run.sums(), [](const RunPicture::Sum& one) -> Json {
    return {one.sent, one.words_sent, one.received, one.words_received};
  });
  data["busiest"] = listed(busiest.lines(), [&](const RunPicture::Busy& one) -> Json {
    return {one.label, one.cycles, number[static_cast<std::size_t>(one.part)]};
  });
  data["shares"] = busiest.in_words();
  data["bin"] = run.bin_cycles();
  data["phases"] = run.phases();
  data["gains"] = listed(run.gains(), [](const RunPicture::Gain& one) -> Json {
    return {one.cycle, one.node, one.first, one.count, one.operands ? 1 : 0, amount(one.amount)};
  });
  data["gains_lost"] = run.gains_lost();
  data["operands"] = amount(run.operands());
  data["words"] = run.block_words().count();
  data["load"] = run.single() ? Json::array() : Json(run.load());
  data["legend"] = SpaceTime::legend(run);
  const std::string plane = planes(run, data);

  Svg wires;
  view.draw_wires(wires, shows_loads(run));
  Svg places;
  for (std::size_t i = 0; i < run.layout().wires.size(); ++i) {
    places.path(view.way(Film::Way{static_cast<std::int32_t>(i)}), "touch");
  }
  for (std::uint32_t i = 0; i < run.layout().places.size(); ++i) view.draw_place(places, i, 0);
  view.draw_notes(places);
  const MachineView::Box box = view.bounds();
  const std::string seen =
      fmt::format("{} {} {} {}", Svg::at(box.left - kAround), Svg::at(box.top - kAround),
                  Svg::at(box.width() + 2 * kAround), Svg::at(box.height() + 2 * kAround));
  return filled_in({{"/*LOOKS*/", std::string{Svg::style()}},
                    {"/*BOX*/", seen},
                    {"/*WIRES*/", wires.body()},
                    {"/*PLACES*/", places.body()},
                    {"/*HIGH*/", Svg::at(frame.high)},
                    {"/*BROAD*/", frame.broad ? "broad" : ""},
                    {"/*CONFIGURATIONS*/", configurations(run)},
                    {"/*PLANE*/", plane},
                    {"/*BUSIEST*/", drawn(busiest)},
                    {"/*DATA*/", in_script(data.dump())}});
}

}  // namespace plexus
