#include "models/system/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <string_view>
#include <system_error>

#include "hw/rule/fault.hpp"
#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

const std::string kHidden = ".plexus-";  ///< begins names that nobody is to see

[[noreturn]] void refuse_place(const std::string& sentence) {
  throw Refusal{RefusalClass::kUsage, sentence};
}

/// The file that `path` means: absolute, symbolic links followed, also one that leads to nothing
/// yet.
fs::path target_of(const std::string& path) {
  constexpr int kMostLinks = 40;
  std::error_code ignored;
  fs::path named = fs::absolute(path);
  for (int links = 0; links < kMostLinks && fs::is_symlink(named, ignored); ++links) {
    const fs::path next = fs::read_symlink(named, ignored);
    if (ignored) break;
    named = named.parent_path() / next;
  }
  const fs::path real = fs::weakly_canonical(named, ignored);
  return ignored ? named : fs::absolute(real);
}

/// The number of the open file that `path` names (`/dev/stdout`); -1 if it names none.
int open_file_of(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* const end = path.data() + path.size();
    const auto read = std::from_chars(path.data() + folder.size(), end, number);
    if (read.ec == std::errc{} && read.ptr == end) return number;
  }
  return -1;
}

/// Refuses what can never become the file; whether its folder lets us write is found by trying.
void check_place(const std::string& name, const std::string& path, const fs::path& target) {
  std::error_code error;
  const fs::file_status there = fs::status(target, error);
  if (there.type() == fs::file_type::none) {
    refuse_place(name + " cannot be written (" + error.message() + "); name another file.");
  }
  if (fs::is_directory(there) || fs::path{path}.filename().empty()) {
    refuse_place(name + " names a folder; add the name of a file, as in " +
                 (fs::path{path} / "run").string() + ".");
  }
  if (!fs::is_directory(target.parent_path(), error)) {
    const fs::path named = fs::is_symlink(path, error) ? target : fs::path{path};
    refuse_place(name + " cannot be written because there is no folder " +
                 named.parent_path().string() + "; create it or name another file.");
  }
  if (fs::exists(there) && ::access(target.c_str(), W_OK) != 0) {
    refuse_place(name + " is write-protected; remove it or name another file.");
  }
}

/// Opens what takes a file in no place among files: an open file, a device, a pipe; -1 if `path`
/// is none of these.
int open_through(const std::string& name, const std::string& path) {
  const int number = open_file_of(path);
  std::error_code ignored;
  const fs::file_status there = fs::status(path, ignored);
  if (number < 0 && (!fs::exists(there) || fs::is_regular_file(there) || fs::is_directory(there))) {
    return -1;
  }
  const int taker = number >= 0 ? ::dup(number) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (taker < 0) {
    refuse_place(name + " cannot be written (" + std::generic_category().message(errno) +
                 "); name a file.");
  }
  return taker;
}

/// The next name for a file of this process that nobody is to see.
std::string next_hidden() {
  static int number = 0;
  return kHidden + std::to_string(::getpid()) + '-' + std::to_string(number++);
}

/// Removes files that processes which do not live any more have left in `folder`.
void remove_left_over(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder, ignored}) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(kHidden)) continue;
    int process = 0;
    const auto read =
        std::from_chars(name.data() + kHidden.size(), name.data() + name.size(), process);
    if (read.ec != std::errc{} || *read.ptr != '-') continue;
    if (::kill(process, 0) != 0 && errno == ESRCH) ::unlink(entry.path().c_str());
  }
}

/// Writes all of the file `from` to the open file `to`; 0, or why not.
int copy_file_to(const fs::path& from, int to) {
  std::ifstream in{from, std::ios::binary};
  std::array<char, 1 << 16> piece{};
  while (in.read(piece.data(), piece.size()), in.gcount() > 0) {
    const char* data = piece.data();
    for (auto left = static_cast<std::size_t>(in.gcount()); left > 0;) {
      const ssize_t written = ::write(to, data, left);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return errno;
      data += written;
      left -= static_cast<std::size_t>(written);
    }
  }
  return 0;
}

}  // namespace

TemporaryFile::TemporaryFile(const fs::path& folder, Name name) {
  if (name == Name::kNone) {
    file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (file_ >= 0) {
      path_ = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file_);
      return;
    }
    if (errno == EACCES || errno == ENOENT || errno == ENOSPC || errno == EROFS) {
      throw std::system_error{errno, std::generic_category()};
    }
  }
  remove_left_over(folder);
  hidden_ = folder / next_hidden();
  while ((file_ = ::open(hidden_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) < 0) {
    if (errno != EEXIST) throw std::system_error{errno, std::generic_category()};
    hidden_ = folder / next_hidden();
  }
  path_ = hidden_;
  removed_.emplace(hidden_.c_str());
}

TemporaryFile::~TemporaryFile() {
  if (!hidden_.empty()) ::unlink(hidden_.c_str());
  ::close(file_);
}

int TemporaryFile::put(const fs::path& place) {
  struct stat before {};
  if (::stat(place.c_str(), &before) == 0) {
    const mode_t mode = before.st_mode & 07777U;
    // By name, where a program may have written the file anew.
    const int changed = hidden_.empty() ? ::fchmod(file_, mode) : ::chmod(hidden_.c_str(), mode);
    if (changed != 0) return errno;
  }
  if (!hidden_.empty()) return ::rename(hidden_.c_str(), place.c_str()) == 0 ? 0 : errno;
  const auto name = [this](const fs::path& named) {
    const int linked =
        ::linkat(AT_FDCWD, path_.c_str(), AT_FDCWD, named.c_str(), AT_SYMLINK_FOLLOW);
    return linked == 0 ? 0 : errno;
  };
  int reason = name(place);
  if (reason != EEXIST) return reason;
  remove_left_over(place.parent_path());
  while (reason == EEXIST) {
    hidden_ = place.parent_path() / next_hidden();
    const RemovedIfEnded removed{hidden_.c_str()};  // it has that name for a moment
    reason = name(hidden_);
    if (reason == 0 && ::rename(hidden_.c_str(), place.c_str()) != 0) {
      reason = errno;
      ::unlink(hidden_.c_str());
    }
  }
  hidden_.clear();
  return reason;
}

OutputFile::OutputFile(const std::string& option, const std::string& path, TemporaryFile::Name name)
    : name_{option + ' ' + path} {
  if (path.empty())
    refuse_place(option + " names no file; give it one, as in " + option + " FILE.");
  through_ = open_through(name_, path);
  if (through_ < 0) {
    path_ = target_of(path);
    check_place(name_, path, path_);
    folder_ = path_.parent_path();
  } else {
    path_ = path;
    folder_ = fs::temp_directory_path();
  }
  try {
    temporary_.emplace(folder_, name);
  } catch (const std::system_error& error) {
    refuse_place(name_ + " cannot be written (" + error.code().message() +
                 "); name a file in a folder that you may write to.");
  }
  errno = 0;
  stream_.open(temporary(), std::ios::binary);
  if (!stream_.is_open()) {
    refuse_place(name_ + " cannot be written (" + std::generic_category().message(errno) +
                 "); name another file.");
  }
}

OutputFile::~OutputFile() {
  if (through_ >= 0) ::close(through_);
}

void lose_output(const std::string& what, int reason) {
  raise({"output",
         {},
         "",
         what + " could not be written to its end" +
             (reason != 0 ? " (" + std::generic_category().message(reason) + ")" : "") +
             ": make room or name a file elsewhere.",
         {}});
}

TemporaryFile temporary_for(const std::string& what, const fs::path& folder,
                            TemporaryFile::Name name) {
  try {
    return TemporaryFile{folder, name};
  } catch (const std::system_error& error) {
    lose_output(what, error.code().value());
  }
}

void OutputFile::require_room() const {
  if (!stream_) lose_output(name_, errno);
}

void OutputFile::complete() {
  if (!stream_.is_open()) return;
  errno = 0;
  stream_.close();
  if (!stream_) lose_output(name_, errno);
}

void OutputFile::commit() {
  if (committed_) return;
  complete();
  const int reason = through_ >= 0 ? copy_file_to(temporary(), through_) : temporary_->put(path_);
  if (reason != 0) lose_output(name_, reason);
  static fs::path cleared;
  if (cleared != folder_) remove_left_over(cleared = folder_);
  committed_ = true;
  temporary_.reset();
}

void refuse_same_file(const std::vector<std::optional<std::string>>& paths) {
  for (auto one = paths.begin(); one != paths.end(); ++one) {
    for (auto other = paths.begin(); other != one; ++other) {
      if (!*one || !*other || (**one).empty() || (**other).empty()) continue;
      std::error_code ignored;
      const fs::path first = target_of(**one);
      const fs::path second = target_of(**other);
      if (first != second && !fs::equivalent(first, second, ignored)) continue;
      refuse_place("Two outputs are to be written to " + **one + "; give each a file of its own.");
    }
  }
}

void refuse_file_read(const std::string& option, const std::string& path,
                      const std::vector<std::string>& read) {
  for (const std::string& file : read) {
    std::error_code absent;
    if (path.empty() || !fs::equivalent(file, path, absent)) continue;
    refuse_place(option + ' ' + path +
                 " is one of the files that are read: give it a name of its own.");
  }
}

}  // namespace plexus
