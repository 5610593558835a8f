#include "testbenches/outputs/machine_view.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace plexus {

namespace {

constexpr double kLargest = 58;  ///< units of a drawing in one of the layout

std::string filled(PacketId packet) { return "f" + std::to_string(packet % Svg::kColours); }

}  // namespace

std::string colour_of(PacketId packet) { return "c" + std::to_string(packet % Svg::kColours); }

void MachineView::Box::include(double x, double y, double half_width, double half_height) {
  left = std::min(left, x - half_width);
  right = std::max(right, x + half_width);
  top = std::min(top, y - half_height);
  bottom = std::max(bottom, y + half_height);
}

MachineView::Box MachineView::box_of(const Layout& layout) {
  if (layout.places.empty()) return {0, 0, 0, 0};
  Box box;
  for (const Layout::Place& place : layout.places) {
    box.include(place.x, place.y, place.width / 2, place.height / 2);
  }
  return box;
}

MachineView::MachineView(const RunPicture& run, double x, double y, double width, double height)
    : run_{&run} {
  const Box box = box_of(run.layout());
  scale_ = std::min(
      {width / std::max(0.6, box.width()), height / std::max(0.6, box.height()), kLargest});
  x_ = x + (width - scale_ * box.width()) / 2 - scale_ * box.left;
  y_ = y + (height - scale_ * box.height()) / 2 - scale_ * box.top;
}

MachineView::MachineView(const RunPicture& run) : MachineView{run, 0, 0, 1e9, 1e9} {
  x_ = -scale_ * box_of(run.layout()).left;
  y_ = -scale_ * box_of(run.layout()).top;
}

double MachineView::height_for(const Layout& layout, double width, double most) {
  const Box box = box_of(layout);
  if (layout.places.empty()) return 40;
  const double scale = std::min(width / std::max(0.6, box.width()), kLargest);
  return std::min(most, scale * std::max(0.6, box.height()));
}

MachineView::Box MachineView::bounds() const {
  if (run_->layout().places.empty()) return {0, 0, 0, 0};
  Box box;
  for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
    const Layout::Place& at = run_->layout().places[place];
    const auto [x, y] = point(place);
    box.include(x, y, scale_ * at.width / 2, scale_ * at.height / 2);
  }
  for (std::uint32_t wire = 0; wire < run_->layout().wires.size(); ++wire) {
    const auto [x, y] = on(wire, 0.5);
    box.include(x, y);
  }
  return box;
}

void MachineView::draw_wires(Svg& svg, bool loads) const {
  for (std::uint32_t wire = 0; wire < run_->layout().wires.size(); ++wire) {
    svg.path(way(wire), "wire");
  }
  if (loads) draw_loads(svg);
}

void MachineView::draw(Svg& svg, bool loads) const {
  draw_wires(svg, loads);
  for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
    draw_place(svg, place, 0);
  }
}

std::int32_t MachineView::ports(std::uint32_t place) const {
  std::int32_t ports = 2;
  for (const Layout::Wire& wire : run_->layout().wires) {
    if (wire.from == place) ports = std::max(ports, wire.output + 1);
    if (wire.to == place) ports = std::max(ports, wire.input + 1);
  }
  return ports;
}

void MachineView::draw(Svg& svg, std::int64_t cycle) const {
  const std::vector<Moment> moment = moment_at(cycle);
  const std::map<std::uint32_t, Lit> lit = lit_at(cycle);
  for (std::uint32_t wire = 0; wire < run_->layout().wires.size(); ++wire) {
    const auto found = lit.find(wire);
    svg.path(way(wire), found == lit.end() ? "wire" : "lit " + colour_of(found->second.packet));
  }
  for (const RunPicture::Transfer& transfer : run_->transfers()) {
    if (transfer.from > cycle || transfer.to <= cycle) continue;
    for (const auto& [from, to] : run_->straight(transfer)) {
      const auto [x, y] = point(from);
      const auto [end_x, end_y] = point(to);
      svg.path(fmt::format("M{} {}L{} {}", Svg::at(x), Svg::at(y), Svg::at(end_x), Svg::at(end_y)),
               "lit " + colour_of(transfer.packet));
    }
  }
  for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
    draw_place(svg, place, moment[place].full);
    if (moment[place].ways != nullptr) draw_passings(svg, place, *moment[place].ways);
  }
  draw_stars(svg, cycle);
  for (const auto& [wire, one] : lit) {
    if (one.share < 0) continue;
    const auto [x, y] = on(wire, visible(wire, one.forward ? one.share : 1 - one.share));
    svg.circle(x, y, std::clamp(scale_ * 0.1, 2.5, 5.0), filled(one.packet));
  }
}

MachineView::Point MachineView::point(std::uint32_t place) const {
  const Layout::Place& at = run_->layout().places[place];
  return {x_ + scale_ * at.x, y_ + scale_ * at.y};
}

/// Where a wire meets a place: straight above or below it on a bar.
MachineView::Point MachineView::end(std::uint32_t place, std::uint32_t other) const {
  const Layout::Place& at = run_->layout().places[place];
  auto [x, y] = point(place);
  const auto [far_x, far_y] = point(other);
  if (at.mark == Layout::Mark::kBar) {
    const double half = scale_ * at.width / 2;
    x = std::clamp(far_x, x - half, x + half);
  }
  if (at.mark == Layout::Mark::kElement) x += (far_x > x ? 1 : -1) * scale_ * at.width / 2;
  return {x, y};
}

/// Spreads the wires of one element over its side.
double MachineView::port_shift(std::uint32_t place, std::int32_t port) const {
  const Layout::Place& at = run_->layout().places[place];
  if (port < 0 || at.mark != Layout::Mark::kElement) return 0;
  return scale_ * at.height * ((port + 0.5) / ports(place) - 0.5);
}

MachineView::Curve MachineView::curve(std::uint32_t number) const {
  const Layout::Wire& wire = run_->layout().wires[number];
  Point from = end(wire.from, wire.to);
  Point to = end(wire.to, wire.from);
  from.second += port_shift(wire.from, wire.output);
  to.second += port_shift(wire.to, wire.input);
  const double dx = to.first - from.first;
  const double dy = to.second - from.second;
  return {from,
          {(from.first + to.first) / 2 + 2 * wire.bend * dy,
           (from.second + to.second) / 2 - 2 * wire.bend * dx},
          to};
}

std::string MachineView::way(std::uint32_t number) const {
  const auto [from, middle, to] = curve(number);
  if (run_->layout().wires[number].bend == 0) {
    return fmt::format("M{} {}L{} {}", Svg::at(from.first), Svg::at(from.second), Svg::at(to.first),
                       Svg::at(to.second));
  }
  return fmt::format("M{} {}Q{} {} {} {}", Svg::at(from.first), Svg::at(from.second),
                     Svg::at(middle.first), Svg::at(middle.second), Svg::at(to.first),
                     Svg::at(to.second));
}

MachineView::Point MachineView::on(std::uint32_t number, double share) const {
  const auto [from, middle, to] = curve(number);
  const double a = (1 - share) * (1 - share);
  const double b = 2 * share * (1 - share);
  const double c = share * share;
  return {a * from.first + b * middle.first + c * to.first,
          a * from.second + b * middle.second + c * to.second};
}

/// The share of a wire's length at which a dot is seen that has gone `share` of its way: not
/// under the circles at the ends.
double MachineView::visible(std::uint32_t number, double share) const {
  const Layout::Wire& wire = run_->layout().wires[number];
  const auto [from, middle, to] = curve(number);
  const double length = std::max(1.0, std::hypot(to.first - from.first, to.second - from.second));
  const auto hidden = [&](std::uint32_t place) {
    const Layout::Place& at = run_->layout().places[place];
    return at.mark == Layout::Mark::kNode ? std::min(0.4, scale_ * at.width / 2 / length) : 0.0;
  };
  const double begin = hidden(wire.from);
  return begin + share * (1 - begin - hidden(wire.to));
}

void MachineView::draw_loads(Svg& svg) const {
  const std::vector<std::int64_t> busy = run_->busy_wires();
  const std::int64_t most = busy.empty() ? 0 : *std::ranges::max_element(busy);
  for (std::uint32_t wire = 0; wire < busy.size(); ++wire) {
    if (busy[wire] == 0) continue;
    const double share = static_cast<double>(busy[wire]) / static_cast<double>(most);
    svg.path(way(wire), "c1", 1.5 + 3.5 * share, 0.15 + 0.85 * share);
  }
}

std::map<std::uint32_t, MachineView::Lit> MachineView::lit_at(std::int64_t cycle) const {
  std::map<std::uint32_t, Lit> lit;
  for (const RunPicture::Transfer& transfer : run_->transfers()) {
    if (transfer.from > cycle || transfer.to <= cycle) continue;
    const double share = (static_cast<double>(cycle - transfer.from) + 0.5) /
                         static_cast<double>(transfer.to - transfer.from);
    for (const RunPicture::Flow& flow : transfer.flows) {
      lit.insert_or_assign(flow.wire,
                           Lit{transfer.packet, flow.forward, transfer.moves ? share : -1});
    }
  }
  for (const RunPicture::Setting& setting : run_->settings()) {
    if (setting.from > cycle || setting.to <= cycle) continue;
    for (const RunPicture::Flow& flow : setting.flows) {
      lit.insert_or_assign(flow.wire, Lit{packet_on(setting, flow.wire), true, -1});
    }
  }
  return lit;
}

/// The packet that passes an element over one of its wires.
PacketId MachineView::packet_on(const RunPicture::Setting& setting, std::uint32_t number) const {
  const Layout::Wire& wire = run_->layout().wires[number];
  const auto place = static_cast<std::uint32_t>(run_->parts()[setting.part].place);
  PacketId packet = 0;
  for (const RunPicture::Way& way : setting.ways) {
    const bool enters = wire.to == place && wire.input == way.input && !way.outputs.empty();
    const bool leaves =
        wire.from == place &&
        (wire.output < 0 || std::ranges::find(way.outputs, wire.output) != way.outputs.end());
    if (enters || leaves) packet = way.packet;
  }
  return packet;
}

/// What each element passes on and how full each node is at a moment, by place.
std::vector<MachineView::Moment> MachineView::moment_at(std::int64_t cycle) const {
  const auto& places = run_->layout().places;
  std::vector<Moment> moment(places.size());
  for (const RunPicture::Setting& setting : run_->settings()) {
    const std::int32_t place = run_->parts()[setting.part].place;
    if (setting.from > cycle || setting.to <= cycle || place < 0) continue;
    moment[static_cast<std::size_t>(place)].ways = &setting.ways;
  }
  for (const RunPicture::Level& level : run_->levels()) {
    if (level.cycle > cycle) continue;
    moment[level.place].full =
        level.words / std::max(1.0, run_->most_held()) / places[level.place].count;
  }
  return moment;
}

/// What goes from which input of an element to which output.
void MachineView::draw_passings(Svg& svg, std::uint32_t number,
                                const std::vector<RunPicture::Way>& ways) const {
  const Layout::Place& place = run_->layout().places[number];
  if (run_->grouped()) return;  // it stands for many
  const auto [x, y] = point(number);
  const double half = scale_ * place.width / 2;
  for (const RunPicture::Way& one : ways) {
    for (const std::int32_t output : one.outputs) {
      svg.line(x - half, y + port_shift(number, one.input), x + half,
               y + port_shift(number, output), "lit " + colour_of(one.packet));
    }
  }
}

/// Stars that carry something, with the numbers of those who drive them; red where it is lost.
void MachineView::draw_stars(Svg& svg, std::int64_t cycle) const {
  constexpr std::size_t kMostNamed = 4;
  struct Star {
    std::string look;
    std::set<NodeId> senders;
  };
  std::map<std::uint32_t, Star> lit;  // by place
  for (const RunPicture::Transfer& transfer : run_->transfers()) {
    const RunPicture::Part& part = run_->parts()[transfer.part];
    if (transfer.from > cycle || transfer.to <= cycle || part.place < 0) continue;
    const auto place = static_cast<std::uint32_t>(part.place);
    if (run_->layout().places[place].mark != Layout::Mark::kStar) continue;
    auto& [look, senders] = lit[place];
    if (look != "alarm") look = transfer.lost ? "alarm" : filled(transfer.packet);
    senders.insert(transfer.source);
  }
  const double size = std::clamp(scale_ * 0.2, 6.0, 11.0);
  for (const auto& [place, one] : lit) {
    const auto [x, y] = point(place);
    const double radius = scale_ * run_->layout().places[place].width / 4;
    svg.circle(x, y, radius * 1.3, one.look);
    if (scale_ <= 15 || run_->grouped()) continue;
    std::string senders;
    for (const NodeId sender : one.senders) {
      senders += (senders.empty() ? "" : " ") + std::to_string(sender);
    }
    if (one.senders.size() > kMostNamed) senders = fmt::format("{} nodes", one.senders.size());
    svg.text(x - radius * 1.6, y + size * 0.36, senders, "on", "end", size);
  }
}

void MachineView::draw_place(Svg& svg, std::uint32_t number, double held) const {
  const Layout::Place& place = run_->layout().places[number];
  const auto [x, y] = point(number);
  const double size = std::clamp(scale_ * 0.24, 7.0, 13.0);
  switch (place.mark) {
    case Layout::Mark::kNode: {
      const double radius = scale_ * place.width / 2;
      svg.circle(x, y, radius, "node");
      if (held > 0) svg.circle(x, y, radius * std::sqrt(std::min(1.0, held)), "full");
      if (scale_ > 15) svg.text(x, y + size * 0.36, place.label, "on", "middle", size);
      break;
    }
    case Layout::Mark::kStar:
      svg.circle(x, y, scale_ * place.width / 4, "star");
      if (scale_ > 22) {
        svg.text(x + scale_ * place.width / 2, y + size * 0.36, place.label, "soft", "start", size);
      }
      break;
    case Layout::Mark::kElement:
    case Layout::Mark::kBar:
      svg.rectangle(x - scale_ * place.width / 2, y - scale_ * place.height / 2,
                    scale_ * place.width, scale_ * place.height, "box");
      if (scale_ > 15 && !place.label.empty()) {
        svg.text(x, y + size * 0.36, place.label, "on", "middle", size);
      }
      break;
  }
}

}  // namespace plexus
