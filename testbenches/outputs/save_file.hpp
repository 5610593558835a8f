#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "hw/observe/part_view.hpp"
#include "hw/time/units.hpp"
#include "testbenches/outputs/vcd_writer.hpp"

namespace plexus {

/// Save files tell GTKWave what to show of a wave and how.

inline constexpr std::int64_t kCycle = 10;  ///< ns of a wave

/// The last nanosecond of a cycle.
constexpr std::int64_t end_of(Cycles cycle) { return kCycle * (cycle.count() + 1) - 1; }
/// When a wave ends of a run that ends at `end` ns: what holds at the end is to be seen.
[[nodiscard]] std::int64_t with_tail(std::int64_t end);

/// Where the save file of the wave `path` is written.
[[nodiscard]] std::string save_path(const std::string& path);
/// How the save files begin that are written here.
inline constexpr const char* kSaveFileBegins = "[*] GTKWave save file, made by Plexus";

/// GTKWave's codes for how a row looks.
inline constexpr const char* kHexadecimal = "@22";
inline constexpr const char* kDecimal = "@24";
inline constexpr const char* kBinary = "@28";
inline constexpr const char* kText = "@820";
[[nodiscard]] const char* look_of(const VcdWriter::Variable& variable);

/// Its colours: 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 indigo, 7 violet; 0 its own.
inline constexpr int kRed = 1;   ///< of rows on which something was lost, or that differ
inline constexpr int kBlue = 5;  ///< of twins
[[nodiscard]] int colour_of(PartKind kind);

inline constexpr int kWindow = 1500;                    ///< pixels
inline constexpr int kAroundWave = 110;                 ///< width of all else but the names
inline constexpr int kMostRows = 40;                    ///< that a screen shows
[[nodiscard]] int width_of_names(std::size_t letters);  ///< pixels, for the longest name

/// Begins the save file of the wave `wave`, seen from `from` to `to` ns, so many rows. The marker
/// stands at the cycle `failed`.
void write_head(std::ostream& out, const std::string& wave, std::int64_t from, std::int64_t to,
                std::size_t rows, int names, std::optional<Cycles> failed);
/// One row; without a label it has the variable's name.
void write_row(std::ostream& out, const VcdWriter::Variable& variable, const char* look, int colour,
               const std::string& label);

/// A group of rows, which `body` writes.
template <typename Body>
void write_group(std::ostream& out, const std::string& name, bool open, const Body& body) {
  out << (open ? "@800200\n-" : "@c00200\n-") << name << '\n';
  body();
  out << (open ? "@1000200\n-" : "@1401200\n-") << name << '\n';
}

}  // namespace plexus
