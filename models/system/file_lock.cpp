#include "models/system/file_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <utility>

namespace plexus {

FileLock::FileLock(const std::filesystem::path& file, How how)
    : file_{::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)} {
  if (file_ < 0) {
    problem_ = errno;
    return;
  }
  struct flock lock {};
  lock.l_type = static_cast<short>(how.together ? F_RDLCK : F_WRLCK);
  lock.l_whence = SEEK_SET;
  lock.l_start = how.byte.value_or(0);
  lock.l_len = how.byte ? 1 : 0;  // 0: to the end, wherever that will be
  if (!how.patience) {
    int waited = -1;
    while ((waited = ::fcntl(file_, F_OFD_SETLKW, &lock)) < 0 && errno == EINTR) {
    }
    held_ = waited == 0;
    return;
  }
  constexpr std::chrono::milliseconds kPause{50};
  for (auto left = *how.patience; !held_ && left.count() > 0; left -= kPause) {
    held_ = ::fcntl(file_, F_OFD_SETLK, &lock) == 0;
    if (!held_) std::this_thread::sleep_for(kPause);
  }
}

FileLock::FileLock(FileLock&& other) noexcept
    : file_{std::exchange(other.file_, -1)}, problem_{other.problem_}, held_{other.held_} {}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace plexus
