#include "testbenches/outputs/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& sentence) {
  throw Refusal{RefusalClass::kUsage, sentence};
}

/// The file that `path` means: absolute, symbolic links followed as far as there are files.
fs::path target_of(const std::string& path) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(path, ignored);
  return ignored ? fs::absolute(path) : fs::absolute(real);
}

/// Refuses what can never become the file; whether its folder lets us write is found by trying.
void check_place(const std::string& name, const std::string& path, const fs::path& target) {
  std::error_code error;
  const fs::file_status there = fs::status(target, error);
  if (there.type() == fs::file_type::none) {
    refuse(name + " cannot be written (" + error.message() + "); name another file.");
  }
  if (fs::is_directory(there) || fs::path{path}.filename().empty()) {
    refuse(name + " names a folder; add the name of a file, as in " +
           (fs::path{path} / "run").string() + ".");
  }
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    refuse(name + " is a device or the like; name a file.");
  }
  if (!fs::is_directory(target.parent_path(), error)) {
    refuse(name + " cannot be written because there is no folder " +
           fs::path{path}.parent_path().string() + "; create it or name another file.");
  }
  if (fs::exists(there) && ::access(target.c_str(), W_OK) != 0) {
    refuse(name + " is write-protected; remove it or name another file.");
  }
}

/// Temporary files of this process: what is left if a signal ends it. Read by a signal handler,
/// which may touch little else.
constexpr std::size_t kMostUnfinished = 16;
std::array<std::atomic<const char*>, kMostUnfinished> unfinished;

void remove_unfinished_and_end(int signal) {
  for (const auto& file : unfinished) {
    if (const char* const path = file.load()) ::unlink(path);
  }
  std::signal(signal, SIG_DFL);  // to end as if nobody had listened
  std::raise(signal);
}

/// Has `path` removed if the user stops the program; it must live until `finish`.
void begin(const char* path) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(signal, remove_unfinished_and_end) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  for (auto& file : unfinished) {
    const char* none = nullptr;
    if (file.compare_exchange_strong(none, path)) return;
  }
}

void finish(const char* path) {
  for (auto& file : unfinished) {
    const char* mine = path;
    file.compare_exchange_strong(mine, nullptr);
  }
}

}  // namespace

TemporaryFile::TemporaryFile(fs::path path) : path_{std::move(path)} { begin(path_.c_str()); }

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  fs::remove(path_, ignored);
  finish(path_.c_str());
}

OutputFile::OutputFile(const std::string& option, const std::string& path)
    : name_{option + ' ' + path} {
  if (path.empty()) refuse(option + " names no file; give it one, as in " + option + " FILE.");
  path_ = target_of(path);
  check_place(name_, path, path_);
  const std::string stem = ".plexus-" + std::to_string(::getpid()) + '-';
  for (int number = 0;; ++number) {
    const fs::path hidden = path_.parent_path() / (stem + std::to_string(number));
    const int file = ::open(hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) {
      ::close(file);
      temporary_.emplace(hidden);
      break;
    }
    if (errno == EEXIST) continue;
    refuse(name_ + " cannot be written (" + std::generic_category().message(errno) +
           "); name a file in a folder that you may write to.");
  }
  stream_.open(temporary(), std::ios::binary);
}

OutputFile::~OutputFile() = default;

void OutputFile::commit() {
  if (committed_) return;
  stream_.close();
  std::error_code error;
  if (stream_) fs::rename(temporary(), path_, error);
  if (!stream_ || error) {
    throw std::runtime_error{name_ + " could not be written to its end" +
                             (error ? " (" + error.message() + ")" : std::string{}) +
                             "; is the disk full?"};
  }
  committed_ = true;
  temporary_.reset();
}

void refuse_same_file(std::initializer_list<std::optional<std::string>> paths) {
  for (auto one = paths.begin(); one != paths.end(); ++one) {
    for (auto other = paths.begin(); other != one; ++other) {
      if (!*one || !*other || (**one).empty() || (**other).empty()) continue;
      if (target_of(**one) != target_of(**other)) continue;
      refuse("Two outputs are to be written to " + **one + "; give each a file of its own.");
    }
  }
}

}  // namespace plexus
