#include "testbenches/outputs/twin_wave.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "testbenches/outputs/cycle_rows.hpp"
#include "testbenches/outputs/save_file.hpp"
#include "testbenches/outputs/twin_rows.hpp"
#include "testbenches/outputs/vcd_writer.hpp"

namespace plexus {

namespace {

/// Reads the VCD that Verilator has written, line by line, and has it written again.
class Inside {
 public:
  Inside(VcdWriter& vcd, const std::string& path) : vcd_{vcd}, in_{path, std::ios::binary} {
    read_header();
  }

  /// All changes. `passes` is told every time before what happens then.
  void copy(const std::function<void(std::int64_t)>& passes) {
    for (std::string line; std::getline(in_, line);) {
      if (line.empty() || line[0] == '$') continue;
      if (line[0] == '#') {
        std::int64_t time = 0;
        std::from_chars(line.data() + 1, line.data() + line.size(), time);
        passes(time);
        vcd_.at(time);
        continue;
      }
      const std::size_t space = line.find(' ');
      const bool vector = line[0] == 'b' && space != std::string::npos;
      const std::string_view text{line};
      const auto [first, last] =
          ids_.equal_range(std::string{vector ? text.substr(space + 1) : text.substr(1)});
      for (auto one = first; one != last; ++one) {
        write(one->second, vector ? text.substr(1, space - 1) : text.substr(0, 1));
      }
    }
  }

  /// Pins by the part, in the order of the file.
  [[nodiscard]] const std::map<std::string, std::vector<VcdWriter::Id>>& pins() const {
    return pins_;
  }

 private:
  void read_header() {
    struct Scope {
      std::string name;
      bool has_signals = false;
    };
    std::vector<Scope> scopes;
    for (std::string line; std::getline(in_, line);) {
      std::istringstream words{line};
      std::string word;
      words >> word;
      if (word == "$enddefinitions") break;
      if (word == "$scope") {
        std::string kind;
        Scope scope;
        words >> kind >> scope.name;
        scopes.push_back(scope);
      } else if (word == "$upscope" && !scopes.empty()) {
        scopes.pop_back();
      } else if (word == "$var" && !scopes.empty()) {
        std::string kind;
        std::string code;
        std::string name;
        unsigned width = 0;
        words >> kind >> width >> code >> name;
        std::string whole;
        bool inside = false;
        for (std::size_t i = 0; i < scopes.size(); ++i) {
          inside = inside || (i + 1 < scopes.size() && scopes[i].has_signals);
          whole += (whole.empty() ? "" : ".") + scopes[i].name;
        }
        scopes.back().has_signals = true;
        const auto bits = width == 1 ? VcdWriter::Kind::kBit : VcdWriter::Kind::kBits;
        const VcdWriter::Id id = vcd_.add(whole, name, bits, width);
        ids_.emplace(code, id);
        if (!inside) pins_[whole].push_back(id);
      }
    }
  }

  void write(VcdWriter::Id id, std::string_view digits) {
    if (digits.size() > 64 || digits.find_first_not_of("01") != std::string_view::npos) {
      vcd_.digits(id, digits);
      return;
    }
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number, 2);
    vcd_.variables()[id].kind == VcdWriter::Kind::kBit ? vcd_.bit(id, number != 0)
                                                       : vcd_.bits(id, number);
  }

  VcdWriter& vcd_;
  std::ifstream in_;
  std::unordered_multimap<std::string, VcdWriter::Id> ids_;  ///< by the file's short names
  std::map<std::string, std::vector<VcdWriter::Id>> pins_;
};

/// Shows the cycles of a wave up to where something happens. Where nothing does for long they are
/// not drawn, but for a while behind the last of it.
class CyclesPassing {
 public:
  CyclesPassing(VcdWriter& vcd, CycleRows& rows) : vcd_{vcd}, rows_{rows} {}

  void operator()(std::int64_t time) {
    constexpr std::int64_t kShown = 500;
    const std::int64_t cycle = time / kCycle;
    if (shown_ >= 0 && cycle - shown_ > 2 * kShown) {
      show_to(shown_ + kShown);
      vcd_.at(kCycle * ++shown_);
      rows_.stop();
      shown_ = cycle - 1;
    }
    show_to(cycle);
  }

 private:
  void show_to(std::int64_t cycle) {
    if (shown_ < 0) shown_ = cycle - 1;
    while (shown_ < cycle) {
      vcd_.at(kCycle * ++shown_);
      rows_.show(shown_);
    }
  }

  VcdWriter& vcd_;
  CycleRows& rows_;
  std::int64_t shown_ = -1;
};

}  // namespace

TwinWave::TwinWave(const std::string& path, WaveRange range)
    : range_{std::move(range)},
      files_{"--rtl-vcd", path},
      inside_{temporary_for("--rtl-vcd " + path, files_.folder())} {}

void TwinWave::complete(const TwinRecord& record, const std::optional<Fault>& failed) {
  const std::int64_t from = kCycle * range_.from.count();
  VcdWriter vcd{from, range_.to ? std::optional{end_of(*range_.to)} : std::nullopt};
  const std::string part = record.rows.empty() ? "twins" : record.rows.front().part;
  CycleRows cycles{vcd, part.substr(0, part.find('.'))};
  Inside inside{vcd, inside_.path().string()};
  std::int64_t end = from;
  CyclesPassing passes{vcd, cycles};
  inside.copy([&](std::int64_t time) {
    end = std::max(end, time);
    passes(time);
  });
  const std::string different = different_part(record, failed ? failed->part : "");
  const TwinRows rows{vcd, record, different, *views_};
  shows_nothing_ = rows.empty();
  end = with_tail(std::max(end, rows.end()));
  if (range_.to) end = std::min(end, end_of(*range_.to));

  std::ostream& out = files_.save();
  const auto overview =
      rows.telling(kMostRows - std::min<std::size_t>(rows.rows_of_difference(), kMostRows / 2));
  const int names = width_of_names(std::max<std::size_t>(12, rows.longest_label()));
  const std::size_t shown =
      std::min<std::size_t>(kMostRows, overview.size() + 6 + rows.rows_of_difference());
  write_head(out, files_.path(), from, end, shown, names,
             failed ? std::optional{failed->cycle} : std::nullopt);
  write_row(out, vcd.variables()[cycles.to_read(from, end, names)], kDecimal, 0, "cycle");
  const auto write_parts = [&] {
    rows.write_groups(out, {}, [&](const std::string& name) {
      const auto pins = inside.pins().find(name);
      if (pins == inside.pins().end()) return;
      write_group(out, "pins", false, [&] {
        for (const VcdWriter::Id id : pins->second) {
          write_row(out, vcd.variables()[id], look_of(vcd.variables()[id]), 0,
                    vcd.variables()[id].name);
        }
      });
    });
  };
  if (!different.empty()) write_group(out, "model and twin", true, write_parts);
  write_group(out, "overview", true, [&] {
    for (const auto& [label, id] : overview) {
      write_row(out, vcd.variables()[id], look_of(vcd.variables()[id]), kBlue, label);
    }
  });
  if (different.empty()) write_parts();
  files_.complete(vcd, end);
}

std::string TwinWave::remark() const {
  std::string text;
  if (shows_nothing_) {
    text = files_.path() +
           " shows no twin: none of what --wave-from, --wave-to and --wave-parts choose was ever "
           "clocked.\n";
  }
  return text + files_.remark();
}

}  // namespace plexus
