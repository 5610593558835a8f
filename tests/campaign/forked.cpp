// What the campaigns run many times, without starting anew: a process that forks for every request.
//
// plexus_campaign lines    one request per line of standard input:
//   {"words": [HEX, ..], "folder": PATH, "seconds": S, "memory": BYTES, "file_size": BYTES,
//    "stdout": "pipe" | "closed" | "full", "kill": [SIGNAL, SECONDS],
//    "fail": {"call": N, "error": ERRNO, "ever": true | false}}
//   and for each a line {"status": N or null, "out": HEX, "err": HEX, "calls": N, "seconds": S,
//   "peak": BYTES} on standard output; null: it did not end in time. A negative status is a signal.
//   Seconds are those of the processor, of the process and all that it starts, or ten times as many
//   by the clock. "memory": address space beyond what the process has at its start. "fail": call N
//   of those that write, counted from 0, fails with that error; so do all later ones, "ever".
//   "calls": those that there were.
// plexus_campaign together   lines that need nothing of their surroundings, in batches: see
//   together.hpp.
// plexus_campaign memory   {"machine", "operation", "algorithm", "parameters", "seconds"}, and for
//   each {"estimate": BYTES, "peak": BYTES, "taken": SECONDS}, or {"refused": SENTENCE}: what a run
//   says that it needs, and what it has needed beyond what the process has from the start.

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/main.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "tests/campaign/hex.hpp"
#include "tests/campaign/process.hpp"
#include "tests/campaign/together.hpp"

namespace {

using plexus::Json;

/// What a process has said through a pipe; no file, which a limit would cut.
struct Heard {
  int end = -1;
  std::string text;

  /// Takes what is there; false once there will be no more.
  bool take() {
    char some[1 << 14];
    const auto count = read(end, some, sizeof some);
    if (count > 0) text.append(some, static_cast<std::size_t>(count));
    return count > 0;
  }
};

using Clock = std::chrono::steady_clock;

/// The calls of a process, and of those that it starts, that put something into files: the system
/// asks here before it carries one out.
class Writes {
 public:
  /// What a request says of them.
  explicit Writes(const Json& request) : asked_{request.contains("fail")} {
    if (!asked_) return;
    first_ = request["fail"]["call"].get<std::int64_t>();
    error_ = request["fail"]["error"].get<int>();
    ever_ = request["fail"]["ever"].get<bool>();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) != 0) std::exit(70);
  }
  ~Writes() {
    for (const int end : {ends_[0], ends_[1], listener_}) {
      if (end >= 0) close(end);
    }
  }
  Writes(const Writes&) = delete;
  Writes& operator=(const Writes&) = delete;

  [[nodiscard]] std::int64_t calls() const { return calls_; }
  [[nodiscard]] int listener() const { return listener_; }

  /// In the process itself: from now on its calls are asked for. Nothing is asked of standard
  /// error, where it tells what has failed, and of files that are opened to be read.
  void submit() {
    if (!asked_) return;
    const auto offset = [](int argument) {
      return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument);
    };
    std::vector<sock_filter> program;
    const auto add = [&](unsigned code, std::uint32_t k, std::uint8_t yes = 0,
                         std::uint8_t no = 0) {
      program.push_back({static_cast<std::uint16_t>(code), yes, no, k});
    };
    const auto call = [&](long number, std::uint8_t otherwise) {
      add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
      add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, otherwise);
    };
    for (const long number : {SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev, SYS_ftruncate,
                              SYS_fallocate, SYS_fsync, SYS_fchmod}) {
      call(number, 4);
      add(BPF_LD | BPF_W | BPF_ABS, offset(0));
      add(BPF_JMP | BPF_JEQ | BPF_K, 2, 0, 1);
      add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
      add(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    call(SYS_openat, 4);
    add(BPF_LD | BPF_W | BPF_ABS, offset(2));
    add(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    add(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    for (const long number : {
#ifdef SYS_rename
             SYS_rename, SYS_link, SYS_chmod,
#endif
             SYS_renameat, SYS_renameat2, SYS_linkat, SYS_fchmodat}) {
      call(number, 1);
      add(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const sock_fprog all{static_cast<std::uint16_t>(program.size()), program.data()};
    int listener = -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
      listener = static_cast<int>(
          syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &all));
    }
    hand_over(listener);
    if (listener >= 0) close(listener);
  }

  /// Takes what `submit` hands over. False: the system does not ask others.
  bool attend() {
    if (!asked_) return true;
    close(ends_[1]);
    ends_[1] = -1;
    char kind = 0;
    iovec piece{&kind, 1};
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    if (recvmsg(ends_[0], &message, MSG_CMSG_CLOEXEC) != 1 || kind != 'y') return false;
    std::memcpy(&listener_, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof listener_);
    return true;
  }

  /// Lets the call that waits be carried out, or fail.
  void decide() {
    seccomp_notif question{};
    if (ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return;
    seccomp_notif_resp answer{};
    answer.id = question.id;
    const std::int64_t number = calls_++;
    if (number == first_ || (ever_ && first_ >= 0 && number > first_)) {
      answer.error = -error_;
    } else {
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    }
    ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }

 private:
  void hand_over(int listener) const {
    char kind = listener >= 0 ? 'y' : 'n';
    iovec piece{&kind, 1};
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    if (listener >= 0) {
      message.msg_control = space;
      message.msg_controllen = sizeof space;
      cmsghdr* const header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof listener);
      std::memcpy(CMSG_DATA(header), &listener, sizeof listener);
    }
    sendmsg(ends_[1], &message, MSG_NOSIGNAL);
  }

  bool asked_;
  std::int64_t first_ = -1;
  int error_ = 0;
  bool ever_ = false;
  std::int64_t calls_ = 0;
  int ends_[2] = {-1, -1};
  int listener_ = -1;
};

/// Listens to a process until it says no more or its time is over; true if it has ended.
bool hear_out(int child, int handle, Writes& writes, std::vector<Heard*> open, double seconds) {
  const Patience patience{child, seconds};
  auto look = Clock::now();
  while (true) {
    std::vector<pollfd> waits;
    for (const Heard* one : open) waits.push_back({one->end, POLLIN, 0});
    waits.push_back({writes.listener(), POLLIN, 0});  // -1: nothing is said there
    if (open.empty()) waits.push_back({handle, POLLIN, 0});
    if (Clock::now() >= look) {  // who says much can be late too
      if (patience.is_over()) return false;
      look = Clock::now() + std::chrono::milliseconds{patience.pause()};
    }
    if (poll(waits.data(), waits.size(), patience.pause()) <= 0) continue;
    if ((waits[open.size()].revents & POLLIN) != 0) {
      writes.decide();
      continue;
    }
    if (open.empty() && waits.back().revents != 0) return true;
    for (std::size_t i = open.size(); i-- > 0;) {
      if (waits[i].revents != 0 && !open[i]->take()) open.erase(open.begin() + std::ptrdiff_t(i));
    }
  }
}

/// How a process has ended, and what it took.
struct Ended {
  Json status;         ///< null: not in time; negative: by a signal
  double seconds = 0;  ///< of the processor
  double peak = 0;     ///< bytes
};

/// Runs `work` in a process of its own, which gets the other ends of two pipes. What it leaves
/// running ends with it.
Ended forked(const Json& request, Writes& writes, Heard& out, Heard& err,
             const std::function<int(int out, int err)>& work) {
  int pipes[2][2];
  if (pipe2(pipes[0], O_CLOEXEC) != 0 || pipe2(pipes[1], O_CLOEXEC) != 0) std::exit(70);
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    close(pipes[0][0]);
    close(pipes[1][0]);
    _exit(work(pipes[0][1], pipes[1][1]));
  }
  close(pipes[0][1]);
  close(pipes[1][1]);
  out.end = pipes[0][0];
  err.end = pipes[1][0];
  const bool attended = writes.attend();
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (request.contains("kill")) {
    usleep(static_cast<useconds_t>(1e6 * request["kill"][1].get<double>()));
    kill(child, request["kill"][0].get<int>());
  }
  const bool ended =
      attended && hear_out(child, handle, writes, {&out, &err}, request.value("seconds", 20.0));
  if (!ended) kill(child, SIGKILL);
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  kill(-child, SIGKILL);
  for (const int end : {handle, out.end, err.end}) close(end);
  Ended how{nullptr, seconds_of(used), 1024.0 * static_cast<double>(used.ru_maxrss)};
  if (!attended) {
    how.status = "the system lets no process attend to another's calls";
  } else if (ended) {
    how.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  }
  return how;
}

/// Bytes behind `name` in what the system tells of this process.
double status_bytes(const std::string& name) {
  std::ifstream status{"/proc/self/status"};
  double kibibytes = 0;
  for (std::string word; status >> word;) {
    if (word == name && status >> kibibytes) break;
  }
  return 1024 * kibibytes;
}

/// The limit that a request names, above `base`.
void limit(const Json& request, const char* name, int resource, double base) {
  if (!request.contains(name) || request[name].is_null()) return;
  const rlim_t most = request[name].get<rlim_t>() + static_cast<rlim_t>(base);
  const rlimit bytes{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &bytes);
}

/// The command with the words of a request.
Json run_line(const Json& request) {
  Heard out;
  Heard err;
  Json answer;
  Writes writes{request};
  const Ended how = forked(request, writes, out, err, [&](int to_out, int to_err) {
    const std::string wanted = request.value("stdout", "pipe");
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(wanted == "full" ? open("/dev/full", O_WRONLY) : to_out, 1);
    dup2(to_err, 2);
    writes.submit();
    closefrom(3);
    if (wanted == "closed") close(1);
    if (chdir(request["folder"].get<std::string>().c_str()) != 0) return 99;
    std::vector<std::string> words{"plexus"};
    for (const Json& word : request["words"]) words.push_back(bytes_of(word.get<std::string>()));
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    limit(request, "memory", RLIMIT_AS, status_bytes("VmSize:"));
    limit(request, "file_size", RLIMIT_FSIZE, 0);
    const int status =
        plexus::main(static_cast<int>(words.size()), pointers.data(), plexus::make_catalogue);
    std::exit(status);
  });
  answer["status"] = how.status;
  answer["seconds"] = how.seconds;
  answer["peak"] = how.peak;
  answer["out"] = hex_of(out.text);
  answer["err"] = hex_of(err.text);
  answer["calls"] = writes.calls();
  return answer;
}

/// What a run says that it needs, and what it needs.
Json measured(const Json& request) {
  Json told;
  const auto machine = request["machine"].get<std::string>();
  const plexus::Catalogue catalogue = plexus::make_catalogue(machine);
  const plexus::CatalogueEntry* entry = catalogue.find(
      machine, request["operation"].get<std::string>(), request["algorithm"].get<std::string>());
  const plexus::Values values = plexus::complete(entry->parameters, request["parameters"]);
  told["estimate"] = entry->prepare(values)->memory();
  malloc_trim(0);
  std::ofstream{"/proc/self/clear_refs"} << 5;  // the peak begins anew
  const double before = status_bytes("VmRSS:");
  const plexus::FreshKernel kernel;
  plexus::RunOptions options;
  plexus::Simulation simulation{std::move(options)};
  try {
    simulation.perform(*entry, values);
  } catch (const sc_core::sc_report& stopped) {
    told["stopped"] = stopped.get_msg();
  }
  told["peak"] = status_bytes("VmHWM:") - before;
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  told["taken"] = seconds_of(used);
  std::cout << told.dump() << std::flush;
  _exit(0);  // to take a large machine down takes long
}

Json measure(const Json& request) {
  Heard out;
  Heard err;
  Writes writes{Json::object()};
  const Ended how = forked(request, writes, out, err, [&](int to_out, int to_err) {
    dup2(to_out, 1);
    dup2(to_err, 2);
    try {
      measured(request);
    } catch (const plexus::Refusal& refused) {
      std::cout << Json{{"refused", refused.what()}}.dump() << std::flush;
    }
    return 0;
  });
  const Json told = Json::parse(out.text, nullptr, false);
  return told.is_object() ? told : Json{{"status", how.status}};
}

}  // namespace

int main(int argc, char* argv[]) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what != "lines" && what != "together" && what != "memory") {
    std::cerr << "plexus_campaign lines | together | memory\n";
    return 2;
  }
  std::ios::sync_with_stdio(false);
  if (what == "together") run_batches();
  for (std::string line; std::getline(std::cin, line);) {
    const Json request = Json::parse(line);
    std::cout << (what == "lines" ? run_line(request) : measure(request)).dump() << std::endl;
  }
}
