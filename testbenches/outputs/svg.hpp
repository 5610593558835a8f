#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace plexus {

/// Text as it may stand between tags and in quotes.
[[nodiscard]] std::string escaped(std::string_view text);

/// JSON as it may stand between the tags of a script: nothing in it looks like their end.
[[nodiscard]] std::string in_script(std::string json);

/// A drawing as SVG. Looks come from classes, in a light and a dark form; the eight colours `c0` ..
/// `c7` can be told apart by the colour-blind.
class Svg {
 public:
  static constexpr int kColours = 8;

  void line(double x1, double y1, double x2, double y2, std::string_view look) {
    put(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" class="{}"/>)", at(x1), at(y1), at(x2), at(y2),
        look);
  }
  void circle(double x, double y, double radius, std::string_view look) {
    put(R"(<circle cx="{}" cy="{}" r="{}" class="{}"/>)", at(x), at(y), at(radius), look);
  }
  void rectangle(double x, double y, double width, double height, std::string_view look,
                 double opacity = 1) {
    put(R"(<rect x="{}" y="{}" width="{}" height="{}" class="{}")", at(x), at(y), at(width),
        at(height), look);
    if (opacity < 1) add(R"( opacity="{:.2f}")", opacity);
    add("/>\n");
  }
  /// `anchor`: start, middle or end.
  void text(double x, double y, std::string_view letters, std::string_view look,
            std::string_view anchor = "start", double size = 13) {
    put(R"(<text x="{}" y="{}" class="{}" text-anchor="{}" font-size="{}">{}</text>)", at(x), at(y),
        look, anchor, at(size), escaped(letters));
  }
  void path(std::string_view way, std::string_view look) {
    put(R"(<path d="{}" class="{}"/>)", way, look);
  }
  /// The same as a line of this width that lets through what is behind it.
  void path(std::string_view way, std::string_view look, double width, double opacity) {
    put(R"(<path d="{}" class="{}" style="stroke-width:{}" opacity="{:.2f}"/>)", way, look,
        at(width), opacity);
  }
  /// Lines of a polygon through points "x,y x,y ..".
  void polyline(std::string_view points, std::string_view look) {
    put(R"(<polyline points="{}" class="{}"/>)", points, look);
  }

  void polygon(const std::vector<std::pair<double, double>>& corners, std::string_view look) {
    add(R"(<polygon class="{}" points=")", look);
    for (const auto& [x, y] : corners) add("{},{} ", at(x), at(y));
    add("\"/>\n");
  }
  /// Letters that rise to the right and end at (x, y).
  void slanted(double x, double y, std::string_view letters, double size) {
    put(R"svg(<text transform="translate({} {}) rotate(-35)" class="soft" text-anchor="end" font-size="{}">{}</text>)svg",
        at(x), at(y), at(size), escaped(letters));
  }
  /// What is drawn between the two tells `words` where the mouse is.
  void begin_hint(std::string_view words) { add("<g><title>{}</title>", escaped(words)); }
  void end_hint() { add("</g>\n"); }
  /// What is drawn until `end_group` has these attributes: a class, data for a page's script.
  void begin_group(std::string_view attributes) { add("<g {}>", attributes); }
  void end_group() { add("</g>\n"); }

  /// What no other function draws, as SVG has it.
  void draw(std::string_view elements) { add("{}", elements); }

  /// The whole file; `title` is what a reader of the screen hears, `looks` those of the classes.
  [[nodiscard]] std::string file(double width, double height, std::string_view title,
                                 std::string_view looks = style()) const;
  /// What has been drawn so far, for a page that brings its own looks.
  [[nodiscard]] std::string body() const { return fmt::to_string(body_); }
  /// The looks of the classes.
  [[nodiscard]] static std::string_view style();

  /// A length with one place behind the point, so that equal drawings are equal bytes.
  [[nodiscard]] static std::string at(double length);

 private:
  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Parts>(parts)...);
  }
  template <typename... Parts>
  void put(fmt::format_string<Parts...> format, Parts&&... parts) {
    add(format, std::forward<Parts>(parts)...);
    if (body_.data()[body_.size() - 1] == '>') body_.push_back('\n');
  }

  fmt::memory_buffer body_;
};

/// Where words may stand in a drawing: on nothing that is there.
class FreeRoom {
 public:
  /// From (x, y) to (end_x, end_y); of a box, corners.
  struct Line {
    double x = 0;
    double y = 0;
    double end_x = 0;
    double end_y = 0;
  };

  explicit FreeRoom(double width) : width_{width} {}

  void take_line(const Line& line) { lines_.push_back(line); }
  void take_box(const Line& box) { boxes_.push_back(box); }
  /// Takes a box that meets no other one; false: it does.
  bool take_free_box(const Line& box);
  /// Words in the first of some places in which they lie on nothing, if there is one.
  void put(Svg& svg, const std::string& text, double size,
           const std::vector<std::pair<double, double>>& middles);

 private:
  double width_;  ///< of the drawing
  std::vector<Line> lines_;
  std::vector<Line> boxes_;
};

/// Width and height of a drawing that `Svg::file` has made, in whole pixels.
[[nodiscard]] std::pair<int, int> svg_size(std::string_view file);

}  // namespace plexus
