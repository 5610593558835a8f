// What the campaigns run many times, without starting anew: a process that forks for every request.
//
// plexus_campaign lines    one request per line of standard input:
//   {"words": [HEX, ..], "folder": PATH, "seconds": S, "memory": BYTES, "file_size": BYTES,
//    "stdout": "pipe" | "closed" | "full", "kill": [SIGNAL, SECONDS]}
//   and for each a line {"status": N or null, "out": HEX, "err": HEX} on standard output; null: it
//   did not end in time. A negative status is a signal.
// plexus_campaign together   lines that need nothing of their surroundings, in batches: see
//   together.hpp.
// plexus_campaign memory   {"machine", "operation", "algorithm", "parameters", "seconds"}, and for
//   each {"estimate": BYTES, "peak": BYTES, "taken": SECONDS}, or {"refused": SENTENCE}: what a run
//   says that it needs, and what it has needed beyond what the process has from the start.

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "hw/kernel/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/main.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "tests/campaign/hex.hpp"
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

/// Listens to a process until it says no more or its time is over; true if it has ended.
bool hear_out(int child, std::vector<Heard*> open, double seconds) {
  const auto last = Clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    std::vector<pollfd> waits;
    for (const Heard* one : open) waits.push_back({one->end, POLLIN, 0});
    if (open.empty()) waits.push_back({child, POLLIN, 0});
    const auto left = std::chrono::duration<double, std::milli>(last - Clock::now()).count();
    if (left <= 0 || poll(waits.data(), waits.size(), static_cast<int>(left) + 1) <= 0) {
      if (left <= 0) return false;
      continue;
    }
    if (open.empty()) return true;
    for (std::size_t i = waits.size(); i-- > 0;) {
      if (waits[i].revents != 0 && !open[i]->take()) open.erase(open.begin() + std::ptrdiff_t(i));
    }
  }
}

/// Runs `work` in a process of its own, which gets the other ends of two pipes; its status, null if
/// it does not end in time.
Json forked(const Json& request, Heard& out, Heard& err,
            const std::function<int(int out, int err)>& work) {
  int pipes[2][2];
  if (pipe2(pipes[0], O_CLOEXEC) != 0 || pipe2(pipes[1], O_CLOEXEC) != 0) std::exit(70);
  const pid_t child = fork();
  if (child == 0) {
    close(pipes[0][0]);
    close(pipes[1][0]);
    _exit(work(pipes[0][1], pipes[1][1]));
  }
  close(pipes[0][1]);
  close(pipes[1][1]);
  out.end = pipes[0][0];
  err.end = pipes[1][0];
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (request.contains("kill")) {
    usleep(static_cast<useconds_t>(1e6 * request["kill"][1].get<double>()));
    kill(child, request["kill"][0].get<int>());
  }
  const bool ended = hear_out(handle, {&out, &err}, request.value("seconds", 20.0));
  if (!ended) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  for (const int end : {handle, out.end, err.end}) close(end);
  if (!ended) return nullptr;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void limit(const Json& request, const char* name, int resource) {
  if (!request.contains(name) || request[name].is_null()) return;
  const rlimit bytes{request[name].get<rlim_t>(), request[name].get<rlim_t>()};
  setrlimit(static_cast<__rlimit_resource>(resource), &bytes);
}

/// The command with the words of a request.
Json run_line(const Json& request) {
  Heard out;
  Heard err;
  Json answer;
  answer["status"] = forked(request, out, err, [&](int to_out, int to_err) {
    const std::string wanted = request.value("stdout", "pipe");
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(wanted == "full" ? open("/dev/full", O_WRONLY) : to_out, 1);
    dup2(to_err, 2);
    closefrom(3);
    if (wanted == "closed") close(1);
    if (chdir(request["folder"].get<std::string>().c_str()) != 0) return 99;
    std::vector<std::string> words{"plexus"};
    for (const Json& word : request["words"]) words.push_back(bytes_of(word.get<std::string>()));
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    limit(request, "memory", RLIMIT_AS);
    limit(request, "file_size", RLIMIT_FSIZE);
    const int status =
        plexus::main(static_cast<int>(words.size()), pointers.data(), plexus::make_catalogue);
    std::exit(status);
  });
  answer["out"] = hex_of(out.text);
  answer["err"] = hex_of(err.text);
  return answer;
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
  const auto began = Clock::now();
  const plexus::FreshKernel kernel;
  plexus::RunOptions options;
  plexus::Simulation simulation{std::move(options)};
  try {
    simulation.perform(*entry, values);
  } catch (const sc_core::sc_report& stopped) {
    told["stopped"] = stopped.get_msg();
  }
  told["peak"] = status_bytes("VmHWM:") - before;
  told["taken"] = std::chrono::duration<double>(Clock::now() - began).count();
  std::cout << told.dump() << std::flush;
  _exit(0);  // to take a large machine down takes long
}

Json measure(const Json& request) {
  Heard out;
  Heard err;
  const Json status = forked(request, out, err, [&](int to_out, int to_err) {
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
  return told.is_object() ? told : Json{{"status", status}};
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
