#include "testbenches/sweep/workers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

/// Rows wait at most so long before they are taken, however quickly they come.
constexpr int kMostWait = 50;  // milliseconds
/// Bytes of rows that a worker has room for; it asks for attention at half.
constexpr std::uint64_t kLaneSize = 1U << 20U;

bool retires = false;  ///< of this worker

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// Memory that workers share with who gives them work, so that a point costs no system call.
template <typename Shared>
class SharedMemory {
 public:
  SharedMemory()
      : place_{mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)} {
    if (place_ == MAP_FAILED) {
      throw StoreFailure{"There is no memory for another worker; try fewer --jobs."};
    }
    new (place_) Shared;
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() { munmap(place_, sizeof(Shared)); }

  Shared& operator*() const { return *static_cast<Shared*>(place_); }
  Shared* operator->() const { return static_cast<Shared*>(place_); }

 private:
  void* place_;
};

/// Where all workers take their next point from.
struct Queue {
  std::atomic<std::size_t> next{0};
};

/// What one worker tells. Its memory outlives it: what it had told when it died is not lost.
struct Lane {
  std::atomic<std::int64_t> current{-1};  ///< the point that it is at
  std::atomic<std::uint64_t> written{0};  ///< bytes of rows, in all
  std::atomic<std::uint64_t> taken{0};    ///< of these
  std::array<char, kLaneSize> bytes;      // left as it is: memory that nobody uses is none
};

/// A row on its way: this, then the error's class, the message and the result.
struct RowHead {
  std::int64_t point;
  std::int64_t cycles;
  double seconds;
  std::uint64_t error;  ///< bytes, as the following
  std::uint64_t message;
  std::uint64_t result;
  std::int32_t status;
  std::int8_t has_cycles;
  std::int8_t verified;  ///< -1 where nothing was checked
};

/// The pieces of a row, one behind the other, in words that are valid UTF-8.
std::string bytes_of(const SweepRow& row) {
  const auto replace = Json::error_handler_t::replace;
  const auto valid = [](const std::string& text) {
    return text.empty() ? text : Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  const std::string message = valid(row.message);
  const std::string result = (*row.result).dump(-1, ' ', false, replace);
  RowHead head{};
  head.point = row.point;
  head.cycles = row.cycles.value_or(0);
  head.seconds = row.seconds;
  head.error = row.error.size();
  head.message = message.size();
  head.result = result.size();
  head.status = row.status;
  head.has_cycles = row.cycles ? 1 : 0;
  head.verified = static_cast<std::int8_t>(row.verified ? (*row.verified ? 1 : 0) : -1);
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes + row.error + message + result;
}

/// Takes the first row off `bytes`, if it is whole.
bool take_row(std::string_view& bytes, SweepRow& row) {
  RowHead head{};
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::uint64_t size = sizeof head + head.error + head.message + head.result;
  if (bytes.size() < size) return false;
  row.point = head.point;
  row.status = head.status;
  row.seconds = head.seconds;
  if (head.has_cycles != 0) row.cycles = head.cycles;
  if (head.verified >= 0) row.verified = head.verified != 0;
  std::size_t at = sizeof head;
  row.error = bytes.substr(at, head.error);
  at += head.error;
  if (head.message > 0) row.message = Json::parse(bytes.substr(at, head.message));
  at += head.message;
  row.text = bytes.substr(at, head.result);
  bytes.remove_prefix(size);
  return true;
}

/// The worker's side of its lane.
class Teller {
 public:
  Teller(Lane& lane, int bell) : lane_{lane}, bell_{bell} {}

  /// Returns once all of it is in the lane.
  void tell(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::uint64_t written = lane_.written.load(std::memory_order_relaxed);
      const std::uint64_t room =
          kLaneSize - (written - lane_.taken.load(std::memory_order_acquire));
      if (room == 0) {
        ring();
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        continue;
      }
      const std::uint64_t place = written % kLaneSize;
      const std::uint64_t size = std::min({room, kLaneSize - place, bytes.size()});
      std::memcpy(lane_.bytes.data() + place, bytes.data(), size);
      lane_.written.store(written + size, std::memory_order_release);
      bytes.remove_prefix(size);
    }
    const std::uint64_t waiting =
        lane_.written.load(std::memory_order_relaxed) - lane_.taken.load(std::memory_order_relaxed);
    const auto now = std::chrono::steady_clock::now();
    if (waiting > kLaneSize / 2 || now - rang_ >= std::chrono::milliseconds{kMostWait}) ring();
  }

 private:
  void ring() {
    static_cast<void>(!write(bell_, "", 1));  // one that is full has been rung
    rang_ = std::chrono::steady_clock::now();
  }

  Lane& lane_;
  int bell_;
  std::chrono::steady_clock::time_point rang_{};
};

/// The life of a worker: it takes the next point as long as there is one.
[[noreturn]] void work(Queue& queue, Lane& lane, int bell, const std::vector<std::int64_t>& points,
                       const std::function<SweepRow(std::int64_t)>& run) {
  Teller teller{lane, bell};
  while (!retires) {
    const std::size_t place = queue.next.fetch_add(1);
    if (place >= points.size()) break;
    lane.current.store(points[place]);
    const double begin = processor_time();
    SweepRow row = run(points[place]);
    row.seconds = processor_time() - begin;
    teller.tell(bytes_of(row));
    lane.current.store(-1);
  }
  _exit(0);
}

/// One process, seen from the one that takes its rows.
class Worker {
 public:
  Worker(Queue& queue, const std::vector<std::int64_t>& points, const std::filesystem::path& log,
         const std::function<SweepRow(std::int64_t)>& run) {
    int bell[2];
    if (pipe2(bell, O_CLOEXEC | O_NONBLOCK) != 0) fail();
    const pid_t giver = getpid();
    process_ = fork();
    if (process_ < 0) fail();
    bell_ = bell[0];
    if (process_ > 0) {
      close(bell[1]);
      return;
    }
    close(bell[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody works on for a sweep that is gone
    if (getppid() != giver) _exit(0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    std::signal(SIGPIPE, SIG_IGN);
    const int words = open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    if (words >= 0) {
      dup2(words, STDOUT_FILENO);
      dup2(words, STDERR_FILENO);
    }
    work(queue, *lane_, bell[1], points, run);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    if (bell_ >= 0) close(bell_);
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    wait_for();
  }

  [[nodiscard]] int bell() const { return bell_; }
  /// The point that it is at, or was when it died; negative: none.
  [[nodiscard]] std::int64_t current() const { return lane_->current.load(); }

  /// Has it ended?
  bool ended() {
    std::array<char, 4096> rings;
    ssize_t got = 0;
    while ((got = read(bell_, rings.data(), rings.size())) > 0 || (got < 0 && errno == EINTR)) {
    }
    return got == 0;
  }

  void take_rows(std::vector<SweepRow>& rows) {
    const std::uint64_t written = lane_->written.load(std::memory_order_acquire);
    std::uint64_t taken = lane_->taken.load(std::memory_order_relaxed);
    while (taken < written) {
      const std::uint64_t place = taken % kLaneSize;
      const std::uint64_t size = std::min(written - taken, kLaneSize - place);
      text_.append(lane_->bytes.data() + place, size);
      taken += size;
    }
    lane_->taken.store(taken, std::memory_order_release);
    std::string_view bytes = text_;
    for (SweepRow row; take_row(bytes, row); row = {}) rows.push_back(std::move(row));
    text_.erase(0, text_.size() - bytes.size());
  }

  /// How it ended, in words; empty if it ended as it should.
  std::string end() {
    const int status = wait_for();
    if (WIFSIGNALED(status)) {
      return fmt::format("The run ended its process with signal {} ({}).", WTERMSIG(status),
                         strsignal(WTERMSIG(status)));
    }
    return WEXITSTATUS(status) == 0
               ? std::string{}
               : fmt::format("The run ended its process with status {}.", WEXITSTATUS(status));
  }

 private:
  [[noreturn]] static void fail() {
    throw StoreFailure{
        fmt::format("No worker can be started ({}); try fewer --jobs.", std::strerror(errno))};
  }
  int wait_for() {
    int status = 0;
    while (process_ > 0 && waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

  SharedMemory<Lane> lane_;
  pid_t process_ = -1;
  int bell_ = -1;
  std::string text_;  ///< the beginning of a row
};

/// Runs points; returns those without a row: a worker died between taking and beginning one.
std::vector<std::int64_t> run_round(const std::vector<std::int64_t>& points, unsigned jobs,
                                    const std::filesystem::path& log,
                                    const std::function<SweepRow(std::int64_t)>& run,
                                    const std::function<void(const std::vector<SweepRow>&)>& take) {
  const SharedMemory<Queue> queue;
  std::set<std::int64_t> left{points.begin(), points.end()};
  std::vector<std::unique_ptr<Worker>> workers;
  const auto start = [&] { return std::make_unique<Worker>(*queue, points, log, run); };
  for (std::size_t i = 0; i < std::min<std::size_t>(jobs, points.size()); ++i) {
    workers.push_back(start());
  }
  bool quick = false;  // rows have come: more may be there soon, and nobody will ring for them
  while (!workers.empty()) {
    std::vector<pollfd> bells;
    for (const auto& worker : workers) bells.push_back({worker->bell(), POLLIN, 0});
    if (poll(bells.data(), bells.size(), quick ? kMostWait : -1) < 0) {
      if (errno == EINTR) continue;
      throw StoreFailure{"Workers can no longer be heard."};
    }
    std::vector<SweepRow> rows;
    for (auto& worker : workers) {
      const bool ended = worker->ended();  // before its rows: what it told last is there then
      worker->take_rows(rows);
      for (const SweepRow& row : rows) left.erase(row.point);
      if (!ended) continue;
      const std::string why = worker->end();
      const std::int64_t point = worker->current();
      if (!why.empty() && left.erase(point) > 0) {
        SweepRow row;
        row.point = point;
        row.status = 3;
        row.error = "crash";
        row.message = why;
        *row.result = Json::object();
        rows.push_back(std::move(row));
      }
      worker = queue->next.load() < points.size() ? start() : nullptr;
    }
    std::erase(workers, nullptr);
    quick = !rows.empty();
    take(rows);
  }
  return {left.begin(), left.end()};
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
                     const std::filesystem::path& log,
                     const std::function<SweepRow(std::int64_t)>& run,
                     const std::function<void(const std::vector<SweepRow>&)>& take) {
  const auto begin = std::chrono::steady_clock::now();
  WorkTimes times;
  const auto count = [&](const std::vector<SweepRow>& rows) {
    for (const SweepRow& row : rows) times.in_points += row.seconds;
    take(rows);
  };
  for (std::vector<std::int64_t> left = points; !left.empty();) {
    left = run_round(left, jobs, log, run, count);
  }
  times.wall = std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
  return times;
}

}  // namespace plexus
