#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/json_fwd.hpp"

namespace plexus {

/// A folder for temporary files, which is gone with all that is in it.
class ScratchFolder {
 public:
  /// Throws Refusal (usage) if there is no room for one.
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

using Deadline = std::chrono::steady_clock::time_point;

constexpr std::size_t kMostMemory = std::size_t{3} << 30;  ///< bytes for a tool whose time counts

/// What a tool has left.
struct ToolEnded {
  int status = 0;     ///< its exit status; 128 if a signal has ended it
  std::string said;   ///< on both streams
  bool over = false;  ///< a signal has ended it: its time or its memory was over
};

/// Runs a tool, the first of `words`, and waits for it. What it says goes through a file in
/// `folder`. `missing`: the sentence for a user who does not have it, thrown as a Refusal (usage).
/// With `until` it is ended then, and may use kMostMemory. May be called from several threads, each
/// with a folder of its own.
[[nodiscard]] ToolEnded run_tool(const std::filesystem::path& folder,
                                 std::vector<std::string> words, const std::string& missing,
                                 std::optional<Deadline> until = std::nullopt);

/// `Yosys 0.23`. Throws Refusal (usage) where there is none; `purpose`: what cannot be done then.
[[nodiscard]] std::string yosys_version(const std::string& purpose);
/// Runs Yosys with this script.
[[nodiscard]] ToolEnded run_yosys(const std::filesystem::path& folder, const std::string& script,
                                  const std::string& purpose,
                                  std::optional<Deadline> until = std::nullopt);

/// All of a file; nothing if it cannot be read.
[[nodiscard]] std::string content_of(const std::filesystem::path& file);

/// The answer to `key`, an object, which was kept in `folder` at an earlier time, or which `make`
/// makes now and which is kept then: in a file `name-0123456789abcdef.json`, whole or not at all.
/// Only one process at a time makes an answer. `cached` tells which of the two it was. An answer
/// with a member `unfinished` is not kept.
[[nodiscard]] Json kept_answer(const std::filesystem::path& folder, const std::string& name,
                               const std::string& key, const std::function<Json()>& make,
                               bool& cached);

}  // namespace plexus
