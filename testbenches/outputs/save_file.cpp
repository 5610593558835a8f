#include "testbenches/outputs/save_file.hpp"

#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/ostream.h>

namespace plexus {

namespace {

namespace fs = std::filesystem;

constexpr int kRow = 21;          ///< height of a row
constexpr int kAroundRows = 190;  ///< height of all else
constexpr int kLetter = 8;        ///< width of one

/// How far GTKWave is zoomed so that `length` ns are seen beside names of `names` pixels.
double zoom_of(std::int64_t length, int names) {
  // It shows 2 to the power of the negated zoom time units on 200 pixels, and rounds down.
  const double frames = (kWindow - names - kAroundWave) / 200.0;
  const auto shown = static_cast<double>(std::max<std::int64_t>(length, 1));
  return -std::log2(std::ceil(shown * 1.01 / frames) + 0.01);
}

}  // namespace

std::int64_t with_tail(std::int64_t end) {
  constexpr std::int64_t kTail = 16;  // the share of the run that is shown after its end
  return end + kCycle * std::max<std::int64_t>(1, (end / kCycle + kTail - 1) / kTail);
}

std::string save_path(const std::string& path) {
  return fs::path{path}.replace_extension(".gtkw").string();
}

const char* look_of(const VcdWriter::Variable& variable) {
  if (variable.kind == VcdWriter::Kind::kBit) return kBinary;
  if (variable.kind == VcdWriter::Kind::kText) return kText;
  return variable.bit_by_bit ? kHexadecimal : kDecimal;
}

int colour_of(PartKind kind) {
  constexpr std::array kColours{4, 3, 2, 6, 7, 0};
  static_assert(kColours.size() == static_cast<std::size_t>(PartKind::kControl) + 1);
  return kColours[static_cast<std::size_t>(kind)];
}

int width_of_names(std::size_t letters) { return kLetter * static_cast<int>(letters) + 40; }

void write_head(std::ostream& out, const std::string& wave, std::int64_t from, std::int64_t to,
                std::size_t rows, int names, std::optional<Cycles> failed) {
  const std::string save = fs::path{save_path(wave)}.filename().string();
  // GTKWave finds the dump beside the save file where both names begin alike.
  fmt::print(out,
             "{}: 10 ns are one cycle\n"
             "[dumpfile] \"/{}\"\n[savefile] \"/{}\"\n[timestart] {}\n[size] {} {}\n[pos] -1 -1\n"
             "*{:.6f} {}{}\n[sst_expanded] 0\n[signals_width] {}\n",
             kSaveFileBegins, fs::path{wave}.filename().string(), save, from, kWindow,
             kAroundRows + kRow * static_cast<int>(rows), zoom_of(to - from, names),
             failed ? std::to_string(kCycle * failed->count()) : "-1",
             " -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
             names);
}

void write_row(std::ostream& out, const VcdWriter::Variable& variable, const char* look, int colour,
               const std::string& label) {
  out << look << '\n';
  if (colour != 0) out << "[color] " << colour << '\n';
  if (!label.empty()) out << "+{" << label << "} ";
  out << variable.full_name() << '\n';
}

}  // namespace plexus
