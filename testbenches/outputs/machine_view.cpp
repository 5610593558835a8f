#include "testbenches/outputs/machine_view.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace plexus {

namespace {

constexpr double kLargest = 58;    ///< units of a drawing in one of the layout
constexpr double kLitWidth = 3.5;  ///< of a wire that carries something

/// The things that are there in a cycle, by their numbers below `count`; of some with one number
/// the one that began last.
template <typename Thing, typename NumberOf>
std::vector<const Thing*> lit_in(std::int64_t cycle, const std::vector<Thing>& things,
                                 std::size_t count, const NumberOf& number_of) {
  std::vector<const Thing*> lit(count, nullptr);
  for (const Thing& thing : things) {
    const auto number = static_cast<std::size_t>(number_of(thing));
    if (number >= count || !thing.lit.holds(cycle)) continue;
    const Thing*& known = lit[number];
    if (known == nullptr || known->lit.from <= thing.lit.from) known = &thing;
  }
  return lit;
}

}  // namespace

bool shows_loads(const RunPicture& run) {
  const std::vector<Layout::Wire>& wires = run.layout().wires;
  if (run.count() == 0 || wires.empty()) return false;
  // Where nobody holds anything it is traffic, and where packets are too many nobody follows one:
  // what counts is where they go. Of wires that are not equally wide, too, how well they are used.
  return run.levels().empty() || !run.single() ||
         std::ranges::any_of(wires, [](const Layout::Wire& wire) { return wire.width != 1; });
}

std::string machine_in_words(const RunPicture& run) {
  const bool changes = run.count() > 0 && run.layout().wires.empty();
  return run.layout().title + (changes ? "; its links come and go, moments show them" : "") +
         (shows_loads(run) ? "; grey wires: the stronger, the longer they carried something" : "") +
         (shows_loads(run) && run.goes_both_ways() ? "; of both directions, the busier one" : "");
}

void MachineView::Box::include(double x, double y, double half_width, double half_height) {
  left = std::min(left, x - half_width);
  right = std::max(right, x + half_width);
  top = std::min(top, y - half_height);
  bottom = std::max(bottom, y + half_height);
}

namespace {

constexpr double kLeastLetter = 8;
constexpr double kMostLetter = 13;
constexpr double kBesideLabel = 32;  ///< room for labels beside their places

/// Width of words, as wide as fonts of screens have them.
double letters_width(std::string_view text, double size) {
  return 0.65 * size * static_cast<double>(text.size());
}

/// The size in which the label of one place fits into it; 0: in none that can be read.
double size_in_one(const Layout::Place& place, double scale) {
  if (place.label.empty()) return 0;
  const double wide = scale * place.width - 2;
  const double high = scale * place.height - 2;
  double size = std::min(kMostLetter, scale * 0.26);
  size = std::max(size, kLeastLetter);
  const auto fits = [&] {
    const double width = letters_width(place.label, size);
    const bool is_round = place.mark == Layout::Mark::kNode || place.mark == Layout::Mark::kStar;
    return is_round ? std::hypot(width, 0.74 * size) <= wide : width <= wide && size <= high + 1;
  };
  while (size > kLeastLetter && !fits()) size = std::max(kLeastLetter, size - 0.5);
  return fits() ? size : 0;
}

/// Places that look alike have labels of one size, or none has one.
using Kind = std::tuple<Layout::Mark, bool, double, double>;
Kind kind_of(const Layout::Place& place) {
  return {place.mark, place.count > 0 || place.again > 0, place.width, place.height};
}

/// The size in which the labels of places fit into all of their kind; 0: in none that can be read.
std::map<Kind, double> sizes_inside(const Layout& layout, double scale) {
  std::map<Kind, double> sizes;
  for (const Layout::Place& place : layout.places) {
    if (place.label.empty()) continue;
    const double size = size_in_one(place, scale);
    const auto [known, first] = sizes.try_emplace(kind_of(place), size);
    if (!first) known->second = std::min(known->second, size);
  }
  return sizes;
}

/// Letters of labels below a row of nodes that are one unit apart; 0: there is no room.
double letters_below(std::string_view label, double scale) {
  constexpr std::string_view kUsual = "00";
  const double room = scale - 5;
  if (letters_width(label, kLeastLetter) > room) return 0;
  const double size = std::min(10.0, kLeastLetter * room / letters_width(kUsual, kLeastLetter));
  return size < kLeastLetter ? 0 : size;
}

/// Are the nodes of a drawing its lowest row, below which their labels find room?
bool has_room_below(const Layout& layout) {
  double lowest = -1e9;
  for (const Layout::Place& place : layout.places) {
    lowest = std::max(lowest, place.y + place.height / 2);
  }
  for (const Layout::Wire& wire : layout.wires) {
    for (const auto& [x, y] : wire.via) lowest = std::max(lowest, y);
  }
  std::size_t nodes = 0;
  for (const Layout::Place& place : layout.places) {
    if (place.count == 0) continue;
    ++nodes;
    if (place.side != Layout::Side::kInside || place.y + place.height / 2 < lowest - 1e-6) {
      return false;
    }
  }
  return nodes > 1;
}

double letters_beside(double scale) { return std::clamp(0.72 * scale, kLeastLetter, kMostLetter); }

/// Does a label stand beside its place, into which it does not fit?
bool is_beside(const Layout::Place& place, Layout::Side side, double scale, double inside) {
  return place.side == side && scale >= kLeastLetter + 2 && inside == 0;
}

/// How far labels beside their places go beyond these at one side.
double beside(const Layout& layout, Layout::Side side, double scale) {
  const std::map<Kind, double> sizes = sizes_inside(layout, scale);
  const bool any = std::ranges::any_of(layout.places, [&](const Layout::Place& place) {
    return !place.label.empty() && is_beside(place, side, scale, sizes.at(kind_of(place)));
  });
  return any ? kBesideLabel : 0;
}

/// Of a curve from (0, 0) that bends: a point in lengths along it and to its left.
Layout::Point on_curve(double bend, double t) {
  return {t * t * (3 - 2 * t), 4 * bend * t * (1 - t)};
}

}  // namespace

MachineView::Box MachineView::box_of(const Layout& layout) {
  if (layout.places.empty()) return {0, 0, 0, 0};
  Box box;
  for (const Layout::Place& place : layout.places) {
    box.include(place.x, place.y, place.width / 2, place.height / 2);
  }
  for (const Layout::Wire& wire : layout.wires) {
    const Layout::Place& from = layout.places[wire.from];
    const Layout::Place& to = layout.places[wire.to];
    for (const auto& [x, y] : wire.via) box.include(x, y);
    box.include((from.x + to.x) / 2 + wire.bend * (to.y - from.y),
                (from.y + to.y) / 2 - wire.bend * (to.x - from.x));
  }
  for (const Layout::Note& note : layout.notes) box.include(note.x, note.y, 0, 0.3);
  return box;
}

double MachineView::scale_in(const Layout& layout, double width, double height) {
  const Box box = box_of(layout);
  const double scale = std::min(
      {width / std::max(0.6, box.width()), height / std::max(0.6, box.height()), kLargest});
  const double sides =
      beside(layout, Layout::Side::kLeft, scale) + beside(layout, Layout::Side::kRight, scale);
  return std::min(scale, (width - sides) / std::max(0.6, box.width()));
}

double MachineView::letters_in(const Layout& layout, double width, double height) {
  const double scale = scale_in(layout, width, height);
  const std::map<Kind, double> sizes = sizes_inside(layout, scale);
  const bool low = has_room_below(layout);
  double least = kMostLetter;
  for (const Layout::Place& place : layout.places) {
    if (place.label.empty() || (place.count == 0 && place.again == 0)) continue;
    double letters = sizes.at(kind_of(place));
    if (letters == 0 && low) {
      letters = letters_below(place.label, scale);
    } else if (place.side != Layout::Side::kInside &&
               is_beside(place, place.side, scale, letters)) {
      letters = letters_beside(scale);
    }
    least = std::min(least, letters);
  }
  return least;
}

MachineView::MachineView(const RunPicture& run, double x, double y, double width, double height)
    : run_{&run}, ports_(run.layout().places.size(), 2) {
  const Layout& layout = run.layout();
  for (const Layout::Wire& wire : layout.wires) {
    ports_[wire.from] = std::max(ports_[wire.from], wire.output + 1);
    ports_[wire.to] = std::max(ports_[wire.to], wire.input + 1);
  }
  const Box box = box_of(layout);
  scale_ = scale_in(layout, width, height);
  x_ = x + (width - scale_ * box.width()) / 2 - scale_ * box.left;
  y_ = y + (height - scale_ * box.height()) / 2 - scale_ * box.top;
  const std::map<Kind, double> sizes = sizes_inside(layout, scale_);
  for (const Layout::Place& place : layout.places) {
    inside_.push_back(place.label.empty() ? 0 : sizes.at(kind_of(place)));
  }
  if (!has_room_below(layout)) return;
  below_ = kMostLetter;
  for (const Layout::Place& place : layout.places) {
    if (place.count > 0) below_ = std::min(below_, letters_below(place.label, scale_));
  }
}

double MachineView::height_for(const Layout& layout, double width, double most) {
  if (layout.places.empty()) return 40;
  return std::min(most, scale_in(layout, width, 1e9) * std::max(0.6, box_of(layout).height()));
}

MachineView::Box MachineView::bounds() const {
  const Layout& layout = run_->layout();
  const Box box = box_of(layout);
  return {x_ + scale_ * box.left - beside(layout, Layout::Side::kLeft, scale_),
          y_ + scale_ * box.top,
          x_ + scale_ * box.right + beside(layout, Layout::Side::kRight, scale_),
          y_ + scale_ * box.bottom};
}

MachineView::Box MachineView::box(std::uint32_t place) const {
  const Layout::Place& at = run_->layout().places[place];
  const auto [x, y] = point(place);
  Box box;
  box.include(x, y, scale_ * at.width / 2, scale_ * at.height / 2);
  return box;
}

std::vector<double> MachineView::ports(std::uint32_t place) const {
  std::vector<double> heights;
  for (std::int32_t port = 0; port < ports_[place]; ++port) {
    heights.push_back(point(place).second + port_shift(place, port));
  }
  return heights;
}

double MachineView::width_of(std::uint32_t wire) const {
  return 1.5 * run_->layout().wires[wire].width * std::clamp(scale_ / 28, 0.5, 1.3);
}

void MachineView::draw_wires(Svg& svg, bool loads) const {
  draw_idle(svg, {}, false);
  if (loads) draw_loads(svg);
}

/// The wires on which nothing is `lit`; `as_one`: those of the usual width as one path, behind the
/// others.
void MachineView::draw_idle(Svg& svg, const std::vector<const Film::Passage*>& lit,
                            bool as_one) const {
  std::string all;
  const auto& wires = run_->layout().wires;
  for (std::uint32_t wire = 0; wire < wires.size(); ++wire) {
    if (!lit.empty() && lit[wire] != nullptr) continue;
    if (wires[wire].width != 1) {
      svg.path(way(wires[wire]), "wire", width_of(wire), 1);
    } else if (as_one) {
      all += way(wires[wire]);
    } else {
      svg.path(way(wires[wire]), "wire");
    }
  }
  if (!all.empty()) svg.path(all, "wire");
}

void MachineView::draw(Svg& svg, bool loads) const {
  draw_idle(svg, {}, true);
  if (loads) draw_loads(svg);
  for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
    draw_place(svg, place, 0);
  }
  draw_notes(svg);
}

void MachineView::draw(Svg& svg, const Layout::Configuration& configuration) const {
  for (const Layout::Wire& wire : configuration.wires) svg.path(way(wire), "send c0");
  for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
    draw_place(svg, place, 0);
  }
}

void MachineView::draw_notes(Svg& svg) const {
  for (const Layout::Note& note : run_->layout().notes) {
    double size = std::clamp(scale_ * 0.4, kLeastLetter, 12.0);
    if (letters_width(note.text, size) > scale_ * note.room - 4) size = kLeastLetter;
    if (letters_width(note.text, size) > scale_ * note.room - 4 || scale_ < kLeastLetter) continue;
    svg.text(x_ + scale_ * note.x, y_ + scale_ * note.y + 0.36 * size, note.text, "soft", "middle",
             size);
  }
}

void MachineView::draw(Svg& svg, const Film& film, std::int64_t cycle) const {
  const std::vector<Layout::Place>& places = run_->layout().places;
  const std::vector<Layout::Wire>& wires = run_->layout().wires;
  const auto lit = lit_in(cycle, film.passages, wires.size(),
                          [](const Film::Passage& one) { return one.way.wire; });
  draw_idle(svg, lit, true);
  for (std::uint32_t wire = 0; wire < wires.size(); ++wire) {
    if (lit[wire] == nullptr) continue;
    if (width_of(wire) <= kLitWidth) {
      svg.path(way(wires[wire]), lit[wire]->line());
    } else {
      svg.path(way(wires[wire]), lit[wire]->line(), width_of(wire), 1);
    }
  }
  for (const Film::Passage& one : film.passages) {
    if (one.way.wire < 0 && one.lit.holds(cycle)) svg.path(way(one.way), one.line());
  }
  std::vector<std::vector<const Film::Crossing*>> crossings(places.size());
  for (const Film::Crossing& one : film.crossings) {
    if (one.lit.holds(cycle)) crossings[one.place].push_back(&one);
  }
  for (std::uint32_t place = 0; place < places.size(); ++place) {
    const std::vector<Film::Fill>& fills = film.fills[place];
    const auto next = std::ranges::upper_bound(fills, cycle, {}, &Film::Fill::cycle);
    draw_place(svg, place, next == fills.begin() ? 0 : std::prev(next)->words / film.full[place]);
    const auto [x, y] = point(place);
    const double half = scale_ * places[place].width / 2;
    for (const Film::Crossing* one : crossings[place]) {
      svg.line(x - half, y + port_shift(place, one->input), x + half,
               y + port_shift(place, one->output), "lit " + colour_of(one->packet));
    }
  }
  const auto stars =
      lit_in(cycle, film.stars, places.size(), [](const Film::Star& one) { return one.place; });
  for (std::uint32_t place = 0; place < places.size(); ++place) {
    if (stars[place] == nullptr) continue;
    const auto [x, y] = point(place);
    svg.circle(x, y, scale_ * places[place].width * 0.36, stars[place]->look);
  }
  const double now = static_cast<double>(cycle) + 0.5;
  std::vector<const Film::Passage*> marks;
  for (const Film::Passage& one : film.passages) {
    if (one.mark != Film::Mark::kNone && one.begin <= now && now < one.end) marks.push_back(&one);
  }
  // Those that elements pass on in the order of packets.
  std::ranges::stable_sort(marks, {}, [](const Film::Passage* one) {
    return std::tuple{one->passes, one->passes ? one->packet : 0, one->passes ? one->lit.from : 0};
  });
  for (const Film::Passage* one : marks) {
    draw_mark(svg, *one, (now - one->begin) / (one->end - one->begin));
  }
}

/// A mark that has gone this share of its way.
void MachineView::draw_mark(Svg& svg, const Film::Passage& passage, double gone) const {
  const Layout::Wire wire = wire_of(passage.way);
  const auto [first, last] = seen(passage.way);
  const auto at = [&](double share) { return on(wire, first + share * (last - first)); };
  const double share = passage.forward ? gone : 1 - gone;
  const auto [x, y] = at(share);
  const double size = std::clamp(scale_ * 0.1, 2.5, 5.0);
  if (passage.mark == Film::Mark::kDot) return svg.circle(x, y, size, passage.look());
  const auto [next_x, next_y] = at(share + (passage.forward ? 0.02 : -0.02));
  const double length = std::max(1e-6, std::hypot(next_x - x, next_y - y));
  const double ahead_x = 1.4 * size * (next_x - x) / length;
  const double ahead_y = 1.4 * size * (next_y - y) / length;
  svg.polygon({{x + ahead_x, y + ahead_y},
               {x - ahead_x - 0.8 * ahead_y, y - ahead_y + 0.8 * ahead_x},
               {x - ahead_x + 0.8 * ahead_y, y - ahead_y - 0.8 * ahead_x}},
              passage.look());
}

Layout::Wire MachineView::wire_of(const Film::Way& way) const {
  return way.wire >= 0 ? run_->layout().wires[static_cast<std::size_t>(way.wire)]
                       : across(way.across.first, way.across.second);
}

std::string MachineView::way(const Film::Way& way) const { return this->way(wire_of(way)); }

MachineView::Point MachineView::point(std::uint32_t place) const {
  const Layout::Place& at = run_->layout().places[place];
  return {x_ + scale_ * at.x, y_ + scale_ * at.y};
}

/// Where a wire from or to (far_x, far_y) meets a place: straight above or below it on a bar,
/// straight beside it at a tall box, at a port of an element.
MachineView::Point MachineView::end(std::uint32_t place, const Point& far,
                                    std::int32_t port) const {
  const auto& [far_x, far_y] = far;
  const Layout::Place& at = run_->layout().places[place];
  auto [x, y] = point(place);
  const double half = scale_ * at.width / 2;
  if (at.mark == Layout::Mark::kBar) x = std::clamp(far_x, x - half, x + half);
  if (at.mark == Layout::Mark::kElement && port >= 0) {
    x += far_x > x ? half : -half;
    y += port_shift(place, port);
  }
  const double tall = scale_ * at.height / 2;
  const bool beside = std::fabs(far_x - x) > half && std::fabs(far_y - y) < tall;
  if (at.mark == Layout::Mark::kElement && port < 0 && at.height > 2 * at.width && beside) {
    return {far_x > x ? x + half : x - half, far_y};
  }
  return {x, y};
}

/// Spreads the wires of one element over its side.
double MachineView::port_shift(std::uint32_t place, std::int32_t port) const {
  return scale_ * run_->layout().places[place].height * ((port + 0.5) / ports_[place] - 0.5);
}

std::vector<Layout::Point> MachineView::track(const Layout::Wire& wire) const {
  std::vector<Point> all;
  for (const auto& [x, y] : wire.via) all.emplace_back(x_ + scale_ * x, y_ + scale_ * y);
  const Point from = end(wire.from, all.empty() ? point(wire.to) : all.front(), wire.output);
  const Point to = end(wire.to, all.empty() ? point(wire.from) : all.back(), wire.input);
  if (wire.bend != 0) {
    constexpr int kPieces = 16;
    for (int i = 1; i < kPieces; ++i) {
      const auto [along, aside] = on_curve(wire.bend, static_cast<double>(i) / kPieces);
      const double dx = to.first - from.first;
      const double dy = to.second - from.second;
      all.emplace_back(from.first + along * dx + aside * dy, from.second + along * dy - aside * dx);
    }
  }
  all.insert(all.begin(), from);
  all.push_back(to);
  return all;
}

/// Where no wire is drawn: bent towards the middle of the drawing, so as to lie on nothing between.
Layout::Wire MachineView::across(std::uint32_t from, std::uint32_t to) const {
  constexpr double kInwards = 0.3;  // of the way of its middle to that of the drawing
  const Box box = box_of(run_->layout());
  const Layout::Place& a = run_->layout().places[from];
  const Layout::Place& b = run_->layout().places[to];
  const double right = (box.left + box.right) / 2 - a.x;
  const double below = (box.top + box.bottom) / 2 - a.y;
  const double aside = right * (b.y - a.y) - below * (b.x - a.x);
  const double square = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
  return {from, to, "", kInwards * aside / std::max(square, 1e-9), -1, -1};
}

std::string MachineView::way(const Layout::Wire& wire) const {
  const std::vector<Point> corners = track(wire);
  const auto text = [](const Point& at) { return Svg::at(at.first) + ' ' + Svg::at(at.second); };
  std::string way = 'M' + text(corners.front());
  if (wire.bend != 0) {
    const auto& [x, y] = corners.front();
    const auto& [end_x, end_y] = corners.back();
    const double aside = 4.0 / 3 * wire.bend;  // of points that draw the curve to them
    const double dx = aside * (end_y - y);
    const double dy = -aside * (end_x - x);
    return way + 'C' + text({x + dx, y + dy}) + ' ' + text({end_x + dx, end_y + dy}) + ' ' +
           text(corners.back());
  }
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {  // round each corner
    const auto towards = [&](const Point& other) {
      const auto& [x, y] = corners[i];
      const double length = std::hypot(other.first - x, other.second - y);
      const double part = std::min(0.5, 0.28 * scale_ / std::max(length, 1e-6));
      return Point{x + part * (other.first - x), y + part * (other.second - y)};
    };
    way += 'L' + text(towards(corners[i - 1])) + 'Q' + text(corners[i]) + ' ' +
           text(towards(corners[i + 1]));
  }
  return way + 'L' + text(corners.back());
}

MachineView::Point MachineView::on(const Layout::Wire& wire, double share) const {
  const std::vector<Point> corners = track(wire);
  const auto length = [&](std::size_t i) {
    return std::hypot(corners[i + 1].first - corners[i].first,
                      corners[i + 1].second - corners[i].second);
  };
  double rest = 0;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) rest += share * length(i);
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const double piece = length(i);
    if (rest > piece && i + 2 < corners.size()) {
      rest -= piece;
      continue;
    }
    const double part = piece > 0 ? rest / piece : 0;
    return {corners[i].first + part * (corners[i + 1].first - corners[i].first),
            corners[i].second + part * (corners[i + 1].second - corners[i].second)};
  }
  return corners.back();
}

std::pair<double, double> MachineView::seen(const Film::Way& way) const {
  const Layout::Wire wire = wire_of(way);
  const std::vector<Point> corners = track(wire);
  double length = 1;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    length += std::hypot(corners[i].first - corners[i - 1].first,
                         corners[i].second - corners[i - 1].second);
  }
  const auto hidden = [&](std::uint32_t place) {
    const Layout::Place& at = run_->layout().places[place];
    return at.mark == Layout::Mark::kNode ? std::min(0.4, scale_ * at.width / 2 / length) : 0.0;
  };
  return {hidden(wire.from), 1 - hidden(wire.to)};
}

void MachineView::draw_loads(Svg& svg) const {
  const std::vector<std::int64_t> busy = run_->busy_wires();
  const std::int64_t most = busy.empty() ? 0 : *std::ranges::max_element(busy);
  for (std::uint32_t wire = 0; wire < busy.size(); ++wire) {
    if (busy[wire] == 0) continue;
    const double share = static_cast<double>(busy[wire]) / static_cast<double>(most);
    // Thinner than what is lit, so that a packet covers it.
    svg.path(way(run_->layout().wires[wire]), "load", std::max(1.5 + 1.5 * share, width_of(wire)),
             0.1 + 0.7 * share);
  }
}

void MachineView::draw_place(Svg& svg, std::uint32_t number, double held) const {
  const Layout::Place& place = run_->layout().places[number];
  const auto [x, y] = point(number);
  const double half = scale_ * place.width / 2;
  switch (place.mark) {
    case Layout::Mark::kNode:
      svg.circle(x, y, half, "node");
      if (held > 0) svg.circle(x, y, half * std::sqrt(std::min(1.0, held)), "full");
      break;
    case Layout::Mark::kStar:
      svg.circle(x, y, half, "star");
      break;
    case Layout::Mark::kElement:
    case Layout::Mark::kBar:
      svg.rectangle(x - half, y - scale_ * place.height / 2, scale_ * place.width,
                    scale_ * place.height, "box");
      break;
  }
  draw_label(svg, number);
}

void MachineView::draw_label(Svg& svg, std::uint32_t number) const {
  const Layout::Place& place = run_->layout().places[number];
  const auto [x, y] = point(number);
  const double half = scale_ * place.width / 2;
  const double size = inside_[number];
  if (size > 0) svg.text(x, y + size * 0.36, place.label, "on", "middle", size);
  if (size == 0 && below_ > 0 && place.count > 0) {
    svg.text(x, y + half + 1 + below_, place.label, "soft", "middle", below_);
  }
  const double letters = letters_beside(scale_);
  if (is_beside(place, Layout::Side::kLeft, scale_, size)) {
    svg.text(x - half - 4, y + letters * 0.36, place.label, "soft", "end", letters);
  } else if (is_beside(place, Layout::Side::kRight, scale_, size)) {
    svg.text(x + half + 4, y + letters * 0.36, place.label, "soft", "start", letters);
  }
}

}  // namespace plexus
