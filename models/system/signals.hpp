#pragma once

#include <sys/types.h>

#include <csignal>

namespace plexus {

// What SIGINT, SIGTERM and SIGHUP find to do: they end the program, and these say what before.

/// Has a file, or a folder with all that is in it, removed if a signal ends the program, until the
/// object is gone.
class RemovedIfEnded {
 public:
  /// `path` is not copied: it outlives the object.
  explicit RemovedIfEnded(const char* path);
  RemovedIfEnded(const RemovedIfEnded&) = delete;
  RemovedIfEnded& operator=(const RemovedIfEnded&) = delete;
  ~RemovedIfEnded();

 private:
  const char* path_;
};

/// The same for another process, which is killed.
class KilledIfEnded {
 public:
  explicit KilledIfEnded(pid_t process);
  KilledIfEnded(const KilledIfEnded&) = delete;
  KilledIfEnded& operator=(const KilledIfEnded&) = delete;
  ~KilledIfEnded();

 private:
  pid_t process_;
};

/// In a copy of this process: what is left is the affair of the one before it.
void forget_left_overs();

/// Holds such signals back while others make files for the program.
class SignalsHeld {
 public:
  SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld();

 private:
  sigset_t before_{};
};

/// Notes a first Ctrl-C, with which somebody ends what the program is at and not the program. A
/// second one ends that as ever.
class InterruptNoted {
 public:
  InterruptNoted();
  InterruptNoted(const InterruptNoted&) = delete;
  InterruptNoted& operator=(const InterruptNoted&) = delete;
  ~InterruptNoted();
  [[nodiscard]] static bool happened();

 private:
  void (*before_)(int);
};

/// From now on a file that may not grow is a failing write, and does not end the program.
void write_to_limits();

}  // namespace plexus
