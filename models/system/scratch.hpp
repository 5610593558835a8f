#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "models/system/signals.hpp"

namespace plexus {

/// A folder for temporary files, which is gone with all that is in it, also where a signal ends the
/// program.
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
  std::optional<RemovedIfEnded> removed_;
};

/// All of a file; nothing if it cannot be read.
[[nodiscard]] std::string content_of(const std::filesystem::path& file);

/// 64 bits of FNV-1a: for the names of files, never to tell content apart.
[[nodiscard]] std::uint64_t short_number(const std::string& text);

}  // namespace plexus
