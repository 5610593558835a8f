#include "testbenches/sweep/store.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
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
  int step() { return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_); }
  int again() { return sqlite3_reset(statement_); }
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

/// A file that is only read; its study is checked. One that a sweep is working on is left alone:
/// whoever ends last reads them all.
class Reading {
 public:
  Reading(const fs::path& path, const SweepStudy& study)
      : lock_{locked(fs::path{path}.replace_extension(".lock"), true)} {
    if (!lock_.held()) return;
    // Not read-only: what a killed sweep has left half written is put right.
    const int opened = sqlite3_open_v2(path.c_str(), &data_, SQLITE_OPEN_READWRITE, nullptr);
    sqlite3_busy_timeout(data_, 30'000);
    Statement query{data_, kWhatRan};
    const int found = opened == SQLITE_OK ? query.step() : opened;
    if (found == SQLITE_DONE) return;  // one that has only begun
    if (found != SQLITE_ROW) {
      if (sqlite3_errcode(data_) == SQLITE_ERROR) return;  // nor has this one a table yet
      const std::string why = sqlite3_errmsg(data_);
      sqlite3_close_v2(data_);
      refuse("{} cannot be read as results ({}); choose another --out.", path.string(), why);
    }
    ready_ = is_of(study, query.text_at(0));
    if (ready_) return;
    sqlite3_close_v2(data_);
    throw another_study(path);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { sqlite3_close_v2(data_); }
  [[nodiscard]] bool ready() const { return ready_; }
  [[nodiscard]] sqlite3* data() { return data_; }

 private:
  FileLock lock_;
  sqlite3* data_ = nullptr;
  bool ready_ = false;
};

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
        const int done = put.step();
        if (done != SQLITE_DONE) check(done);
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

void SweepStore::close() {
  sqlite3_finalize(std::exchange(put_, nullptr));
  sqlite3_close_v2(std::exchange(data_, nullptr));
}

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
  if (put_ == nullptr) {
    check(sqlite3_prepare_v2(
        data_, "insert or ignore into points values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", -1,
        &put_, nullptr));
  }
  const auto valid = [](const Json& value) {  // UTF-8
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  execute("begin immediate");
  try {
    for (const SweepRow& row : rows) {
      const SweepPoint& point = study.points[static_cast<std::size_t>(row.point)];
      const auto text = [this](int place, const std::string& words) {  // which outlive the step
        sqlite3_bind_text(put_, place, words.data(), static_cast<int>(words.size()), SQLITE_STATIC);
      };
      const std::string command = point.command();
      const std::string result = valid(*row.result);
      const std::string message = Json::parse(valid(row.message));
      sqlite3_clear_bindings(put_);
      sqlite3_bind_int64(put_, 1, row.point);
      text(2, command);
      text(3, point.machine);
      text(4, point.operation);
      text(5, point.algorithm);
      sqlite3_bind_int64(put_, 6, row.status);
      if (!row.error.empty()) text(7, row.error);
      if (!message.empty()) text(8, message);
      if (row.cycles) sqlite3_bind_int64(put_, 9, *row.cycles);
      if (row.verified) sqlite3_bind_int(put_, 10, *row.verified ? 1 : 0);
      sqlite3_bind_double(put_, 11, row.seconds);
      text(12, result);
      const int done = sqlite3_step(put_);
      sqlite3_reset(put_);
      check(done);
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
  {
    Statement query{data_, "select point from points"};
    while (query.step() == SQLITE_ROW) points.insert(query.number_at(0));
  }
  close();
  return points;
}

std::map<std::int64_t, SweepRow> read_rows(const fs::path& folder, const SweepStudy& study) {
  std::map<std::int64_t, SweepRow> rows;
  for (const fs::path& path : files_in(folder, ".sqlite")) {
    Reading reading{path, study};
    if (!reading.ready()) continue;
    Statement query{reading.data(),
                    "select point, status, error, message, seconds, result from points"};
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
  }
  return rows;
}

std::set<std::int64_t> read_done(const fs::path& folder, const SweepStudy& study) {
  std::set<std::int64_t> done;
  for (const fs::path& path : files_in(folder, ".sqlite")) {
    Reading reading{path, study};
    if (!reading.ready()) continue;
    Statement query{reading.data(), "select point from points"};
    while (query.step() == SQLITE_ROW) done.insert(query.number_at(0));
  }
  return done;
}

}  // namespace plexus
