#include "models/system/signals.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace plexus {

namespace {

constexpr std::array kEnding{SIGINT, SIGTERM, SIGHUP};

/// What is left if a signal ends the process. Read by a signal handler, which may touch little
/// else.
constexpr std::size_t kMostUnfinished = 16;
std::array<std::atomic<const char*>, kMostUnfinished> unfinished;

void remove_unfinished_and_end(int signal) {
  for (const auto& file : unfinished) {
    if (const char* const path = file.load()) ::unlink(path);
  }
  std::signal(signal, SIG_DFL);  // to end as if nobody had listened
  std::raise(signal);
}

/// A process that was started to take no notice of a signal goes on to do so.
void (*listen_to(int signal, void (*handler)(int)))(int) {
  void (*const before)(int) = std::signal(signal, handler);
  if (before == SIG_IGN) std::signal(signal, SIG_IGN);
  return before;
}

volatile std::sig_atomic_t interrupted = 0;

void note_interrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

RemovedIfEnded::RemovedIfEnded(const char* file) : file_{file} {
  for (const int signal : kEnding) listen_to(signal, remove_unfinished_and_end);
  for (auto& one : unfinished) {
    const char* none = nullptr;
    if (one.compare_exchange_strong(none, file)) return;
  }
}

RemovedIfEnded::~RemovedIfEnded() {
  for (auto& one : unfinished) {
    const char* mine = file_;
    one.compare_exchange_strong(mine, nullptr);
  }
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
  before_ = listen_to(SIGINT, note_interrupt);
}

InterruptNoted::~InterruptNoted() { std::signal(SIGINT, before_); }

bool InterruptNoted::happened() { return interrupted != 0; }

void write_to_limits() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace plexus
