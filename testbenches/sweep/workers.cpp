#include "testbenches/sweep/workers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <deque>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

/// Points that a worker has before it: the one at work and the next, so that it never waits.
constexpr std::size_t kMostGiven = 2;

bool retires = false;  ///< of this worker

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}
double used_by(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}
/// Processor time of this process and of the tools that it has called.
double used() { return used_by(RUSAGE_SELF) + used_by(RUSAGE_CHILDREN); }

bool read_whole(int file, void* to, std::size_t size) {
  auto* place = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = read(file, place, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    place += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_whole(int file, const void* from, std::size_t size) {
  const auto* place = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t put = send(file, place, size, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    place += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

/// A line of what the row is about, then its result, which is not read on the way to the store.
std::string as_text(const SweepRow& row) {
  const auto replace = Json::error_handler_t::replace;
  return Json::array({row.point, row.status, row.error, row.message, row.seconds})
             .dump(-1, ' ', false, replace) +
         '\n' + (*row.result).dump(-1, ' ', false, replace);
}
SweepRow as_row(const std::string& text) {
  const std::size_t end = text.find('\n');
  const Json head = Json::parse(text.substr(0, end));
  return {head[0], head[1], head[2], head[3], head[4], {}, text.substr(end + 1)};
}

/// The life of a worker: numbers of points come in, rows go out.
[[noreturn]] void work(int line, const std::function<SweepRow(std::int64_t)>& run) {
  std::int64_t point = 0;
  while (!retires && read_whole(line, &point, sizeof point)) {
    const double begin = used();
    SweepRow row = run(point);
    row.seconds = used() - begin;
    const std::string text = as_text(row);
    const std::uint64_t size = text.size();
    if (!write_whole(line, &size, sizeof size) || !write_whole(line, text.data(), size)) break;
  }
  _exit(0);
}

/// One process, seen from the one that gives it work.
class Worker {
 public:
  Worker(const std::filesystem::path& log, const std::function<SweepRow(std::int64_t)>& run) {
    int line[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0) fail();
    const pid_t giver = getpid();
    process_ = fork();
    if (process_ < 0) fail();
    line_ = line[0];
    if (process_ > 0) {
      close(line[1]);
      return;
    }
    close(line[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody works on for a sweep that is gone
    if (getppid() != giver) _exit(0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    const int words = open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    if (words >= 0) {
      dup2(words, STDOUT_FILENO);
      dup2(words, STDERR_FILENO);
    }
    work(line[1], run);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    if (line_ >= 0) close(line_);
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    wait_for();
  }

  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] std::deque<std::int64_t>& given() { return given_; }
  [[nodiscard]] bool alive() const { return process_ > 0; }

  void give(std::int64_t point) {
    given_.push_back(point);
    write_whole(line_, &point, sizeof point);  // one that is dead is found where rows are read
  }

  /// Reads what has come. False: the worker has ended.
  bool read_rows(std::vector<SweepRow>& rows) {
    char piece[65536];
    const ssize_t got = recv(line_, piece, sizeof piece, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got <= 0) return false;
    text_.append(piece, static_cast<std::size_t>(got));
    while (text_.size() >= sizeof(std::uint64_t)) {
      std::uint64_t size = 0;
      std::memcpy(&size, text_.data(), sizeof size);
      if (text_.size() < sizeof size + size) break;
      rows.push_back(as_row(text_.substr(sizeof size, size)));
      text_.erase(0, sizeof size + size);
      given_.pop_front();
    }
    return true;
  }

  /// How it ended: words for the row of the point that it was at; empty if it ended as it should.
  std::string ended() {
    const int status = wait_for();
    if (WIFSIGNALED(status)) {
      return fmt::format("The run ended its process with signal {} ({}).", WTERMSIG(status),
                         strsignal(WTERMSIG(status)));
    }
    return WEXITSTATUS(status) == 0
               ? std::string{}
               : fmt::format("The run ended its process with status {}.", WEXITSTATUS(status));
  }
  void stop() {
    shutdown(line_, SHUT_WR);  // it reads an end, and goes
    wait_for();
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

  pid_t process_ = -1;
  int line_ = -1;
  std::deque<std::int64_t> given_;  ///< points without a row yet, in order
  std::string text_;
};

}  // namespace

WorkTimes& WorkTimes::operator+=(const WorkTimes& more) {
  wall += more.wall;
  in_points += more.in_points;
  in_all += more.in_all;
  return *this;
}

void retire_after_point() { retires = true; }

WorkTimes run_points(const std::vector<std::int64_t>& points, unsigned jobs,
                     const std::filesystem::path& log,
                     const std::function<SweepRow(std::int64_t)>& run,
                     const std::function<void(const std::vector<SweepRow>&)>& take) {
  const auto begin = std::chrono::steady_clock::now();
  const double used_before = used();
  WorkTimes times;
  std::deque<std::int64_t> waiting{points.begin(), points.end()};
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < std::min<std::size_t>(jobs, points.size()); ++i) {
    workers.push_back(std::make_unique<Worker>(log, run));
  }
  const auto give = [&waiting](Worker& worker) {
    while (worker.given().size() < kMostGiven && !waiting.empty()) {
      worker.give(waiting.front());
      waiting.pop_front();
    }
  };
  // One point each before anybody gets a second.
  for (const auto& worker : workers) {
    if (waiting.empty()) break;
    worker->give(waiting.front());
    waiting.pop_front();
  }
  std::size_t left = points.size();
  std::vector<pollfd> lines(workers.size());
  while (left > 0) {
    for (std::size_t i = 0; i < workers.size(); ++i) {
      give(*workers[i]);
      lines[i] = {workers[i]->line(), POLLIN, 0};
    }
    if (poll(lines.data(), lines.size(), -1) < 0 && errno != EINTR) {
      throw StoreFailure{"Workers can no longer be heard."};
    }
    std::vector<SweepRow> rows;
    for (std::size_t i = 0; i < workers.size(); ++i) {
      if (lines[i].revents == 0 || workers[i]->read_rows(rows)) continue;
      std::deque<std::int64_t> undone = workers[i]->given();
      const std::string why = workers[i]->ended();
      if (!why.empty() && !undone.empty()) {
        rows.push_back({undone.front(), 3, "crash", why, 0, Json::object(), {}});
        undone.pop_front();
      }
      waiting.insert(waiting.begin(), undone.begin(), undone.end());
      workers[i] = std::make_unique<Worker>(log, run);
    }
    for (const SweepRow& row : rows) times.in_points += row.seconds;
    left -= rows.size();
    take(rows);
  }
  for (const auto& worker : workers) worker->stop();
  times.wall = std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
  times.in_all = used() - used_before;
  return times;
}

}  // namespace plexus
