#include "testbenches/sweep/workers.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/system/process.hpp"

namespace plexus {

namespace {

using Clock = std::chrono::steady_clock;

bool retires = false;  ///< of this worker

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// So many of them in memory that workers share with who gives them work: a point costs no system
/// call. At first all is zero.
template <typename Shared>
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t count = 1)
      : size_{count * sizeof(Shared)},
        place_{mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)} {
    if (place_ == MAP_FAILED) {
      throw StoreFailure{"There is no memory for another worker; try fewer --jobs."};
    }
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() { munmap(place_, size_); }

  Shared& operator[](std::size_t i) const { return static_cast<Shared*>(place_)[i]; }
  Shared* operator->() const { return static_cast<Shared*>(place_); }

 private:
  std::size_t size_;
  void* place_;
};

/// What all workers of a round know of it.
struct Board {
  std::atomic<std::size_t> next;          ///< place of the point that is taken next
  std::atomic<std::size_t> done;          ///< rows that are kept
  std::atomic<std::size_t> failed;        ///< of these
  std::atomic<std::int64_t> nanoseconds;  ///< of processor time inside points
  std::array<char, 1 << 10> lost;         ///< why rows can no longer be kept; empty: they can
};

/// A round: points, and which of them are done.
struct Round {
  explicit Round(const std::vector<std::int64_t>& those) : points{those}, kept{those.size()} {}

  const std::vector<std::int64_t>& points;
  SharedMemory<Board> board;
  SharedMemory<std::atomic<bool>> kept;  ///< by place
};

/// The life of a worker: it takes the next point as long as there is one. `current`: one more than
/// the place of the point that it is at; 0: none.
void work_points(const Round& round, std::atomic<std::size_t>& current, const PointWork& work) {
  constexpr std::chrono::milliseconds kMostWait{50};  // of rows, before they are kept
  std::vector<SweepRow> rows;
  std::vector<std::size_t> places;  // of their points
  auto begin = Clock::now();
  const auto keep = [&] {
    work.keep(rows);
    for (const std::size_t place : places) round.kept[place] = true;
    for (const SweepRow& row : rows) round.board->failed += row.status != 0 ? 1 : 0;
    round.board->done += rows.size();
    rows.clear();
    places.clear();
    begin = Clock::now();
  };
  while (!retires) {
    const std::size_t place = round.board->next++;
    if (place >= round.points.size()) break;
    current = place + 1;
    const double before = processor_time();
    SweepRow& row = rows.emplace_back(work.run(round.points[place]));
    row.seconds = processor_time() - before;
    round.board->nanoseconds += static_cast<std::int64_t>(row.seconds * 1e9);
    current = 0;
    places.push_back(place);
    if (Clock::now() - begin > kMostWait) keep();
  }
  if (!rows.empty()) keep();
}

/// One process, seen from the one that gives it work.
class Worker {
 public:
  Worker(const Round& round, const std::filesystem::path& log, const PointWork& work) {
    try {
      process_.emplace(log, [&] {
        try {
          work_points(round, current_[0], work);
        } catch (const StoreFailure& failure) {
          std::string{failure.what()}.copy(round.board->lost.data(), round.board->lost.size() - 1);
        }
      });
    } catch (const std::system_error& full) {
      throw StoreFailure{
          fmt::format("No worker can be started ({}); try fewer --jobs.", full.code().message())};
    }
  }

  /// The place of the point at which it died, if it was at one.
  [[nodiscard]] std::optional<std::size_t> current() const {
    const std::size_t place = current_[0];
    return place > 0 ? std::optional{place - 1} : std::nullopt;
  }
  [[nodiscard]] bool ended() { return process_->ended(); }
  /// How it ended, in words; empty if it ended as it should.
  std::string end() { return process_->end(); }

 private:
  SharedMemory<std::atomic<std::size_t>> current_;
  std::optional<WorkingCopy> process_;  ///< ends before its memory goes
};

/// Runs points; those without a row are left then: a worker died before it had kept theirs.
void run_round(const Round& round, unsigned jobs, const std::filesystem::path& log,
               const PointWork& work, const std::function<void()>& tell) {
  const auto some_left = [&] { return round.board->next < round.points.size(); };
  std::vector<std::unique_ptr<Worker>> workers;
  while (some_left() || !workers.empty()) {
    while (some_left() && workers.size() < std::min<std::size_t>(jobs, round.points.size())) {
      workers.push_back(std::make_unique<Worker>(round, log, work));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
    for (auto& worker : workers) {
      if (!worker->ended()) continue;
      const std::string why = worker->end();
      const auto place = worker->current();
      worker.reset();
      if (round.board->lost.front() != 0) throw StoreFailure{round.board->lost.data()};
      if (why.empty() || !place) continue;
      SweepRow row;
      row.point = round.points[*place];
      row.status = 3;
      row.error = "crash";
      row.message = why;
      work.keep({row});
      round.kept[*place] = true;
      ++round.board->done;
      ++round.board->failed;
    }
    std::erase(workers, nullptr);
    tell();
  }
}

}  // namespace

double processor_time() {
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  rusage tools{};
  getrusage(RUSAGE_CHILDREN, &tools);
  return static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) * 1e-9 +
         seconds_of(tools.ru_utime) + seconds_of(tools.ru_stime);
}

void retire_after_point() { retires = true; }

WorkTimes run_points(const std::vector<std::int64_t>& points, unsigned jobs,
                     const std::filesystem::path& log, const PointWork& work) {
  const auto begin = Clock::now();
  WorkTimes times;
  std::size_t done = 0;
  std::size_t failed = 0;
  for (std::vector<std::int64_t> left = points; !left.empty();) {
    const Round round{left};
    run_round(round, jobs, log, work,
              [&] { work.tell(done + round.board->done, failed + round.board->failed); });
    done += round.board->done;
    failed += round.board->failed;
    times.in_points += static_cast<double>(round.board->nanoseconds) * 1e-9;
    std::vector<std::int64_t> again;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!round.kept[i]) again.push_back(left[i]);
    }
    left = std::move(again);
  }
  times.wall = std::chrono::duration<double>{Clock::now() - begin}.count();
  return times;
}

}  // namespace plexus
