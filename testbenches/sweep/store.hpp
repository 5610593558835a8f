#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "models/system/file_lock.hpp"
#include "testbenches/sweep/study_file.hpp"

struct sqlite3;

namespace plexus {

/// Which part of the points: every `of`-th, beginning with number `index` - 1.
struct Shard {
  std::int64_t index = 1;
  std::int64_t of = 1;

  [[nodiscard]] bool has(std::int64_t point) const { return point % of == index - 1; }
  [[nodiscard]] std::string stem() const;  ///< `shard-1-of-2`
};

/// What came of one point.
struct SweepRow {
  std::int64_t point = 0;
  int status = 0;       ///< as `plexus run` would have ended
  std::string error;    ///< class; empty if none
  std::string message;  ///< of the error
  double seconds = 0;   ///< of processor time
  JsonBox result;       ///< `parameters`, `cycles`, `verified`, ..., figures under `statistics`
};

/// The results can no longer be written: status 3, class `output`.
class StoreFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The results of one shard: one SQLite file, `DIR/shard-I-of-N.sqlite`, locked as long as this
/// lives. What has been added is there whatever happens to the process. Each process that adds rows
/// opens the file for itself: one that has a copy of it working must have closed it before.
class SweepStore {
 public:
  /// Opens or makes the file. Throws Refusal (usage) if another sweep works on it or on another
  /// division of the same points, or if it holds results of another study; StoreFailure. `anew`:
  /// whatever results the folder holds are removed, once nobody works on them.
  SweepStore(const std::filesystem::path& folder, const SweepStudy& study, Shard shard,
             const std::string& command, bool anew);
  ~SweepStore();
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  /// Adds rows, all or none. Throws StoreFailure.
  void add(const SweepStudy& study, const std::vector<SweepRow>& rows);
  /// Numbers of the points with a row.
  [[nodiscard]] std::set<std::int64_t> done();
  /// The file is closed until it is needed again.
  void close();

 private:
  void open();
  void execute(const char* statement);
  void check(int code) const;

  std::filesystem::path path_;
  std::optional<FileLock> lock_;
  sqlite3* data_ = nullptr;
};

/// The rows of all shards in a folder that nobody works on, by point. Throws Refusal (usage) if one
/// is of another study.
[[nodiscard]] std::map<std::int64_t, SweepRow> read_rows(const std::filesystem::path& folder,
                                                         const SweepStudy& study);
/// Numbers of the points with a row in one of these.
[[nodiscard]] std::set<std::int64_t> read_done(const std::filesystem::path& folder,
                                               const SweepStudy& study);

}  // namespace plexus
