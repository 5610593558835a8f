#include "testbenches/outputs/wave_files.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "models/system/process.hpp"
#include "models/system/signals.hpp"
#include "testbenches/outputs/save_file.hpp"
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

/// Has somebody arranged the rows of the save file `path` and saved them?
bool is_arranged(const std::filesystem::path& path) {
  std::ifstream in{path};
  std::string line;
  return std::getline(in, line) && !line.starts_with(kSaveFileBegins);
}

}  // namespace

WaveFiles::WaveFiles(const std::string& option, const std::string& path)
    : path_{path}, wave_{option, path}, save_{option, save_path(path)} {
  refuse_same_file({path, save_.path().string()});
  keeps_save_file_ = is_arranged(save_.path());
  if (!is_fst(path) || has_tool(kConverter)) return;
  refuse(
      "{} {} asks for an FST, which vcd2fst makes, and that is not installed; it comes with "
      "GTKWave. Or name a file that ends in .vcd.",
      option, path);
}

void WaveFiles::complete(VcdWriter& wave, std::int64_t end) {
  if (!is_fst(path_)) {
    wave.finish(wave_.stream(), end);
  } else {
    const std::string lost = "The wave " + path_;
    const TemporaryFile vcd = temporary_for(lost, folder());
    std::ofstream out{vcd.path(), std::ios::binary};
    wave.finish(out, end, "none");  // else the converter writes that of the clock
    if (!out.flush()) lose_output(lost, errno);
    out.close();
    convert(vcd.path().string(), wave_, lost + ", which vcd2fst makes,");
  }
  wave_.complete();
  save_.complete();
}

void WaveFiles::place() {
  wave_.commit();
  if (!keeps_save_file_) save_.commit();
}

std::string WaveFiles::remark() const {
  if (!keeps_save_file_) return {};
  return save_path(path_) + " is as you arranged it: remove it to have it made anew.\n";
}

}  // namespace plexus
