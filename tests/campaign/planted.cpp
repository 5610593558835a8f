// What tests/campaign/mutate asks: takes the place of tests/main.cpp in its copy of the sources and
// forks for every request, so that what a process does before its first test is done once.
//
// One request per line of standard input, for each a line on standard output:
//   {"list": true}                                [{"name", "tags", "file"}, ..], the tests
//   {"fault": N, "tests": [[NAME, SECONDS], ..]}  some of them until the first one that fails
//   {"fault": N, "words": [..], "seconds": S, "out": PATH}  the command; PATH gets what it prints
// The answer to the last two: {"status": N, null: out of time, below 0: a signal; "test": the last
// one that began; "seconds": of the processor; "reaches": the changes it came to, if asked for with
// "reach": true}. SECONDS are those of the processor too: how busy the machine is counts for
// nothing. A fault of -1 is none.

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "hw/systemc.hpp"
#include "models/catalogue/json.hpp"
#include "plexus_fault.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/command_line.hpp"

namespace {

using plexus::Json;

constexpr int kNumbers = 1 << 20;                // of changes, as in mutate
constexpr rlim_t kMostMemory = rlim_t{4} << 30;  // bytes
constexpr rlim_t kMostOfFile = rlim_t{1} << 28;  // bytes
constexpr int kPatience = 600;                   // seconds that a process may do nothing

/// What a forked process tells beside its status: the test that began last.
char* now_running = nullptr;
constexpr std::size_t kLongestName = 4096;

/// Seconds of the processor that each test may take.
std::map<std::string, double> most_seconds;

/// Ends this process once it has taken so much more of the processor.
void end_after(double seconds) {
  const double whole = std::floor(seconds);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(whole);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - whole)) + 1;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

#if CATCH_VERSION_MAJOR < 3
using Listener = Catch::TestEventListenerBase;
#else
using Listener = Catch::EventListenerBase;
#endif

/// Notes which test begins and sets its time.
class Watch : public Listener {
 public:
  using Listener::Listener;
  void testCaseStarting(const Catch::TestCaseInfo& test) override {
    Listener::testCaseStarting(test);
    const std::string name{test.name};
    if (now_running == nullptr) return;
    now_running[name.copy(now_running, kLongestName - 1)] = '\0';
    end_after(most_seconds[name]);
  }
};
CATCH_REGISTER_LISTENER(Watch)

Json all_tests() {
  Json all = Json::array();
  for (const auto& test : Catch::getRegistryHub().getTestCaseRegistry().getAllTests()) {
    const Catch::TestCaseInfo& info = test.getTestCaseInfo();
    if (info.isHidden()) continue;
    all.push_back({{"name", std::string{info.name}},
                   {"tags", info.tagsAsString()},
                   {"file", std::string{info.lineInfo.file}}});
  }
  return all;
}

int run_tests(const Json& request) {
  Catch::Session session;
  session.configData().abortAfter = 1;
  std::string wanted;
  for (const Json& one : request["tests"]) {
    const std::string name = one[0].get<std::string>();
    most_seconds[name] = one[1].get<double>();
    wanted += wanted.empty() ? "" : ",";
    for (const char c : name) {
      if (c == '\\' || c == ',' || c == '"' || c == '[') wanted += '\\';
      wanted += c;
    }
  }
  session.configData().testsOrTags = {wanted};
  return session.run();
}

int run_line(const Json& request) {
  end_after(request["seconds"].get<double>());
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DEFAULT_WARNING_ACTIONS);
  const auto words = request["words"].get<std::vector<std::string>>();
  const bool runs = words.size() > 1 && words[0] == "run";
  return plexus::run_command(plexus::make_catalogue(runs ? words[1] : ""), words, std::cout,
                             std::cerr, plexus::Ending::kLeave);
}

/// In the forked process: what is asked for, its status.
int perform(const Json& request, const std::string& folder) {
  setpgid(0, 0);
  for (const auto& [resource, most] :
       {std::pair{RLIMIT_AS, kMostMemory}, {RLIMIT_FSIZE, kMostOfFile}, {RLIMIT_CORE, rlim_t{0}}}) {
    const rlimit bytes{most, most};
    setrlimit(resource, &bytes);
  }
  const std::string out = request.value("out", "/dev/null");
  dup2(open("/dev/null", O_RDONLY), 0);
  dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
  dup2(1, 2);
  closefrom(3);
  if (chdir(folder.c_str()) != 0) return 99;
  setenv("TMPDIR", folder.c_str(), 1);
  if (!request.value("reach", false)) plexus_faults::reached = nullptr;
  if (request["fault"] != -1) plexus_faults::asked = request["fault"].get<int>();
  const int status = request.contains("tests") ? run_tests(request) : run_line(request);
  std::cout.flush();
  return status;
}

Json judged(const Json& request, const std::string& folder) {
  now_running[0] = '\0';
  if (request.value("reach", false)) {
    std::fill_n(plexus_faults::reached, kNumbers, 0);
  }
  const pid_t child = fork();
  if (child == 0) std::_Exit(perform(request, folder));
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  pollfd ends{handle, POLLIN, 0};
  const bool ended = poll(&ends, 1, 1000 * kPatience) == 1;
  if (!ended) kill(child, SIGKILL);
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  kill(-child, SIGKILL);  // what it has left behind
  close(handle);
  std::error_code busy;  // what is left of a process that was killed goes the next time
  for (const auto& left : std::filesystem::directory_iterator{folder, busy}) {
    std::filesystem::remove_all(left, busy);
  }
  Json answer;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  answer["status"] = signal != 0 ? Json(-signal) : Json(WEXITSTATUS(status));
  if (!ended || signal == SIGPROF) answer["status"] = nullptr;
  answer["test"] = now_running;
  answer["seconds"] = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                      1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  if (request.value("reach", false)) {
    Json& reaches = answer["reaches"] = Json::array();
    for (int number = 0; number < kNumbers; ++number) {
      if (plexus_faults::reached[number] != 0) reaches.push_back(number);
    }
  }
  return answer;
}

/// The changes that are reached before anything is asked for: a process forked later sees them as
/// they were.
Json reached_at_start() {
  Json numbers = Json::array();
  for (int number = 0; number < kNumbers; ++number) {
    if (plexus_faults::reached[number] != 0) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  if (argc > 1) return Catch::Session().run(argc, argv);  // as tests/main.cpp
  now_running = static_cast<char*>(
      mmap(nullptr, kLongestName, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  std::string folder = (std::filesystem::temp_directory_path() / "planted-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 70;
  const Json at_start = reached_at_start();
  for (std::string line; std::getline(std::cin, line);) {
    const Json request = Json::parse(line);
    const bool lists = request.contains("list");
    const Json answer =
        lists ? Json{{"tests", all_tests()}, {"at_start", at_start}} : judged(request, folder);
    std::cout << answer.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  }
  std::error_code busy;
  std::filesystem::remove_all(folder, busy);
  return 0;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
