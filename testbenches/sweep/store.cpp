#include "testbenches/sweep/store.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTables = R"(
create table if not exists sweep (name text primary key, value text);
create table if not exists points (
  point integer primary key,  -- number in the study, from 0
  command text, machine text, operation text, algorithm text,
  status integer,             -- as plexus run would have ended
  error text, message text,   -- class and sentence, null where there is none
  cycles integer, verified integer,
  seconds real,               -- of processor time
  result text                 -- JSON: parameters, figures, cost
);)";

/// The mark of the study whose rows are there; of results from before there were marks its text.
constexpr const char* kWhatRan =
    "select value from sweep where name in ('points', 'study') order by name";

/// Is `kept`, what kWhatRan has found, of this study?
bool is_of(const SweepStudy& study, const std::string& kept) {
  return kept == study.mark() || kept == study.text;
}

/// A shard's file held for this process; with `together`, with others who only read, too. One that
/// has just been killed may still hold it for a moment.
FileLock locked(const fs::path& path, bool together = false) {
  FileLock lock{path, {together, std::chrono::milliseconds{together ? 200 : 1000}}};
  if (lock.problem() == 0) return lock;
  refuse("{} cannot be written ({}); choose another --out.", path.string(),
         std::generic_category().message(lock.problem()));
}

std::optional<Shard> shard_of(const fs::path& path) {
  static const std::regex form{R"(shard-(\d{1,9})-of-(\d{1,9}))"};
  std::smatch found;
  const std::string stem = path.stem().string();
  if (!std::regex_match(stem, found, form)) return std::nullopt;
  return Shard{std::stoll(found[1]), std::stoll(found[2])};
}

/// The shards' files in a folder, sorted by name.
std::set<fs::path> files_in(const fs::path& folder, const char* ending) {
  std::set<fs::path> files;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator{folder, absent}) {
    if (entry.path().extension() == ending && shard_of(entry.path())) files.insert(entry.path());
  }
  return files;
}

Refusal another_study(const fs::path& path) {
  return {RefusalClass::kUsage,
          fmt::format("{} holds results of other points than those of this study; choose another "
                      "--out.",
                      path.string())};
}

class Statement {
 public:
  Statement(sqlite3* data, const char* text) {
    sqlite3_prepare_v2(data, text, -1, &statement_, nullptr);
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  void text(int place, const std::string& value) {
    sqlite3_bind_text(statement_, place, value.data(), static_cast<int>(value.size()),
                      SQLITE_TRANSIENT);
  }
  void number(int place, std::int64_t value) { sqlite3_bind_int64(statement_, place, value); }
  void fraction(int place, double value) { sqlite3_bind_double(statement_, place, value); }
  int step() { return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_); }
  /// Before the next step; nothing is bound.
  void again() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  [[nodiscard]] std::string text_at(int column) {
    const auto* letters = sqlite3_column_text(statement_, column);
    return letters == nullptr ? "" : reinterpret_cast<const char*>(letters);
  }
  [[nodiscard]] std::int64_t number_at(int column) {
    return sqlite3_column_int64(statement_, column);
  }
  [[nodiscard]] double fraction_at(int column) { return sqlite3_column_double(statement_, column); }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

/// Adds the numbers of the points with a row.
void add_points(sqlite3* data, std::set<std::int64_t>& points) {
  Statement query{data, "select point from points"};
  while (query.step() == SQLITE_ROW) points.insert(query.number_at(0));
}

/// Has what a shard's file holds read, if it is one of this study. One that a sweep is working on
/// is left alone: whoever ends last reads them all.
void read_shard(const fs::path& path, const SweepStudy& study,
                const std::function<void(sqlite3*)>& read) {
  const FileLock lock = locked(fs::path{path}.replace_extension(".lock"), true);
  if (!lock.held()) return;
  sqlite3* data = nullptr;
  // Not read-only: what a killed sweep has left half written is put right.
  const int opened = sqlite3_open_v2(path.c_str(), &data, SQLITE_OPEN_READWRITE, nullptr);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> closes{data, sqlite3_close_v2};
  sqlite3_busy_timeout(data, 30'000);
  Statement query{data, kWhatRan};
  const int found = opened == SQLITE_OK ? query.step() : opened;
  if (found == SQLITE_DONE) return;  // one that has only begun
  if (found != SQLITE_ROW) {
    if (sqlite3_errcode(data) == SQLITE_ERROR) return;  // nor has this one a table yet
    refuse("{} cannot be read as results ({}); choose another --out.", path.string(),
           sqlite3_errmsg(data));
  }
  if (!is_of(study, query.text_at(0))) throw another_study(path);
  read(data);
}

void for_each_shard(const fs::path& folder, const SweepStudy& study,
                    const std::function<void(sqlite3*)>& read) {
  for (const fs::path& path : files_in(folder, ".sqlite")) read_shard(path, study, read);
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace

std::string Shard::stem() const { return fmt::format("shard-{}-of-{}", index, of); }

SweepStore::SweepStore(const fs::path& folder, const SweepStudy& study, Shard shard,
                       const std::string& command, bool anew)
    : path_{folder / (shard.stem() + ".sqlite")} {
  const auto busy = [](const fs::path& path) {
    refuse("Another sweep is working on {}: wait for it, or choose another --out.",
           path.stem().string());
  };
  const fs::path lock = folder / (shard.stem() + ".lock");
  lock_.emplace(locked(lock));
  if (!lock_->held()) busy(lock);
  // Another division has the same points in other shards: nobody may be working on one.
  for (const fs::path& path : files_in(folder, ".lock")) {
    if (shard_of(path)->of == shard.of) continue;
    if (!locked(path).held()) busy(path);
  }
  if (anew) {
    std::error_code absent;
    for (const fs::path& path : files_in(folder, ".sqlite")) fs::remove(path, absent);
  }
  try {
    open();
    execute(kTables);
    {
      Statement kept{data_, kWhatRan};
      const bool is_kept = kept.step() == SQLITE_ROW;
      if (is_kept && !is_of(study, kept.text_at(0))) throw another_study(path_);
    }
    {
      Statement put{data_,
                    "insert into sweep values (?, ?) on conflict (name) do update "
                    "set value = excluded.value where name = 'study'"};
      for (const auto& [name, value] :
           std::initializer_list<std::pair<const char*, std::string>>{{"points", study.mark()},
                                                                      {"study", study.text},
                                                                      {"version", PLEXUS_VERSION},
                                                                      {"command", command},
                                                                      {"host", host_name()}}) {
        put.text(1, name);
        put.text(2, value);
        check(put.step());
        put.again();
      }
    }
    close();
  } catch (...) {
    close();
    throw;
  }
}

void SweepStore::open() {
  if (data_ != nullptr) return;
  const int opened =
      sqlite3_open_v2(path_.c_str(), &data_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  check(opened);
  sqlite3_busy_timeout(data_, 30'000);
  // Rows are appended to a log that a killed process leaves behind; nobody waits for the disk.
  execute("pragma journal_mode = wal");
  execute("pragma synchronous = normal");
}

void SweepStore::close() { sqlite3_close_v2(std::exchange(data_, nullptr)); }

SweepStore::~SweepStore() {
  // One plain file: others may read it over a network.
  if (data_ == nullptr) sqlite3_open_v2(path_.c_str(), &data_, SQLITE_OPEN_READWRITE, nullptr);
  sqlite3_busy_timeout(data_, 30'000);
  sqlite3_exec(data_, "pragma journal_mode = delete", nullptr, nullptr, nullptr);
  close();
}

void SweepStore::check(int code) const {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  throw StoreFailure{
      fmt::format("The results can no longer be written to {} ({}); is the disk full? What is in "
                  "it stays: make "
                  "room and go on with --resume.",
                  path_.string(), sqlite3_errmsg(data_))};
}

void SweepStore::execute(const char* statement) {
  check(sqlite3_exec(data_, statement, nullptr, nullptr, nullptr));
}

void SweepStore::add(const SweepStudy& study, const std::vector<SweepRow>& rows) {
  if (rows.empty()) return;
  open();
  const auto valid = [](const Json& value) {  // UTF-8
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  execute("begin immediate");
  try {
    Statement put{data_,
                  "insert or ignore into points values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    for (const SweepRow& row : rows) {
      const SweepPoint& point = study.points[static_cast<std::size_t>(row.point)];
      const Json& result = *row.result;
      const std::string message = Json::parse(valid(row.message));
      put.number(1, row.point);
      put.text(2, point.command());
      put.text(3, point.machine);
      put.text(4, point.operation);
      put.text(5, point.algorithm);
      put.number(6, row.status);
      if (!row.error.empty()) put.text(7, row.error);
      if (!message.empty()) put.text(8, message);
      if (result.contains("cycles")) put.number(9, result["cycles"]);
      if (result.contains("verified") && result["verified"].is_boolean()) {
        put.number(10, result["verified"] == true ? 1 : 0);
      }
      put.fraction(11, row.seconds);
      put.text(12, valid(result));
      check(put.step());
      put.again();
    }
    execute("commit");
  } catch (const StoreFailure&) {
    sqlite3_exec(data_, "rollback", nullptr, nullptr, nullptr);
    throw;
  }
}

std::set<std::int64_t> SweepStore::done() {
  open();
  std::set<std::int64_t> points;
  add_points(data_, points);
  close();
  return points;
}

std::map<std::int64_t, SweepRow> read_rows(const fs::path& folder, const SweepStudy& study) {
  std::map<std::int64_t, SweepRow> rows;
  for_each_shard(folder, study, [&](sqlite3* data) {
    Statement query{data, "select point, status, error, message, seconds, result from points"};
    while (query.step() == SQLITE_ROW) {
      SweepRow row;
      row.point = query.number_at(0);
      row.status = static_cast<int>(query.number_at(1));
      row.error = query.text_at(2);
      row.message = query.text_at(3);
      row.seconds = query.fraction_at(4);
      row.result = Json::parse(query.text_at(5));
      if (row.point < static_cast<std::int64_t>(study.points.size())) {
        rows.emplace(row.point, std::move(row));
      }
    }
  });
  return rows;
}

std::set<std::int64_t> read_done(const fs::path& folder, const SweepStudy& study) {
  std::set<std::int64_t> done;
  for_each_shard(folder, study, [&](sqlite3* data) { add_points(data, done); });
  return done;
}

}  // namespace plexus
