#include "testbenches/outputs/svg_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "testbenches/outputs/svg.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

namespace {

constexpr double kPictureWidth = 1180;
constexpr double kMargin = 24;
constexpr std::size_t kMostDrawn = 4'000;  ///< of a space-time diagram
constexpr int kMoments = 6;

std::string colour(PacketId packet) { return "c" + std::to_string(packet % Svg::kColours); }
std::string filled(PacketId packet) { return "f" + std::to_string(packet % Svg::kColours); }

/// A wire that carries something at a moment.
struct Lit {
  PacketId packet = 0;
  bool forward = true;
  double share = -1;  ///< of the way that the packet has gone; less than 0: not told
};

/// What is seen of a place at a moment.
struct Moment {
  const std::vector<RunPicture::Way>* ways = nullptr;  ///< of an element
  double full = 0;                                     ///< of a node, as a share
};

/// The drawing of a machine in a frame.
class MachineView {
 public:
  MachineView(const RunPicture& run, double x, double y, double width, double height) : run_{&run} {
    const auto& places = run.layout().places;
    double left = 1e9;
    double right = -1e9;
    double top = 1e9;
    double bottom = -1e9;
    for (const Layout::Place& place : places) {
      left = std::min(left, place.x - place.width / 2);
      right = std::max(right, place.x + place.width / 2);
      top = std::min(top, place.y - place.height / 2);
      bottom = std::max(bottom, place.y + place.height / 2);
    }
    if (places.empty()) left = top = right = bottom = 0;
    scale_ =
        std::min({width / std::max(0.6, right - left), height / std::max(0.6, bottom - top), 58.0});
    x_ = x + (width - scale_ * (right - left)) / 2 - scale_ * left;
    y_ = y + (height - scale_ * (bottom - top)) / 2 - scale_ * top;
  }

  /// Height that a drawing of this width needs.
  static double height_for(const Layout& layout, double width, double most) {
    double left = 1e9;
    double right = -1e9;
    double top = 1e9;
    double bottom = -1e9;
    for (const Layout::Place& place : layout.places) {
      left = std::min(left, place.x - place.width / 2);
      right = std::max(right, place.x + place.width / 2);
      top = std::min(top, place.y - place.height / 2);
      bottom = std::max(bottom, place.y + place.height / 2);
    }
    if (layout.places.empty()) return 40;
    const double scale = std::min(width / std::max(0.6, right - left), 58.0);
    return std::min(most, scale * std::max(0.6, bottom - top));
  }

  /// The machine at rest; with `loads`, wires as dark and thick as they are busy beside the
  /// busiest.
  void draw(Svg& svg, bool loads) const {
    for (std::uint32_t wire = 0; wire < run_->layout().wires.size(); ++wire) {
      svg.path(way(wire), "wire");
    }
    if (loads) draw_loads(svg);
    for (std::uint32_t place = 0; place < run_->layout().places.size(); ++place) {
      draw_place(svg, place, 0);
    }
  }

  /// The machine in the middle of cycle `cycle`.
  void draw(Svg& svg, std::int64_t cycle) const {
    const std::vector<Moment> moment = moment_at(cycle);
    const std::map<std::uint32_t, Lit> lit = lit_at(cycle);
    for (std::uint32_t wire = 0; wire < run_->layout().wires.size(); ++wire) {
      const auto found = lit.find(wire);
      svg.path(way(wire), found == lit.end() ? "wire" : "lit " + colour(found->second.packet));
    }
    for (const RunPicture::Transfer& transfer : run_->transfers()) {
      if (transfer.from > cycle || transfer.to <= cycle) continue;
      for (const auto& [from, to] : run_->straight(transfer)) {
        const auto [x, y] = point(from);
        const auto [end_x, end_y] = point(to);
        svg.path(
            fmt::format("M{} {}L{} {}", Svg::at(x), Svg::at(y), Svg::at(end_x), Svg::at(end_y)),
            "lit " + colour(transfer.packet));
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

 private:
  using Point = std::pair<double, double>;

  Point point(std::uint32_t place) const {
    const Layout::Place& at = run_->layout().places[place];
    return {x_ + scale_ * at.x, y_ + scale_ * at.y};
  }
  /// Where a wire meets a place: straight above or below it on a bar.
  Point end(std::uint32_t place, std::uint32_t other) const {
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
  double port_shift(std::uint32_t place, std::int32_t port) const {
    const Layout::Place& at = run_->layout().places[place];
    if (port < 0 || at.mark != Layout::Mark::kElement) return 0;
    std::int32_t ports = 2;
    for (const Layout::Wire& wire : run_->layout().wires) {
      if (wire.from == place) ports = std::max(ports, wire.output + 1);
      if (wire.to == place) ports = std::max(ports, wire.input + 1);
    }
    return scale_ * at.height * ((port + 0.5) / ports - 0.5);
  }
  struct Curve {
    Point from;
    Point middle;
    Point to;
  };
  Curve curve(std::uint32_t number) const {
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
  std::string way(std::uint32_t number) const {
    const auto [from, middle, to] = curve(number);
    if (run_->layout().wires[number].bend == 0) {
      return fmt::format("M{} {}L{} {}", Svg::at(from.first), Svg::at(from.second),
                         Svg::at(to.first), Svg::at(to.second));
    }
    return fmt::format("M{} {}Q{} {} {} {}", Svg::at(from.first), Svg::at(from.second),
                       Svg::at(middle.first), Svg::at(middle.second), Svg::at(to.first),
                       Svg::at(to.second));
  }
  Point on(std::uint32_t number, double share) const {
    const auto [from, middle, to] = curve(number);
    const double a = (1 - share) * (1 - share);
    const double b = 2 * share * (1 - share);
    const double c = share * share;
    return {a * from.first + b * middle.first + c * to.first,
            a * from.second + b * middle.second + c * to.second};
  }

  /// The share of a wire's length at which a dot is seen that has gone `share` of its way: not
  /// under the circles at the ends.
  double visible(std::uint32_t number, double share) const {
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

  void draw_loads(Svg& svg) const {
    const std::vector<std::int64_t> busy = run_->busy_wires();
    const std::int64_t most = busy.empty() ? 0 : *std::ranges::max_element(busy);
    for (std::uint32_t wire = 0; wire < busy.size(); ++wire) {
      if (busy[wire] == 0) continue;
      const double share = static_cast<double>(busy[wire]) / static_cast<double>(most);
      svg.path(way(wire), "c1", 1.5 + 3.5 * share, 0.15 + 0.85 * share);
    }
  }

  std::map<std::uint32_t, Lit> lit_at(std::int64_t cycle) const {
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
  PacketId packet_on(const RunPicture::Setting& setting, std::uint32_t number) const {
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
  std::vector<Moment> moment_at(std::int64_t cycle) const {
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
  void draw_passings(Svg& svg, std::uint32_t number,
                     const std::vector<RunPicture::Way>& ways) const {
    const Layout::Place& place = run_->layout().places[number];
    if (run_->grouped()) return;  // it stands for many
    const auto [x, y] = point(number);
    const double half = scale_ * place.width / 2;
    for (const RunPicture::Way& one : ways) {
      for (const std::int32_t output : one.outputs) {
        svg.line(x - half, y + port_shift(number, one.input), x + half,
                 y + port_shift(number, output), "lit " + colour(one.packet));
      }
    }
  }

  /// Stars that carry something, with the numbers of those who drive them; red where it is lost.
  void draw_stars(Svg& svg, std::int64_t cycle) const {
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

  void draw_place(Svg& svg, std::uint32_t number, double held) const {
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
          svg.text(x + scale_ * place.width / 2, y + size * 0.36, place.label, "soft", "start",
                   size);
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

  const RunPicture* run_;
  double scale_ = 1;
  double x_ = 0;
  double y_ = 0;
};

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
      const std::string look = transfer.lost ? "gone" : colour(transfer.packet);
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
