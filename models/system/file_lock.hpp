#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace plexus {

/// A file that one process holds at a time, or several hold together that only read what it stands
/// for. It is made if it is not there, and stays; the lock goes with the object or with the
/// process.
class FileLock {
 public:
  struct How {
    bool together = false;  ///< with others that say so, too
    /// Waits at most so long, and may not hold it then; nothing: as long as it takes.
    std::optional<std::chrono::milliseconds> patience{};
    std::optional<std::int64_t> byte{};  ///< of the file, in the place of all of it
  };

  FileLock(const std::filesystem::path& file, How how);
  explicit FileLock(const std::filesystem::path& file) : FileLock{file, How{}} {}
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

  [[nodiscard]] bool held() const { return held_; }
  /// Why the file could not be opened, as the system numbers it; 0: it could.
  [[nodiscard]] int problem() const { return problem_; }

 private:
  int file_;
  int problem_ = 0;
  bool held_ = false;
};

}  // namespace plexus
