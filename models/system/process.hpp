#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/system/signals.hpp"

namespace plexus {

using Deadline = std::chrono::steady_clock::time_point;

constexpr std::size_t kMostMemory = std::size_t{3} << 30;  ///< bytes for a tool whose time counts

/// What a tool has left.
struct ToolEnded {
  int status = 0;     ///< its exit status; 128 if a signal has ended it
  std::string said;   ///< on both streams
  bool over = false;  ///< a signal has ended it: its time or its memory was over
};

/// Another program, which runs beside this one.
class Tool {
 public:
  /// Starts the first of `words`, in `folder` or, without one, where this process is. Signals end
  /// it, also where they are held back here, and it ends with the thread that has started it, and
  /// so with this process.
  explicit Tool(std::vector<std::string> words, const std::filesystem::path& folder = {});
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;
  ~Tool();  ///< waits for it

  /// Is there such a program?
  [[nodiscard]] bool started() const { return process_ > 0; }
  /// Waits for it, once. With `until` it is ended then, and may use kMostMemory. `meanwhile` is
  /// called twice a second.
  [[nodiscard]] ToolEnded end(std::optional<Deadline> until = std::nullopt,
                              const std::function<void()>& meanwhile = {});

 private:
  int said_;  ///< a file in memory
  pid_t process_ = 0;
  std::optional<KilledIfEnded> killed_;
};

/// Runs a tool, the first of `words`, and waits for it. `missing`: the sentence for a user who does
/// not have it, thrown as a Refusal (usage). May be called from several threads.
[[nodiscard]] ToolEnded run_tool(std::vector<std::string> words, const std::string& missing,
                                 std::optional<Deadline> until = std::nullopt);

/// Is there a program of this name?
[[nodiscard]] bool has_tool(const std::string& name);

/// A copy of this process that does one work, and ends with it or with this process.
class WorkingCopy {
 public:
  /// What `work` prints is appended to `log`. Throws std::system_error where there is no room for
  /// another process.
  WorkingCopy(const std::filesystem::path& log, const std::function<void()>& work);
  WorkingCopy(const WorkingCopy&) = delete;
  WorkingCopy& operator=(const WorkingCopy&) = delete;
  ~WorkingCopy();  ///< ends it

  /// Has it ended?
  [[nodiscard]] bool ended();
  /// Waits for it; how it ended, in words, or nothing if it ended as it should.
  std::string end();

 private:
  pid_t process_;   ///< 0: it has ended,
  int status_ = 0;  ///< with this
};

}  // namespace plexus
