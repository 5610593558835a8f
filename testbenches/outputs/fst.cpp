#include "testbenches/outputs/fst.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/output_file.hpp"
#include "testbenches/outputs/vcd_writer.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

constexpr const char* kConverter = "vcd2fst";

/// The program that makes an FST, as a path; empty if it is not installed.
std::string converter() {
  const char* const path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string program =
        (fs::path{folders.substr(begin, end - begin)} / kConverter).string();
    if (::access(program.c_str(), X_OK) == 0) return program;
    begin = end + 1;
  }
  return {};
}

/// Holds back the signals that end the program while others make files for it.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
    ::sigprocmask(SIG_BLOCK, &ending, &before_);
  }
  ~SignalsHeld() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

/// Begins to make the FST `to` out of the VCD `from`; the process, 0 if there is none. Signals end
/// it.
pid_t start_converter(std::string from, std::string to) {
  const std::string program = converter();
  std::array<char*, 4> arguments{const_cast<char*>(kConverter), from.data(), to.data(), nullptr};
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_WRONLY, 0);
  }
  posix_spawnattr_t ended;
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_init(&ended);
  posix_spawnattr_setsigmask(&ended, &none);
  posix_spawnattr_setflags(&ended, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  const int failed =
      ::posix_spawn(&process, program.c_str(), &silent, &ended, arguments.data(), environ);
  posix_spawnattr_destroy(&ended);
  posix_spawn_file_actions_destroy(&silent);
  return failed == 0 ? process : 0;
}

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
  std::array<pid_t, 2> processes{};
  for (std::size_t i = 0; i < made.size(); ++i) processes[i] = start_converter(vcd, made[i]);
  const auto succeeds = [](pid_t process) {
    int status = 0;
    return process > 0 && ::waitpid(process, &status, 0) == process && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
  };
  const bool first = succeeds(processes[0]);
  const bool second = succeeds(processes[1]);
  for (const std::string& one : made) ::unlink((one + ".hier").c_str());  // of one that gave up
  if (!first || !second || !copy_same(made[0], made[1], file.stream())) lose_output(lost);
}

}  // namespace

void require_fst_converter(const std::string& option, const std::string& path) {
  if (!is_fst(path) || !converter().empty()) return;
  throw Refusal{RefusalClass::kUsage,
                option + ' ' + path +
                    " asks for an FST, which vcd2fst makes, and that is not installed; it comes "
                    "with GTKWave. Or name a file that ends in .vcd."};
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
