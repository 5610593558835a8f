#include "testbenches/outputs/fst.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "models/system/output_file.hpp"
#include "models/system/process.hpp"
#include "models/system/signals.hpp"
#include "testbenches/outputs/vcd_writer.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

constexpr const char* kConverter = "vcd2fst";

/// Writes the content of two files to `out`, if it is the same.
bool copy_same(const std::string& one, const std::string& other, std::ostream& out) {
  std::ifstream first{one, std::ios::binary};
  std::ifstream second{other, std::ios::binary};
  std::array<char, 1 << 16> piece{};
  std::array<char, 1 << 16> same{};
  do {
    first.read(piece.data(), piece.size());
    second.read(same.data(), same.size());
    const auto count = static_cast<std::size_t>(first.gcount());
    if (first.gcount() != second.gcount()) return false;
    if (std::memcmp(piece.data(), same.data(), count) != 0) return false;
    out.write(piece.data(), first.gcount());
  } while (first && second);
  return first.eof() && second.eof();
}

bool is_fst(const std::string& path) { return path.ends_with(".fst"); }

/// Has the FST made out of `vcd`: twice, at the same time, since the converter does not notice
/// every piece that it fails to write.
void convert(const std::string& vcd, OutputFile& file, const std::string& lost) {
  const SignalsHeld held;
  constexpr auto kNamed = TemporaryFile::Name::kHidden;  // it makes more beside them
  const TemporaryFile once = temporary_for(lost, file.folder(), kNamed);
  const TemporaryFile again = temporary_for(lost, file.folder(), kNamed);
  const std::array<std::string, 2> made{once.path().string(), again.path().string()};
  Tool one{{kConverter, vcd, made[0]}};
  Tool other{{kConverter, vcd, made[1]}};
  const auto succeeds = [](Tool& tool) { return tool.started() && tool.end().status == 0; };
  const bool first = succeeds(one);
  const bool second = succeeds(other);
  for (const std::string& half : made) ::unlink((half + ".hier").c_str());  // of one that gave up
  if (!first || !second || !copy_same(made[0], made[1], file.stream())) lose_output(lost);
}

}  // namespace

void require_fst_converter(const std::string& option, const std::string& path) {
  if (!is_fst(path) || has_tool(kConverter)) return;
  refuse(option + ' ' + path +
         " asks for an FST, which vcd2fst makes, and that is not installed; it comes with GTKWave. "
         "Or name a file that ends in .vcd.");
}

void write_wave(VcdWriter& wave, OutputFile& file, const std::string& path, std::int64_t end) {
  if (!is_fst(path)) return wave.finish(file.stream(), end);
  const std::string lost = "The wave " + path;
  const TemporaryFile vcd = temporary_for(lost, file.folder());
  {
    std::ofstream out{vcd.path(), std::ios::binary};
    wave.finish(out, end, "none");  // else the converter writes that of the clock
    if (!out.flush()) lose_output(lost, errno);
  }
  convert(vcd.path().string(), file, lost + ", which vcd2fst makes,");
}

}  // namespace plexus
