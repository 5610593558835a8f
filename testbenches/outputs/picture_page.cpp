#include "testbenches/outputs/picture_page.hpp"

#include <nlohmann/json.hpp>

#include "models/catalogue/json.hpp"
#include "testbenches/outputs/machine_view.hpp"
#include "testbenches/outputs/space_time.hpp"

namespace plexus {

namespace {

using Json = nlohmann::ordered_json;

const char* name_of(Layout::Mark mark) {
  switch (mark) {
    case Layout::Mark::kNode:
      return "node";
    case Layout::Mark::kElement:
      return "element";
    case Layout::Mark::kBar:
      return "bar";
    case Layout::Mark::kStar:
      break;
  }
  return "star";
}

const char* name_of(PartKind kind) {
  switch (kind) {
    case PartKind::kNode:
      return "node";
    case PartKind::kLink:
      return "link";
    case PartKind::kChannel:
      return "channel";
    case PartKind::kElement:
      return "element";
    case PartKind::kStore:
      return "store";
    case PartKind::kControl:
      break;
  }
  return "control";
}

/// A number without a point where it needs none.
Json amount(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

Json flows_json(const std::vector<RunPicture::Flow>& flows) {
  Json all = Json::array();
  for (const RunPicture::Flow& flow : flows) all.push_back({flow.wire, flow.forward ? 1 : 0});
  return all;
}

Json ways_json(const std::vector<RunPicture::Way>& ways) {
  Json all = Json::array();
  for (const RunPicture::Way& way : ways) {
    all.push_back({way.packet, way.input, way.outputs, way.hindered});
  }
  return all;
}

Json layout_json(const RunPicture& run, const MachineView& view) {
  const Layout& layout = run.layout();
  const std::vector<std::int64_t> busy = run.busy_wires();
  Json places = Json::array();
  std::uint32_t number = 0;
  for (const Layout::Place& place : layout.places) {
    places.push_back({{"part", place.part},
                      {"label", place.label},
                      {"mark", name_of(place.mark)},
                      {"first", place.first},
                      {"count", place.count}});
    if (place.again > 0) places.back()["again"] = place.again;
    if (place.mark == Layout::Mark::kElement) places.back()["ports"] = view.ports(number);
    ++number;
  }
  Json wires = Json::array();
  for (std::size_t i = 0; i < layout.wires.size(); ++i) {
    const Layout::Wire& wire = layout.wires[i];
    wires.push_back({{"from", wire.from},
                     {"to", wire.to},
                     {"output", wire.output},
                     {"input", wire.input},
                     {"busy", busy[i]}});
  }
  return {{"layout", machine_in_words(run)}, {"places", places}, {"wires", wires}};
}

Json intervals_json(const std::vector<Interval>& blocks) {
  Json all = Json::array();
  for (const Interval& interval : blocks) all.push_back({interval.first, interval.count});
  return all;
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

/// Space and time for columns of two widths, as classes; where their fields lie is put into `data`.
std::string planes(const RunPicture& run, Json& data) {
  struct Column {
    const char* look;
    double width;
    double most_high;
  };
  data["planes"] = Json::array();
  std::string all;
  for (const auto& [look, width, most_high] : {Column{"broad", 1236, 520}, {"narrow", 480, 230}}) {
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
  Json data{{"title", title.what},    {"facts", title.facts},
            {"cycles", run.cycles()}, {"most", amount(run.most_held())},
            {"single", run.single()}, {"grouped", run.grouped()},
            {"stride", run.stride()}, {"count", run.count()}};
  const Frame frame = frame_of(run.layout());
  const MachineView view{run, 0, 0, frame.width - 2 * kAround, frame.high - 2 * kAround};
  data.update(layout_json(run, view));
  // Of a large machine those parts alone of which something is told.
  const std::vector<RunPicture::Busy> busiest = run.busiest();
  std::vector<std::int32_t> number(run.parts().size(), run.grouped() ? RunPicture::kNowhere : 0);
  if (run.grouped()) {
    for (const RunPicture::Transfer& one : run.transfers()) number[one.part] = 0;
    for (const RunPicture::Setting& one : run.settings()) number[one.part] = 0;
    for (const RunPicture::Busy& one : busiest) number[static_cast<std::size_t>(one.part)] = 0;
  }
  Json parts = Json::array();
  for (std::size_t i = 0; i < run.parts().size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<std::int32_t>(parts.size());
    const RunPicture::Part& part = run.parts()[i];
    parts.push_back({{"part", part.view.part},
                     {"label", run.label_of(part)},
                     {"kind", name_of(part.view.kind)},
                     {"place", part.place},
                     {"wire", part.wire},
                     {"busy", part.taken.cycles}});
  }
  data["parts"] = std::move(parts);
  Json transfers = Json::array();
  for (const RunPicture::Transfer& one : run.transfers()) {
    transfers.push_back({number[one.part], one.packet, one.source, one.from, one.data, one.to,
                         one.words, one.text, one.receivers, one.lost ? 1 : 0, one.leaves,
                         flows_json(one.flows), one.moves ? 1 : 0, run.straight(one),
                         intervals_json(one.blocks), static_cast<int>(one.access)});
  }
  data["transfers"] = std::move(transfers);
  Json says = Json::array();
  for (const RunPicture::Saying& one : run.sayings()) {
    says.push_back({one.part, one.holds ? 1 : 0, one.cycle, one.text});
  }
  data["says"] = std::move(says);
  Json settings = Json::array();
  for (const RunPicture::Setting& one : run.settings()) {
    settings.push_back({number[one.part], one.from, one.to, ways_json(one.ways)});
  }
  data["settings"] = std::move(settings);
  Json levels = Json::array();
  for (const RunPicture::Level& one : run.levels()) {
    levels.push_back({one.place, one.cycle, amount(one.words)});
  }
  data["levels"] = std::move(levels);
  Json sums = Json::array();
  for (const RunPicture::Sum& one : run.sums()) {
    sums.push_back({one.sent, one.words_sent, one.received, one.words_received});
  }
  data["sums"] = std::move(sums);
  Json lines = Json::array();
  for (const RunPicture::Busy& one : busiest) {
    lines.push_back({one.label, one.cycles, number[static_cast<std::size_t>(one.part)]});
  }
  data["busiest"] = std::move(lines);
  data["used"] = run.used();
  data["bin"] = run.bin_cycles();
  data["phases"] = run.phases();
  Json gains = Json::array();
  for (const RunPicture::Gain& one : run.gains()) {
    gains.push_back(
        {one.cycle, one.node, one.first, one.count, one.operands ? 1 : 0, amount(one.amount)});
  }
  data["gains"] = std::move(gains);
  data["gains_lost"] = run.gains_lost();
  data["operands"] = amount(run.operands());
  data["words"] = run.block_words().count();
  data["load"] = run.single() ? Json::array() : Json(run.load());
  data["legend"] = SpaceTime::legend(run);
  const std::string plane = planes(run, data);

  std::string text = data.dump();
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3)) {
    text.insert(at + 1, "\\");  // the data must not end the script that holds them
  }
  Svg wires;
  view.draw_wires(wires, shows_loads(run));
  Svg places;
  for (std::uint32_t i = 0; i < run.layout().wires.size(); ++i) places.path(view.way(i), "touch");
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
                    {"/*DATA*/", text}});
}

}  // namespace plexus
