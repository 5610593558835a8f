#include "testbenches/outputs/picture_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "models/system/process.hpp"
#include "models/system/scratch.hpp"
#include "testbenches/outputs/plot.hpp"
#include "testbenches/outputs/svg.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

constexpr std::string_view kMoving = ".moving.svg";

/// Refuses (usage) what is no name of a picture.
const std::string& checked(const std::string& path, const std::string& option) {
  if (path.empty()) refuse("{0} names no file; give it one, as in {0} run.html.", option);
  constexpr std::array<std::string_view, 3> kEndings{".svg", ".html", ".png"};
  if (std::ranges::any_of(kEndings, [&](std::string_view end) { return path.ends_with(end); })) {
    return path;
  }
  refuse(
      "{} {} has none of the endings .svg, .moving.svg, .png and .html; name the file so that it "
      "has one.",
      option, path);
}

/// An SVG as a PNG, drawn by the first of some programs that is there.
std::string as_png(const std::string& svg, std::pair<int, int> size) {
  const ScratchFolder folder;
  const std::string from = (folder.path() / "picture.svg").string();
  const std::string to = (folder.path() / "picture.png").string();
  std::ofstream{from, std::ios::binary} << svg;
  const std::string missing =
      "A .png is made by rsvg-convert or Chromium, and neither can be run: install the package "
      "librsvg2-bin or chromium, or choose a name that ends in .svg.";
  const std::string window = fmt::format("--window-size={},{}", size.first, size.second);
  const std::string profile = "--user-data-dir=" + (folder.path() / "profile").string();
  const std::vector<std::vector<std::string>> tools{
      {"rsvg-convert", "--zoom=2", "--background-color=white", "--output=" + to, from},
      {"chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
       "--force-device-scale-factor=2", profile, window, "--screenshot=" + to, "file://" + from}};
  for (const std::vector<std::string>& words : tools) {
    try {
      static_cast<void>(run_tool(words, missing));
    } catch (const Refusal&) {
      if (&words == &tools.back()) throw;
      continue;
    }
    if (std::string png = content_of(to); !png.empty()) return png;
  }
  refuse(missing);
}

}  // namespace

PictureFile::PictureFile(const std::string& path, const std::string& option)
    : file_{option, checked(path, option)}, path_{path} {}

void PictureFile::require_still(const std::string& why) const {
  if (!path_.ends_with(kMoving)) return;
  refuse(why + ": name a .svg, .html or .png.");
}

void PictureFile::write(const std::string& text) {
  file_.stream() << (path_.ends_with(".png") ? as_png(text, svg_size(text)) : text);
  file_.complete();
}

void PictureFile::complete(const RunPicture& run, const RunTitle& title) {
  write(path_.ends_with(".html")   ? picture_page(run, title)
        : path_.ends_with(kMoving) ? moving_picture(run, title)
                                   : svg_picture(run, title));
}

void PictureFile::complete(const std::vector<Plot>& plots, const RunTitle& title) {
  require_still("Plots do not move");
  std::vector<std::string> facts;
  std::istringstream told{title.facts};
  for (std::string line; std::getline(told, line);) facts.push_back(line);
  write(path_.ends_with(".html") ? page_of_plots(title.what, plots, facts)
                                 : svg_plots(title.what, plots, facts));
}

}  // namespace plexus
