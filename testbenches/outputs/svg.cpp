#include "testbenches/outputs/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace plexus {

std::string escaped(std::string_view text) {
  constexpr std::string_view kMeans = "&<>\"";
  constexpr std::array kWritten{"&amp;", "&lt;", "&gt;", "&quot;"};
  std::string safe;
  for (const char letter : text) {
    const std::size_t at = kMeans.find(letter);
    at < kMeans.size() ? safe += kWritten[at] : safe += letter;
  }
  return safe;
}

std::string in_script(std::string json) {
  for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) {
    json.replace(at, 1, "\\u003c");
  }
  return json;
}

std::string Svg::at(double length) {
  const double tenths = std::round(length * 10);
  if (std::fabs(tenths) < 0.5) return "0";
  std::string text = fmt::format("{:.1f}", tenths / 10);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string_view Svg::style() {
  return R"(text{font-family:system-ui,"DejaVu Sans",sans-serif;fill:#1b1f24}
text.soft{fill:#5b6470}text.head{font-weight:600}text.on{fill:#10202c}
line,path,polyline{fill:none;stroke-linecap:round}
.back{fill:#fff}.faint{stroke:#d5dae1;stroke-width:1}.axis{stroke:#8a94a3;stroke-width:1}
.wire{stroke:#c3cad4;stroke-width:1.5}.load{stroke:#4d5866}.lit{stroke-width:3.5}.send{stroke-width:2}
.far{stroke-dasharray:5 4}.begin{stroke-width:4;opacity:.45}
.node,.box{fill:#fff;stroke:#39424e;stroke-width:1.4}.full{fill:#a9d3ee}.star{fill:#8a94a3}
.heat{shape-rendering:crispEdges;fill:#0072b2}.bar{fill:#0072b2}.rest{fill:#e6eaf0}
.c0{stroke:#0072b2}.c1{stroke:#d55e00}.c2{stroke:#009e73}.c3{stroke:#cc79a7}
.c4{stroke:#e69f00}.c5{stroke:#56b4e9}.c6{stroke:#7a6a00}.c7{stroke:#6f42c1}
.gone{stroke:#d00000;stroke-width:3}.alarm{fill:#d00000}
.f0{fill:#0072b2}.f1{fill:#d55e00}.f2{fill:#009e73}.f3{fill:#cc79a7}
.f4{fill:#e69f00}.f5{fill:#56b4e9}.f6{fill:#7a6a00}.f7{fill:#6f42c1}
@media(prefers-color-scheme:dark){text{fill:#e6e9ee}text.soft{fill:#a2acb9}text.on{fill:#e6e9ee}
.back{fill:#14171c}.faint{stroke:#2d343e}.axis{stroke:#7d8796}.wire{stroke:#465060}.load{stroke:#b9c3d0}
.node,.box{fill:#1d2229;stroke:#b7c0cc}.full{fill:#2c5f86}.star{fill:#7d8796}.rest{fill:#2a313b}
.heat,.bar{fill:#4aa8e8}
.c0{stroke:#4aa8e8}.c1{stroke:#ff8a3d}.c2{stroke:#2cc79b}.c3{stroke:#e59cc4}
.c4{stroke:#f5bd45}.c5{stroke:#8fd0f7}.c6{stroke:#c9b63c}.c7{stroke:#a98bf0}
.gone{stroke:#ff5252}.alarm{fill:#ff5252}
.f0{fill:#4aa8e8}.f1{fill:#ff8a3d}.f2{fill:#2cc79b}.f3{fill:#e59cc4}
.f4{fill:#f5bd45}.f5{fill:#8fd0f7}.f6{fill:#c9b63c}.f7{fill:#a98bf0}}
)";
}

std::string Svg::file(double width, double height, std::string_view title,
                      std::string_view looks) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\">\n<title>{2}</title>\n<style>\n{3}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" class=\"back\"/>\n{4}</svg>\n",
      at(width), at(height), escaped(title), looks, body());
}

namespace {

/// Does a line cut a box?
bool cut(const FreeRoom::Line& line, const FreeRoom::Line& box) {
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

}  // namespace

bool FreeRoom::take_free_box(const Line& box) {
  const bool meets = std::ranges::any_of(boxes_, [&](const Line& other) {
    return box.x < other.end_x && other.x < box.end_x && box.y < other.end_y && other.y < box.end_y;
  });
  if (!meets) boxes_.push_back(box);
  return !meets;
}

void FreeRoom::put(Svg& svg, const std::string& text, double size,
                   const std::vector<std::pair<double, double>>& middles) {
  const double half = 0.33 * size * static_cast<double>(text.size());
  for (const auto& [x, y] : middles) {
    const Line box{x - half - 1, y - 0.5 * size, x + half + 1, y + 0.5 * size};
    const bool covers =
        std::ranges::any_of(lines_, [&](const Line& line) { return cut(line, box); });
    if (covers || box.x < 0 || box.end_x > width_ || !take_free_box(box)) continue;
    svg.text(x, y + 0.36 * size, text, "soft", "middle", size);
    return;
  }
}

std::pair<int, int> svg_size(std::string_view file) {
  const auto length = [&](std::string_view name) {
    const std::size_t at = file.find(name);
    return at == std::string_view::npos
               ? 0
               : static_cast<int>(
                     std::ceil(std::stod(std::string{file.substr(at + name.size(), 12)})));
  };
  return {length(" width=\""), length(" height=\"")};
}

}  // namespace plexus
