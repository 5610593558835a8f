#include "models/system/signals.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>

namespace plexus {

namespace {

constexpr std::array kEnding{SIGINT, SIGTERM, SIGHUP};

/// What is left if a signal ends the process. Read by a signal handler, which may touch little
/// else.
template <typename Thing>
using LeftOver = std::array<std::atomic<Thing>, 16>;
LeftOver<const char*> unfinished;
LeftOver<pid_t> tools;

/// One more, if there is room; `thing` is not Thing{}.
template <typename Thing>
void note(LeftOver<Thing>& all, Thing thing) {
  for (auto& one : all) {
    Thing none{};
    if (one.compare_exchange_strong(none, thing)) return;
  }
}

template <typename Thing>
void forget(LeftOver<Thing>& all, Thing thing) {
  for (auto& one : all) {
    Thing mine = thing;
    if (one.compare_exchange_strong(mine, Thing{})) return;
  }
}

/// What is in a folder a handler may not ask: another process does.
void remove_folder(const char* path) {
  const pid_t remover = ::fork();
  if (remover == 0) {
    ::execl("/bin/rm", "rm", "-rf", path, nullptr);
    ::_exit(1);
  }
  if (remover > 0) ::waitpid(remover, nullptr, 0);
}

void clear_up_and_end(int signal) {
  for (const auto& tool : tools) {
    if (const pid_t process = tool.load(); process != 0) {
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, 0);  // it makes no more files
    }
  }
  for (const auto& file : unfinished) {
    const char* const path = file.load();
    if (path != nullptr && ::unlink(path) != 0 && errno == EISDIR) remove_folder(path);
  }
  std::signal(signal, SIG_DFL);  // to end as if nobody had listened
  std::raise(signal);
}

/// Nobody who listens already, or was started to take no notice, is disturbed.
void clear_up_if_ended() {
  for (const int signal : kEnding) {
    void (*const before)(int) = std::signal(signal, clear_up_and_end);
    if (before != SIG_DFL) std::signal(signal, before);
  }
}

volatile std::sig_atomic_t interrupted = 0;

void note_interrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

RemovedIfEnded::RemovedIfEnded(const char* path) : path_{path} {
  clear_up_if_ended();
  note(unfinished, path);
}

RemovedIfEnded::~RemovedIfEnded() { forget(unfinished, path_); }

KilledIfEnded::KilledIfEnded(pid_t process) : process_{process} {
  clear_up_if_ended();
  note(tools, process);
}

KilledIfEnded::~KilledIfEnded() { forget(tools, process_); }

void forget_left_overs() {
  for (auto& one : unfinished) one = nullptr;
  for (auto& one : tools) one = 0;
}

SignalsHeld::SignalsHeld() {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int signal : kEnding) sigaddset(&ending, signal);
  ::sigprocmask(SIG_BLOCK, &ending, &before_);
}

SignalsHeld::~SignalsHeld() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

InterruptNoted::InterruptNoted() {
  interrupted = 0;
  before_ = std::signal(SIGINT, note_interrupt);
  if (before_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

InterruptNoted::~InterruptNoted() { std::signal(SIGINT, before_); }

bool InterruptNoted::happened() { return interrupted != 0; }

void write_to_limits() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace plexus
