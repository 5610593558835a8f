#include "models/system/process.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

/// Waits until a process has ended; its status.
int wait_for_process(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string content_of_memory(int file) {
  std::string content;
  std::array<char, 1 << 14> piece{};
  ssize_t got = 0;
  while ((got = ::pread(file, piece.data(), piece.size(), static_cast<off_t>(content.size()))) >
         0) {
    content.append(piece.data(), static_cast<std::size_t>(got));
  }
  return content;
}

}  // namespace

Tool::Tool(std::vector<std::string> words, const std::filesystem::path& folder)
    : said_{::memfd_create("said", MFD_CLOEXEC)} {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // As posix_spawn does it, which has no way to let a tool end with this process.
  sigset_t all;
  sigset_t before;
  sigset_t none;
  sigfillset(&all);
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  volatile bool failed = false;  // told by the new process, which has this memory until it begins
  const pid_t process = ::vfork();
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      if (::signal(signal, SIG_DFL) == SIG_IGN) ::signal(signal, SIG_IGN);
    }
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(said_, STDOUT_FILENO);
    ::dup2(said_, STDERR_FILENO);
    if (folder.empty() || ::chdir(folder.c_str()) == 0) {
      ::execvp(arguments.front(), arguments.data());
    }
    failed = true;
    ::_exit(1);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (failed) wait_for_process(process);
  if (process > 0 && !failed) process_ = process;
  if (started()) killed_.emplace(process_);
}

Tool::~Tool() {
  if (started()) wait_for_process(process_);
  if (said_ >= 0) ::close(said_);
}

ToolEnded Tool::end(std::optional<Deadline> until, const std::function<void()>& meanwhile) {
  using Clock = Deadline::clock;
  const pid_t process = std::exchange(process_, 0);
  if (until) {
    const rlimit memory{kMostMemory, kMostMemory};
    ::prlimit(process, RLIMIT_AS, &memory, nullptr);
  }
  int status = 0;
  bool ended = false;
  for (auto told = Clock::now(); !ended && (until || meanwhile);) {
    ended = ::waitpid(process, &status, WNOHANG) == process;
    const auto now = Clock::now();
    if (until && now >= *until) {
      ::kill(process, SIGKILL);
      until.reset();
    }
    if (meanwhile && now - told >= std::chrono::milliseconds{500}) {
      told = now;
      meanwhile();
    }
    if (!ended) std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  if (!ended) status = wait_for_process(process);
  killed_.reset();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, content_of_memory(said_),
          WIFSIGNALED(status)};
}

ToolEnded run_tool(std::vector<std::string> words, const std::string& missing,
                   std::optional<Deadline> until) {
  Tool tool{std::move(words)};
  if (!tool.started()) throw Refusal{RefusalClass::kUsage, missing};
  return tool.end(until);
}

bool has_tool(const std::string& name) {
  const char* const path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const auto program = std::filesystem::path{folders.substr(begin, end - begin)} / name;
    if (::access(program.c_str(), X_OK) == 0) return true;
    begin = end + 1;
  }
  return false;
}

WorkingCopy::WorkingCopy(const std::filesystem::path& log, const std::function<void()>& work) {
  const pid_t giver = ::getpid();
  process_ = ::fork();
  if (process_ < 0) throw std::system_error{errno, std::generic_category()};
  if (process_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // nobody works on for a process that is gone
  if (::getppid() != giver) ::_exit(0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  forget_left_overs();
  std::signal(SIGPIPE, SIG_IGN);
  const int words = ::open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
  if (words >= 0) {
    ::dup2(words, STDOUT_FILENO);
    ::dup2(words, STDERR_FILENO);
  }
  [&]() noexcept { work(); }();  // nobody takes what it throws
  ::_exit(0);
}

WorkingCopy::~WorkingCopy() {
  if (process_ <= 0) return;
  ::kill(process_, SIGTERM);
  wait_for_process(process_);
}

bool WorkingCopy::ended() {
  if (process_ > 0 && ::waitpid(process_, &status_, WNOHANG) == process_) process_ = 0;
  return process_ == 0;
}

std::string WorkingCopy::end() {
  if (process_ > 0) status_ = wait_for_process(std::exchange(process_, 0));
  if (WIFSIGNALED(status_)) {
    return fmt::format("The run ended its process with signal {} ({}).", WTERMSIG(status_),
                       strsignal(WTERMSIG(status_)));
  }
  return WEXITSTATUS(status_) == 0
             ? std::string{}
             : fmt::format("The run ended its process with status {}.", WEXITSTATUS(status_));
}

}  // namespace plexus
