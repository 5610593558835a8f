#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "models/system/signals.hpp"

namespace plexus {

/// A file that nobody else sees and that has gone when the object has. Where the system can, it has
/// no name at all, so that nothing is left whatever ends the process; elsewhere a hidden one, which
/// is removed when the user stops the program (SIGINT, SIGTERM, SIGHUP), or else by the next run.
class TemporaryFile {
 public:
  enum class Name { kNone, kHidden };  ///< kHidden: for programs that write files beside it

  /// In `folder`. Throws std::system_error if nothing can be written there.
  explicit TemporaryFile(const std::filesystem::path& folder, Name name = Name::kNone);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// What to open, in this process or a child of it; not a name that stays.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Gives the file the name `place`, in the same folder, instead of what had it, and that one's
  /// mode. Returns 0, or why it could not be done.
  [[nodiscard]] int put(const std::filesystem::path& place);

 private:
  std::filesystem::path path_;
  std::filesystem::path hidden_;  ///< empty: it has no name
  std::optional<RemovedIfEnded> removed_;
  int file_ = -1;
};

/// A file that appears whole or not at all: it is written beside its place and gets its name at the
/// end. One that is not committed leaves nothing behind, and what was there before untouched. A
/// link is followed; a device, a pipe or an open file (`/dev/stdout`) is written to at the end.
class OutputFile {
 public:
  /// `option` is the word of the command line that names the file (`--trace`), `path` its value as
  /// the user gave it. Throws Refusal (usage) if the file cannot be written.
  OutputFile(const std::string& option, const std::string& path,
             TemporaryFile::Name name = TemporaryFile::Name::kNone);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write. Who writes by other means than this stream opens `temporary` himself.
  [[nodiscard]] std::ostream& stream() { return stream_; }
  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_->path(); }
  /// The place of the finished file; a symbolic link is followed.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder in which it is written.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Ends the run, class `output`, if something that was written is lost already.
  void require_room() const;
  /// Nothing more is written. Ends the run, class `output`, if not all of it could be.
  void complete();
  /// Puts the file, complete, in its place. Ends the run, class `output`, if not all of it could be
  /// written.
  void commit();

 private:
  std::string name_;  ///< `--trace ring.csv`, for messages
  std::filesystem::path path_;
  std::filesystem::path folder_;
  int through_ = -1;  ///< what takes the finished file, where that has no place among files
  std::optional<TemporaryFile> temporary_;
  std::ofstream stream_;
  bool committed_ = false;
};

/// Ends the run, class `output`: `what` could not be written to its end, for this reason of the
/// system's; 0: unknown.
[[noreturn]] void lose_output(const std::string& what, int reason = 0);

/// A temporary file in `folder`; ends the run, class `output`, if `what` cannot have one.
[[nodiscard]] TemporaryFile temporary_for(const std::string& what,
                                          const std::filesystem::path& folder,
                                          TemporaryFile::Name name = TemporaryFile::Name::kNone);

/// Throws Refusal (usage) if two of the paths, those of the outputs that are asked for, mean the
/// same file.
void refuse_same_file(const std::vector<std::optional<std::string>>& paths);

/// Throws Refusal (usage) if the file `path` that `option` has written is one of those that are
/// `read` for it.
void refuse_file_read(const std::string& option, const std::string& path,
                      const std::vector<std::string>& read);

}  // namespace plexus
