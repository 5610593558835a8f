#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>

namespace plexus {

/// The name of a file that is not there any more when the object has gone, nor when the user stops
/// the program while it lives (SIGINT, SIGTERM, SIGHUP).
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path path);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A file that appears whole or not at all: it is written under a hidden name in its own folder
/// and renamed at the end. One that is not committed leaves nothing behind, and what was there
/// before untouched.
class OutputFile {
 public:
  /// `option` is the word of the command line that names the file (`--trace`), `path` its value as
  /// the user gave it. Throws Refusal (usage) if the file cannot be written.
  OutputFile(const std::string& option, const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write. Who writes by other means than this stream opens `temporary` himself.
  [[nodiscard]] std::ostream& stream() { return stream_; }
  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_->path(); }
  /// The place of the finished file; a symbolic link is followed.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Puts the file in its place. Throws std::runtime_error if not all of it could be written.
  void commit();

 private:
  std::string name_;  ///< `--trace ring.csv`, for messages
  std::filesystem::path path_;
  std::optional<TemporaryFile> temporary_;
  std::ofstream stream_;
  bool committed_ = false;
};

/// Throws Refusal (usage) if two of the paths, those of the outputs that are asked for, mean the
/// same file.
void refuse_same_file(std::initializer_list<std::optional<std::string>> paths);

}  // namespace plexus
